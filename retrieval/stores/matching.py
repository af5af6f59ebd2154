"""Query -> full-text expressions, and what scores them; whatever was asked is safe.

Nothing that a person wrote reaches MATCH as it is: only runs of letters and digits do, between
quotes, where they mean nothing but themselves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from retrieval.stores.wanted import distinct, starts_a_pair, wanted
from retrieval.text.words import words
from retrieval.values import Query

WEIGHTS = "2.0, 1.0, 1.0, 0.5, 1.0"
"""Of title, headings, body, idents and path, chosen on half of two sets of questions; there they
hardly matter between 1 and 4."""

SCORED = f"SELECT rowid, -bm25(words, {WEIGHTS}) FROM words WHERE words MATCH ?"  # noqa: S608
"""Every row in which an expression is found, in order, with FTS5's score for it."""

_LEAST_IDF = 1e-6
"""What FTS5 gives a phrase that is in more than half of the rows."""


@dataclass(frozen=True, slots=True)
class Group:
    """Ways to say one thing, each a full-text expression; they count once, by the best."""

    ways: tuple[str, ...]
    word: str = ""
    """The single word that this is about, where it is one: a part of it may be looked for."""


def groups(query: Query) -> list[Group]:
    """Return what to look for, as expressions."""
    return [Group(tuple(map(_expression, one.ways)), one.word) for one in wanted(query)]


def widened(group: Group, whole_words: Sequence[str]) -> Group:
    """Return `group` with words that hold its word as a part, in place of the word."""
    return replace(group, ways=tuple(map(_expression, distinct(whole_words))))


def phrase(text: str) -> str:
    """Return the expression that finds the words of `text` side by side, "" where it has none.

    A single Chinese or Japanese character is looked for as the start of a pair.
    """
    found = words(text)
    return _expression(" ".join(found)) if found else ""


def _expression(way: str) -> str:
    return f'"{way}"' + (" *" if starts_a_pair(way) else "")


def weights(
    groups: Sequence[Group],
    here: tuple[Mapping[str, int], int],
    everywhere: tuple[Mapping[str, int], int],
) -> list[list[float]]:
    """Return for each way of each group what to multiply FTS5's score with.

    FTS5 weighs a phrase by how rare it is in its own file, in how many rows of how many. The scope
    may hold several files, and ways to say one thing are as rare as the commonest of them: so
    that weight is taken out and the one that holds for the group in the whole scope is put in.
    """
    found = []
    for group in groups:
        common = max(everywhere[0][way] for way in group.ways)
        due = idf(common, everywhere[1])
        found.append([due / idf(here[0][way], here[1]) for way in group.ways])
    return found


def idf(count: int, total: int) -> float:
    """Return the weight of a phrase in `count` of `total` rows, as FTS5's bm25() has it."""
    return max(math.log((total - count + 0.5) / (count + 0.5)), _LEAST_IDF)
