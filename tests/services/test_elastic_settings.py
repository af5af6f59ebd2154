"""Elasticsearch by its settings, on real servers: what works, and what each mistake is told as."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from retrieval import wiring_stores
from retrieval.errors import StoreError
from retrieval.settings import load
from scripts import ask, doctor, ingest
from scripts._services.elasticsearch import Credentials, Node

PAGE = "# VPN\n\nRestart the VPN client when it is slow.\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "vpn.md").write_text(PAGE)


@pytest.fixture(name="secured")
def _secured(elasticsearch_secured: Node, monkeypatch: pytest.MonkeyPatch) -> Node:
    """A server with users and a certificate of one's own, named in the settings."""
    assert elasticsearch_secured.security is not None
    authority = elasticsearch_secured.security.certificates.authority
    monkeypatch.setenv("ELASTICSEARCH_URL", elasticsearch_secured.url)
    monkeypatch.setenv("ELASTICSEARCH_CA_FILE", str(authority))
    return elasticsearch_secured


def _as(user: Credentials, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user from now on."""
    monkeypatch.setenv("ELASTICSEARCH_USERNAME", user.name)
    monkeypatch.setenv("ELASTICSEARCH_PASSWORD", user.password)


async def _run(command: Any, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run a command as `run` does, and let go of its connections."""
    monkeypatch.setattr(sys, "argv", [command.__name__, *words])
    try:
        return int(await command.main())
    finally:
        await wiring_stores.close_connections()


async def _examined(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, dict[str, Any]]:
    await _run(doctor, monkeypatch, "--json")
    return {found["check"]: found for found in json.loads(capsys.readouterr().out)}


async def test_a_superuser_indexes_and_the_least_rights_answer(
    secured: Node,
    index_prefix_secured: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Over TLS: one user fills, another with read and view_index_metadata answers, and no more."""
    assert secured.security is not None
    _as(secured.security.superuser, monkeypatch)
    assert 0 == await _run(ingest, monkeypatch, "pages", "--quiet")
    found = await _examined(monkeypatch, capsys)
    assert found["elasticsearch"]["ok"]
    assert "may search and index" in found["elasticsearch"]["said"]
    assert "1 document, 1 chunk" in found["index 'docs'"]["said"]

    _as(secured.security.reader, monkeypatch)
    found = await _examined(monkeypatch, capsys)
    assert "version unknown, may search, not index" == found["elasticsearch"]["said"]
    assert found["index 'docs'"]["ok"]
    assert 0 == await _run(ask, monkeypatch, "What to do when the VPN client is slow?", "--json")
    assert "answered" == json.loads(capsys.readouterr().out)["outcome"]


async def test_read_write_and_manage_are_all_that_indexing_takes(
    secured: Node,
    index_prefix_secured: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A key of these rights on our indices alone fills them twice, and names the key as such."""
    assert secured.security is not None
    names = [f"{index_prefix_secured}.*", f"{index_prefix_secured}-leases"]
    rights = [{"names": names, "privileges": ["read", "write", "manage"]}]
    _as(secured.security.superuser, monkeypatch)
    key = await _key({"indexer": {"cluster": [], "indices": rights}})
    for name in ("ELASTICSEARCH_USERNAME", "ELASTICSEARCH_PASSWORD"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("ELASTICSEARCH_API_KEY", key)

    assert 0 == await _run(ingest, monkeypatch, "pages", "--quiet")
    _change()
    assert 0 == await _run(ingest, monkeypatch, "pages", "--quiet")
    found = await _examined(monkeypatch, capsys)

    assert "version unknown, may search and index" == found["elasticsearch"]["said"]
    assert found["index 'docs'"]["ok"]


def _change() -> None:
    Path("pages/vpn.md").write_text(f"{PAGE}\nOr ask the desk.\n")


async def _key(roles: dict[str, Any]) -> str:
    """Make an API key with the superuser's name."""
    connection = wiring_stores.elastic(load())
    made = await connection.api.security.create_api_key(name="test", role_descriptors=roles)
    await wiring_stores.close_connections()
    return str(made["encoded"])


async def test_the_least_rights_cannot_index_and_are_told_so(
    secured: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filling an index without the rights is one sentence that names those that would do."""
    assert secured.security is not None
    _as(secured.security.reader, monkeypatch)
    sentence = r"may not do that .* create_index, manage, .* docs/production\.md"
    with pytest.raises(StoreError, match=sentence):
        await _run(ingest, monkeypatch, "pages", "--quiet")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ELASTICSEARCH_PASSWORD": "wrong"}, "does not know these credentials"),
        ({"ELASTICSEARCH_USERNAME": "", "ELASTICSEARCH_PASSWORD": ""}, "does not know these"),
        ({"ELASTICSEARCH_CA_FILE": ""}, "certificate of https://127.0.0.1"),
        ({"ELASTICSEARCH_CA_FILE": "missing.pem"}, "cannot be reached with these settings"),
    ],
)
async def test_each_mistake_is_one_sentence(
    secured: Node,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, str],
    sentence: str,
) -> None:
    """Wrong credentials, none, and a certificate that is not trusted are told by the doctor."""
    assert secured.security is not None
    _as(secured.security.superuser, monkeypatch)
    for name, value in change.items():
        monkeypatch.setenv(name, value)

    found = await _examined(monkeypatch, capsys)

    assert not found["elasticsearch"]["ok"]
    assert sentence in found["elasticsearch"]["said"]
    assert not [name for name in found if name.startswith("index")]


async def test_a_mistake_ends_the_start_with_its_sentence(
    secured: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever answers questions says at once why it cannot."""
    monkeypatch.setenv("ELASTICSEARCH_USERNAME", "nobody")
    monkeypatch.setenv("ELASTICSEARCH_PASSWORD", "wrong")
    with pytest.raises(StoreError, match="does not know these credentials"):
        await _run(ask, monkeypatch, "Anything?")


@pytest.fixture(name="behind_a_path")
async def _behind_a_path(elasticsearch_url: str) -> AsyncIterator[str]:
    """A proxy that serves the server under a path."""
    target = elasticsearch_url.partition(",")[0].rstrip("/")

    async def forward(request: web.Request) -> web.Response:
        rest = request.rel_url.raw_path.removeprefix("/search/es")
        url = f"{target}{rest}?{request.rel_url.raw_query_string}"
        headers = {
            k: request.headers[k] for k in ("Accept", "Content-Type") if k in request.headers
        }
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                request.method, url, data=await request.read(), headers=headers
            ) as answer,
        ):
            kept = {"X-Elastic-Product": answer.headers.get("X-Elastic-Product", "")}
            kept["Content-Type"] = answer.headers.get("Content-Type", "application/json")
            return web.Response(body=await answer.read(), status=answer.status, headers=kept)

    app = web.Application(client_max_size=2**26)
    app.router.add_route("*", "/search/es/{rest:.*}", forward)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/search/es"
    await runner.cleanup()


async def test_elasticsearch_behind_a_path_works(
    behind_a_path: str,
    index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The path of the address stands before every request."""
    monkeypatch.setenv("ELASTICSEARCH_URL", behind_a_path)
    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", index_prefix)

    assert 0 == await _run(ingest, monkeypatch, "pages", "--quiet")
    assert 0 == await _run(ask, monkeypatch, "What to do when the VPN client is slow?", "--json")
    assert "vpn.md" in capsys.readouterr().out


@pytest.fixture(name="index_prefix_secured")
def _index_prefix_secured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A prefix of the test's own; the server goes with the run."""
    prefix = f"test{abs(hash(tmp_path)) % 10**8}"
    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", prefix)
    return prefix
