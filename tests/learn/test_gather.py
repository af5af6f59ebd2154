"""Tests of retrieval/learn/gather.py: which corpus each question is asked of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import InputError
from retrieval.learn.corpus import RowReader
from retrieval.learn.gather import Gathered, Readers, facts, gather


def _reader(path: Path, more: Mapping[str, Any] | None = None) -> RowReader:
    return RowReader(f"{path.name} {len(more or {})}", [])


READERS = Readers(_reader, _reader)


def _write(path: Path, *rows: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def _page(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("A page.")


def _gather(*files: Path, **more: Any) -> Gathered:
    return gather(files, READERS, **more)


def test_each_file_has_the_corpus_beside_it(tmp_path: Path) -> None:
    """Two sets of questions are asked of two corpora, each indexed once."""
    files = []
    for name in ("one", "two"):
        _page(tmp_path / name / "corpus/a.md")
        row = {"question": "Q", "gold_docs": ["corpus/a.md"]}
        files.append(_write(tmp_path / name / "questions.jsonl", row, row | {"question": "R"}))
    gathered = _gather(*files)

    assert ["one", "one", "two", "two"] == [task.case.set for task in gathered.tasks]
    assert {("a.md",)} == {task.right for task in gathered.tasks}
    assert 2 == len(gathered.sources)


def test_two_sets_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Sets whose folders have the same name are named by their paths."""
    for name in ("x", "y"):
        _page(tmp_path / name / "set/corpus/a.md")
        _write(tmp_path / name / "set/questions.jsonl", {"question": "Q"})
    gathered = _gather(*(tmp_path / name / "set/questions.jsonl" for name in ("x", "y")))

    assert 2 == len({task.case.set for task in gathered.tasks})


def test_a_rows_own_passages_come_first(tmp_path: Path) -> None:
    """A row with passages is asked of them alone; equal passages are indexed once."""
    _page(tmp_path / "corpus/a.md")
    row = {"question": "Q", "passages": [{"text": "P"}]}
    path = _write(tmp_path / "questions.jsonl", row, {**row, "question": "R"}, {"question": "S"})
    gathered = _gather(path)
    collections = [task.corpus.collection for task in gathered.tasks]

    assert collections[0] == collections[1] != collections[2]
    assert 2 == len(gathered.sources)


def test_a_passages_file_is_a_corpus(tmp_path: Path) -> None:
    """A file of passages is found beside the questions, its ids the pages."""
    _write(tmp_path / "passages_x.jsonl", {"id": "p", "text": "P"})
    path = _write(tmp_path / "questions.jsonl", {"question": "Q", "gold_docs": ["p", "gone"]})

    assert ("p",) == _gather(path).tasks[0].right


def test_questions_without_a_corpus_are_counted(tmp_path: Path) -> None:
    """A row that nothing can be asked of is left aside; where none is left, a sentence says so."""
    path = _write(tmp_path / "q.jsonl", {"question": "Q", "passages": ["P"]}, {"question": "R"})

    assert 1 == _gather(path).without_corpus
    with pytest.raises(InputError, match="has a corpus"):
        _gather(_write(tmp_path / "r.jsonl", {"question": "R"}))


def test_foreign_questions_are_unanswerable(tmp_path: Path) -> None:
    """A question whose pages are elsewhere has no answer here, and no page to be found."""
    _page(tmp_path / "home/corpus/org/a.md")
    _page(tmp_path / "other/b.md")
    row = {"question": "Q", "gold_docs": ["corpus/org/a.md"]}
    path = _write(tmp_path / "home/questions.jsonl", row)
    (there,) = _gather(path, foreign=True).tasks
    (elsewhere,) = _gather(path, foreign=True, corpus=tmp_path / "other").tasks
    (missed,) = _gather(path, corpus=tmp_path / "other").tasks

    assert (True, ("org/a.md",)) == (there.case.answerable, there.right)
    assert (False, ()) == (elsewhere.case.answerable, elsewhere.case.gold)
    assert (True, ()) == (missed.case.answerable, missed.right)


def test_facts_beside_a_corpus_are_read(tmp_path: Path) -> None:
    """doc_meta.jsonl names pages from its own folder; facts go by the path within the corpus."""
    (tmp_path / "corpus").mkdir()
    _write(
        tmp_path / "doc_meta.jsonl",
        {"path": "corpus/org/a.md", "owner": "Ops"},
        {"path": "elsewhere/b.md"},
    )

    assert {"org/a.md": {"path": "corpus/org/a.md", "owner": "Ops"}} == facts(tmp_path / "corpus")
    assert {} == facts(tmp_path)


@pytest.mark.parametrize("corpus", [None, Path("nowhere")])
def test_what_is_not_there_is_a_sentence(tmp_path: Path, corpus: Path | None) -> None:
    """A missing questions file or corpus is said by name."""
    path = tmp_path / "q.jsonl"
    if corpus:
        _write(path, {"question": "Q"})
    with pytest.raises(InputError, match="there is no such"):
        _gather(path, corpus=corpus)
