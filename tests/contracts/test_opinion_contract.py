"""What postings, feedback and cases of every ledger keep to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.errors import CaseMissing, CaseUnfit
from retrieval.ledger.ledger import Ledger
from retrieval.ports import (
    Cases,
    EvalCase,
    Feedback,
    Label,
    Opinion,
    Posting,
    Postings,
    Wording,
)
from retrieval.tracing import digest
from retrieval.values import Turn
from tests.contracts.test_queue_contract import LEDGERS
from tests.fakes.clock import FakeClock
from tests.test_tracing import QUESTION, TRACE

POSTING = Posting("t1", "T1", "C1", "1.0", ("2.0", "3.0"), "U1", "1.5", "answered")


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="url", params=LEDGERS)
def _url(request: pytest.FixtureRequest) -> str:
    return LEDGERS[request.param](request)


@pytest.fixture(name="ledger")
async def _ledger(url: str, clock: FakeClock) -> AsyncIterator[Ledger]:
    async with Ledger.open(url, clock=clock) as ledger:
        await ledger.record(TRACE)
        yield ledger


@pytest.fixture(name="give")
def _give(ledger: Ledger, clock: FakeClock) -> object:
    async def give(
        value: int, person: str = "U2", trace: str = "t1", source: str = "button"
    ) -> str | None:
        clock.pass_by(1)
        opinion = Opinion(trace, person, value, source, "T1:C1", clock.now())
        return await ledger.feedback.give(opinion)

    return give


async def _states(ledger: Ledger) -> list[str]:
    return [case.state for case in await ledger.cases.list()]


async def _against(ledger: Ledger, case_id: str = "t1") -> list[str]:
    return [told["person"] for told in (await ledger.cases.find(case_id)).content["persons"]]


# --- postings -------------------------------------------------------------------------------


async def test_a_posting_is_found_by_any_of_its_messages(ledger: Ledger) -> None:
    """Each message leads to the whole posting, in the order of its messages."""
    postings: Postings = ledger.postings
    posting = replace(POSTING, ts=("3.0", "2.0"))
    await postings.keep(posting)

    assert posting == await postings.find("T1", "C1", "2.0")
    assert posting == await postings.find("T1", "C1", "3.0")
    assert posting == await postings.of_question("T1", "C1", "1.5")


@pytest.mark.parametrize("place", [("T2", "C1", "2.0"), ("T1", "C2", "2.0"), ("T1", "C1", "1.5")])
async def test_other_messages_are_no_answers(ledger: Ledger, place: tuple[str, str, str]) -> None:
    """Another team, channel or message is None."""
    await ledger.postings.keep(POSTING)

    assert await ledger.postings.find(*place) is None
    assert await ledger.postings.of_question("T1", "C1", "2.0") is None


async def test_a_posting_grows(ledger: Ledger) -> None:
    """Kept again, it has the messages and the outcome that it has now."""
    await ledger.postings.keep(replace(POSTING, ts=("2.0",), outcome=""))
    await ledger.postings.keep(POSTING)

    assert POSTING == await ledger.postings.find("T1", "C1", "2.0")
    await ledger.postings.keep(replace(POSTING, ts=("3.0",)))
    assert await ledger.postings.find("T1", "C1", "2.0") is None


async def test_a_message_taken_over_is_of_the_new_trace(ledger: Ledger, clock: FakeClock) -> None:
    """A message begun under one trace and finished under another is the other's alone."""
    await ledger.postings.keep(replace(POSTING, trace_id="killed", ts=("2.0",)))
    clock.pass_by(1)
    await ledger.postings.keep(POSTING)

    assert POSTING == await ledger.postings.find("T1", "C1", "2.0")
    assert POSTING == await ledger.postings.of_question("T1", "C1", "1.5")


async def test_the_newest_answer_to_a_question_is_found(ledger: Ledger, clock: FakeClock) -> None:
    """A question that was answered twice has its last answer."""
    await ledger.postings.keep(POSTING)
    clock.pass_by(1)
    again = replace(POSTING, trace_id="t2", ts=("9.0",))
    await ledger.postings.keep(again)

    assert again == await ledger.postings.of_question("T1", "C1", "1.5")
    assert POSTING == await ledger.postings.find("T1", "C1", "2.0")


async def test_a_thread_with_an_answer_is_ours(ledger: Ledger) -> None:
    """So is one that an answer began; what is at no thread makes no thread ours."""
    before = await ledger.postings.ours("T1", "C1", "1.0")
    await ledger.postings.keep(POSTING)
    await ledger.postings.keep(replace(POSTING, trace_id="t2", thread_ts="", ts=("5.0",)))

    assert not before
    assert await ledger.postings.ours("T1", "C1", "1.0")
    assert await ledger.postings.ours("T1", "C1", "5.0")
    assert not await ledger.postings.ours("T2", "C1", "1.0")
    assert not await ledger.postings.ours("T1", "C1", "")


# --- opinions and cases ---------------------------------------------------------------------


async def test_it_fills_the_ports(ledger: Ledger, clock: FakeClock) -> None:
    """An opinion comes back as it was given, and a thumbs-down is a case."""
    feedback: Feedback = ledger.feedback
    cases: Cases = ledger.cases
    opinion = Opinion("t1", "U2", -1, "reaction", "T1:C1", clock.now())
    name = await feedback.give(opinion)
    assert name
    case = await cases.find(name)

    assert [opinion] == list(await feedback.of("t1"))
    assert ("t1", "new", "U2", "T1:C1", clock.now()) == (
        case.trace_id,
        case.state,
        case.person,
        case.place,
        case.made,
    )
    assert [case] == list(await cases.list())


async def test_a_case_knows_what_was_known(ledger: Ledger, give) -> None:
    """Question, queries, hits with their legs, versions, answer and citations stand in it."""
    await give(-1)
    content = (await ledger.cases.find("t1")).content

    assert ("Secret question?", "answered", "Secret claim") == (
        content["question"],
        content["outcome"],
        content["answer"],
    )
    (hit,) = content["hits"]
    assert ("a.md", "digest", 1) == (hit["path"], hit["chunk"], hit["legs"]["words"]["rank"])
    assert ("conf", "quoting") == (
        content["versions"]["configuration"],
        content["versions"]["writer"],
    )
    assert "Secret" == content["citations"][0]["quote"]


async def test_a_thumbs_up_makes_a_positive_case(ledger: Ledger, give) -> None:
    """The pages that a liked answer cites are right; nobody is named as disliking it."""
    assert "t1" == await give(1)
    (case,) = await ledger.cases.list()

    assert ("praise", "triaged", Label(right=("docs:a.md",)), []) == (
        case.kind,
        case.state,
        case.label,
        case.content["persons"],
    )
    assert [1] == [opinion.value for opinion in await ledger.feedback.of("t1")]


async def test_a_dislike_wins_over_likes(ledger: Ledger, give) -> None:
    """The case is a complaint of whoever dislikes the answer, until they take it back."""
    await give(1, "U2")
    await give(-1, "U3")
    complaint = await ledger.cases.find("t1")
    await ledger.feedback.withdraw("t1", "U3", source="button", value=-1)
    praise = await ledger.cases.find("t1")

    assert ("complaint", "new", "U3", Label()) == (
        complaint.kind,
        complaint.state,
        complaint.person,
        complaint.label,
    )
    assert ("praise", "triaged", "U2") == (praise.kind, praise.state, praise.person)


async def test_why_somebody_dislikes_an_answer(ledger: Ledger, give) -> None:
    """A reason and a page are added to a dislike, and stay when the same is said again."""
    await give(-1)
    assert await ledger.feedback.explain("t1", "U2", reason="outdated")
    assert await ledger.feedback.explain("t1", "U2", page="https://x/pay")
    await give(-1, source="reaction")
    (told,) = (await ledger.cases.find("t1")).content["persons"]
    (opinion,) = await ledger.feedback.of("t1")

    assert ("outdated", "https://x/pay") == (told["reason"], told["page"])
    assert ("outdated", "https://x/pay") == (opinion.reason, opinion.page)
    assert not await ledger.feedback.explain("t1", "U3", reason="other")
    await give(1)
    assert not await ledger.feedback.explain("t1", "U2", reason="other")
    await give(-1)
    assert "" == (await ledger.feedback.of("t1"))[0].reason


async def test_an_answer_has_one_case_however_many_dislike_it(ledger: Ledger, give) -> None:
    """Everyone who dislikes it is named, the first first."""
    first, second = await give(-1, "U2"), await give(-1, "U3")
    again = await give(-1, "U2")

    assert first == second == again
    assert 1 == len(await ledger.cases.list())
    assert "U2" == (await ledger.cases.find("t1")).person
    assert ["U3", "U2"] == await _against(ledger)


async def test_the_last_opinion_of_a_person_counts(ledger: Ledger, give) -> None:
    """Turned to praise, the case is no complaint; turned back, it is one again."""
    await give(-1)
    await give(1)
    assert (["triaged"], []) == (await _states(ledger), await _against(ledger))

    assert await give(-1) == "t1"
    assert (["new"], ["U2"]) == (await _states(ledger), await _against(ledger))
    assert 1 == len(await ledger.feedback.of("t1"))


async def test_a_case_is_withdrawn_with_its_last_thumbs_down(ledger: Ledger, give) -> None:
    """While one person dislikes the answer it stands."""
    await give(-1, "U2")
    await give(-1, "U3")

    assert await ledger.feedback.withdraw("t1", "U2", source="button", value=-1)
    assert ["new"] == await _states(ledger)
    assert await ledger.feedback.withdraw("t1", "U3", source="button", value=-1)
    assert ["withdrawn"] == await _states(ledger)
    assert [] == list(await ledger.cases.list(state="new"))
    assert 1 == len(await ledger.cases.list(state="withdrawn"))


@pytest.mark.parametrize(
    ("person", "source", "value"),
    [("U2", "reaction", -1), ("U2", "button", 1), ("U3", "button", -1)],
)
async def test_only_the_opinion_that_stands_is_taken_back(
    ledger: Ledger, give, person: str, source: str, value: int
) -> None:
    """A reaction taken off after the button was pressed takes back nothing."""
    await give(-1)

    assert not await ledger.feedback.withdraw("t1", person, source=source, value=value)
    assert ["new"] == await _states(ledger)


async def test_an_older_opinion_that_comes_late_is_let_go(
    ledger: Ledger, give, clock: FakeClock
) -> None:
    """What was given last counts, in whatever order it comes."""
    await give(1)
    late = Opinion("t1", "U2", -1, "reaction", "T1:C1", clock.now() - timedelta(seconds=1))
    await ledger.feedback.give(late)

    assert ["praise"] == [case.kind for case in await ledger.cases.list()]


async def test_an_opinion_before_the_trace_makes_its_case_later(ledger: Ledger, give) -> None:
    """A thumbs-down on an answer that is still being written is not lost."""
    assert await give(-1, "U2", "t2") is None
    await ledger.record(replace(TRACE, id="t2"))
    case = await ledger.cases.find("t2")

    assert ("new", "U2", "Secret question?") == (
        case.state,
        case.person,
        case.content["question"],
    )


async def test_many_at_once_make_one_case(ledger: Ledger, url: str) -> None:
    """Opinions of several processes in the same moment are all kept, in one case."""
    now = FakeClock().now()
    async with Ledger.open(url) as other:
        await asyncio.gather(
            *(
                one.feedback.give(Opinion("t1", f"U{n}", -1, "button", "", now))
                for n, one in enumerate((ledger, other) * 5)
            )
        )

    assert 10 == len(await _against(ledger))
    assert ["new"] == await _states(ledger)


async def test_cases_are_listed_newest_first(ledger: Ledger, give) -> None:
    """No more than asked for, and of one state where one is named."""
    for name in ("t2", "t3"):
        await ledger.record(replace(TRACE, id=name))
        await give(-1, trace=name)

    assert ["t3", "t2"] == [case.id for case in await ledger.cases.list()]
    assert ["t3"] == [case.id for case in await ledger.cases.list(most=1)]
    assert [] == list(await ledger.cases.list(state="no such"))


@pytest.mark.parametrize(
    ("start", "sentence"),
    [("zz", "no case zz"), ("", "Give the id of the case"), ("a", "begin with a: a1, a2")],
)
async def test_a_case_that_is_not_one(ledger: Ledger, give, start: str, sentence: str) -> None:
    """No case, or several, is said in a sentence; the start of an id is enough for one."""
    for name in ("a1", "a2", "b1"):
        await ledger.record(replace(TRACE, id=name))
        await give(-1, trace=name)

    with pytest.raises(CaseMissing, match=sentence):
        await ledger.cases.find(start)
    assert "b1" == (await ledger.cases.find(" b ")).id


# --- what people decide ---------------------------------------------------------------------


async def test_a_case_is_labelled_and_decided(ledger: Ledger, give, clock: FakeClock) -> None:
    """Labelled it is triaged; each step is kept with who took it, when and why."""
    await give(-1)
    label = Label(("docs:pay.md",), "On the 25th.", (("25",),), ("26",), True, "seen")
    labelled = await ledger.cases.label("t1", label, by="UADA")
    clock.pass_by(1)
    kept = await ledger.cases.move("t1", "kept", note="was broken", by="UBEN")
    history = await ledger.cases.history("t1")

    assert ("triaged", label) == (labelled.state, labelled.label)
    assert ("kept", replace(label, note="was broken")) == (kept.state, kept.label)
    assert [("UADA", "labelled", "triaged"), ("UBEN", "moved", "kept")] == [
        (one.by, one.what, one.state) for one in history
    ]
    assert clock.now() == history[-1].when
    assert [kept] == list(await ledger.cases.list(state="kept", kind="complaint"))


async def test_opinions_do_not_undo_what_somebody_decided(ledger: Ledger, give) -> None:
    """A labelled case stays as it is when the dislike it came from is taken back."""
    await give(-1)
    await ledger.cases.label("t1", Label(right=("docs:b.md",)), by="UADA")
    await give(1)
    case = await ledger.cases.find("t1")

    assert ("complaint", "triaged", ("docs:b.md",)) == (case.kind, case.state, case.label.right)


@pytest.mark.parametrize("state", ["kept", "dropped", "withdrawn", "nonsense"])
async def test_what_cannot_be_decided_so(ledger: Ledger, give, state: str) -> None:
    """To keep or drop a case needs a reason; taken back is nothing that people decide."""
    await give(-1)
    with pytest.raises(CaseUnfit):
        await ledger.cases.move("t1", state, note=" ", by="UADA")

    assert ["new"] == await _states(ledger)


async def test_folding_and_unfolding(ledger: Ledger) -> None:
    """What is folded goes along with what was folded into it, and comes back with it."""
    for name in "abc":
        await ledger.cases.add(_human(name))
    await ledger.cases.fold("a", "b", by="UADA")
    await ledger.cases.fold("b", "c", by="UADA")
    listed = await ledger.cases.list()
    every = await ledger.cases.list(folded=True)
    with pytest.raises(CaseUnfit, match="case a is folded into c already"):
        await ledger.cases.fold("c", "a", by="UADA")
    with pytest.raises(CaseUnfit, match="into itself"):
        await ledger.cases.fold("c", "c", by="UADA")
    wordings = await ledger.cases.wordings()
    await ledger.cases.fold("b", "", by="UADA")
    with pytest.raises(CaseUnfit, match="not folded"):
        await ledger.cases.fold("c", "", by="UADA")

    assert [("c", 2)] == [(case.id, case.folded) for case in listed]
    assert {"a": "b", "b": "c", "c": ""} == {case.id: case.into for case in every}
    assert [Wording("c", "What is c?")] == list(wordings)
    assert {("b", 1), ("c", 0)} == {(case.id, case.folded) for case in await ledger.cases.list()}


async def test_a_label_is_not_lost_by_folding(ledger: Ledger) -> None:
    """A case of which nobody has said what is right takes it over; others do not."""
    for name in "abcde":
        await ledger.cases.add(_human(name))
    await ledger.cases.fold("b", "c", by="UADA")
    await ledger.cases.label("a", Label(("docs:a.md",)), by="UADA")
    await ledger.cases.move("a", "kept", note="was wrong", by="UADA")
    await ledger.cases.fold("a", "b", by="UBEN")
    taken = await ledger.cases.find("c")
    await ledger.cases.fold("a", "", by="UBEN")
    await ledger.cases.label("d", Label(answerable=False), by="UADA")
    await ledger.cases.fold("a", "d", by="UADA")
    await ledger.cases.move("e", "dropped", note="of no use", by="UADA")
    await ledger.cases.fold("d", "e", by="UADA")
    [step] = await ledger.cases.history("c")
    others = [await ledger.cases.find(name) for name in "de"]

    assert ("kept", ("docs:a.md",), "was wrong") == (
        taken.state,
        taken.label.right,
        taken.label.note,
    )
    assert ("UBEN", "labelled", "kept") == (step.by, step.what, step.state)
    assert [("triaged", False), ("dropped", None)] == [
        (case.state, case.label.answerable) for case in others
    ]


async def test_where_a_case_is_asked(ledger: Ledger, give) -> None:
    """It is said of a case without an answer of ours; an answer was asked where it was."""
    await give(-1)
    await ledger.cases.add(_human("a"))
    case = await ledger.cases.ask_in("a", ["hr"], by="UADA")
    with pytest.raises(CaseUnfit, match="made of an answer"):
        await ledger.cases.ask_in("t1", ["hr"], by="UADA")

    assert ["hr"] == case.content["collections"]
    assert "What is a?" == case.content["question"]
    assert [("asked_in", "hr")] == [(one.what, one.note) for one in await ledger.cases.history("a")]


async def test_praise_alone_decides_nothing(ledger: Ledger, give) -> None:
    """A complaint that nobody has looked at stays new when praise is folded into it."""
    await ledger.cases.add(replace(_human("a"), state="new"))
    await give(1)
    await ledger.cases.fold("t1", "a", by="UADA")

    assert ("new", ()) == ((case := await ledger.cases.find("a")).state, case.label.right)


async def test_a_case_without_an_answer_of_ours(ledger: Ledger) -> None:
    """It is kept once, and every part of what an answer would have told is there, empty."""
    assert await ledger.cases.add(_human("h"))
    assert not await ledger.cases.add(_human("h"))
    case = await ledger.cases.find("h")

    assert ("human", "", "What is h?", [], "none") == (
        case.kind,
        case.trace_id,
        case.content["question"],
        case.content["hits"],
        case.content["outcome"],
    )


async def test_a_case_of_an_answer_that_is_recorded(ledger: Ledger) -> None:
    """What its maker does not say is taken from the trace."""
    await ledger.cases.add(replace(_human("h"), trace_id="t1", content={"question": "Mine?"}))
    content = (await ledger.cases.find("h")).content

    assert ("Mine?", "Secret claim") == (content["question"], content["answer"])


@pytest.mark.parametrize("change", [{"id": ""}, {"id": "x" * 65}, {"kind": "x"}, {"state": "x"}])
async def test_a_case_that_cannot_be_kept(ledger: Ledger, change: dict[str, str]) -> None:
    """Neither a strange kind or state, nor an id that no database holds."""
    with pytest.raises(CaseUnfit):
        await ledger.cases.add(replace(_human("h"), **change))  # type: ignore[arg-type]


def _human(name: str) -> EvalCase:
    now, content = FakeClock().now(), {"question": f"What is {name}?"}
    return EvalCase(name, "", now, "triaged", "U2", "C1", content, kind="human")


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(st.characters(), max_size=8))
async def test_any_characters_come_back(ledger: Ledger, text: str) -> None:
    """NUL, lone surrogates and escapes in thread, question and place are kept in a case."""
    name = digest(text)
    question = replace(QUESTION, text=text, history=(Turn("user", text),))
    await ledger.record(replace(TRACE, id=name, question=question))
    now = FakeClock().now()
    await ledger.feedback.give(Opinion(name, "U2", -1, "button", text, now))
    case = await ledger.cases.find(name)

    assert (text, text, text) == (
        case.content["question"],
        case.content["history"][0]["text"],
        case.place,
    )
