"""Which models are used, by the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval import wiring, wiring_models
from retrieval.errors import SettingsError
from retrieval.settings import Settings, load


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
