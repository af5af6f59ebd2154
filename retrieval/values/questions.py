"""What a person asks, and what is searched for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of the thread; `role` is "user", "assistant" or "other"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The collections that this asker in this place may search."""

    collections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asked, the thread before it (oldest first), and what they may search.

    `without` are the keys of documents that were said to be the wrong ones; `as_is` means that
    the text is searched without rewording, `afresh` that no earlier answer may be repeated.
    """

    text: str
    scope: Scope
    history: tuple[Turn, ...] = ()
    asker: str = ""
    place: str = ""
    without: tuple[str, ...] = ()
    as_is: bool = False
    afresh: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for: any of its `alternatives`, each a word or a phrase, lower case."""

    alternatives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """One text to search for; `origin` says who worded it: asked, standalone or rewrite."""

    text: str
    origin: str
    terms: tuple[Term, ...]
    identifiers: tuple[str, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens a model service charged for; `estimated` when the service did not say.

    `cached` of the prompt's tokens came from the service's cache. `cost` is by the price table of
    that moment, in `currency`; None where it has no price for the `model`.
    """

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    estimated: bool = False
    cost: float | None = None
    currency: str = ""
    model: str = ""

    @classmethod
    def total(cls, parts: Iterable[Usage]) -> Usage:
        """Add usages up; the sum has no cost where that of a part is not known."""
        paid = [part for part in parts if part != Usage()]
        costs = [part.cost for part in paid if part.cost is not None]
        currencies = {part.currency for part in paid}
        known = bool(paid) and len(costs) == len(paid) and len(currencies) == 1
        return cls(
            sum(part.prompt for part in paid),
            sum(part.cached for part in paid),
            sum(part.completion for part in paid),
            any(part.estimated for part in paid),
            sum(costs) if known else None,
            currencies.pop() if known else "",
            ", ".join(dict.fromkeys(part.model for part in paid if part.model)),
        )


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of a model cost: of the prompt, of its cached part, of the reply."""

    input: float
    cached: float
    output: float
    currency: str

    def charge(self, usage: Usage) -> Usage:
        """Return the usage with its cost."""
        fresh = max(0, usage.prompt - usage.cached)
        cost = fresh * self.input + usage.cached * self.cached + usage.completion * self.output
        return replace(usage, cost=cost / 1_000_000, currency=self.currency)


@dataclass(frozen=True, slots=True)
class Queries:
    """Question -> what is searched; the person's own words are always among `searches`."""

    question: Question
    standalone: str
    searches: tuple[Query, ...]
    rewriter: str
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    raw: str = ""
    seconds: float = 0.0
