"""The connection to Elasticsearch: what its server may be, and errors in plain sentences."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from retrieval.errors import IndexMissing, SettingsError, StoreError, StoreUnavailable
from retrieval.stores.elastic_client import Conflict, Elastic, Login

OURS = {"X-Elastic-Product": "Elasticsearch"}
Answer = Callable[[web.Request], web.Response]


@asynccontextmanager
async def _server(answer: Answer) -> AsyncIterator[Elastic]:
    """Serve one answer for everything, and connect to it."""

    async def handle(request: web.Request) -> web.Response:
        return answer(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    elastic = Elastic(Login(hosts=(f"http://127.0.0.1:{port}",)), seconds=5)
    try:
        yield elastic
    finally:
        await elastic.close()
        await runner.cleanup()


def _json(
    body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] = OURS
) -> web.Response:
    return web.Response(
        text=json.dumps(body),
        status=status,
        headers={**headers, "Content-Type": "application/json"},
    )


def _node(version: str) -> dict[str, Any]:
    return {"nodes": {"one": {"version": version}}}


def _error(kind: str, reason: str) -> dict[str, Any]:
    return {"error": {"type": kind, "reason": reason, "root_cause": [{"reason": reason}]}}


@pytest.mark.parametrize(
    ("version", "note"), [("8.14.3", ""), ("8.19.21", ""), ("9.1.0", "untested")]
)
async def test_a_server_of_a_fitting_version_is_taken(version: str, note: str) -> None:
    """From 8.14 on it may be used; of a newer major version it is said that none was tried."""
    async with _server(lambda _: _json(_node(version))) as elastic:
        server = await elastic.ready()

    assert version == server.version
    assert note in server.note
    assert bool(note) == bool(server.note)


@pytest.mark.parametrize("version", ["8.13.4", "7.17.29"])
async def test_an_old_server_is_refused(version: str) -> None:
    """A version that lacks what is needed is refused in a sentence that names it."""
    async with _server(lambda _: _json(_node(version))) as elastic:
        with pytest.raises(StoreError, match=f"is version {version}; Footnote needs 8.14 or later"):
            await elastic.ready()


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: _json(_node("2.19.1"), headers={}),
        lambda _: _json(_error("media_type_header_exception", "Invalid media-type"), 400),
        lambda _: _json({"error": "Content-Type header is not supported", "status": 406}, 406, {}),
        lambda _: web.Response(text="<html>It works!</html>", content_type="text/html"),
        lambda _: web.Response(status=404, text="<html>404</html>", content_type="text/html"),
        lambda _: web.Response(status=501, text="<html>501</html>", content_type="text/html"),
    ],
    ids=["opensearch", "version 7", "opensearch, a body", "a web page", "no page", "no method"],
)
async def test_what_is_not_elasticsearch_is_named_so(answer: Answer) -> None:
    """OpenSearch, a server of version 7 and a web page each get the same clear sentence."""
    async with _server(answer) as elastic:
        with pytest.raises(StoreError, match="is not Elasticsearch 8"):
            await elastic.ready()


async def test_who_may_not_ask_for_the_version_may_search() -> None:
    """The least rights do not show the version: it is unknown, and no error."""
    async with _server(lambda _: _json(_error("security_exception", "no"), 403)) as elastic:
        assert "unknown" == (await elastic.ready()).version


@pytest.mark.parametrize(
    ("status", "kind", "expected", "sentence"),
    [
        (401, "security_exception", StoreError, "does not know these credentials"),
        (403, "security_exception", StoreError, "may not do that .* the reason"),
        (403, "cluster_block_exception", StoreUnavailable, "takes no writes now"),
        (400, "index_closed_exception", StoreUnavailable, "is closed: open it"),
        (503, "unavailable_shards_exception", StoreUnavailable, "Start the node that has it"),
        (404, "index_not_found_exception", IndexMissing, "The index is not there"),
        (409, "version_conflict_engine_exception", Conflict, "Another process wrote"),
        (503, "search_phase_execution_exception", StoreUnavailable, "overloaded or not ready"),
        (500, "odd_exception", StoreError, r"refused a request \(500 odd_exception: the reason"),
    ],
)
async def test_an_error_is_a_sentence(
    status: int, kind: str, expected: type[StoreError], sentence: str
) -> None:
    """Each refusal of the server says what happened and what to do."""
    async with _server(lambda _: _json(_error(kind, "the reason"), status)) as elastic:
        with pytest.raises(expected, match=sentence), elastic.translated():
            await elastic.api.options(max_retries=0).search(index="footnote.docs")


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    """Where nobody listens the address is said, never the credentials in it."""
    elastic = Elastic(Login(hosts=("http://me:secret@127.0.0.1:9",)), seconds=2)
    try:
        with pytest.raises(
            StoreUnavailable, match=r"cannot be reached at http://127\.0\.0\.1:9"
        ) as told:
            await elastic.ready()
    finally:
        await elastic.close()

    assert "secret" not in str(told.value)
    assert 1 == str(told.value).count("(Cannot connect to host 127.0.0.1:9 ")


async def test_a_server_that_hangs_up_may_speak_tls_alone() -> None:
    """Elasticsearch has TLS as it is installed: an address with http:// is the usual mistake."""

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1")
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    elastic = Elastic(Login(hosts=(address,)), seconds=2)
    try:
        with pytest.raises(StoreUnavailable, match="must begin with https:// where it speaks TLS"):
            await elastic.ready()
    finally:
        await elastic.close()
        server.close()


def test_what_cannot_be_a_connection_is_said_at_once() -> None:
    """A cloud id that is none is a wrong setting."""
    with pytest.raises(SettingsError, match="ELASTICSEARCH_"):
        Elastic(Login(cloud_id="nonsense"))


@pytest.mark.parametrize(
    ("content", "sentence"), [(None, "names no file"), ("no PEM", "holds no certificate")]
)
def test_the_file_of_an_authority_is_named(
    tmp_path: Path, content: str | None, sentence: str
) -> None:
    """A file that is not there, or without a certificate, is told by its setting and name."""
    file = tmp_path / "authority.pem"
    if content is not None:
        file.write_text(content)

    with pytest.raises(SettingsError, match=f"ELASTICSEARCH_CA_FILE {sentence} .*authority.pem"):
        Elastic(Login(hosts=("https://x:9200",), ca_file=file))


async def test_a_server_without_tls_is_not_said_to_have_a_bad_certificate() -> None:
    """Where https:// is asked of one that speaks http://, the sentence says so."""
    async with _server(lambda _: _json(_node("8.19.21"))) as plain:
        address = plain.login.hosts[0].replace("http://", "https://")
        elastic = Elastic(Login(hosts=(address,)))
        try:
            with pytest.raises(StoreError, match=r"does not speak TLS.*begin with http://"):
                await elastic.ready()
        finally:
            await elastic.close()


def test_secrets_do_not_print() -> None:
    """Key and password are left out of what a login shows."""
    login = Login(hosts=("http://x:9200",), api_key="k3y", user="me", password="pa55")

    assert "k3y" not in repr(login)
    assert "pa55" not in repr(login)


async def test_a_request_of_megabytes_is_sent_without_a_warning() -> None:
    """Bulk requests are long on purpose; here a warning would be an error."""
    async with _server(lambda _: _json({"errors": False, "items": []})) as elastic:
        with elastic.translated():
            said = await elastic.api.bulk(operations=["{}" * 1_000_000])

    assert not said["errors"]


def test_a_cloud_id_names_the_server() -> None:
    """The id that Elastic Cloud shows for a deployment is an address over TLS."""
    elastic = Elastic(Login(cloud_id="mine:" + b64encode(b"cloud.example$abc$def").decode()))
    (node,) = elastic.api.transport.node_pool.all()

    assert "https://abc.cloud.example:443" == node.base_url
    assert "cloud id mine" == elastic.login.where
