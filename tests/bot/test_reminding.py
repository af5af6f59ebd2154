"""People are reminded before a deadline and after it, in their hours, each time once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.metrics import Metrics
from bot.reminding import Reminding, count_handed, due_reminders
from bot.slack import phrases
from bot.slack.card import deadline
from bot.slack.escalation import BACK, CLAIM, LOST, RESOLVE
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from bot.trying import LONGEST_WAIT, TRIES
from retrieval.errors import CaseMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Change, Escalation
from retrieval.ports.escalations import RESOLVED
from tests.fakes.clock import FakeClock
from tests.fakes.support import LEAVE, POLICY, PRESSED, WEEK, Support, refusal

FRIDAY = datetime(2026, 11, 27, 16, 30, tzinfo=UTC)
"""Half an hour before they go; they answer within an hour."""


@pytest.fixture(name="support")
async def _support(tmp_path: Path) -> AsyncIterator[Support]:
    """A question that was handed over on Friday afternoon."""
    clock = FakeClock()
    clock.time = FRIDAY
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.record(refusal(LEAVE))
        support = Support(ledger, clock)
        await support.hand_over()
        await support.deliver()
        yield support


def _reminding(support: Support) -> Reminding:
    """Return what reminds, as of a process that has just begun."""
    ledger, telling, clock = support.ledger, support.telling, support.clock
    listed, outbox, inbox = ledger.escalations, ledger.outbox, ledger.inbox
    return Reminding(listed, telling, outbox, inbox, support.policy, clock, "T1")


async def _look(support: Support, moment: datetime, times: int = 1) -> None:
    """Let so many processes look at a moment, all at once."""
    support.clock.time = moment
    lookers = [_reminding(support) for _ in range(times)]
    await asyncio.gather(*(looker.look() for looker in lookers))
    await support.deliver()


async def test_people_are_reminded_in_their_hours(support: Support) -> None:
    """Not over the weekend; whoever has it is named, and the maintainers hear of it once."""
    said = []
    for moment in (
        FRIDAY + timedelta(minutes=20),
        FRIDAY + timedelta(days=1),
        datetime(2026, 11, 30, 9, 10, tzinfo=UTC),
        datetime(2026, 11, 30, 9, 20, tzinfo=UTC),
        datetime(2026, 11, 30, 9, 31, tzinfo=UTC),
        datetime(2026, 11, 30, 10, 31, tzinfo=UTC),
        datetime(2026, 11, 30, 11, 31, tzinfo=UTC),
        datetime(2026, 11, 30, 15, 0, tzinfo=UTC),
    ):
        await _look(support, moment, times=2)
        said.append(len(support.said("CHELP")) - 1)
        if len(said) == 4:
            await support.act(CLAIM, "UBEN")
    when = deadline(await support.one(), POLICY)

    assert [0, 0, 0, 1, 2, 3, 4, 4] == said
    _, soon, over, *rest = support.said("CHELP")
    assert phrases.due_soon_open(when) == soon
    late = (phrases.overdue(when), phrases.overdue_still(when), phrases.overdue_last(when))
    assert [f"<@UBEN> {one}" for one in late] == [over, *rest]
    assert 1 == len(support.said("CMAIN"))
    threads = {m.get("thread_ts") for m in support.messages.values() if m["channel"] == "CHELP"}
    assert 2 == len(threads)


async def test_those_who_help_are_reminded_in_english(support: Support) -> None:
    """Whatever whoever asked reads."""
    with phrases.speaking("de-DE"):
        await support.hand_over(replace(PRESSED, key="h2", thread_ts="7.0"))
        await support.deliver()
        await _look(support, datetime(2026, 11, 30, 9, 35, tzinfo=UTC))
        when = deadline(await support.one(), POLICY)

    assert 2 == support.said("CHELP").count(phrases.overdue_open(when))


async def test_after_a_long_silence_only_the_last_reminder_comes(support: Support) -> None:
    """The bot was down over the deadline."""
    await _look(support, datetime(2026, 11, 30, 14, 0, tzinfo=UTC))

    assert 2 == len(support.said("CHELP"))
    assert 1 == len(support.said("CMAIN"))
    await _look(support, datetime(2026, 11, 30, 15, 0, tzinfo=UTC))
    assert 1 == len(support.said("CMAIN"))


async def _next(support: Support) -> tuple[list[str], Escalation]:
    """Deal with the rows that wait; return how they ended, and the question as it is then."""
    rows = await support.ledger.inbox.lease(seconds=60.0, most=9)
    ended = []
    for row in rows:
        ended.append(await support.escalating(Work(row, support.ledger.inbox)))
        await support.ledger.inbox.finish(row, ended[-1])
    await support.deliver()
    return ended, await support.one()


@pytest.mark.parametrize("away", ["archived", "left", "deleted"])
async def test_where_a_card_is_seen_no_more_others_are_asked(support: Support, away: str) -> None:
    """Its channel is archived, the bot was taken out, or the card is gone; who asked hears it."""
    if away == "archived":
        archived = {"is_archived": True}
        support.web.replies["conversations.info"] = {"channel": {"is_member": True, **archived}}
    elif away == "left":
        support.web.replies["conversations.history"] = SlackRefused(
            "conversations.history", "not_in_channel"
        )
    else:
        for key in [one for one in support.messages if one[0] == "CHELP"]:
            del support.messages[key]
    await _look(support, FRIDAY + timedelta(minutes=1), times=2)
    support.web.replies["conversations.info"] = {"channel": {"name": "x", "is_member": True}}
    ended, one = await _next(support)

    assert (["handed_back"], "CPAY") == (ended, one.to)
    assert [phrases.others_asked()] == support.said("C1")
    assert 1 == len(support.said("CPAY"))


async def test_where_nobody_is_left_who_asked_is_told_once(support: Support) -> None:
    """It is an event of the question, so it is in its history, too."""
    support.web.replies["conversations.info"] = {"channel": {"is_archived": True}}
    support = replace_policy(support)
    for minutes in (1, 65, 130):
        await _look(support, FRIDAY + timedelta(minutes=minutes))
        ended, one = await _next(support)
        assert (["unreachable"] if minutes == 1 else []) == ended
    history = await support.ledger.escalations.history(one.id)

    assert [phrases.nobody_reached()] == support.said("C1")
    assert [("opened", True), ("unreachable", True)] == [(e.what, e.told) for e in history]


def replace_policy(support: Support) -> Support:
    """Let nobody look after the bot."""
    support.policy = replace(support.policy, maintainers=(), maintainers_channel="")
    return support


async def test_who_was_passed_over_since_is_not_passed_over_again(support: Support) -> None:
    """What was found of those who had the question counts for them alone."""
    del support.messages[next(one for one in support.messages if one[0] == "CHELP")]
    await _look(support, FRIDAY + timedelta(minutes=1))
    one = await support.one()
    back = Change("k", "handed_back", "UBEN", to="CMAIN", collection="")
    await support.ledger.escalations.change(one.id, back)
    ended, one = await _next(support)

    assert (["nothing_done"], "CMAIN") == (ended, one.to)


@pytest.mark.parametrize("error", [CaseMissing("gone"), ValueError("x")])
async def test_what_cannot_be_told_holds_up_nothing_else(
    support: Support, error: Exception
) -> None:
    """Others are reminded; it is tried a few times, counted, and given up."""

    async def conclude(*_: object) -> None:
        raise error

    ledger = support.ledger
    await ledger.record(replace(refusal(LEAVE), id="t9"))
    await support.hand_over(replace(PRESSED, key="h9", trace_id="t9", thread_ts="9.5"))
    (other,) = await ledger.escalations.in_thread("T1", "C1", "9.5")
    await ledger.escalations.change(other.id, Change("k", "resolved", "UBEN", state=RESOLVED))
    support.conclude = conclude
    await support.deliver()
    looking = _reminding(support)
    support.clock.time = datetime(2026, 11, 30, 9, 31, tzinfo=UTC)
    for _ in range(TRIES):
        await looking.look()
        support.clock.time += timedelta(minutes=1)
        await looking.look()
        support.clock.time += LONGEST_WAIT
    await support.deliver()
    failed = f'footnote_escalation_failures_total{{what="tell"}} {float(TRIES)}'

    assert failed in looking.metrics.page().decode()
    assert [] == list(await ledger.escalations.untold("T1", support.clock.now()))
    assert 4 <= len(support.said("CHELP"))


async def test_what_is_over_or_with_others_is_not_reminded_of(support: Support) -> None:
    """Those who are asked next have a deadline of their own: a day, around the clock."""
    await support.act(BACK, "UBEN")
    await support.deliver()
    one = await support.one()
    await _look(support, FRIDAY + timedelta(hours=17))
    early = len(support.said(one.to))
    await _look(support, FRIDAY + timedelta(hours=19))
    later = len(support.said(one.to))
    await support.act("solved", "UANN", channel="C1")
    await support.deliver()
    told = len(support.said(one.to))
    await _look(support, FRIDAY + timedelta(days=9))

    assert (1, 2) == (early, later)
    assert told == len(support.said(one.to))


async def test_reminders_are_counted_by_the_clock_alone(support: Support) -> None:
    """None at first, one before the deadline, three after it at most."""
    one = replace(await support.one(), opened=FRIDAY - timedelta(hours=4), due=FRIDAY)
    early = replace(one, opened=FRIDAY - timedelta(minutes=30))

    assert 0 == due_reminders(early, POLICY, FRIDAY - timedelta(minutes=1))
    assert 1 == due_reminders(one, POLICY, FRIDAY - timedelta(minutes=1))
    assert 2 == due_reminders(one, POLICY, FRIDAY)
    assert 4 == due_reminders(one, POLICY, FRIDAY + timedelta(days=300))


async def test_what_waits_is_counted(support: Support) -> None:
    """Whether somebody has it, and whether it is late."""
    metrics, listed = Metrics(), support.ledger.escalations
    await count_handed(metrics, listed, support.clock)
    before = metrics.page().decode()
    support.clock.time = FRIDAY + timedelta(days=9)
    await support.act(CLAIM, "UBEN")
    await count_handed(metrics, listed, support.clock)
    after = metrics.page().decode()

    assert 'footnote_escalations{state="open"} 1.0' in before
    assert "footnote_escalations_overdue 0.0" in before
    assert 'footnote_escalations{state="claimed"} 1.0' in after
    assert "footnote_escalations_overdue 1.0" in after


async def test_where_nobody_could_be_told_others_are_asked(support: Support) -> None:
    """The channel takes no message: once the outbox has given up, the next are told, once."""
    ledger = support.ledger
    await ledger.record(replace(refusal(LEAVE), id="t9"))
    support.web.replies["chat.postMessage"] = SlackRefused("chat.postMessage", "is_archived")
    await support.hand_over(replace(PRESSED, key="h9", trace_id="t9", thread_ts="9.5"))
    (job,) = await ledger.outbox.due(seconds=60.0)
    await ledger.outbox.failed(job, "is_archived", again=False)
    (before,) = await ledger.escalations.in_thread("T1", "C1", "9.5")
    await _look(support, FRIDAY + timedelta(minutes=10))
    early = await ledger.inbox.lease(seconds=60.0, most=9)
    await _look(support, FRIDAY + timedelta(minutes=31), times=2)
    (row,) = await ledger.inbox.lease(seconds=60.0, most=9)
    ended = await support.escalating(Work(row, ledger.inbox))
    after = await ledger.escalations.find(before.id)
    (_, event) = await ledger.escalations.history(before.id)

    assert ([], "handed_back") == (list(early), ended)
    assert ("CHELP", "CPAY", "") == (before.to, after.to, event.by)
    assert event.told


async def test_nobody_else_can_say_that_nobody_was_told(support: Support) -> None:
    """It is no button."""
    assert "not_a_member" == await support.act(LOST, "UBEN")


async def test_a_card_that_was_delivered_long_ago_is_not_lost(support: Support) -> None:
    """The outbox forgets what it delivered; the question knows that its card stands, and where."""
    await _look(support, FRIDAY + timedelta(minutes=1))
    monday = datetime(2026, 11, 30, 9, 31, tzinfo=UTC)
    await support.ledger.outbox.purge(monday)
    await _look(support, monday, times=2)
    ended, one = await _next(support)
    (card,) = [
        ts for (channel, ts), m in support.messages.items()
        if channel == "CHELP" and not m.get("thread_ts")
    ]  # fmt: skip

    assert [] == ended
    assert ("CHELP", f"CHELP:{card}") == (one.to, one.card)
    assert 2 == len(support.said("CHELP"))
    assert card in {m.get("thread_ts") for m in support.messages.values()}
    await support.act(CLAIM, "UBEN")
    assert "UBEN" in str(support.messages["CHELP", card])


async def test_those_who_are_told_next_have_a_card_of_their_own(support: Support) -> None:
    """What is known of the one before says nothing of it."""
    await _look(support, FRIDAY + timedelta(minutes=1))
    before = await support.one()
    await support.act(BACK, "UBEN")
    after = await support.one()
    await support.ledger.escalations.delivered(before, ("CHELP", "1.0"))

    assert (before.card[:6], "") == ("CHELP:", after.card)
    assert "" == (await support.one()).card


async def test_on_a_closed_day_nobody_is_reminded_and_whoever_asks_is_told(tmp_path: Path) -> None:
    """Monday is closed: Friday's question is due on Tuesday, and Monday's asker hears when."""
    clock = FakeClock()
    clock.time = FRIDAY
    hours = replace(WEEK.hours, closed=(date(2026, 11, 30),))
    hr = replace(POLICY.collections["hr"], helping=replace(WEEK, hours=hours))
    policy = replace(POLICY, collections={**POLICY.collections, "hr": hr})
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.record(refusal(LEAVE))
        support = Support(ledger, clock, policy)
        await support.hand_over()
        await support.deliver()
        one = await support.one()
        await _look(support, datetime(2026, 11, 30, 12, tzinfo=UTC))
        monday = len(support.said("CHELP"))
        await support.act(CLAIM, "UBEN")
        await support.act(RESOLVE, "UBEN", text='{"answer": "By mail", "page": ""}')
        await support.deliver()
        await support.hand_over(replace(PRESSED, key="h2"))
        await support.deliver()
        told = [one["text"] for one in support.messages.values()]

    assert datetime(2026, 12, 1, 9, 30, tzinfo=UTC) == one.due
    assert 1 == monday
    assert phrases.out_of_hours("2026-12-01 09:00 (UTC)") in told
