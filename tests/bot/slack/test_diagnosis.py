"""A maintainer who names the right page is told where it was lost, and nobody else is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.diagnosis import AnswerRecords, RightPages, told
from bot.slack.work import Work
from retrieval.errors import CaseMissing, StoreError, TraceMissing
from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Asked, Diagnosed
from retrieval.learn.evidence import Places
from retrieval.learn.evidence_said import say
from retrieval.learn.lost_in_search import ordinal
from retrieval.learn.stages import IN_NO_SOURCE, Stage
from retrieval.policy import Asker, CollectionPolicy, Place, Policy
from retrieval.ports import EvalCase, Job, Label, Posting
from retrieval.values import Question, Scope, Trace
from tests.fakes.clock import FakeClock
from tests.fakes.slack import FakeWeb

LINK = "https://docs.example/leave"
ROW = Inbound(
    "diagnose", "k", "T1:C1:9.0", "T1", "C1", "channel", "UANN", "9.0", thread_ts="5.0", text=LINK
)
POLICY = Policy(
    {"docs": CollectionPolicy(open=True), "hr": CollectionPolicy(people=frozenset({"UBOB"}))},
    maintainers=("UANN",),
)
NOW = Diagnosis(Stage.RERANKER, "Fused at 2.", "x", "docs:leave.md", places=Places(words=1))
THEN = replace(NOW, stage=Stage.NOT_FOUND, said="By words: no.", places=Places())


class _Ledger:
    """Knows the answers of one thread, and their cases."""

    def __init__(self, *scope: str, case: EvalCase | None = None) -> None:
        self.scope, self.case = scope or ("docs",), case
        self.labels: list[tuple[str, Label, str]] = []

    async def in_thread(self, *_: str) -> Sequence[Posting]:
        return [
            Posting("t0", "T1", "C1", "5.0", ("5.1",), "UBEN", "5.0"),
            Posting("t1", "T1", "C1", "5.0", ("7.1",), "UBEN", "7.0"),
            Posting("t2", "T1", "C1", "5.0", ("9.9",), "UBEN", "9.8"),
        ]

    async def of_trace(self, trace_id: str) -> Posting | None:
        team = "T2" if trace_id == "t9" else "T1"
        return Posting(trace_id, team, "C1", "5.0", (), "UBEN", "5.0")

    async def find(self, name: str) -> Any:
        if self.case or name == "made":
            return self.case
        raise CaseMissing("none")

    async def add(self, case: EvalCase) -> bool:
        self.case = case
        return True

    async def label(self, case_id: str, label: Label, *, by: str) -> EvalCase:
        self.labels.append((case_id, label, by))
        assert self.case
        return replace(self.case, label=label)


class _Traces:
    def __init__(self, ledger: _Ledger) -> None:
        self._ledger = ledger

    async def find(self, trace_id: str) -> Trace:
        if trace_id == "t0":
            raise TraceMissing("pruned")
        return Trace(trace_id, "", "", Question("How long?", Scope(self._ledger.scope)))


class _Finds:
    """Knows one page."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error, self.label = error, Label()
        self.within: tuple[str, ...] = ()

    async def locate(self, text: str, collections: Sequence[str]) -> tuple[tuple[str, str], ...]:
        if self.error:
            raise self.error
        self.within = tuple(collections)
        return (("docs", "leave.md"),) if text == LINK else ()

    async def diagnose(self, trace: Trace, right: Any, label: Label) -> Diagnosed:
        self.label = label
        return Diagnosed(Asked(trace.id, trace.question, right), NOW, THEN)


class _Lookup:
    async def asker(self, user: str) -> Asker:
        return Asker(user, "T1")

    async def place(self, channel: str) -> Place:
        return Place(channel, "channel")


def _access() -> Access:
    return Access(_Lookup(), None, POLICY)  # type: ignore[arg-type]


def _records(ledger: _Ledger) -> AnswerRecords:
    return AnswerRecords(ledger, _Traces(ledger), ledger, FakeClock())  # type: ignore[arg-type]


async def _do(
    row: Inbound, ledger: _Ledger | None = None, finds: _Finds | None = None
) -> tuple[str, list[str], _Ledger, _Finds]:
    ledger, finds = ledger or _Ledger(), finds or _Finds()
    web, clock = FakeWeb({"chat.postEphemeral": {"ok": True}}), FakeClock()
    job = Job(1, row.kind, row.lane, row.payload(), clock.now(), 1, "l", {})
    ended = await RightPages(web, _access(), _records(ledger), finds)(Work(job, None))  # type: ignore[arg-type]
    said = web.called("chat.postEphemeral")
    assert all((row.user, "C1", "5.0") == (s["user"], s["channel"], s["thread_ts"]) for s in said)
    return ended, [str(one["text"]) for one in said], ledger, finds


async def test_the_page_is_kept_and_its_loss_told_to_the_maintainer_alone() -> None:
    """The latest answer before the message counts; a case is made where nobody disliked it."""
    ended, (said,), ledger, finds = await _do(ROW)

    assert "lost_by_reranker" == ended
    assert "the reranker lost the page" in said
    assert "*Evidence:* Fused at 2.\n\n*Places among the pages:* words 1\n\n*To do:*" in said
    assert "When it was asked:* neither words nor meaning" in said
    assert ("t1", "new", "UANN") == (
        (ledger.case and ledger.case.trace_id),
        (ledger.case and ledger.case.state),
        (ledger.case and ledger.case.person),
    )
    assert [("t1", Label(right=("docs:leave.md",)), "UANN")] == ledger.labels
    assert (("docs",), ("docs:leave.md",)) == (finds.within, finds.label.right)


@pytest.mark.parametrize(
    ("kind", "right"),
    [("complaint", ("docs:a.md", "docs:leave.md")), ("praise", ("docs:leave.md",))],
)
async def test_a_label_keeps_what_it_says_already(kind: str, right: tuple[str, ...]) -> None:
    """The page is one more right page; of a praised answer it takes the place of what was cited."""
    label = Label(right=("docs:a.md",), expected="25 days", answerable=False)
    case = EvalCase("t1", "t1", FakeClock().now(), "new", "UBEN", "C1", {}, kind, label)
    _, _, ledger, _ = await _do(ROW, _Ledger(case=case))

    assert Label(right=right, expected="25 days") == ledger.labels[0][1]


async def test_a_page_that_is_kept_already_is_not_labelled_again() -> None:
    """Naming it twice changes nothing."""
    label = Label(right=("docs:leave.md",))
    case = EvalCase("t1", "t1", FakeClock().now(), "triaged", "UBEN", "C1", {}, label=label)
    ended, _, ledger, _ = await _do(ROW, _Ledger(case=case))

    assert ("lost_by_reranker", []) == (ended, ledger.labels)


@pytest.mark.parametrize(
    ("row", "ended", "said"),
    [
        (replace(ROW, user="UBEN"), "not_allowed", phrases.only_maintainers()),
        (replace(ROW, trace_id="t9"), "not_an_answer", phrases.diagnosis_nothing()),
        (replace(ROW, trace_id="t0"), "not_an_answer", phrases.diagnosis_nothing()),
        (replace(ROW, ts="1.0"), "not_an_answer", phrases.diagnosis_nothing()),
    ],
)
async def test_nothing_is_kept_where_nobody_may_know(row: Inbound, ended: str, said: str) -> None:
    """By the policy of the moment; not of another workspace, nor of what is pruned. It is said."""
    got, told_, ledger, _ = await _do(row)

    assert (ended, [said], []) == (got, told_, ledger.labels)


async def test_what_was_searched_elsewhere_is_not_told() -> None:
    """An answer from a collection that the maintainer may not search stays hidden, unlabelled."""
    ended, said, ledger, _ = await _do(ROW, _Ledger("docs", "hr"))

    assert ("hidden", [phrases.diagnosis_hidden()], []) == (ended, said, ledger.labels)


async def test_a_link_of_no_page_is_said_and_keeps_nothing() -> None:
    """Not indexed, or another link: it is told which."""
    ended, (said,), ledger, _ = await _do(replace(ROW, text="https://docs.example/none"))

    assert ("no_page", []) == (ended, ledger.labels)
    assert "it is not indexed, or it has another link" in said


@pytest.mark.parametrize(("source", "ended"), [("button", "lost_by_reranker"), ("", "not_told")])
async def test_who_cannot_be_told_beside_the_answer_is_told_directly(
    source: Any, ended: str
) -> None:
    """Where a window was sent from elsewhere; a message in a thread is answered there or not."""
    ledger, finds = _Ledger(), _Finds()
    web = FakeWeb({"chat.postMessage": {"ok": True}})
    row = replace(ROW, trace_id="t1", source=source)
    job = Job(1, row.kind, row.lane, row.payload(), FakeClock().now(), 1, "l", {})
    pages = RightPages(web, _access(), _records(ledger), finds)

    assert ended == await pages(Work(job, None))  # type: ignore[arg-type]
    assert ["UANN"] * (source == "button") == [
        one["channel"] for one in web.called("chat.postMessage")
    ]


async def test_an_index_that_cannot_be_used_is_said() -> None:
    """The reason is told."""
    ended, (said,), _, _ = await _do(ROW, finds=_Finds(StoreError("The index is damaged.")))

    assert "failed" == ended
    assert "The index is damaged." in said


def test_what_was_the_same_then_is_told_once() -> None:
    """Without a record of then nothing is said of it."""
    asked = Asked("1", Question("?", Scope(())), ())

    assert phrases.diagnosed_same() == told(Diagnosed(asked, NOW, NOW))[-1]
    assert 4 == len(told(Diagnosed(asked, NOW)))


@pytest.mark.parametrize("language", phrases.LANGUAGES)
@pytest.mark.parametrize("stage", [*Stage, IN_NO_SOURCE])
def test_every_stage_has_its_words(language: str, stage: str) -> None:
    """What cannot be told is told as unknown, and no other stage is."""
    with phrases.speaking(language):
        unknown = phrases.diagnosed_now("unknown", "p"), phrases.diagnosis_to_do("unknown")
        mine = phrases.diagnosed_now(stage, "p"), phrases.diagnosis_to_do(stage)

    assert (stage is Stage.UNKNOWN) is (unknown[0] == mine[0])
    assert (stage is Stage.UNKNOWN) is (unknown[1] == mine[1])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "By words at 7, by meaning not there, fused at 40: the first 30 pages go on."),
        (
            "de",
            "Nach Wörtern auf Platz 7, nach Bedeutung gar nicht dabei, zusammengeführt auf",
        ),
        ("ja", "単語で7 位、意味でなし、統合後は40 位。先に進むのは上位 30 ページです。"),
    ],
)
def test_the_evidence_is_in_the_readers_language(language: str, said: str) -> None:
    """All of it, its parts too."""
    places = {"words": ordinal(7), "meaning": ordinal(None), "fused": ordinal(40), "first": 30}
    asked = Asked("1", Question("?", Scope(())), ())
    now = replace(NOW, evidence=(say("fused_out", **places),))
    with phrases.speaking(language):
        lines = told(Diagnosed(asked, now))

    assert [said] == [said for line in lines if said in line]
