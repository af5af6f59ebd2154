"""Everybody is told of an event once, wherever the process that told them was killed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.reminding import UNTOLD, Reminding
from bot.slack import phrases
from bot.slack.escalating import GIVEN_UP
from bot.slack.escalation import ASSIGN, BACK, CLAIM, RESOLVE, SOLVE
from bot.slack.refused import SlackRefused
from bot.slack.reply import Notice
from bot.slack.web import READS
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock
from tests.fakes.support import LEAVE, PAY, PRESSED, Support, refusal

_HOUR = re.compile(r"\d\d:\d\d")
WRITES = frozenset({"open", "change", "told", "notify", "call", "remind"})


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test, whose clock stands."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        yield ledger


class Killed(Exception):
    """The process is no more."""


class Life:
    """So many steps from one write to the next, until the process is killed."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        """Go on, or not."""
        self.left -= 1
        if self.left == 0:
            raise Killed


class Mortal:
    """Something that is written to, in a process that may be killed before each write.

    After one is before the next: in between nothing leaves the process.
    """

    def __init__(self, inner: Any, life: Life) -> None:
        self._inner = inner
        self._life = life

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name not in WRITES:
            return found

        async def write(*given: Any, **named: Any) -> Any:
            if name != "call" or given[0] not in READS:
                self._life.step()
            return await found(*given, **named)

        return write


def _mortal(support: Support, life: Life) -> Support:
    """Return the same workspace, in a process with that life."""

    class Books:
        outbox = Mortal(support.ledger.outbox, life)
        escalations = Mortal(support.ledger.escalations, life)

        def __getattr__(self, name: str) -> Any:
            return getattr(support.ledger, name)

    mortal = replace(support, ledger=Books())  # type: ignore[arg-type]
    mortal.messages = support.messages
    mortal.web = Mortal(support.web, life)  # type: ignore[assignment]
    return mortal


async def _look(support: Support) -> None:
    """Let another process look for what is untold."""
    support.clock.pass_by(UNTOLD.total_seconds() + 1)
    listed, telling = support.ledger.escalations, support.telling
    outbox, inbox, clock = support.ledger.outbox, support.ledger.inbox, support.clock
    await Reminding(listed, telling, outbox, inbox, support.policy, clock, "T1").look()
    await support.deliver()


def _told(support: Support) -> dict[str, list[str]]:
    """Return all that was said, by place, in order."""
    found: dict[str, list[str]] = {}
    for (channel, _), message in support.messages.items():
        found.setdefault(" ".join(channel.split()[:2]), []).append(
            _HOUR.sub("", str(message["text"]))
        )
    return found


ACTS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "human": ("UANN", {}),
    CLAIM: ("UBEN", {}),
    ASSIGN: ("UBEN", {"text": "UCAT"}),
    BACK: ("UBEN", {}),
    RESOLVE: ("UBEN", {"text": "So."}),
    SOLVE: ("UANN", {"channel": "C1"}),
}


@pytest.mark.parametrize(
    ("subject", "swept"), [*((one, False) for one in ACTS), ("human", True), (BACK, True)]
)
async def test_a_kill_between_any_two_writes_loses_and_repeats_nothing(
    ledger: Ledger, clock: FakeClock, subject: str, *, swept: bool
) -> None:
    """The row is worked on again, or another process finds what is untold: all is told once."""
    await ledger.record(refusal(LEAVE, PAY))
    by, more = ACTS[subject]
    expected: dict[str, list[str]] = {}
    for steps in range(40):
        support = Support(ledger, clock)
        found = replace(PRESSED, key=f"h{steps}", thread_ts=f"{steps}.5")
        if subject != "human":
            await support.hand_over(found)
            await support.deliver()
            row = await support.row(subject, by, key=f"{subject} {steps}", **more)
        else:
            row = found
        over = await _killed_after(support, row, steps)
        done = await ledger.escalations.done(row.key)
        if not (swept and done):
            await _work(support, row)
        await support.deliver()
        await _look(support)
        await _look(support)
        history = await ledger.escalations.history((await support.one()).id)

        assert all(event.told for event in history)
        expected = expected or _told(support)
        assert expected == _told(support), f"killed after {steps} steps"
        if over:
            return
    raise AssertionError("it never came to its end")


async def _killed_after(support: Support, row: Any, steps: int) -> bool:
    """Work on a row in a process that is killed after so many steps; whether it came to an end.

    Without steps it lives.
    """
    mortal = _mortal(support, Life(steps or 1_000))
    try:
        await _work(mortal, row)
    except Killed:
        return False
    return steps > 0


async def _work(support: Support, row: Any) -> None:
    """Work on a row."""
    if row.kind == "human":
        await support.hand_over(row)
    else:
        await support.escalating(await support.work(row))


async def test_two_processes_tell_once(ledger: Ledger, clock: FakeClock) -> None:
    """Both find an event untold at the same time."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, clock)
    await support.hand_over()
    await support.deliver()
    await support.act(CLAIM, "UBEN")
    (event,) = (await ledger.escalations.history((await support.one()).id))[1:]
    await asyncio.gather(*(support.telling.tell(event) for _ in range(5)))
    await support.deliver()

    assert 1 == len(support.said("C1"))
    assert 1 == len(support.said("CHELP"))


async def test_a_card_that_is_still_on_its_way_is_edited_later(
    ledger: Ledger, clock: FakeClock
) -> None:
    """The event stays untold until it is; not for ever."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, clock)
    await support.hand_over()
    await support.act(CLAIM, "UBEN")
    one = await support.one()
    before = await ledger.escalations.history(one.id)
    await _look(support)
    await _look(support)
    after = await ledger.escalations.history(one.id)

    assert [True, False] == [event.told for event in before]
    assert [True, True] == [event.told for event in after]
    assert support.shown("CHELP")["text"].startswith("<@UBEN>")
    await ledger.escalations.delivered(one, ("", ""))
    lost = replace(before[1], number=7)
    old = replace(lost, at=support.clock.now() - GIVEN_UP - timedelta(seconds=1))
    assert not await replace(support.telling, outbox=_Nowhere()).tell(old)  # type: ignore[arg-type]


class _Nowhere:
    """An outbox of which nothing arrives."""

    async def where(self, key: str) -> None:
        return None

    async def notify(self, *_: Any, **__: Any) -> bool:
        return True


@pytest.mark.parametrize(("error", "told"), [("message_not_found", True), ("fatal_error", False)])
async def test_a_card_that_was_deleted_is_left_alone(
    ledger: Ledger, clock: FakeClock, error: str, *, told: bool
) -> None:
    """What may succeed later is raised, so that it is tried again."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, clock)
    await support.hand_over()
    await support.deliver()
    support.web.replies["chat.update"] = SlackRefused("chat.update", error)
    if told:
        assert "claimed" == await support.act(CLAIM, "UBEN")
    else:
        with pytest.raises(SlackRefused):
            await support.act(CLAIM, "UBEN")
    history = await ledger.escalations.history((await support.one()).id)

    assert told is history[1].told


async def test_what_happens_while_a_card_is_edited_is_shown(
    ledger: Ledger, clock: FakeClock
) -> None:
    """Whoever edits last has looked last."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, clock)
    await support.hand_over()
    await support.deliver()
    edited: list[Callable[..., Any]] = [support.web.replies["chat.update"]]  # type: ignore[list-item]
    meanwhile = replace(await support.row(SOLVE, "UANN"), channel="C1")

    async def solve() -> None:
        await support.escalating(await support.work(meanwhile))

    tasks = []

    def update(**said: Any) -> Any:
        if not tasks:
            tasks.append(asyncio.get_running_loop().create_task(solve()))
        return edited[0](**said)

    support.web.replies["chat.update"] = update
    await support.act(CLAIM, "UBEN")
    await tasks[0]

    assert phrases.has_solved("").rstrip(": ") in support.shown("CHELP")["text"]


async def test_who_asked_is_told_in_their_language_and_those_who_help_in_english(
    ledger: Ledger, clock: FakeClock
) -> None:
    """Whoever presses, and whatever they read: a channel reads one language."""
    await ledger.record(refusal(LEAVE))

    async def made(*_: object) -> Notice:
        return Notice(phrases.goes_last(), "")

    support, expected = Support(ledger, clock, conclude=made), [""]
    for number, language in enumerate(("en-GB", "de-DE", "ja-JP")):
        support.messages.clear()
        clock.pass_by(1)
        with phrases.speaking(language):
            await support.hand_over(replace(PRESSED, key=f"{number}", thread_ts=f"{number}.5"))
            taken, answered = phrases.taken(), phrases.answered_by()
            await support.deliver()
            cards = [support.shown("CHELP")["text"]]
            for act, more in ((CLAIM, {}), (RESOLVE, {"text": "So."})):
                await support.act(act, "UBEN", key=f"{act}{number}", **more)
                await support.deliver()
                cards.append(support.shown("CHELP")["text"])
        told = [*cards, *support.said("CHELP")]
        expected = told if number == 0 else expected

        assert expected == told
        assert [f"<@UBEN> {taken}", f"<@UBEN> {answered}\n\nSo."] == support.said("C1")
    assert phrases.goes_last() in expected


async def test_who_is_handed_over_by_a_rule_is_told_truly_what_went(
    ledger: Ledger, clock: FakeClock
) -> None:
    """The question, or where those who help may not read it, that they were pointed to it."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, clock)
    for number, private in enumerate((False, True)):
        found = replace(PRESSED, key=f"{number}", thread_ts=f"{number}.5", source="rule", user="")
        if private:
            support.web.replies["conversations.info"] = {"channel": {"is_private": True}}
        await support.hand_over(found)
        await support.deliver()
    unread = f"{phrases.pointed_to_by_rule(phrases.support_team())} {phrases.sees_link()}"

    assert [phrases.passed_on_by_rule("#chelp"), unread] == support.said("C1")
