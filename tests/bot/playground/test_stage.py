"""A playground with its bot as a process, ready for a tape."""

from __future__ import annotations

import pytest

from bot.playground.player import Player
from bot.playground.stage import stage
from bot.playground.tapes import parse
from retrieval.errors import InputError

TAPE = (
    '{"tape": 1, "about": "A bot that is killed."}',
    '{"do": "post", "as": "ada", "in": "dm", "text": "Where is the key?", "name": "q"}',
    '{"do": "expect", "answers": {"q": 1}, "statuses": 0, "streams": 0}',
    '{"do": "kill"}',
    '{"do": "post", "as": "ada", "in": "dm", "text": "Where is the safe?", "name": "r"}',
    '{"do": "expect", "answers": {"q": 1, "r": 1}, "statuses": 0, "streams": 0}',
)


async def test_a_bot_answers_on_the_stage_and_comes_back_when_killed(monkeypatch, tmp_path):
    """In a process of its own, with an index made for it."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "page.md").write_text("# Keys\n\nThe key is kept in the safe.\n", encoding="utf-8")
    said = []
    ledger = f"sqlite:///{tmp_path}/tape.db"
    async with stage(tmp_path / "page.md", said.append, ledger) as ready:
        first = ready.child.pid
        outcome = await Player(ready.playground, ready.clock, ready.kill).play(parse(TAPE))
        second = ready.child.pid

    assert [] == outcome.wrong
    assert first != second


async def test_a_stage_without_documents_is_refused(monkeypatch, tmp_path):
    """Before any bot is started."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "empty").mkdir()

    with pytest.raises(InputError):
        async with stage(tmp_path / "empty", lambda _: None, f"sqlite:///{tmp_path / 'x.db'}"):
            raise AssertionError("it should not have come this far")
