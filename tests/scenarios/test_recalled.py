"""An answer whose page says something else by now is marked in place, and its asker told once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot import recalling
from retrieval import wiring
from retrieval.settings import load
from tests.playground import ADA, GENERAL, Pg, playground
from tests.scenarios.conftest import bot_in, text_of

QUESTION = "How many weeks of paid leave do parents get?"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look and show at once."""
    monkeypatch.setattr(recalling, "SECONDS", 0.1)
    monkeypatch.setattr(recalling, "SHOW_SECONDS", 0.1)
    monkeypatch.setattr(recalling, "REST", 0.0)


def _told(pg: Pg) -> list[str]:
    """Return what the bot wrote to people directly."""
    calls = pg.called("chat.postMessage")
    return [str(call.arguments["text"]) for call in calls if call.arguments["channel"] == ADA]


def _words(message: str) -> str:
    """Return what a message says, without the ids that blocks are given."""
    return re.sub(r'"block_id": "\w{5}", ', "", message)


async def test_a_changed_sentence_is_shown_under_the_answer_and_told_once(
    indexed: Path, tmp_path: Path
) -> None:
    """Both say the page; the word says both sentences; changed back, the line goes, no word."""
    pages = tmp_path / "pages"
    shutil.copytree(indexed.parent / "pages", pages)
    settings = load(data=tmp_path / "data")
    ingest = wiring.ingest(settings, wiring.embedder(settings))

    async def index() -> None:
        await ingest.run(wiring.folder_reader(settings, pages), "docs")

    async def say(number: int) -> None:
        text = (indexed.parent / "pages" / "leave.md").read_text()
        (pages / "leave.md").write_text(text.replace("26 weeks", f"{number} weeks"))
        await index()

    await index()
    async with playground() as pg, bot_in(pg, tmp_path / "data") as desk:
        ts = pg.ask(QUESTION)
        before = text_of(await desk.answer(GENERAL, ts))

        def answer() -> str:
            return text_of(desk.finished(GENERAL, ts)[0])

        await say(30)
        await pg.wait_for(lambda: "no longer says" in answer() and _told(pg))
        marked, told = answer(), _told(pg)
        await say(31)
        await index()
        await say(26)
        await pg.wait_for(lambda: "no longer says" not in answer())
        after, told_by_then = answer(), _told(pg)

    assert "Parental leave" in marked
    assert "no longer says" not in before
    assert ["26 weeks" in told[0], "30 weeks" in told[0]] == [True, True]
    assert told == told_by_then
    assert _words(before) == _words(after)
