"""Questions of a gap -> an outline of the page or section that would answer them.

Its headings are the questions' own words, and nothing stands under them but what was asked: an
outline knows no facts. The same questions give the same outline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.learn.lacking import Page
from retrieval.text.shorten import shorten
from retrieval.text.subject import subject
from retrieval.text.words import german_stem, stem, words

SECTIONS = 5
"""Headings at most: one for each kind of question, who, when, how and so on."""
LONGEST = 80
"""Characters of a heading."""
_OFTEN = 0.5
"""Share of the questions that more than have a word of the title; of one question all words."""
_NEAR = 0.5
"""Share of the title's words that a page has to which the section belongs."""
_KINDS = (
    *("how much", "how many", "how long", "how often", "how", "who", "when", "where", "why"),
    *("wie viel", "wie viele", "wie lange", "wie oft", "wie", "wer", "wann", "wo", "warum"),
)
_YES_NO = frozenset(
    "can may do does is are am should must will could "  # noqa: SIM905 (as a list it fills a page)
    "kann konnen darf durfen ist sind gibt soll sollte muss mussen wird".split()
)
_SAID = frozenset(stem(word) for word in ("get", "need", "use", "want", "company", "please")) | {
    german_stem(word) for word in ("bekommen", "brauchen", "nutzen", "firma")
}
"""Words that say little of what a page is about."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and how many of the questions ask it."""

    heading: str
    times: int


@dataclass(frozen=True, slots=True)
class Outline:
    """What to write: `beside` is the page that it belongs to, `new` whether as one of its own.

    `lacking` are the words of the questions that are not on that page.
    """

    title: str
    sections: tuple[Section, ...]
    lacking: tuple[str, ...] = ()
    beside: str = ""
    new: bool = True


def outline(questions: Sequence[str], lacking: Sequence[str], page: Page | None) -> Outline:
    """Return an outline for questions, given in the order in which they were asked."""
    title = _title(questions)
    known = frozenset(stem(word) for word in words(page.text)) if page else frozenset()
    wanted = [stem(word) for word in words(title)]
    has = sum(word in known for word in wanted)
    return Outline(
        title=title,
        sections=_sections(questions),
        lacking=tuple(lacking),
        beside=page.title or page.path if page else "",
        new=not page or has < _NEAR * len(wanted),
    )


def _title(questions: Sequence[str]) -> str:
    """Return the words that most of the questions have, as the first one writes and orders them."""
    counts = Counter(root for question in questions for root in _content(question))
    often = {root for root, count in counts.items() if count > _OFTEN * len(questions)}
    named = next((q for q in questions if often & set(_content(q))), questions[0])
    kept = {word for root, word in subject(named).items() if root in often}
    said = [word for word in _written(named) if kept & set(words(word))]
    return _heading(" ".join(dict.fromkeys(said)) or named)


def _sections(questions: Sequence[str]) -> tuple[Section, ...]:
    """Return a heading for each kind of question, the shortest question of its kind."""
    kinds: dict[str, list[str]] = {}
    for question in questions:
        kinds.setdefault(_kind(question), []).append(question)
    ranked = sorted(kinds.values(), key=lambda same: -len(same))
    return tuple(
        Section(_heading(min(same, key=lambda text: (len(text), text))), len(same))
        for same in ranked[:SECTIONS]
    )


def _kind(question: str) -> str:
    """Say what kind of question it is; "what" for all that is no other."""
    said = " ".join(words(question))
    known = next((kind for kind in _KINDS if said.startswith(f"{kind} ")), "")
    return known or ("whether" if said.partition(" ")[0] in _YES_NO else "what")


def _content(question: str) -> list[str]:
    """Return the stems of the words that say what a question is about."""
    return [root for root in subject(question) if root not in _SAID]


def _written(question: str) -> list[str]:
    """Return the words of a question as they are written, the signs around them off."""
    return [bare for word in question.split() if (bare := word.strip("\"'`.,;:!?()[]{}"))]


def _heading(text: str) -> str:
    """Return a text as a heading: one line, capitalised, without the question mark."""
    line = " ".join(text.split()).rstrip("?.! ")
    line = shorten(line, LONGEST)
    return line[:1].upper() + line[1:]
