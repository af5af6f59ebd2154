"""Two traces of one question -> where they differ, hop by hop.

Times and ids do not count. A hop is described as a mapping from what there was to how it was, so
that whatever was gained, lost or changed has a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from retrieval.learn.hops_told import HOPS
from retrieval.tracing import encode
from retrieval.values import Answer, Candidates, Trace


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: how it was and how it is, "" where there was or is no such thing."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HopDiff:
    """Where two runs differ at one hop; no changes means that all but times and ids is equal."""

    hop: str
    changes: tuple[Change, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both runs did the same here."""
        return not self.changes


def diff(before: Trace, after: Trace) -> tuple[HopDiff, ...]:
    """Compare two runs of a question; there is one difference for each hop that either reached."""
    before, after = bare(before), bare(after)
    same, found = _written(before) == _written(after), []
    for name, tell in HOPS.items():
        if name != "verdicts" and not (getattr(before, name) or getattr(after, name)):
            continue
        changes = () if same else tuple(_hop(name, tell, before, after))
        found.append(HopDiff(_SHOWN.get(name, name), changes))
    return tuple(found)


_SHOWN = {
    "queries": "rewrite",
    "candidates": "search",
    "ranked": "rank",
    "packed": "pack",
    "draft": "write",
    "verdicts": "verify",
}


def bare(trace: Trace) -> Trace:
    """Return a trace without times and ids; the id of its configuration goes too."""
    found = trace.candidates
    return replace(
        trace,
        id="",
        started="",
        configuration="",
        queries=_timeless(trace.queries),
        candidates=_searched(found) if found else None,
        ranked=_timeless(trace.ranked),
        packed=_timeless(trace.packed),
        draft=_timeless(trace.draft),
        answer=_unnamed(trace.answer, trace.id) if trace.answer else None,
    )


def _timeless(hop: Any) -> Any:
    return replace(hop, seconds=0.0) if hop else None


def _searched(found: Candidates) -> Candidates:
    legs = tuple(replace(leg, seconds=0.0) for leg in found.legs)
    return replace(found, legs=legs, seconds=0.0)


def _unnamed(answer: Answer, trace_id: str) -> Answer:
    reason = answer.reason.replace(trace_id, "") if trace_id else answer.reason
    return replace(answer, trace_id="", seconds=0.0, reason=reason)


def _hop(
    name: str, tell: Callable[[Any], Mapping[str, str]], before: Trace, after: Trace
) -> Iterator[Change]:
    """Yield the differences at one hop; one that has no wording is named by its field."""
    one, other = getattr(before, name), getattr(after, name)
    then, now = (tell(hop) if hop else {} for hop in (one, other))
    changes = [
        Change(what, then.get(what, ""), now.get(what, ""))
        for what in {**then, **now}
        if then.get(what) != now.get(what)
    ]
    yield from changes
    if not changes and _exact(name, before) != _exact(name, after):
        yield Change(", ".join(_fields(one, other)), "as recorded", "otherwise than recorded")


def _exact(name: str, trace: Trace) -> object:
    """Return one hop of a trace as it is written down."""
    only: dict[str, Any] = {name: getattr(trace, name)}
    return _written(Trace("", "", "", trace.question, **only))


def _written(trace: Trace) -> object:
    """Return a trace as the ledger has it, to the last number."""
    encoded = encode(trace)
    return encoded.data, encoded.texts


def _fields(one: Any, other: Any) -> list[str]:
    """Name the fields in which two hops differ."""
    if not (is_dataclass(one) and is_dataclass(other)):
        return ["what was checked"]
    return [f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name)]
