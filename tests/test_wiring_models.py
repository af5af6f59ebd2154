"""Which models are used, by the settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retrieval import wiring, wiring_models
from retrieval.errors import SettingsError
from retrieval.explaining import explain
from retrieval.settings import Settings, load
from retrieval.values import Outcome, Question, Scope
from tests.fakes.openai_server import Asked, OpenAIServer, Respond, says


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


def settings(**chosen: object) -> Settings:
    """Return settings with a few of them chosen."""
    return load().model_copy(update=chosen)


def test_without_a_service_nobody_writes_or_rewrites() -> None:
    """Then the quoting writer answers."""
    assert wiring_models.chats(settings()) is None


def test_one_model_for_both_is_one_model() -> None:
    """What one learns of the service, the other knows."""
    service = {"openai_base_url": "http://127.0.0.1:1/v1"}
    same = wiring_models.chats(settings(writer_model="m", rewriter_model="m", **service))
    apart = wiring_models.chats(settings(writer_model="m", rewriter_model="s", **service))

    assert same is not None
    assert apart is not None
    assert same[0] is same[1]
    assert ["m", "s"] == [chat.name for chat in apart]


def test_a_rerank_service_takes_the_place_of_ours() -> None:
    """With an address it is used; its name is the model's."""
    chosen = settings(rerank_url="http://127.0.0.1:1", rerank_model="judge")

    assert "judge" == wiring.reranker(chosen).name
    assert "judge" != wiring.reranker(settings()).name


def test_a_reranking_model_without_a_service_is_named() -> None:
    """A setting that would do nothing is an error."""
    with pytest.raises(SettingsError, match="FOOTNOTE_RERANK_URL"):
        wiring.reranker(settings(rerank_model="judge"))


def test_a_reranking_model_may_be_a_folder_or_a_chat_model(tmp_path: Path) -> None:
    """A path is a cross-encoder's folder; any other name is a model of the service."""
    chatting = settings(rerank_model="large", openai_base_url="http://127.0.0.1:1/v1")

    assert "large" == wiring.reranker(chatting).name
    with pytest.raises(SettingsError, match="no reranking model"):
        wiring.reranker(settings(rerank_model=str(tmp_path / "none")))


def test_an_address_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is asked."""
    monkeypatch.setenv("FOOTNOTE_RERANK_URL", "judge:8080")

    with pytest.raises(SettingsError, match="FOOTNOTE_RERANK_URL"):
        load()


def test_a_price_table_that_is_wrong_is_named(tmp_path: Path) -> None:
    """It is read when the models are built, not when the first question has been paid for."""
    chosen = settings(prices=tmp_path / "none.toml", openai_base_url="http://127.0.0.1:1/v1")

    with pytest.raises(SettingsError, match="FOOTNOTE_PRICES"):
        wiring_models.chats(chosen)


REPLY = {
    "status": "answered",
    "claims": [
        {
            "text": "Parents get 26 weeks of paid leave.",
            "side": "",
            "quotes": [{"label": "S1", "text": "Parents get 26 weeks of paid leave."}],
        }
    ],
}
TABLE = 'currency = "EUR"\n[models.large]\ninput = 2.0\ncached = 0.5\noutput = 10.0\n'


def judged(asked: Asked) -> Respond:
    """Find every passage as good as the others, for so many tokens."""
    places = range(len(asked.json["documents"]))
    results = [{"index": place, "relevance_score": 0.5} for place in places]
    return Respond(body={"results": results, "usage": {"total_tokens": 9}})


async def test_what_a_question_cost_is_in_its_trace_and_in_the_accounts(tmp_path: Path) -> None:
    """A service writes, another one reranks: tokens, cached share and cost of each are kept."""
    (tmp_path / "leave.md").write_text("# Leave\n\nParents get 26 weeks of paid leave.\n", "utf-8")
    (tmp_path / "prices.toml").write_text(TABLE, "utf-8")
    async with OpenAIServer(says(json.dumps(REPLY))) as writer, OpenAIServer(judged) as judge:
        chosen = settings(
            data=tmp_path / "data",
            openai_base_url=writer.url,
            writer_model="large",
            rewriter_model="small",
            rerank_url=judge.url,
            rerank_model="judge",
            prices=tmp_path / "prices.toml",
        )
        ingest = wiring.ingest(chosen, wiring.embedder(chosen))
        await ingest.run(wiring.folder_reader(chosen, tmp_path / "leave.md"), "docs")
        async with wiring.open_answerer(chosen) as footnote:
            asked = Question("How many weeks of leave do parents get?", Scope(("docs",)))
            answer = await footnote.answerer.answer(asked)
        async with wiring.open_ledger(chosen) as ledger:
            trace = await ledger.find(answer.trace_id)
            charges = await ledger.charges.between(None, None)

    told = [fact for hop in explain(trace).hops for name, fact in hop.facts if name == "tokens"]
    assert Outcome.ANSWERED == answer.outcome
    assert [("rank", "judge", None), ("write", "large", 0.000304)] == [
        (one.stage, one.usage.model, one.usage.cost) for one in charges
    ]
    assert "9 in, 0 of them cached, 0 out, no price is known of judge" in told
    assert "100 in, 64 of them cached (64%), 20 out, 0.000304 EUR" in told
    assert writer.requests[0].json["prompt_cache_key"].startswith("footnote-")
