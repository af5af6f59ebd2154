"""An opinion is kept for answers of ours only, and its giver is thanked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.judged import PAGE_ACTION, REASON_ACTIONS, asking_why
from bot.slack.opinions import Opinions
from bot.slack.refused import SlackRefused
from bot.slack.web import RESPONSE
from bot.slack.work import Work
from retrieval.ports import Job, Opinion, Posting
from tests.fakes.clock import FakeClock
from tests.fakes.slack import FakeWeb

PRESSED = Inbound(
    "feedback", "k", "T1:C1:6.0", "T1", "C1", "channel", "UANN", "6.0",
    value=-1, answer_ts="6.0", trace_id="t1", source="button",
)  # fmt: skip
_TAKEN_OFF = replace(PRESSED, kind="withdraw", source="reaction", trace_id="")
PRIVATE = Posting("t9", "T1", "C1", "", (), "UANN", "")
ANSWER = Posting("t1", "T1", "C1", "5.0", ("6.0", "7.0"), "UBEN", "5.0")


class _Ledger:
    """Knows one answer; keeps what it is told."""

    def __init__(self) -> None:
        self.given: list[Opinion] = []
        self.withdrawn: list[tuple[str, str, str, int]] = []
        self.noted: list[Mapping[str, Any]] = []

    async def find(self, team: str, channel: str, ts: str) -> Posting | None:
        return ANSWER if (team, channel) == ("T1", "C1") and ts in ANSWER.ts else None

    async def of_trace(self, trace_id: str) -> Posting | None:
        return PRIVATE if trace_id == PRIVATE.trace_id else None

    async def give(self, opinion: Opinion) -> str | None:
        self.given.append(opinion)
        return "case"

    async def of(self, _trace_id: str) -> list[Opinion]:
        return self.given

    async def withdraw(self, trace_id: str, person: str, *, source: str, value: int) -> bool:
        self.withdrawn.append((trace_id, person, source, value))
        return True

    async def note(self, _job: Job, progress: Mapping[str, Any]) -> bool:
        self.noted.append(progress)
        return True


async def _do(
    given: Inbound,
    ledger: _Ledger,
    web: FakeWeb,
    progress: Mapping[str, Any] | None = None,
    may: Callable[[Inbound], Awaitable[bool]] | None = None,
) -> str:
    clock = FakeClock()
    job = Job(1, given.kind, given.lane, given.payload(), clock.now(), 1, "l", progress or {})
    opinions = Opinions(web, ledger, ledger, clock, may)  # type: ignore[arg-type]
    return await opinions(Work(job, ledger))  # type: ignore[arg-type]


def _slack() -> FakeWeb:
    return FakeWeb({"chat.postEphemeral": {}})


async def test_a_press_is_kept_and_thanked_for() -> None:
    """The row first, then a word to whoever pressed, in the answer's thread: why is asked there."""
    ledger, web = _Ledger(), _slack()

    assert "bad" == await _do(PRESSED, ledger, web)
    (opinion,) = ledger.given
    (thanks,) = web.called("chat.postEphemeral")
    assert ("t1", "UANN", -1, "button", "C1") == (
        opinion.trace_id,
        opinion.person,
        opinion.value,
        opinion.source,
        opinion.place,
    )
    assert ("UANN", "5.0") == (thanks["user"], thanks["thread_ts"])
    pressed = [one["action_id"] for block in thanks["blocks"] for one in block.get("elements", ())]
    assert [*REASON_ACTIONS, PAGE_ACTION] == pressed


async def test_a_refusal_is_asked_for_its_own_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said nothing that could be made up."""
    web, refusal = _slack(), replace(ANSWER, outcome="not_in_context")

    async def find(*_: object) -> Posting:
        return refusal

    ledger = _Ledger()
    monkeypatch.setattr(ledger, "find", find)
    await _do(PRESSED, ledger, web)

    assert asking_why("t1", "not_in_context") == web.called("chat.postEphemeral")[0]["blocks"][1:]


async def test_praise_is_thanked_for() -> None:
    """It is asked nothing more."""
    web = _slack()

    assert "good" == await _do(replace(PRESSED, value=1), _Ledger(), web)
    assert "blocks" not in web.called("chat.postEphemeral")[0]


async def test_a_disliking_reaction_is_asked_why_too() -> None:
    """Alone, in the answer's thread."""
    web = _slack()
    given = replace(PRESSED, source="reaction", trace_id="", answer_ts="7.0")

    assert "bad" == await _do(given, _Ledger(), web)
    (asked,) = web.called("chat.postEphemeral")
    assert ("UANN", "5.0", phrases.ask_why()) == (asked["user"], asked["thread_ts"], asked["text"])


async def test_whoever_has_said_why_is_not_asked_again() -> None:
    """The same dislike once more is thanked for where it was pressed."""
    ledger, web = _Ledger(), _slack()
    ledger.given.append(Opinion("t1", "UANN", -1, "button", "C1", FakeClock().now(), "outdated"))

    assert "bad" == await _do(PRESSED, ledger, web)
    assert "blocks" not in web.called("chat.postEphemeral")[0]


async def test_whoever_may_not_ask_has_no_opinion_that_counts() -> None:
    """It is not kept, so that it makes no case and switches nothing off; taking back stays free."""
    ledger, web, asked = _Ledger(), _slack(), list[str]()

    async def may(given: Inbound) -> bool:
        asked.append(given.user)
        return False

    ended = [await _do(one, ledger, web, may=may) for one in (PRESSED, _TAKEN_OFF)]
    assert ["not_allowed", "withdrawn"] == ended
    assert (["UANN"], [], []) == (asked, ledger.given, web.calls)


async def test_thanks_are_said_at_most_once() -> None:
    """An attempt after one that was noted keeps the opinion and says nothing."""
    ledger, web = _Ledger(), _slack()
    await _do(PRESSED, ledger, web, {"thanked": True})
    await _do(replace(PRESSED, value=1), ledger, web, {"thanked": True})

    assert 2 == len(ledger.given)
    assert [] == web.calls


async def test_thanks_that_slack_refuses_cost_nothing() -> None:
    """The opinion is kept all the same."""
    web = FakeWeb({"chat.postEphemeral": SlackRefused("chat.postEphemeral", "user_not_in_channel")})

    assert "bad" == await _do(PRESSED, _Ledger(), web)


async def test_a_reaction_is_its_own_acknowledgement() -> None:
    """It counts on any message of the answer, and nothing is said."""
    ledger, web = _Ledger(), _slack()
    given = replace(PRESSED, source="reaction", trace_id="", answer_ts="7.0", value=1)

    assert "good" == await _do(given, ledger, web)
    assert [] == web.calls


async def test_what_is_taken_off_is_taken_back() -> None:
    """The withdrawal names source and value: only that very opinion goes."""
    ledger = _Ledger()
    given = replace(PRESSED, kind="withdraw", source="reaction", trace_id="")

    assert "withdrawn" == await _do(given, ledger, _slack())
    assert [("t1", "UANN", "reaction", -1)] == ledger.withdrawn


@pytest.mark.parametrize(
    ("given", "result"),
    [
        (replace(PRESSED, answer_ts="9.0"), "not_an_answer"),
        (replace(PRESSED, team="T2"), "not_an_answer"),
        (replace(PRESSED, trace_id="t2"), "of_another_answer"),
    ],
)
async def test_an_opinion_on_anything_else_is_not_kept(given: Inbound, result: str) -> None:
    """A message that is no answer of ours, or a trace id that is not the message's."""
    ledger = _Ledger()

    assert result == await _do(given, ledger, _slack())
    assert [] == ledger.given


async def test_a_private_answer_is_judged_by_its_asker_alone() -> None:
    """By its trace, since it has no message; thanks come by the address of the press."""
    ledger = _Ledger()
    web = FakeWeb({RESPONSE: {}})
    given = replace(PRESSED, trace_id="t9", answer_ts="9.9", private=True, response_url="https://x")

    assert "bad" == await _do(given, ledger, web)
    assert [("t9", "UANN")] == [(one.trace_id, one.person) for one in ledger.given]
    assert 1 == len(web.called(RESPONSE))
    for other in (replace(given, user="UBEN"), replace(given, team="T2")):
        assert "not_an_answer" == await _do(other, ledger, web)
    assert 1 == len(ledger.given)
