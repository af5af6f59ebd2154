"""What the reader of one format makes of one file, before the folder adds where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from retrieval.errors import UnreadableDocument
from retrieval.values import Anchor, Metadata

MAX_CHARACTERS = 2_000_000
"""The most text of one document, in characters: some 700 printed pages."""

_INDEX_NAMES = frozenset({"readme", "index", "_index"})


@dataclass(frozen=True, slots=True)
class Page:
    """One file as Markdown; `title` is empty where the file itself names none.

    `url` is the absolute address that the page gives itself, or empty. Offsets of anchors count
    characters of `text`.
    """

    text: str
    title: str = ""
    anchors: tuple[Anchor, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    url: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is to be read: its `path` under the root and the style of heading slugs."""

    path: str = ""
    slugs: str = "github"


PageReader = Callable[[bytes, Options], Page]
"""Turns the bytes of a file into a page. Raises UnreadableDocument with the reason."""


def check_length(count: int) -> None:
    """Raise UnreadableDocument when `count` characters of text are too many for one document.

    Readers ask as soon as they know, so that nothing is laid out that will be refused.
    """
    if count > MAX_CHARACTERS:
        raise UnreadableDocument(
            f"too large: more than {MAX_CHARACTERS} characters of text; split it or exclude it"
        )


class Removals:
    """Counts what is taken out of a page, to say it in sentences."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._sentences: list[str] = []

    def add(self, what: str, count: int = 1) -> None:
        """Count `count` things taken out; `what` names one of them, as "HTML comment"."""
        self._counts[what] += count

    def say(self, sentence: str) -> None:
        """Keep a sentence as it is."""
        if sentence not in self._sentences:
            self._sentences.append(sentence)

    def sentences(self) -> tuple[str, ...]:
        """Return one sentence a kind of thing, in the order of their names."""
        counted = [
            f"Took out {count} {what}{'s' if count > 1 else ''}."
            for what, count in sorted(self._counts.items())
            if count
        ]
        return (*self._sentences, *counted)


def readable_name(path: str) -> str:
    """Return a title made of the file's name: "on-call_guide.md" gives "On call guide"."""
    pure = PurePosixPath(path)
    stem = pure.name.split(".")[0] or pure.name
    if stem.lower() in _INDEX_NAMES and pure.parent.name:
        stem = pure.parent.name
    words = " ".join(stem.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:] if words else pure.name
