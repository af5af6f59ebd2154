"""An answer that was liked: when it is said again, and when it is made afresh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

import pytest

from retrieval.answer.again import NOTE, WRITER
from retrieval.answer.answerer import Answerer, Team
from retrieval.errors import LedgerError
from retrieval.explaining import explain
from retrieval.values import (
    Answer,
    Claim,
    Draft,
    Outcome,
    Packed,
    Question,
    Quote,
    Scope,
    Trace,
    Turn,
    VerifiedClaim,
)
from tests.fakes.team import (
    OPEN,
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    Quoting,
    ScriptedReranker,
    ScriptedWriter,
    facts,
)

VPN = "The VPN client is installed from the self-service portal."
PAY = "Salaries are paid on the last working day of the month."
ASKED = "How do I install the VPN client?"


@dataclass
class Liked:
    """A book of one liked answer."""

    traces: Sequence[Trace] = ()
    error: Exception | None = None
    asked: list[str] = field(default_factory=list)

    async def liked(self, question: Question, *, most: int = 3) -> Sequence[Trace]:
        """Return it, whatever is asked."""
        self.asked.append(question.text)
        if self.error:
            raise self.error
        return self.traces[:most]


def _store(vpn: str = VPN, **metadata: Any) -> MemoryStore:
    store = MemoryStore()
    store.put(facts("vpn.md", "VPN", **{"verified": date(2025, 6, 1), **metadata}), vpn)
    store.put(facts("pay.md", "Pay", verified=date(2025, 6, 1)), PAY)
    return store


def _team(**more: Any) -> Team:
    team = Team(
        store=_store(),
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=FirstSentence(),
        fallback=FirstSentence(),
        traces=MemoryTraces(),
        clock=FixedClock(),
    )
    return replace(team, **more)


async def _answered(text: str = ASKED, **more: Any) -> Trace:
    """Answer a question, and return its trace."""
    traces = MemoryTraces()
    team = _team(**{"traces": traces, **more})
    await Answerer(team).answer(Question(text, OPEN, asker="U1", place="C1"))
    return traces.kept[0]


async def _again(
    earlier: Trace, question: Question | None = None, **more: Any
) -> tuple[Answer, Trace]:
    """Ask a question whose liked answer is known; return the answer and its trace."""
    traces = MemoryTraces()
    team = _team(**{"traces": traces, **more})
    asked = question or Question(ASKED, OPEN, asker="U2", place="C2")
    answer = await Answerer(team).repeating(Liked((earlier,))).answer(asked)
    return answer, traces.kept[0]


def _said(trace: Trace) -> bool:
    """Whether a trace is that of an earlier answer, said again."""
    return trace.draft is not None and trace.draft.writer == WRITER


async def test_a_liked_answer_is_said_again() -> None:
    """The same claims with their proof of today, the day of then, and where it is from."""
    earlier = await _answered()

    answer, trace = await _again(earlier, Question("How do I install the VPN client, please", OPEN))

    assert earlier.answer
    assert (Outcome.ANSWERED, True) == (answer.outcome, _said(trace))
    assert [c.text for c in earlier.answer.claims] == [c.text for c in answer.claims]
    assert earlier.answer.claims[0].citations == answer.claims[0].citations
    assert [(NOTE, earlier.started[:10])] == [(n.kind, n.subject) for n in answer.notes]
    assert earlier.id in str(explain(trace))


async def test_nobody_writes_where_an_answer_is_said_again() -> None:
    """No model is called, and whoever watches sees each hop once, in order."""
    earlier = await _answered()
    silent = ScriptedWriter(claims=[])
    seen: list[object] = []

    async def watch(hop: object) -> None:
        seen.append(hop)

    answerer = Answerer(_team(writer=silent, fallback=silent)).repeating(Liked((earlier,)))
    answer = await answerer.answer(Question(ASKED, OPEN), watch)

    assert Outcome.ANSWERED == answer.outcome
    names = [type(hop).__name__ for hop in seen]
    assert ["Queries", "Candidates", "Ranked", "Packed", "VerifiedClaim", "Draft"] == names
    assert isinstance(seen[3], Packed)
    assert isinstance(seen[4], VerifiedClaim)
    assert isinstance(seen[5], Draft)


@pytest.mark.parametrize(
    "text",
    [
        "How do I install the VPN client 2?",
        "How do I not install the VPN client?",
        "How do I install the Apollo client?",
        "How do I remove the VPN client?",
    ],
)
async def test_another_question_is_answered_afresh(text: str) -> None:
    """Whatever the book gives, the wording is looked at again."""
    _, trace = await _again(await _answered(), Question(text, OPEN))

    assert not _said(trace)


@pytest.mark.parametrize(
    "question",
    [
        Question(ASKED, OPEN, (Turn("user", "I have a Mac."),)),
        Question(ASKED, OPEN, afresh=True),
        Question(ASKED, OPEN, as_is=True),
        Question(ASKED, OPEN, without=("docs:pay.md",)),
    ],
)
async def test_only_a_first_plain_question_is_answered_from_before(question: Question) -> None:
    """In a thread, corrected, or wanted afresh it is answered afresh."""
    _, trace = await _again(await _answered(), question)

    assert not _said(trace)


@pytest.mark.parametrize(
    "store",
    [
        _store(VPN.replace("portal", "store")),
        _store(f"{VPN} It needs a token."),
        _store(status="superseded"),
        _store(verified=date(2020, 1, 1)),
        _store(effective_to=date(2020, 1, 1)),
    ],
)
async def test_a_page_that_changed_or_grew_old_is_read_afresh(store: MemoryStore) -> None:
    """A cited chunk that changed, a page out of force or grown stale: nothing is repeated."""
    _, trace = await _again(await _answered(), store=store)

    assert not _said(trace)


async def test_a_newer_page_that_says_otherwise_is_looked_for_again() -> None:
    """One that was quoted beside the answer is quoted again; one that is new ends the repeating."""
    old, new = "The VPN client is installed within 5 days.", "VPN clients install within 2 days."
    alone, both = MemoryStore(), MemoryStore()
    for store in (alone, both):
        store.put(facts("vpn.md", "Install the VPN client", verified=date(2025, 1, 2)), old)
    both.put(facts("new.md", "Setup", verified=date(2025, 6, 1)), new)
    writer = Quoting(old)
    earlier = await _answered(store=both, writer=writer)

    answer, trace = await _again(earlier, store=both)
    _, afresh = await _again(await _answered(store=alone, writer=writer), store=both)

    assert _said(trace)
    assert [old, new] == [claim.text for claim in answer.claims]
    assert not _said(afresh)


async def test_what_this_asker_may_not_see_is_not_said_again() -> None:
    """In a scope without the cited page there is nothing to cite."""
    earlier = await _answered()
    nothing = MemoryStore()
    nothing.put(facts("pay.md", "Pay", verified=date(2025, 6, 1)), PAY)

    answer, trace = await _again(earlier, store=nothing)

    assert not _said(trace)
    assert VPN not in "".join(claim.text for claim in answer.claims)
    outside, _ = await _again(earlier, Question(ASKED, Scope(("secret",))))
    assert Outcome.FAILED == outside.outcome


async def test_something_new_that_stands_higher_is_read_first() -> None:
    """A page that was not there then and now comes first may say otherwise."""
    store = _store()
    newer = "Install the VPN client how? Install the VPN client with the new installer."
    store.put(facts("a-new.md", "VPN client, install", verified=date(2025, 6, 2)), newer)

    _, trace = await _again(await _answered(), store=store)

    assert not _said(trace)


async def test_a_claim_that_would_not_pass_today_is_not_repeated() -> None:
    """Every claim is verified anew; what was kept of it then is no proof."""
    earlier = await _answered()
    assert earlier.draft
    forged = Claim("The VPN client costs 40 euros.", (Quote("S1", "costs 40 euros"),))

    _, trace = await _again(replace(earlier, draft=replace(earlier.draft, claims=(forged,))))

    assert not _said(trace)


@pytest.mark.parametrize("writer", [ScriptedWriter(claims=[]), None])
async def test_refusals_and_spoilt_answers_are_not_repeated(writer: Any) -> None:
    """Only what was answered in full, with nothing amiss, is worth saying again."""
    if writer:
        earlier = await _answered(writer=writer, fallback=writer)
    else:
        store = _store()
        store.failing = {"meaning": "the model is away"}
        earlier = await _answered(store=store)

    _, trace = await _again(earlier)

    assert not _said(trace)


async def test_a_ledger_that_cannot_be_read_costs_nothing() -> None:
    """The question is then answered as if nothing had been asked before."""
    broken = Liked(error=LedgerError("The ledger is busy."))

    answer = await Answerer(_team()).repeating(broken).answer(Question(ASKED, OPEN))

    assert (Outcome.ANSWERED, ()) == (answer.outcome, answer.notes)
    assert [ASKED] == broken.asked


async def test_the_day_is_that_of_the_first_answer() -> None:
    """An answer that repeats one hands on when it was first given."""
    first = await _answered()
    _, second = await _again(first)
    later = replace(second, started=(FixedClock().now() + timedelta(days=9)).isoformat())

    answer, trace = await _again(later)

    assert _said(trace)
    assert first.started[:10] == answer.notes[0].subject


async def test_what_words_were_read_as_is_told_again() -> None:
    """The question that is asked again has the same words."""
    asked = "How do I install the VPN clientt?"
    earlier = await _answered(asked)
    answer, trace = await _again(earlier, Question(asked, OPEN))

    assert _said(trace)
    assert [NOTE, "respelt"] == [note.kind for note in answer.notes]
