"""Tests of how services are reached: Azure's addresses, a proxy, an authority of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import ModelRejected, ModelReplyInvalid, ModelUnavailable
from retrieval.models.chat import OpenAIChat
from retrieval.models.embedding import EmbeddingUse, OpenAIEmbedder
from retrieval.models.openai import Service
from retrieval.models.patience import Patience
from retrieval.ports import ChatRequest, Message
from tests.fakes.authority import issue
from tests.fakes.openai_server import OpenAIServer, Respond, Step, error, says, vectors
from tests.fakes.proxy import tunnelling

HOST = "models.example"
QUICK = Patience(deadline=5.0, retries=1, backoff=0.001)
REQUEST = ChatRequest((Message("user", "How?"),), "answer", {"type": "object"}, 50)
VERSION = "?api-version=2024-10-21"


async def ask(base_url: str) -> str:
    """Return what a model says at this address."""
    chat = OpenAIChat("our-model", api_key="secret", base_url=base_url, patience=QUICK)
    try:
        return "".join([piece.text async for piece in chat.stream(REQUEST)])
    finally:
        await chat.close()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without what the environment says of proxies and authorities."""
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize("path", ["/openai/deployments/our-model", "/openai"])
async def test_azure_is_spoken_to_as_it_wants(path: str) -> None:
    """The version is in the query, the key in its own header, and the deployment in the path."""
    async with OpenAIServer(says("{}")) as server:
        said = await ask(f"http://127.0.0.1:{server.port}{path}{VERSION}")

    asked = server.requests[0]
    assert "{}" == said
    assert f"/openai/deployments/our-model/chat/completions{VERSION}" == asked.path
    assert "secret" == asked.headers["api-key"]
    assert "authorization" not in asked.headers


async def test_azure_embeds_as_well() -> None:
    """The model's name is the name of its deployment."""
    async with OpenAIServer(vectors([[1.0, 0.0]])) as server:
        address = f"http://127.0.0.1:{server.port}/openai{VERSION}"
        use = EmbeddingUse(dims=2)
        embedder = OpenAIEmbedder("vectors", api_key="k", base_url=address, use=use, patience=QUICK)
        await embedder.query("How?")
        await embedder.close()

    assert f"/openai/deployments/vectors/embeddings{VERSION}" == server.requests[0].path


async def test_a_web_page_in_place_of_vectors_is_named_so() -> None:
    """A login page or a wrong address is not taken for a service of another form."""
    page = Respond(
        body=b"<!doctype html><title>Log in</title>", headers={"content-type": "text/html"}
    )
    async with OpenAIServer(page) as server:
        use = EmbeddingUse(dims=2)
        embedder = OpenAIEmbedder("m", api_key="k", base_url=server.url, use=use, patience=QUICK)
        with pytest.raises(ModelReplyInvalid, match=r"web page \(HTML\)"):
            await embedder.query("How?")
        await embedder.close()


async def test_other_words_in_the_query_are_sent_along() -> None:
    """A gateway that is told by the query which team pays is told so."""
    async with OpenAIServer(says("{}")) as server:
        await ask(f"{server.url}?team=docs")

    assert "/v1/chat/completions?team=docs" == server.requests[0].path


async def test_a_service_is_reached_through_a_proxy_and_trusted_by_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTTPS_PROXY opens the way, and SSL_CERT_FILE says whose certificates are good."""
    authority, context = issue(tmp_path, HOST)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    async with OpenAIServer(says("{}"), ssl=context) as server, tunnelling(server.port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        said = await ask(f"https://{HOST}/v1")

    assert ("{}", [f"{HOST}:443"]) == (said, proxy.asked)


async def test_a_certificate_that_nobody_vouches_for_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the authority's file the service is not spoken to, and the setting is said."""
    _, context = issue(tmp_path, HOST)
    async with OpenAIServer(says("{}"), ssl=context) as server, tunnelling(server.port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(ModelUnavailable, match="SSL_CERT_FILE"):
            await ask(f"https://{HOST}/v1")

    assert [] == server.requests


async def test_a_proxy_that_refuses_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the service that is down."""
    async with tunnelling(1, allowed=False) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(ModelUnavailable, match="HTTPS_PROXY"):
            await ask(f"https://{HOST}/v1")


async def post(step: Step) -> Any:
    """Send JSON to a path of a service that has settings of its own."""
    async with OpenAIServer(step) as server:
        names = {"address": "OUR_URL", "key": "OUR_KEY"}
        service = Service("m", "k", server.url, QUICK, **names)
        try:
            return await service.post("/odd", {"a": 1}, "word")
        finally:
            await service.close()


async def test_json_is_sent_to_any_path_of_a_service() -> None:
    """What the service replies comes back as it is."""
    assert [{"b": [1.5]}] == await post(Respond(body=[{"b": [1.5]}]))


@pytest.mark.parametrize(
    ("step", "kind", "words"),
    [
        (error(401), ModelRejected, "OUR_KEY"),
        (error(404), ModelRejected, "OUR_URL"),
        (Respond(body=b"{"), ModelReplyInvalid, "OUR_URL"),
    ],
)
async def test_errors_name_the_settings_of_that_service(
    step: Step, kind: type[Exception], words: str
) -> None:
    """Whoever reads the sentence looks at the right setting."""
    with pytest.raises(kind, match=words):
        await post(step)
