"""Tests of retrieval/learn/questions.py: questions files become cases, or a sentence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.errors import InputError
from retrieval.learn.questions import Case, Passage, half, load, set_name
from retrieval.values import Turn


def _file(folder: Path, *rows: Any, name: str = "questions.jsonl") -> Path:
    path = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_every_field_is_read(tmp_path: Path) -> None:
    """A row's fields stand in the case."""
    row = {
        "id": 7,
        "question": "And in May?",
        "gold_docs": ["corpus/a.md"],
        "also_relevant": ["corpus/b.md", "corpus/a.md"],
        "history": [
            {"role": "user", "text": "In April?"},
            {"role": "bot", "content": "Yes."},
            "So?",
        ],
        "standalone": "Is it open in May?",
        "answer": "It is.",
        "must_say": ["open", ["May", "5th month"]],
        "must_not_say": ["closed"],
        "passages": [{"title": "T", "text": "Open in May."}, "Another."],
        "answerability": "partial",
    }
    (case,) = load(_file(tmp_path, row, ""))

    assert ("7", tmp_path.name) == (case.id, case.set)
    assert ("corpus/a.md", "corpus/b.md") == case.right
    assert (
        Turn("user", "In April?"),
        Turn("assistant", "Yes."),
        Turn("user", "So?"),
    ) == case.history
    assert (("open",), ("May", "5th month")) == case.must_say
    assert (Passage("p1", "Open in May.", "T"), Passage("p2", "Another.")) == case.passages
    assert (True, "PARTIAL") == (case.answerable, case.answerability)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"gold_docs": ["a"]}, True),
        ({}, None),
        ({"gold_docs": []}, None),
        ({"answerable": False, "gold_docs": ["a"]}, False),
        ({"answerability": "UNDERSPECIFIED"}, False),
        ({"answerability": "CONVERSATIONAL"}, None),
    ],
)
def test_whether_there_is_an_answer(tmp_path: Path, row: dict[str, Any], expected: object) -> None:
    """The row says it, else its having a right page does, else nobody knows."""
    (case,) = load(_file(tmp_path, {"question": "Q?", **row}))

    assert expected is case.answerable


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ({}, "line 2: 'question' must be a text"),
        ({"question": " "}, "line 2: 'question' must be a text"),
        ({"question": "Q", "gold_docs": {"a": 1}}, "line 2: 'gold_docs' must be a list"),
        ({"question": "Q", "gold_docs": [1]}, "line 2: 'gold_docs' must be a list of texts"),
        ({"question": "Q", "must_say": [1]}, "line 2: 'must_say' must be"),
        ({"question": "Q", "history": [{"role": "user"}]}, "line 2: 'history' must be"),
        ({"question": "Q", "passages": [{"title": "T"}]}, "line 2: a passage must be"),
        ({"question": "Q", "answerable": "no"}, "line 2: 'answerable' must be"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: Any, sentence: str) -> None:
    """File and line stand in the sentence."""
    path = _file(tmp_path, {"id": "one", "question": "Q"}, row)
    with pytest.raises(InputError, match=sentence) as raised:
        load(path)

    assert str(path) in str(raised.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "no questions"), (b"\xff\xfe\x00", "not UTF-8"), (b"\x1f\x8bnope", "cannot be read")],
)
def test_a_file_that_is_none(tmp_path: Path, content: bytes, sentence: str) -> None:
    """An empty, a binary and a damaged file are sentences."""
    (tmp_path / "q.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        load(tmp_path / "q.jsonl")


def test_an_id_that_comes_again_is_told_apart(tmp_path: Path) -> None:
    """Two rows of one id are two cases."""
    row = {"id": "one", "question": "Q"}

    assert ["one", "one#2"] == [case.id for case in load(_file(tmp_path, row, row))]


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    """A file that is not there is said."""
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "q.jsonl")


def test_gzip_and_line_separators_in_texts(tmp_path: Path) -> None:
    """Compressed files are read, and only a line feed ends a line."""
    row = json.dumps({"question": "a\u2028b"}, ensure_ascii=False)
    (tmp_path / "q.jsonl.gz").write_bytes(gzip.compress(row.encode()))

    assert "a\u2028b" == load(tmp_path / "q.jsonl.gz")[0].text


def test_a_set_is_named_by_its_file_or_folder(tmp_path: Path) -> None:
    """`questions.jsonl` is named by its folder, another file by itself."""
    assert tmp_path.name == set_name(tmp_path / "questions.jsonl")
    assert "unanswerable" == set_name(tmp_path / "unanswerable.jsonl.gz")


def test_halves_part_organisations() -> None:
    """No organisation stands in both halves, and together they are everything."""
    cases = tuple(Case(f"{n}", "s", "Q", (f"corpus/org{n % 5}/{n}.md",)) for n in range(40))
    one, two = half(cases, 1), half(cases, 2)

    assert {case.id for case in cases} == {case.id for case in one + two}
    assert len(cases) == len(one) + len(two)
    assert not {c.gold[0].split("/")[1] for c in one} & {c.gold[0].split("/")[1] for c in two}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
_FIELDS = st.sampled_from(
    ["id", "question", "gold_docs", "history", "must_say", "passages", "answerable", "answer"]
)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.dictionaries(_FIELDS, _JSON))
def test_any_row_is_a_case_or_a_sentence(tmp_path: Path, row: dict[str, Any]) -> None:
    """Whatever JSON a row holds, it becomes a case or a sentence."""
    said = ""
    try:
        load(_file(tmp_path, row))
    except InputError as error:
        said = str(error)

    assert not said or "line 1" in said
