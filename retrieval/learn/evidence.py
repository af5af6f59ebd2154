"""What is known of a question and of one of its right pages: the basis of a diagnosis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from retrieval.answer.rank import RERANKED, fuse
from retrieval.learn.evidence_said import Said, worded
from retrieval.learn.stages import AFTER, Stage, Step
from retrieval.learn.standing import among
from retrieval.values import Candidates, Chunk, Hit, LegResult, RankedHit, Source, Trace

FIRST = RERANKED
"""How many pages of the fused order go on."""
TOP = 5
"""How many pages of the final order are looked at to say that a page was ranked well."""
MEANING_LEGS = frozenset({"meaning", "page_meaning"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is known of the right answer to a question.

    `groups` holds wordings, one of each group has to be said; `answer` is the expected answer,
    looked for word for word in pages; `standalone` is a wording of the question that is right.
    `unwritten` says that a person answered so and nobody has said that the page does.
    """

    answer: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    never: tuple[str, ...] = ()
    standalone: str = ""
    unwritten: bool = False

    @property
    def pieces(self) -> tuple[tuple[str, ...], ...]:
        """What should stand in the right page: of each group one wording."""
        return (((self.answer,),) if self.answer else ()) + tuple(g for g in self.groups if g)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A right page, as its source and the index have it.

    `chunks` are those of the index, none where it is not there. Of the source: `there` is None
    where one could not be looked at; `passed_over` says why its file is not read; `now` is what
    reading it gives now, `raw` all text that stands in the file in any form, `warnings` what its
    reader left out. `root` names the source, `generation` the index that was looked at, and
    `another` the one that was searched, where that is another one.
    """

    collection: str
    path: str
    chunks: tuple[Chunk, ...] = ()
    root: str = ""
    generation: str = ""
    another: str = ""
    there: bool | None = None
    passed_over: str = ""
    now: str = ""
    raw: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the page among those of all collections."""
        return f"{self.collection}:{self.path}"

    @property
    def text(self) -> str:
        """The text of the page as it is indexed."""
        return "".join(chunk.text for chunk in self.chunks)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One question on its way, one right page, and what is known of the right answer.

    Hops that were not reached are None in `trace`; `failure` says why it ended before its end.
    `reference` is where the page stands when `wanted.standalone` is searched instead.
    """

    trace: Trace
    page: PageFacts
    wanted: Wanted = field(default_factory=Wanted)
    reference: int | None = None
    failure: str = ""

    def is_page(self, hit: Hit | RankedHit | Source) -> bool:
        """Whether something found or packed is of the right page."""
        document = hit.document
        return (document.collection, document.path) == (self.page.collection, self.page.path)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The packed passages of the right page."""
        packed = self.trace.packed
        return tuple(filter(self.is_page, packed.sources)) if packed else ()

    @property
    def packed_whole(self) -> bool:
        """Whether what should be said stands in the packed passages of the page, if it is known.

        Only what stands in the page as it is indexed counts.
        """
        texts = [f"{source.lead}\n{source.text}" for source in self.sources]
        return bool(texts) and all(among(texts, one) for one in standing_pieces(self))


@dataclass(frozen=True, slots=True)
class Loss:
    """What lost a page: the evidence, what to do, and the last step that it came to.

    `reason` is the one detail that the stage turns on: a check, a reason of the packer.
    """

    stage: Stage
    evidence: Said | tuple[Said, ...]
    do: str
    reason: str = ""
    at: Step | None = None

    @property
    def said(self) -> str:
        """The evidence in English."""
        return worded(self.evidence)

    @property
    def reached(self) -> Step | None:
        """The last step that the page came through, None for none."""
        return self.at or AFTER.get(self.stage)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the right page stands among the pages of each order, from 1; None where it does not.

    `asked` is by the person's own words alone and `rewritten` by the best of the other searches.
    """

    words: int | None = None
    meaning: int | None = None
    fused: int | None = None
    reranked: int | None = None
    asked: int | None = None
    rewritten: int | None = None


Target = Callable[[Hit | RankedHit], bool]
"""Whether a hit is what is looked for: the page, or one of its passages."""


def standing_pieces(evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    """Return what should be said, as far as the indexed page says it."""
    text = evidence.page.text
    return tuple(group for group in evidence.wanted.pieces if among((text,), group))


def place(hits: Iterable[Hit | RankedHit], wanted: Target) -> int | None:
    """Return at which place among the pages of an order the first hit that is wanted stands."""
    pages: set[tuple[str, str]] = set()
    for hit in hits:
        pages.add((hit.document.collection, hit.document.path))
        if wanted(hit):
            return len(pages)
    return None


def places(evidence: Evidence, wanted: Target | None = None) -> Places:
    """Return where the page, or what else is wanted, stands at each hop."""
    trace, wanted = evidence.trace, wanted or evidence.is_page
    legs = trace.candidates.legs if trace.candidates else ()
    asked = {q.text for q in trace.queries.searches if q.origin == "asked"} if trace.queries else ()
    by_query = {leg.query for leg in legs}
    others = [_fused(legs, wanted, query) for query in by_query if query not in asked]
    own = [_fused(legs, wanted, query) for query in by_query if query in asked]
    return Places(
        words=_leg(legs, frozenset({"words"}), wanted),
        meaning=_leg(legs, MEANING_LEGS, wanted),
        fused=place(fuse(Candidates(tuple(legs))), wanted),
        reranked=place(trace.ranked.hits, wanted) if trace.ranked else None,
        asked=best(own),
        rewritten=best(others),
    )


def best(found: Iterable[int | None]) -> int | None:
    """Return the best of some places."""
    return min((one for one in found if one is not None), default=None)


def within(found: int | None, most: int = FIRST) -> bool:
    """Whether a place is among the first."""
    return found is not None and found <= most


def _leg(legs: Sequence[LegResult], kinds: frozenset[str], wanted: Target) -> int | None:
    return best(place(leg.hits, wanted) for leg in legs if leg.leg in kinds)


def _fused(legs: Sequence[LegResult], wanted: Target, query: str) -> int | None:
    """Return the place when one query alone is fused."""
    return place(fuse(Candidates(tuple(leg for leg in legs if leg.query == query))), wanted)
