"""The quotes of a claim, read once for all that a claim is held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from retrieval.text.dates import Moment, moments
from retrieval.text.normal import normal_text
from retrieval.text.numbers import Quantity, quantities
from retrieval.text.polarity import Polarity, clauses, polarity
from retrieval.text.sentences import sentences
from retrieval.text.words import STOP_WORDS, stem, words


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a quote: its stems, its words, and how it is turned."""

    content: frozenset[str]
    words: frozenset[str]
    turned: Polarity


@dataclass(frozen=True)
class Proof:
    """What the quotes of a claim say; `context` is what is shown with them: titles, headings."""

    quotes: tuple[str, ...]
    context: tuple[str, ...] = ()

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The quotes as normal texts."""
        return tuple(normal_text(quote) for quote in self.quotes)

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The quotes as normal texts that kept their capitals."""
        return tuple(normal_text(quote, fold=False) for quote in self.quotes)

    @cached_property
    def seen(self) -> str:
        """Quotes and context as one normal text."""
        return "\n".join((*self.folded, *(normal_text(text) for text in self.context)))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all words of quotes and context."""
        return frozenset(stem(word) for word in words(self.seen))

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers in the quotes."""
        return tuple(number for quote in self.folded for number in quantities(quote))

    @cached_property
    def dates(self) -> tuple[Moment, ...]:
        """The dates and times in the quotes."""
        return tuple(moment for quote in self.folded for moment in moments(quote))

    @cached_property
    def quoted_stems(self) -> frozenset[str]:
        """The stems of all words of the quotes alone."""
        return frozenset(stem(word) for quote in self.folded for word in words(quote))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the quotes as normal texts."""
        return tuple(
            normal_text(text[unit.start : unit.end])
            for text in self.written
            for unit in sentences(text)
        )

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the quotes."""
        return tuple(
            Clause(content(clause), frozenset(words(clause)), polarity(clause))
            for quote in self.folded
            for clause in spans(quote)
        )


def content(text: str) -> frozenset[str]:
    """Return the stems of a text that carry content; numbers and small words do not."""
    return frozenset(
        stem(word)
        for word in words(text)
        if word not in STOP_WORDS and not word.isdigit() and len(word) > 1
    )


def spans(text: str) -> Sequence[str]:
    """Return the clauses of a text, those without content joined to the one after."""
    joined: list[str] = []
    waiting = ""
    for clause in clauses(text):
        waiting = f"{waiting} {clause}".strip()
        if content(waiting):
            joined.append(waiting)
            waiting = ""
    if waiting and joined:
        joined[-1] = f"{joined[-1]} {waiting}"
    return joined or ([waiting] if waiting else [])
