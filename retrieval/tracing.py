"""A trace as plain data and back, without loss: long texts stand once, under their digests.

The plain data is JSON: `{"version": 1, "shared": [...], "trace": {...}}`. Chunks and documents
recur in every hop, so each distinct one stands once in `shared` and is named by its place there.
Texts that are long and recur between questions (chunks, sources, a model's raw replies) leave
the data altogether and are kept by whoever keeps it, by digest.

The declared types of `values` drive both directions. A field that an older trace lacks takes its
default, and one that this version does not know is passed over.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from retrieval.errors import LedgerError
from retrieval.values import (
    Chunk,
    DocumentFacts,
    Draft,
    Dropped,
    LegResult,
    Queries,
    Source,
    Trace,
    Usage,
    VerifiedClaim,
)

VERSION = 1
_SHARED = (Chunk, DocumentFacts)
_KEPT_BY_DIGEST = {
    (Chunk, "text"),
    (Chunk, "lead"),
    (Chunk, "embedded"),
    (Source, "text"),
    (Source, "lead"),
    (Queries, "raw"),
    (Draft, "raw"),
}
_TAG = "is"


@dataclass(frozen=True, slots=True)
class Encoded:
    """A trace as JSON data, and the texts that stand in it by digest only."""

    data: Mapping[str, Any]
    texts: Mapping[str, str]


def digest(text: str) -> str:
    """Return the digest of a text; lone surrogates, which UTF-8 does not know, are let pass."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def encode(trace: Trace) -> Encoded:
    """Return `trace` as JSON data and the texts that it refers to."""
    encoder = _Encoder()
    data = encoder.value(trace)
    return Encoded({"version": VERSION, "shared": encoder.shared, "trace": data}, encoder.texts)


def decode(data: Mapping[str, Any], texts: Mapping[str, str]) -> Trace:
    """Return the trace that `encode` was given.

    Raises:
        LedgerError: The data is of a newer form, or a text that it refers to is not in `texts`.
    """
    if data.get("version") != VERSION:
        raise LedgerError(
            "This trace was written by a newer version of Footnote; update Footnote to read it."
        )
    try:
        trace = _Decoder(data["shared"], texts).value(Trace, data["trace"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LedgerError(
            f"This trace cannot be read; a part of it is missing: {error}."
        ) from error
    assert isinstance(trace, Trace)  # noqa: S101 - tells mypy what the decoder was asked for
    return trace


def summary(trace: Trace) -> dict[str, str | int | float]:
    """Return the facts of a trace for one log line: ids, counts and times, and no text."""
    line: dict[str, str | int | float] = {
        "trace": trace.id,
        "configuration": trace.configuration,
        "outcome": trace.answer.outcome.value if trace.answer else "none",
        "seconds": round(trace.answer.seconds, 4) if trace.answer else 0.0,
        "collections": len(trace.question.scope.collections),
        "turns": len(trace.question.history),
        "characters": len(trace.question.text),
    }
    if trace.queries:
        line["searches"] = len(trace.queries.searches)
    if trace.candidates:
        line |= _counted_legs(trace.candidates.legs)
    if trace.ranked:
        line |= {"ranked": len(trace.ranked.hits), "left_out": len(trace.ranked.left_out)}
    if trace.packed:
        line |= {"sources": len(trace.packed.sources), "packed_tokens": trace.packed.tokens}
    return line | _counted_claims(trace) | _usage(trace) | stage_seconds(trace)


def stage_seconds(trace: Trace) -> dict[str, float]:
    """Return the seconds of each stage that was reached, as `rewrite_seconds` and so on."""
    stages = {
        "rewrite": trace.queries,
        "search": trace.candidates,
        "rank": trace.ranked,
        "pack": trace.packed,
        "write": trace.draft,
    }
    return {f"{name}_seconds": round(hop.seconds, 4) for name, hop in stages.items() if hop}


def usage(trace: Trace) -> Usage:
    """Return what the models of all stages charged for together."""
    parts = [hop.usage for hop in (trace.queries, trace.draft) if hop]
    return Usage(
        sum(part.prompt for part in parts),
        sum(part.cached for part in parts),
        sum(part.completion for part in parts),
        any(part.estimated for part in parts),
    )


def _counted_legs(legs: tuple[LegResult, ...]) -> dict[str, int]:
    """Count the hits of each leg and the legs that failed."""
    counts: dict[str, int] = {}
    for leg in legs:
        name = f"{leg.leg}_hits"
        counts[name] = counts.get(name, 0) + len(leg.hits)
    return counts | {"legs_failed": sum(1 for leg in legs if leg.error)}


def _counted_claims(trace: Trace) -> dict[str, int]:
    """Count what the writer said and what became of it."""
    if not trace.draft:
        return {}
    shown = [verdict for verdict in trace.verdicts if isinstance(verdict, VerifiedClaim)]
    return {
        "claims": len(trace.draft.claims),
        "shown": len(shown),
        "replaced": sum(1 for claim in shown if claim.replaced),
        "dropped": sum(1 for verdict in trace.verdicts if isinstance(verdict, Dropped)),
        "citations": sum(len(claim.citations) for claim in shown),
        "fallback": int(bool(trace.draft.fallback)),
    }


def _usage(trace: Trace) -> dict[str, int]:
    """Name the tokens charged, where any were."""
    total = usage(trace)
    if total == Usage():
        return {}
    return {
        "prompt_tokens": total.prompt,
        "cached_tokens": total.cached,
        "completion_tokens": total.completion,
    }


@dataclass(slots=True)
class _Encoder:
    """Values -> JSON data; gathers what is shared and the texts on its way."""

    shared: list[Any] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def value(self, value: Any) -> Any:
        """Encode any value that a trace can hold."""
        if is_dataclass(value) and not isinstance(value, type):
            return self._fields(value)
        if isinstance(value, tuple):
            return [self.value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        return _scalar(value)

    def _fields(self, value: Any) -> Any:
        """Encode a dataclass; one that recurs is replaced by its place among the shared."""
        kind: Any = type(value)
        data: dict[str, Any] = {_TAG: kind.__name__} if kind in _TAGGED else {}
        for name in _types(kind):
            item = getattr(value, name)
            data[name] = self._kept(item) if (kind, name) in _KEPT_BY_DIGEST else self.value(item)
        return self._place(kind, data) if kind in _SHARED else data

    def _kept(self, text: str) -> str:
        """Keep a text by digest; the empty text stands for itself."""
        if not text:
            return ""
        key = digest(text)
        self.texts[key] = text
        return key

    def _place(self, kind: type, data: dict[str, Any]) -> int:
        """Return the place of a shared value, giving it one when it is new."""
        key = kind.__name__ + json.dumps(data)
        if key not in self.places:
            self.places[key] = len(self.shared)
            self.shared.append(data)
        return self.places[key]


def _scalar(value: Any) -> Any:
    """Encode what JSON has no form for: dates, and numbers that are not finite."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


@dataclass(slots=True)
class _Decoder:
    """JSON data -> values, by the types that the values declare."""

    shared: list[Any]
    texts: Mapping[str, str]
    built: dict[int, Any] = field(default_factory=dict)

    def value(self, kind: Any, data: Any) -> Any:
        """Decode `data` as `kind`."""
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            return self._union(get_args(kind), data)
        if origin is tuple:
            return tuple(self.value(get_args(kind)[0], item) for item in data)
        if origin is not None:
            return {key: self.value(get_args(kind)[1], item) for key, item in data.items()}
        if is_dataclass(kind):
            return self._dataclass(kind, data)
        make = _SCALARS.get(kind) or (kind if issubclass(kind, Enum) else None)
        return make(data) if make else data

    def _union(self, kinds: tuple[Any, ...], data: Any) -> Any:
        """Decode an optional value, or the one of several dataclasses that the tag names."""
        if data is None:
            return None
        present = [kind for kind in kinds if kind is not type(None)]
        if len(present) == 1:
            return self.value(present[0], data)
        return self.value({kind.__name__: kind for kind in present}[data[_TAG]], data)

    def _dataclass(self, kind: Any, data: Any) -> Any:
        """Decode a dataclass; a shared one is built once."""
        if kind not in _SHARED:
            return self._build(kind, data)
        if data not in self.built:
            self.built[data] = self._build(kind, self.shared[data])
        return self.built[data]

    def _build(self, kind: Any, data: Mapping[str, Any]) -> Any:
        """Build a dataclass from the fields that are there."""
        values = {}
        for name, declared in _types(kind).items():
            if name not in data and name in _optional(kind):
                continue
            item = data[name]
            kept = item and (kind, name) in _KEPT_BY_DIGEST
            values[name] = self.texts[item] if kept else self.value(declared, item)
        return kind(**values)


_SCALARS: dict[Any, Callable[[Any], Any]] = {date: date.fromisoformat, float: float}
_TAGGED = (VerifiedClaim, Dropped)


@functools.cache
def _types(kind: Any) -> dict[str, Any]:
    """Return the fields of a dataclass with their types, strings resolved."""
    hints = get_type_hints(kind)
    return {item.name: hints[item.name] for item in fields(kind)}


@functools.cache
def _optional(kind: Any) -> frozenset[str]:
    """Return the names of the fields that have a default."""
    return frozenset(
        item.name
        for item in fields(kind)
        if item.default is not MISSING or item.default_factory is not MISSING
    )
