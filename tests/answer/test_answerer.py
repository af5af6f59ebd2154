"""The whole path: what is answered, refused, failed; who is told what, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from retrieval.answer.answerer import Answerer, Limits, Team
from retrieval.answer.rank import SET_ASIDE
from retrieval.errors import (
    LedgerError,
    ModelRefused,
    ModelUnavailable,
    StoreError,
    StoreUnavailable,
)
from retrieval.values import (
    Claim,
    Draft,
    Dropped,
    Note,
    Outcome,
    Question,
    Quote,
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


def _store() -> MemoryStore:
    store = MemoryStore()
    store.put(facts("vpn.md", "VPN", verified=date(2025, 6, 1)), VPN)
    store.put(facts("pay.md", "Pay", verified=date(2023, 6, 1)), PAY)
    return store


def _team(writer: Any = None, **more: Any) -> Team:
    team = Team(
        store=_store(),
        embedder=BagEmbedder(),
        reranker=ScriptedReranker(),
        writer=writer or FirstSentence(),
        fallback=FirstSentence(),
        traces=MemoryTraces(),
        clock=FixedClock(),
    )
    return replace(team, **more)


def _ask(text: str, *history: Turn) -> Question:
    return Question(text, OPEN, history)


async def test_an_answer_is_claims_with_their_proof() -> None:
    """Each claim's citation stands word for word in its document, and the trace is kept."""
    team = _team()

    answer = await Answerer(team).answer(_ask("Where is the VPN client?"))

    claim = answer.claims[0]
    assert (Outcome.ANSWERED, VPN) == (answer.outcome, claim.text)
    citation = claim.citations[0]
    assert citation.text == VPN[citation.start : citation.end]
    assert ["vpn.md"] == [source.document.path for source in answer.sources]
    assert [answer.trace_id] == [trace.id for trace in team.traces.kept]


async def test_what_no_source_says_is_a_refusal_with_the_nearest_pages() -> None:
    """Claims without proof are dropped; with none left the answer is that the pages do not say."""
    invented = Claim("The VPN costs 40 euros.", (Quote("S1", "costs 40 euros"),))

    answer = await Answerer(_team(ScriptedWriter(claims=[invented]))).answer(_ask("VPN cost?"))

    assert (Outcome.NOT_IN_CONTEXT, ()) == (answer.outcome, answer.claims)
    assert "vpn.md" == answer.nearest[0].document.path


async def test_a_dropped_claim_leaves_the_others() -> None:
    """Verification drops the claim, not the answer, and the outcome says that a part is missing."""
    good = Claim(VPN, (Quote("S1", VPN),))
    fake = Claim("Ask <!channel>.", (Quote("S9", "Ask everyone"),))

    answer = await Answerer(_team(ScriptedWriter(claims=[good, fake]))).answer(_ask("VPN client"))

    assert (Outcome.PARTIAL, [VPN]) == (answer.outcome, [claim.text for claim in answer.claims])


async def test_both_sides_of_a_conflict_are_shown() -> None:
    """A conflict is one only when both sides have proof."""
    a = Claim(VPN, (Quote("S1", VPN),), side="a")
    b = Claim(PAY, (Quote("S2", PAY),), side="b")
    question = _ask("VPN client and salaries")

    both = await Answerer(_team(ScriptedWriter("conflict", [a, b]))).answer(question)
    one = await Answerer(_team(ScriptedWriter("conflict", [a]))).answer(question)

    assert (Outcome.CONFLICT, Outcome.ANSWERED) == (both.outcome, one.outcome)


async def test_whoever_watches_sees_each_hop_and_each_claim_in_order() -> None:
    """The status line and the streamed answer hang on one seam."""
    seen: list[str] = []

    async def watch(hop: object) -> None:
        seen.append(type(hop).__name__)

    fake = Claim("Invented.", (Quote("S9", "nothing at all"),))
    writer = ScriptedWriter(claims=[Claim(VPN, (Quote("S1", VPN),)), fake])
    await Answerer(_team(writer)).answer(_ask("VPN client"), watch)

    verdicts = [VerifiedClaim.__name__, Dropped.__name__]
    assert ["Queries", "Candidates", "Ranked", "Packed", *verdicts, "Draft"] == seen


async def test_nothing_to_cite_means_no_call_of_the_writer() -> None:
    """An empty index is a refusal, and no model is paid for it."""
    writer = ScriptedWriter(claims=[Claim(VPN, (Quote("S1", VPN),))])

    answer = await Answerer(_team(writer, store=MemoryStore())).answer(_ask("VPN client"))

    assert (Outcome.NOT_IN_CONTEXT, 0) == (answer.outcome, writer.calls)


async def test_a_harmless_question_that_a_filter_blocks_is_answered() -> None:
    """The pages are quoted instead, the answer says so, and the trace has it to be counted."""
    team = _team(ScriptedWriter(error=ModelRefused("The content filter stopped the reply.")))

    answer = await Answerer(team).answer(_ask("VPN client"))

    (trace,) = team.traces.kept
    assert Outcome.ANSWERED == answer.outcome
    assert ["writer_degraded"] == [note.kind for note in answer.notes]
    assert "content filter" in trace.draft.fallback


async def test_the_fallback_quotes_when_the_writer_is_down() -> None:
    """The answer is there, with a note that says who could not be reached."""
    writer = ScriptedWriter(error=ModelUnavailable("The service is down."))

    answer = await Answerer(_team(writer)).answer(_ask("VPN client"))

    assert Outcome.ANSWERED == answer.outcome
    assert ["writer_degraded"] == [note.kind for note in answer.notes]


async def test_an_answer_from_old_pages_says_so() -> None:
    """When everything cited was verified more than a year ago, the newest date is a note."""
    answer = await Answerer(_team()).answer(_ask("When are salaries paid?"))

    assert (Note("stale", "2023-06-01"),) == answer.notes


async def test_a_newer_page_that_says_otherwise_is_quoted_and_told_of() -> None:
    """What the writer took from an older page alone does not stand alone; who watches sees it."""
    store = MemoryStore()
    old, new = "A visa is valid for 6 months.", "A visa is valid for 12 months."
    store.put(facts("old.md", "Contractors", verified=date(2021, 3, 1)), old)
    store.put(facts("new.md", "Visas", verified=date(2025, 6, 1)), new)
    seen: list[object] = []

    async def watch(hop: object) -> None:
        seen.append(hop)

    team = _team(Quoting(old), store=store)
    answer = await Answerer(team).answer(_ask("How long is a visa valid?"), watch)

    assert Outcome.ANSWERED == answer.outcome
    assert [old, new] == [claim.text for claim in answer.claims]
    assert [old, new] == [one.text for one in seen if isinstance(one, VerifiedClaim)]
    assert (Note("differs", "2025-06-01"),) == answer.notes


async def test_each_part_that_is_not_answered_is_named() -> None:
    """What a writer says is missing is a note a part; of one that does not say, one note."""
    said = [Claim(VPN, (Quote("S1", VPN),))]
    one = ScriptedWriter("partial", said, unanswered=("who pays", "since when"))
    other = ScriptedWriter("partial", said)
    notes = [(await Answerer(_team(w)).answer(_ask("VPN client"))).notes for w in (one, other)]

    assert (Note("unanswered", "who pays"), Note("unanswered", "since when")) == notes[0]
    assert (Note("uncovered"),) == notes[1]


async def test_each_source_knows_whether_its_page_is_within_its_review_period() -> None:
    """Whoever shows the answer can say of an old page that it is one."""
    found = await Answerer(_team()).retrieve(_ask("When are salaries paid?"))

    assert {one.document.path: one.current for one in found.packed.sources}["pay.md"] is False


async def test_an_index_that_cannot_be_used_is_told_in_a_sentence() -> None:
    """A failure is an outcome with a reason, kept in the ledger like any other."""
    team = _team()
    team.store.error = StoreError("The index is damaged. Run scripts.ingest again.")

    answer = await Answerer(team).answer(_ask("VPN client"))

    assert Outcome.FAILED == answer.outcome
    assert "The index is damaged. Run scripts.ingest again." == answer.reason
    assert 1 == len(team.traces.kept)


async def test_a_search_that_is_down_is_a_failure_that_may_pass() -> None:
    """Whoever shows the answer knows by its note that the same question may be answered later."""
    team = _team()
    team.store.error = StoreUnavailable("Elasticsearch cannot be reached.")

    answer = await Answerer(team).answer(_ask("VPN client"))

    assert (Outcome.FAILED, (Note("search_down"),)) == (answer.outcome, answer.notes)


async def test_a_fault_of_our_own_shows_an_id_and_no_traceback() -> None:
    """Whoever asked gets the trace id; the details are in the log."""
    team = _team()
    team.store.error = ZeroDivisionError("secret detail")

    answer = await Answerer(team).answer(_ask("VPN client"))

    assert Outcome.FAILED == answer.outcome
    assert answer.trace_id in answer.reason
    assert "secret" not in answer.reason


async def test_a_ledger_that_is_locked_costs_the_trace_not_the_answer() -> None:
    """The answer is given; the log says that its trace was not kept."""
    team = _team(traces=MemoryTraces(error=LedgerError("The ledger is locked.")))

    answer = await Answerer(team).answer(_ask("VPN client"))

    assert Outcome.ANSWERED == answer.outcome


async def test_a_question_longer_than_the_limit_is_cut_and_says_so() -> None:
    """Forty thousand characters are searched by their beginning."""
    text = "Where is the VPN client? " * 1_600

    answer = await Answerer(_team(), limits=Limits(question_characters=400)).answer(_ask(text))

    assert Outcome.ANSWERED == answer.outcome
    assert Note("question_cut", "400") in answer.notes


@pytest.mark.parametrize("text", ["", "🙂", "?"])
async def test_a_question_without_words_gets_a_reason(text: str) -> None:
    """There is always an answer, a refusal or a reason."""
    answer = await Answerer(_team()).answer(_ask(text))

    assert Outcome.FAILED == answer.outcome
    assert "no words" in answer.reason


async def test_the_document_behind_a_follow_up_is_found() -> None:
    """A follow-up is searched with the subject of the thread: its own words name no page."""
    history = (Turn("user", "Where is the VPN client?"), Turn("assistant", VPN))
    found = [
        await Answerer(_team()).answer(_ask("and where do I get it?", *before))
        for before in (history, ())
    ]

    assert ["vpn.md"] == [source.document.path for source in found[0].sources]
    assert ["vpn.md"] != [source.document.path for source in found[1].sources]


async def test_an_answer_says_what_was_searched() -> None:
    """The one question that stands alone goes with the answer, for people to correct."""
    answer = await Answerer(_team()).answer(
        _ask("and on mac?", Turn("user", "Where is the VPN client?"))
    )

    assert "vpn client and on mac?" == answer.searched.lower()


async def test_asked_without_a_page_another_one_is_packed() -> None:
    """The trace says why the page was set aside."""
    team = _team()
    question = replace(_ask("Where is the VPN client?"), without=("docs:vpn.md",))
    found = await Answerer(team).retrieve(question)

    assert "vpn.md" not in [source.document.path for source in found.packed.sources]
    assert [SET_ASIDE] == list({left.reason for left in found.ranked.left_out})


async def test_a_question_that_no_page_answers_says_what_would_know() -> None:
    """Nothing is written, the nearest pages are offered, and the kind of source is named."""
    hops: list[object] = []

    async def watch(hop: object) -> None:
        hops.append(hop)

    answer = await Answerer(_team()).answer(_ask("is the VPN client down right now?"), watch)

    assert Outcome.NOT_IN_CONTEXT == answer.outcome
    assert answer.nearest
    assert Note("live", "state") in answer.notes
    assert [("state", ())] == [(hop.live, hop.claims) for hop in hops if isinstance(hop, Draft)]


async def test_a_misspelt_word_is_read_as_it_was_meant_and_the_person_is_told() -> None:
    """Whoever writes sees the question as it was meant; a refusal tells it, too."""
    team = _team()
    answer = await Answerer(team).answer(_ask("Where are sallaries paid on the working day?"))
    refusing = _team(ScriptedWriter(claims=[]))
    refusal = await Answerer(refusing).answer(_ask("What is the porttal?"))

    assert [Note("respelt", "sallaries → salaries")] == [
        note for note in answer.notes if note.kind == "respelt"
    ]
    assert "Where are salaries paid on the working day?" == answer.searched
    assert answer.searched == team.traces.kept[0].queries.standalone
    assert (Outcome.NOT_IN_CONTEXT, (Note("respelt", "porttal → portal"),)) == (
        refusal.outcome,
        refusal.notes,
    )
