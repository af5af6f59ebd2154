"""Tests of retrieval/ledger/unmet.py: which questions the pages may lack an answer to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label, Opinion, Posting
from retrieval.text.wording import key
from retrieval.values import Answer, Outcome, Question, Scope, Trace

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
LONG = NOON - timedelta(days=30)


def _trace(name: str, outcome: Outcome, minutes: int = 0, text: str = "Who feeds cats?") -> Trace:
    answer = Answer(outcome, (), (), (), (), name, 0.1)
    when = (NOON + timedelta(minutes=minutes)).isoformat()
    return Trace(name, when, "", Question(text, Scope(("docs",)), asker="U1"), answer=answer)


async def _opinion(ledger: Ledger, trace: str, person: str, value: int) -> None:
    await ledger.feedback.give(Opinion(trace, person, value, "button", "C1", NOON))


async def test_refused_and_disliked_questions_are_unmet(ledger_url: str) -> None:
    """Not what was answered and liked by anybody, nor what failed, nor what is older."""
    async with Ledger.open(ledger_url) as ledger:
        outcomes = {"t1": Outcome.NOT_IN_CONTEXT, "t5": Outcome.FAILED}
        for number, name in enumerate(("t1", "t2", "t3", "t4", "t5")):
            await ledger.record(_trace(name, outcomes.get(name, Outcome.ANSWERED), number))
        await ledger.record(_trace("t0", Outcome.NOT_IN_CONTEXT, -99_999))
        await _opinion(ledger, "t2", "U2", -1)
        await _opinion(ledger, "t3", "U2", -1)
        await _opinion(ledger, "t3", "U3", 1)
        await _opinion(ledger, "t5", "U3", -1)

        found = await ledger.unmet.since(LONG, most=10)
        newest = await ledger.unmet.since(LONG, most=1)

    assert [("t2", True), ("t1", False)] == [(one.trace_id, one.disliked) for one in found]
    assert ["t2"] == [one.trace_id for one in newest]


async def test_each_comes_with_what_kind_of_place_it_stands_in(ledger_url: str) -> None:
    """What only its asker saw is "alone", wherever that was; outside of Slack there is none."""
    async with Ledger.open(ledger_url) as ledger:
        for number, name in enumerate(("t1", "t2", "t3")):
            await ledger.record(_trace(name, Outcome.NOT_IN_CONTEXT, number))
        shown = Posting("t1", "T1", "C1", "", ("2.0",), "U1", "1.0", kind="channel")
        await ledger.postings.keep(shown)
        alone = Posting("t2", "T1", "C1", "", (), "U1", "", kind="channel")
        await ledger.postings.keep(alone)

        found = await ledger.unmet.since(LONG, most=10)

    assert ["", "alone", "channel"] == [one.kind for one in found]


async def test_it_is_known_when_a_wording_was_last_answered(ledger_url: str) -> None:
    """Answers that nobody dislikes count, the last of each wording."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.record(_trace("t1", Outcome.ANSWERED))
        await ledger.record(_trace("t2", Outcome.ANSWERED, 5))
        await ledger.record(_trace("t3", Outcome.ANSWERED, 6))
        await ledger.record(_trace("t4", Outcome.NOT_IN_CONTEXT, 7, "Who walks dogs?"))
        await _opinion(ledger, "t3", "U2", -1)

        found = await ledger.unmet.answered(LONG)

    assert {key("Who feeds cats?"): NOON + timedelta(minutes=5)} == found


async def test_of_which_questions_somebody_said_what_is_right(ledger_url: str) -> None:
    """By a right page or a rightful refusal; a folded case goes by the one that it is folded into.

    What nobody labelled, and what waits for its page, is not among them.
    """
    labels = {
        "right": ("triaged", Label(right=("docs:cats.md",)), ""),
        "refuse": ("kept", Label(answerable=False), ""),
        "folded": ("triaged", Label(), "right"),
        "bare": ("triaged", Label(expected="Ann does."), ""),
        "waits": ("new", Label(right=("docs:cats.md",)), ""),
    }
    async with Ledger.open(ledger_url) as ledger:
        for name, (state, label, into) in labels.items():
            text = f"Who feeds the {name} cats?"
            content = {"question": text, "standalone": text, "collections": ["docs"]}
            case = EvalCase(
                name, f"t-{name}", NOON, state, "U1", "C1", content, label=label, into=into
            )
            await ledger.cases.add(case)
        found = await ledger.unmet.decided()

    assert {"t-right", "t-refuse", "t-folded"} == found.traces
    assert key("Who feeds the right cats?") in found.wordings
    assert key("Who feeds the bare cats?") not in found.wordings
