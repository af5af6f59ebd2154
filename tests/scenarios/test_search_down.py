"""Search is down while the bot answers: nobody loses a question, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.slack import phrases
from retrieval import wiring_stores
from retrieval.errors import StoreUnavailable
from retrieval.ports import Search, Store
from retrieval.settings import Settings
from retrieval.values import Scope
from tests.playground import ADA, GENERAL, Pg
from tests.scenarios.conftest import Desk, bot_in, text_of

LEAVE = "How many weeks of paid parental leave do parents get?"


class Failing:
    """A store before another that is down when it is told so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.down = False

    def within(self, scope: Scope) -> Search:
        """Return the search of a scope."""
        self._check()
        return self._store.within(scope)

    async def collections(self) -> Sequence[str]:
        """Name the collections."""
        self._check()
        return await self._store.collections()

    async def close(self) -> None:
        """Close the other."""
        await self._store.close()

    def _check(self) -> None:
        if self.down:
            raise StoreUnavailable("Nobody answers.")


@pytest.fixture(name="stores")
def _stores(monkeypatch: pytest.MonkeyPatch) -> list[Failing]:
    """Every store that the bot opens can be made to fail."""
    made: list[Failing] = []
    build = wiring_stores.store

    def store(settings: Settings, identity: str, **how: Any) -> Any:
        made.append(Failing(build(settings, identity, **how)))
        return made[-1]

    monkeypatch.setattr(wiring_stores, "store", store)
    return made


@pytest.fixture(name="told")
async def _told(pg: Pg, data: Path, stores: list[Failing]) -> AsyncIterator[tuple[Desk, str]]:
    """A question that was asked while search was down, and whose asker was told so."""
    async with bot_in(pg, data, outage_seconds=8.0) as desk:
        for store in stores:
            store.down = True
        ts = pg.ask(LEAVE)
        await pg.wait_for(lambda: "is kept" in str(pg.answers(GENERAL, ts)), 30)
        yield desk, ts


async def test_a_damaged_index_is_told_at_once_and_the_question_kept(pg: Pg, data: Path) -> None:
    """Once the file is what it was, the answer takes the place of the sentence."""
    (index,) = (data / "index").glob("docs.*.db")
    whole = index.read_bytes()
    async with bot_in(pg, data) as _:
        index.write_bytes(b"no index" * 1_000)
        ts = pg.ask(LEAVE)
        await pg.wait_for(lambda: "is kept" in str(pg.answers(GENERAL, ts)), 30)
        index.write_bytes(whole)
        await pg.wait_for(lambda: "26 weeks" in str(pg.answers(GENERAL, ts)), 30)

    assert 1 == len(pg.answers(GENERAL, ts))


async def test_a_kept_question_is_answered_when_search_is_back(
    told: tuple[Desk, str], stores: list[Failing]
) -> None:
    """In the message that said so: one message in all, and no status is left."""
    desk, ts = told
    for store in stores:
        store.down = False
    answer = await desk.answer(GENERAL, ts)
    await desk.idle()

    assert "26 weeks" in text_of(answer)
    assert "is kept" not in text_of(answer)
    assert 1 == len(desk.pg.answers(GENERAL, ts))
    assert [] == desk.pg.statuses()


async def test_a_kept_question_is_closed_after_its_time(told: tuple[Desk, str]) -> None:
    """With a word, in place."""
    desk, ts = told
    answer = await desk.answer(GENERAL, ts)
    await desk.idle()

    assert phrases.search_stayed_down()[:20] in text_of(answer)
    assert 1 == len(desk.pg.answers(GENERAL, ts))


async def test_a_kept_question_that_is_deleted_is_let_go(told: tuple[Desk, str]) -> None:
    """Nothing waits for an answer that nobody wants."""
    desk, ts = told
    desk.pg.delete(ADA, GENERAL, ts)
    await desk.idle()

    assert "is kept" not in str(desk.pg.answers(GENERAL, ts))


async def test_a_bot_that_is_started_anew_goes_on(
    pg: Pg, data: Path, stores: list[Failing]
) -> None:
    """What is kept is kept in the ledger."""
    async with bot_in(pg, data):
        for store in stores:
            store.down = True
        ts = pg.ask(LEAVE)
        await pg.wait_for(lambda: "is kept" in str(pg.answers(GENERAL, ts)), 30)
    async with bot_in(pg, data) as desk:
        answer = await desk.answer(GENERAL, ts)

    assert "26 weeks" in text_of(answer)
    assert 1 == len(pg.answers(GENERAL, ts))
