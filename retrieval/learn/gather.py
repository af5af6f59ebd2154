"""Questions files and their corpora -> tasks to ask, and sources to index first."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from retrieval.errors import InputError, PathUnusable
from retrieval.learn.corpus import Corpus, RowReader, beside, load_passages
from retrieval.learn.evaluate import Task
from retrieval.learn.questions import Case, half, load, rows, set_name
from retrieval.ports import Reader

FolderReader = Callable[[Path, Mapping[str, Mapping[str, Any]]], Reader]
"""Makes the reader of a folder, with more facts about its pages by path."""

PassageReader = Callable[[Path], Reader]
"""Makes the reader of a file of passages."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads the corpora."""

    folder: FolderReader
    passages: PassageReader


@dataclass(slots=True)
class Gathered:
    """What to ask, what to index first (collection -> source), and questions left aside."""

    tasks: list[Task] = field(default_factory=list)
    sources: dict[str, Reader] = field(default_factory=dict)
    without_corpus: int = 0


def gather(
    files: Sequence[Path],
    readers: Readers,
    *,
    corpus: Path | None = None,
    foreign: bool = False,
    which_half: int = 0,
) -> Gathered:
    """Read the questions and find the corpus of each.

    A row's own passages come first, then `corpus`, then what stands beside the file. With
    `foreign`, questions whose pages are not in the corpus are unanswerable there.

    Raises:
        InputError: A file is wrong, or no question has a corpus.
    """
    gathered = Gathered()
    for path, name in _named(files):
        cases = load(path)
        cases = half(cases, which_half) if which_half else cases
        common = _common(corpus or beside(path), readers, gathered)
        for case in cases:
            own = _own(case, gathered)
            found = own or common
            if found is None:
                gathered.without_corpus += 1
                continue
            gathered.tasks.append(_task(replace(case, set=name), found, path, foreign=foreign))
    if not gathered.tasks:
        raise InputError(
            "None of the questions has a corpus. Give one with --corpus, or put a folder "
            "`corpus` beside the questions."
        )
    return gathered


def facts(folder: Path) -> dict[str, dict[str, Any]]:
    """Read doc_meta.jsonl beside a corpus folder: facts by the page's path within the folder."""
    path = folder.resolve().parent / "doc_meta.jsonl"
    if not path.is_file():
        return {}
    found: dict[str, dict[str, Any]] = {}
    for _, row in rows(path):
        place = path.parent / str(row.get("path", ""))
        if place.is_relative_to(folder.resolve()):
            found[place.relative_to(folder.resolve()).as_posix()] = dict(row)
    return found


def _named(files: Sequence[Path]) -> list[tuple[Path, str]]:
    """Name each set; two of one name are told apart by their paths."""
    for path in files:
        if not path.is_file():
            raise PathUnusable(f"{path}: there is no such file.")
    names = [set_name(path) for path in files]
    return [
        (path, name if names.count(name) == 1 else str(path))
        for path, name in zip(files, names, strict=True)
    ]


def _common(path: Path | None, readers: Readers, gathered: Gathered) -> Corpus | None:
    """Take a folder or a passages file as corpus."""
    if path is None:
        return None
    if not path.exists():
        raise PathUnusable(f"{path}: there is no such corpus.")
    name = re.sub(r"[^a-z0-9]+", "-", path.resolve().parent.name.lower()).strip("-")[:30]
    collection = f"{name or 'corpus'}-{_digest(str(path.resolve()))}"
    if path.is_dir():
        gathered.sources.setdefault(collection, readers.folder(path, facts(path)))
        return Corpus(collection, path)
    ids = frozenset(passage.id for passage in load_passages(path))
    gathered.sources.setdefault(collection, readers.passages(path))
    return Corpus(collection, None, ids)


def _own(case: Case, gathered: Gathered) -> Corpus | None:
    """Take the passages that a row brings along as its corpus; equal ones are indexed once."""
    if not case.passages:
        return None
    said = "\0".join(f"{p.id}\0{p.title}\0{p.text}" for p in case.passages)
    collection = f"row-{_digest(said)}"
    gathered.sources.setdefault(collection, RowReader(collection, case.passages))
    return Corpus(collection, None, frozenset(passage.id for passage in case.passages))


def _task(case: Case, corpus: Corpus, path: Path, *, foreign: bool) -> Task:
    """Make a task of a case."""
    right = corpus.pages(case, path, foreign=foreign)
    if foreign and case.right and not right:
        case = replace(case, gold=(), also=(), answerable=False, answerability="foreign")
    return Task(case, corpus, right)


def _digest(text: str) -> str:
    """Return a short name for a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
