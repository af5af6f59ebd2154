"""What nobody asked the bot is answered where it is sure, and else nothing at all is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.slack.converse import CRASHES, Converse
from bot.slack.ready import BROKEN, NO_INDEX, NOT_ALLOWED
from bot.slack.refused import SlackRefused
from bot.slack.unasked import SWITCHED_OFF, Unasked
from bot.slack.work import ATTEMPTS, Work
from retrieval.answer.covering import Gap
from retrieval.errors import StoreUnavailable
from retrieval.ledger.ledger import Ledger
from retrieval.values import Answer, Note, Outcome, Question
from tests.fakes.desk import ASKED, GIVEN, Pages, a_desk, all_said, begun, working_slack
from tests.fakes.slack import FakeWeb
from tests.fakes.unasked import COVERED, SAID, Hops

AUTO = replace(ASKED, source="auto")
"""A question that nobody addressed to the bot."""


async def _ended(
    ledger: Ledger, web: FakeWeb, attempts: int = 1, progress: Any = None, **parts: Any
) -> str:
    """Deal with the question; return how its row ends."""
    parts.setdefault("answerer", Hops(COVERED))
    desk = a_desk(ledger, web, **parts)
    await ledger.inbox.put(AUTO.kind, AUTO.lane, AUTO.payload(), AUTO.keys)
    (job,) = await ledger.inbox.lease(seconds=60)
    work = Work(replace(job, attempts=attempts, progress=progress or {}), ledger.inbox)
    return await Unasked(desk, Converse(desk), ledger.places)(work)


async def test_what_is_covered_is_answered_without_a_status(ledger: Ledger) -> None:
    """One message, its posting kept as one that nobody asked for."""
    web = working_slack()
    ended = await _ended(ledger, web)
    posting = await ledger.postings.of_question("T1", "C1", "5.0")

    assert "answered" == ended
    assert 1 == begun(web)
    assert SAID in all_said(web)
    assert [] == [c for c in web.called("assistant.threads.setStatus") if c.get("status")]
    assert posting
    assert "auto" == posting.source


@pytest.mark.parametrize(
    ("given", "gap"),
    [
        (replace(COVERED, outcome=Outcome.PARTIAL), Gap.PART),
        (replace(COVERED, outcome=Outcome.CONFLICT), Gap.CONFLICT),
        (replace(GIVEN, outcome=Outcome.NOT_IN_CONTEXT, claims=()), Gap.NOTHING),
        (replace(COVERED, notes=(Note("live", "state"),)), Gap.LIVE),
        (GIVEN, Gap.WORDS),
    ],
)
async def test_what_is_not_covered_is_left_alone(ledger: Ledger, given: Answer, gap: Gap) -> None:
    """Nothing is written to Slack, and the row ends with the reason."""
    web = working_slack()
    ended = await _ended(ledger, web, answerer=Hops(given))

    assert f"quiet: not covered: {gap}" == ended
    assert set() == _shown(web)


async def test_whatever_keeps_it_from_answering_is_quiet(ledger: Ledger) -> None:
    """Switched off, nothing indexed, nobody who may ask: a reason in the ledger, no word."""
    stranger = working_slack(users__info={"user": {"team_id": "T2"}})
    webs = [working_slack(), stranger, working_slack()]
    ended = [await _ended(ledger, webs[0], store=Pages(0)), await _again(ledger, stranger)]
    await ledger.places.auto_off("T1", "C1", "disliked 7 40")
    ended.append(await _again(ledger, webs[2]))

    assert [f"quiet: {why}" for why in (NO_INDEX, NOT_ALLOWED, SWITCHED_OFF)] == ended
    assert [set()] * 3 == [_shown(web) for web in webs]


async def _again(ledger: Ledger, web: FakeWeb) -> str:
    desk = a_desk(ledger, web, answerer=Hops(COVERED))
    asked = replace(AUTO, key=f"k{len(web.calls)}{id(web)}", message_key=f"m{id(web)}")
    await ledger.inbox.put(asked.kind, str(id(web)), asked.payload(), asked.keys)
    (job,) = await ledger.inbox.lease(seconds=60)
    return await Unasked(desk, Converse(desk), ledger.places)(Work(job, ledger.inbox))


class _Broken(Hops):
    """Breaks."""

    async def answer(self, question: Question, watch: Any) -> Any:
        """Break."""
        raise RuntimeError("broken")


@pytest.mark.parametrize("attempts", [1, ATTEMPTS, CRASHES + 1])
async def test_what_breaks_is_tried_again_and_never_told(ledger: Ledger, attempts: int) -> None:
    """The last attempt closes the row in silence; one before it raises."""
    web = working_slack()
    if attempts == 1:
        with pytest.raises(RuntimeError):
            await _ended(ledger, web, attempts, answerer=_Broken())
    else:
        assert f"quiet: {BROKEN}" == await _ended(ledger, web, attempts, answerer=_Broken())

    assert set() == _shown(web)


class _Down(Pages):
    """A store that does not answer."""

    async def collections(self) -> list[str]:
        """Fail."""
        raise StoreUnavailable("down")


async def test_nothing_is_kept_until_search_is_up_again(ledger: Ledger) -> None:
    """The first attempt is the last, without a promise."""
    web = working_slack()

    assert f"quiet: {BROKEN}" == await _ended(ledger, web, store=_Down())
    assert set() == _shown(web)


@pytest.mark.parametrize("error", ["not_in_channel", "internal_error"])
async def test_an_answer_that_cannot_be_said_is_told_nobody(ledger: Ledger, error: str) -> None:
    """Where the bot may not write, nobody waits for what nobody asked for."""
    web = working_slack(chat__postMessage=SlackRefused("chat.postMessage", error))
    ended = await _ended(ledger, web, ATTEMPTS)

    assert (
        "undeliverable_not_in_channel" if error == "not_in_channel" else f"quiet: {BROKEN}"
    ) == ended
    assert [] == list(await ledger.outbox.due(seconds=60))


async def test_what_was_begun_is_said_to_its_end(ledger: Ledger) -> None:
    """Its answer stands in the thread in part: that was decided, and nobody decides anew."""
    answering = Hops(replace(COVERED, outcome=Outcome.PARTIAL))
    web = working_slack()
    ended = await _ended(ledger, web, 2, {"channel": "C1", "ts": ["6.0"]}, answerer=answering)

    assert "partial" == ended


def _shown(web: FakeWeb) -> set[str]:
    """Name what was called that somebody could see."""
    reads = {"users.info", "conversations.info", "conversations.replies", "auth.test"}
    return {name for name, _ in web.calls} - reads
