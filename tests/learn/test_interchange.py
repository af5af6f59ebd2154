"""Cases leave as lines of questions and come back as they were."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.learn.interchange import as_row, read_cases, rewrite_row
from retrieval.learn.questions import load
from retrieval.ports import KINDS, STATES, EvalCase, Label, RewriteCase
from retrieval.values import Turn

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
CONTENT = {
    "question": "When?",
    "history": [{"role": "user", "text": "Salaries"}],
    "standalone": "When are salaries paid?",
    "collections": ["docs"],
    "outcome": "answered",
    "answer": "Never.",
    "citations": [{"claim": 1, "collection": "docs", "path": "a.md", "quote": "", "heading": ""}],
}
CASE = EvalCase(
    "c1", "t1", NOW, "kept", "", "C1", CONTENT,
    label=Label(("docs:pay.md",), "On the 25th.", (("25th", "25"),), ("26",), None, "was wrong"),
)  # fmt: skip

_texts = st.lists(st.text(min_size=1, max_size=5), max_size=2)
_pages = st.lists(st.sampled_from(["docs:a.md", "hr:b/c.md", "x.md"]), unique=True, max_size=2)
_labels = st.builds(
    Label,
    right=_pages.map(tuple),
    expected=st.text(max_size=5),
    must_say=st.lists(_texts.map(tuple), max_size=2).map(tuple),
    must_not_say=_texts.map(tuple),
    answerable=st.none() | st.booleans(),
    note=st.text(max_size=5),
)
_cases = st.builds(
    EvalCase,
    id=st.text(min_size=1, max_size=64),
    trace_id=st.text(max_size=5),
    made=st.datetimes().map(lambda moment: moment.replace(tzinfo=UTC)),
    state=st.sampled_from(STATES),
    person=st.just(""),
    place=st.text(max_size=5),
    content=st.fixed_dictionaries(
        {
            "question": st.text(min_size=1).filter(str.strip),
            "history": _texts.map(lambda all_: [{"role": "user", "text": one} for one in all_]),
            "standalone": st.text(max_size=5),
            "collections": st.lists(st.sampled_from(["docs", "hr"]), unique=True),
        },
        optional={"hits": st.just([{"rank": 1}]), "more": st.just({"source": "survey"})},
    ),
    kind=st.sampled_from(KINDS),
    label=_labels,
    into=st.text(max_size=5),
)


def _write(folder: Path, *rows: Any) -> Path:
    path = folder / "cases.jsonl"
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(case=_cases)
def test_what_leaves_whole_comes_back(case: EvalCase, tmp_path: Path) -> None:
    """Every part of a case but its people is in its line; a line says the same after a return."""
    whole = read_cases(_write(tmp_path, as_row(case, whole=True)), collection="docs", now=NOW)
    short = read_cases(_write(tmp_path, as_row(case)), collection="docs", now=NOW)

    assert ((case,), ()) == (whole.cases, whole.wrong)
    assert [as_row(case)] == [as_row(one) for one in short.cases]


def test_a_line_is_what_an_evaluation_reads(tmp_path: Path) -> None:
    """Its right page, expected answer and wordings; the answer of then stands apart."""
    (found,) = load(_write(tmp_path, as_row(CASE)))

    assert ("When?", ("pay.md",), "On the 25th.", (("25th", "25"),), ("26",), True) == (
        found.text,
        found.gold,
        found.answer,
        found.must_say,
        found.must_not_say,
        found.answerable,
    )


def test_the_short_form_keeps_what_was_answered(tmp_path: Path) -> None:
    """Outcome, answer and cited pages of then come along without hits and quotes."""
    (found,) = read_cases(_write(tmp_path, as_row(CASE)), collection="x", now=NOW).cases

    assert replace(CASE, content=found.content) == found
    assert CONTENT == {**found.content, "citations": [{**found.content["citations"][0], "claim": 1,
                                                       "collection": "docs"}]}  # fmt: skip


def test_a_set_of_questions_becomes_cases(tmp_path: Path) -> None:
    """Its pages are named below the corpus beside it; what only the set knows is kept."""
    (tmp_path / "corpus").mkdir()
    rows = (
        {"question": "Where?", "gold_docs": ["corpus/x/a.md"], "level": "hard"},
        {"id": "no", "question": "Who?", "answerable": False, "kind": "alert", "state": 3},
        {"id": "open", "question": "What?", "standalone": None, "right": None},
    )
    found = read_cases(_write(tmp_path, *rows), collection="hr", now=NOW).cases

    assert [
        ("triaged", ("hr:x/a.md",), None),
        ("triaged", (), False),
        ("new", (), None),
    ] == [(case.state, case.label.right, case.label.answerable) for case in found]
    assert "hard" == as_row(found[0])["level"]
    assert {"kind": "alert", "state": 3} == as_row(found[1])["theirs"]
    again = read_cases(_write(tmp_path, *map(as_row, found)), collection="hr", now=NOW)
    assert (found, ()) == (again.cases, again.wrong)
    assert {"imported"} == {case.kind for case in found}
    assert sorted(found, key=lambda case: case.made) == list(found)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("{", "line 2: not JSON"),
        ("[]", "line 2: not a JSON object"),
        ({"question": " "}, "line 2: 'question' must be a text"),
        ({"question": "a", "state": "old", "made": ""}, "line 2: 'state' must be one of new, tr"),
        ({"question": "a", "kind": 3, "made": ""}, "line 2: 'kind' must be a text"),
        ({"question": "a", "made": "soon"}, "line 2: 'made' must be a time"),
        ({"question": "a", "right": "docs:a"}, "line 2: 'right' must be a list of texts"),
        ({"question": "a", "id": "x" * 65}, "line 2: 'id' must be a text of 1 to 64"),
        ({"question": "a", "content": []}, "line 2: 'content' must be an object"),
        ({"question": "a", "id": "first"}, "line 2: the id 'first' stood above"),
        ({"question": "a", "history": [1]}, "line 2: 'history' must be a list"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: Any, sentence: str) -> None:
    """The sentence says where and what; the other lines are read."""
    path = _write(tmp_path, {"id": "first", "question": "b"}, row, {"id": "l", "question": "c"})
    found = read_cases(path, collection="docs", now=NOW)

    assert ["first", "l"] == [case.id for case in found.cases]
    assert 1 == len(found.wrong)
    assert sentence in found.wrong[0]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    row=st.dictionaries(
        st.sampled_from(["id", "question", "right", "made", "content", "state", "gold_docs", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=4),
            lambda part: st.lists(part, max_size=2) | st.dictionaries(st.text(), part, max_size=2),
            max_leaves=4,
        ),
    )
)
def test_whatever_a_line_holds(row: dict[str, Any], tmp_path: Path) -> None:
    """It is a case, or a sentence says why not; never an error of another kind."""
    found = read_cases(_write(tmp_path, row), collection="docs", now=NOW)

    assert 1 == len(found.cases) + len(found.wrong)


def test_what_somebody_made_of_a_search(tmp_path: Path) -> None:
    """What they meant is what the question should have been reworded to."""
    case = RewriteCase("r", "t1", "U1", "C1", "it?", (Turn("user", "VPN"),), "it", "the VPN?")
    (found,) = load(_write(tmp_path, rewrite_row(case)))

    assert ("it?", "the VPN?", (Turn("user", "VPN"),)) == (
        found.text,
        found.standalone,
        found.history,
    )
