"""What one person may ask, and what may wait: of the rest the asker is told, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.inbound import Ignore, Inbound
from bot.slack import phrases
from bot.slack.limits import CALLS, FULL, TOO_MANY, TOO_MANY_CALLS, Limits, Turnstile, telling
from bot.slack.work import Work
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Backlog
from tests.fakes.clock import FakeClock
from tests.fakes.slack import FakeWeb


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Ledger]:
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        yield ledger


def _question(number: int, user: str = "UANN") -> Inbound:
    key = f"T1:C1:{number}"
    return Inbound(
        "question",
        f"event:{number}",
        key,
        "T1",
        "C1",
        "channel",
        user,
        str(number),
        text="how?",
        source="mention",
    )


async def _ask(ledger: Ledger, turnstile: Turnstile, found: Inbound) -> str:
    """Take a question as the receiver does; return its kind, or why there is nothing to do."""
    instead = await turnstile.stopped(found)
    if isinstance(instead, Ignore):
        return instead.reason
    row = instead or found
    new = await ledger.inbox.put(row.kind, row.lane, row.payload(), row.keys, row.person)
    return row.subject or row.kind if new else "seen"


async def test_one_more_than_a_person_may_ask_is_told_of_once(
    ledger: Ledger, clock: FakeClock
) -> None:
    """Others go on asking, and so does the person when the minute is over."""
    turnstile = Turnstile(ledger.inbox, Limits(a_minute=3), clock)
    said = [await _ask(ledger, turnstile, _question(number)) for number in range(6)]
    other = await _ask(ledger, turnstile, _question(10, "UBEN"))
    clock.pass_by(60)
    later = await _ask(ledger, turnstile, _question(11))

    assert ["question"] * 3 + [TOO_MANY, "seen", "seen"] == said
    assert ("question", "question") == (other, later)


async def test_what_comes_at_the_same_moment_is_counted(ledger: Ledger, clock: FakeClock) -> None:
    """Nothing is awaited between looking and counting."""
    turnstile = Turnstile(ledger.inbox, Limits(a_minute=2), clock)
    said = await asyncio.gather(*(_ask(ledger, turnstile, _question(n)) for n in range(5)))

    assert 2 == said.count("question")
    assert 1 == said.count(TOO_MANY)


async def test_the_second_event_of_a_question_is_not_a_second_question(
    ledger: Ledger, clock: FakeClock
) -> None:
    """A mention and its message, and a delivery that comes again at the limit."""
    turnstile = Turnstile(ledger.inbox, Limits(a_minute=2), clock)
    said = []
    for number in (1, 2):
        said += [
            await _ask(ledger, turnstile, _question(number)),
            await _ask(ledger, turnstile, replace(_question(number), key=f"twin:{number}")),
        ]

    assert ["question", "seen", "question", "seen"] == said


async def test_two_processes_keep_one_limit(ledger: Ledger, clock: FakeClock) -> None:
    """Whoever has heard less asks the ledger; an event of a question that was taken is known."""
    limits = Limits(a_minute=3, replicas=2)
    one, two = (Turnstile(ledger.inbox, limits, clock) for _ in range(2))
    said = [await _ask(ledger, one, _question(number)) for number in (1, 2)]
    said += [await _ask(ledger, two, _question(number)) for number in (3, 4)]
    twin = await _ask(ledger, two, replace(_question(2), key="twin"))
    over = await _ask(ledger, one, _question(5))

    assert ["question"] * 3 + [TOO_MANY] == said
    assert ("seen", "seen") == (twin, over)


async def test_a_full_queue_is_told_of(ledger: Ledger, clock: FakeClock) -> None:
    """Whoever comes then is told to come back, each once; when there is room they are taken."""
    turnstile = Turnstile(ledger.inbox, Limits(waiting=2), clock)
    said = [await _ask(ledger, turnstile, _question(n, f"U{n % 3}")) for n in range(5)]
    for job in await ledger.inbox.lease(seconds=60, most=9):
        await ledger.inbox.finish(job, "answered")
    clock.pass_by(2)
    later = await _ask(ledger, turnstile, _question(9, "U9"))

    assert ["question", "question", FULL, FULL, FULL] == said
    assert "question" == later


async def test_an_idle_bot_does_not_count_before_it_commits(
    ledger: Ledger, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is counted at the first question, and again from half of the limit on."""
    counts, backlog = [], ledger.inbox.backlog

    async def counted(*, within: Sequence[str] = ()) -> Backlog:
        counts.append(within)
        return await backlog(within=within)

    monkeypatch.setattr(ledger.inbox, "backlog", counted)
    turnstile = Turnstile(ledger.inbox, Limits(waiting=6), clock)
    made = []
    for number in range(5):
        clock.pass_by(2)
        await _ask(ledger, turnstile, _question(number, f"U{number}"))
        made.append(len(counts))

    assert [1, 1, 1, 2, 3] == made


async def test_what_nobody_addressed_to_the_bot_goes_without_a_word(
    ledger: Ledger, clock: FakeClock
) -> None:
    """In a channel where every question is looked at, nobody is told of limits unasked."""
    turnstile = Turnstile(ledger.inbox, Limits(a_minute=1), clock)
    said = [await _ask(ledger, turnstile, replace(_question(n), source="auto")) for n in range(2)]

    assert ["question", f"over a limit: {TOO_MANY}"] == said


@pytest.mark.parametrize("replicas", [1, 2])
async def test_a_person_calls_for_people_a_few_times(
    ledger: Ledger, clock: FakeClock, replicas: int
) -> None:
    """Whoever calls more often is told once; the limit of questions is another one."""
    limits = Limits(a_minute=1, replicas=replicas)
    one, other = (Turnstile(ledger.inbox, limits, clock) for _ in range(2))
    second = other if replicas > 1 else one
    calls = [replace(_question(number), kind="human") for number in range(6)]
    said = [await _ask(ledger, one if n < CALLS else second, call) for n, call in enumerate(calls)]
    again = await _ask(ledger, second, calls[0])
    clock.pass_by(700)
    later = await _ask(ledger, second, replace(_question(9), kind="human"))

    assert ["human"] * CALLS + [TOO_MANY_CALLS, "seen", "seen"] == said
    assert ("seen", "human") == (again, later)


async def test_no_limit_is_none(ledger: Ledger, clock: FakeClock) -> None:
    """0 takes everything, and other kinds of rows are never counted."""
    turnstile = Turnstile(ledger.inbox, Limits(a_minute=0, waiting=0), clock)
    said = {await _ask(ledger, turnstile, _question(number)) for number in range(50)}
    press = replace(_question(1), kind="feedback")

    assert {"question"} == said
    assert await Turnstile(ledger.inbox, Limits(1, 1), clock).stopped(press) is None


async def test_a_ledger_that_cannot_be_asked_is_raised(
    ledger: Ledger, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event is then not acknowledged, and comes again."""

    async def backlog(**_: object) -> None:
        raise LedgerError("The ledger is busy.")

    monkeypatch.setattr(ledger.inbox, "backlog", backlog)
    with pytest.raises(LedgerError):
        await Turnstile(ledger.inbox, Limits(), clock).stopped(_question(1))


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (TOO_MANY, phrases.too_many(3)),
        (FULL, phrases.full()),
        (TOO_MANY_CALLS, phrases.too_many_calls(CALLS)),
    ],
)
async def test_the_asker_alone_is_told(ledger: Ledger, over: str, said: str) -> None:
    """In the place of the question, with what to do."""
    found = replace(_question(1), kind="limited", subject=over)
    await ledger.inbox.put(found.kind, found.lane, found.payload(), found.keys, found.person)
    (job,) = await ledger.inbox.lease(seconds=60)
    web = FakeWeb({"chat.postEphemeral": {"ok": True}})

    assert "told" == await telling(web, Limits(a_minute=3))(Work(job, ledger.inbox))
    (whispered,) = web.called("chat.postEphemeral")
    assert ("C1", "UANN") == (whispered["channel"], whispered["user"])
    assert said[:40] in whispered["text"]
