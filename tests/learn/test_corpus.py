"""Tests of retrieval/learn/corpus.py: passages as documents, and right pages within a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retrieval.errors import InputError
from retrieval.learn.corpus import Corpus, RowReader, beside, load_passages
from retrieval.learn.questions import Case, Passage


def test_a_rows_passages_are_documents() -> None:
    """Each passage is a document whose path is its id; a changed one has another digest."""
    reader = RowReader("row", [Passage("b", "Text.", "Title"), Passage("a", "Other.")])
    files = reader.scan().files
    changed = RowReader("row", [Passage("a", "Otter.")]).scan().files
    document = reader.read(files[1])

    assert ["a", "b"] == [file.path for file in files]
    assert ("b", "Title", "Text.", "row") == (
        document.path,
        document.title,
        document.text,
        document.root,
    )
    assert files[0].digest != changed[0].digest


def test_two_passages_of_one_id_are_told_apart() -> None:
    """A passage whose id another has is a document of its own."""
    files = RowReader("row", [Passage("a", "x"), Passage("a", "y")]).scan().files

    assert ["a", "a#2"] == [file.path for file in files]


def test_a_passages_file_is_read(tmp_path: Path) -> None:
    """Each line is a passage; an empty file is a sentence."""
    path = tmp_path / "passages.jsonl"
    path.write_text(json.dumps({"id": "a", "text": "x", "title": None}))
    (tmp_path / "empty.jsonl").write_text("")

    assert (Passage("a", "x"),) == load_passages(path)
    assert path == beside(tmp_path / "questions.jsonl")
    with pytest.raises(InputError, match="no passages"):
        load_passages(tmp_path / "empty.jsonl")


def test_the_folder_beside_comes_first(tmp_path: Path) -> None:
    """A folder `corpus` is taken before passages; two passages files are no choice."""
    for name in ("passages_a.jsonl", "passages_b.jsonl"):
        (tmp_path / name).write_text("{}")

    assert beside(tmp_path / "questions.jsonl") is None
    (tmp_path / "corpus").mkdir()
    assert tmp_path / "corpus" == beside(tmp_path / "questions.jsonl")


def _page(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_right_pages_are_found_in_the_corpus(tmp_path: Path) -> None:
    """Pages named from the questions' folder get their path within the corpus, beside or copied."""
    _page(tmp_path / "home/corpus/org/a.md", "A")
    _page(tmp_path / "copy/org/a.md", "A changed")
    questions = tmp_path / "home/questions.jsonl"
    case = Case("1", "s", "Q", ("corpus/org/a.md", "corpus/org/gone.md"))

    assert ("org/a.md",) == Corpus("c", tmp_path / "home/corpus").pages(case, questions)
    assert ("org/a.md",) == Corpus("c", tmp_path / "copy").pages(case, questions)
    assert ("corpus/org/a.md",) == Corpus("c", tmp_path / "home").pages(case, questions)


def test_a_page_of_the_same_name_is_foreign_unless_it_says_the_same(tmp_path: Path) -> None:
    """With foreign questions, README.md of another corpus is not the right README.md."""
    _page(tmp_path / "home/corpus/README.md", "Ours")
    _page(tmp_path / "other/README.md", "Theirs")
    _page(tmp_path / "copy/README.md", "Ours")
    questions = tmp_path / "home/questions.jsonl"
    case = Case("1", "s", "Q", ("corpus/README.md",))

    assert () == Corpus("c", tmp_path / "other").pages(case, questions, foreign=True)
    assert ("README.md",) == Corpus("c", tmp_path / "copy").pages(case, questions, foreign=True)


def test_passages_are_right_by_id(tmp_path: Path) -> None:
    """A passage is right when its id is among the right ones."""
    case = Case("1", "s", "Q", ("a", "z"), ("b",))
    corpus = Corpus("c", None, frozenset({"a", "b"}))

    assert ("a", "b") == corpus.pages(case, tmp_path / "q.jsonl")


def test_a_right_page_may_stand_above_the_questions(tmp_path: Path) -> None:
    """A path with `..` in it is the page that it leads to."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n")
    (tmp_path / "tests").mkdir()
    case = Case("q", "set", "What is A?", gold=("../docs/a.md",))
    corpus = Corpus("c", tmp_path / "docs")

    assert ("a.md",) == corpus.pages(case, tmp_path / "tests" / "questions.jsonl")
