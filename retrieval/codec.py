"""Values as compact JSON data and back, by their declared types: what traces are kept as.

A dataclass becomes the list of its fields, whose names stand once in `fields`; one that recurs
stands once in `shared` and is named by its place there. A long text stands by its place in
`texts`, a list of digests. A field that older data lacks takes its default, and one that this
version does not know is passed over.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from retrieval.values import (
    Chunk,
    DocumentFacts,
    Draft,
    Dropped,
    Queries,
    Question,
    Ranked,
    Source,
    VerifiedClaim,
)

SHARED = (Chunk, DocumentFacts, Question, Source)
TAGGED = (VerifiedClaim, Dropped)
LONG = {
    (Chunk, "text"),
    (Chunk, "lead"),
    (Chunk, "embedded"),
    (Source, "text"),
    (Source, "lead"),
    (Queries, "raw"),
    (Ranked, "raw"),
    (Draft, "raw"),
}


def digest(text: str) -> str:
    """Return the digest of a text; lone surrogates, which UTF-8 does not know, are let pass."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class Encoder:
    """Values -> JSON data; gathers field names, what is shared, and texts on its way."""

    shared: list[Any] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    _places: dict[Any, int] = field(default_factory=dict)
    _seen: dict[int, tuple[Any, int]] = field(default_factory=dict)

    def value(self, value: Any) -> Any:
        """Encode any value that a trace can hold."""
        if isinstance(value, str | int) and not isinstance(value, Enum):
            return value
        if isinstance(value, tuple):
            return [self.value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        if is_dataclass(value):
            return self._shared(value) if isinstance(value, SHARED) else self._fields(value)
        return _scalar(value)

    def _fields(self, value: Any) -> list[Any]:
        """Encode a dataclass as the list of its fields, its name first where it must be told."""
        kind: Any = type(value)
        names = self.names.setdefault(kind.__name__, list(_types(kind)))
        data = [
            self._long(getattr(value, name))
            if (kind, name) in LONG
            else self.value(getattr(value, name))
            for name in names
        ]
        return [kind.__name__, *data] if kind in TAGGED else data

    def _long(self, text: str) -> int | None:
        """Return the place of a text among the texts; the empty one has none."""
        return self._place(digest(text), text) if text else None

    def _place(self, key: str, text: str) -> int:
        if key not in self.texts:
            self._places[key] = len(self.texts)
            self.texts[key] = text
        return self._places[key]

    def _shared(self, value: Any) -> int:
        """Return the place of a shared value, giving it one when it is new.

        The same object is met in every hop, so it is known by identity before it is compared;
        it is held on to, for an identity lasts as long as its object.
        """
        known = self._seen.get(id(value))
        if known:
            return known[1]
        data = self._fields(value)
        key = (type(value), json.dumps(data))
        if key not in self._places:
            self._places[key] = len(self.shared)
            self.shared.append(data)
        self._seen[id(value)] = (value, self._places[key])
        return self._places[key]


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
class Decoder:
    """JSON data -> values, by the types that the values declare."""

    shared: Sequence[Any]
    names: Mapping[str, Sequence[str]]
    texts: Sequence[str | None]
    """Those that are lost are None: they are read as empty, and counted in `lost`."""
    lost: dict[int, str] = field(default_factory=dict)
    """The places of lost texts that were met, each with the name of what it is a text of."""
    _built: dict[tuple[Any, int], Any] = field(default_factory=dict)

    def value(self, kind: Any, data: Any) -> Any:
        """Decode `data` as `kind`; a KeyError, IndexError, TypeError or ValueError if it is not."""
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            return self._union(get_args(kind), data)
        if origin is tuple:
            return tuple(self.value(get_args(kind)[0], item) for item in data)
        if origin is not None:
            return {key: self.value(get_args(kind)[1], item) for key, item in data.items()}
        if is_dataclass(kind):
            return self._shared(kind, data) if kind in SHARED else self._build(kind, data)
        make = _SCALARS.get(kind) or (kind if issubclass(kind, Enum) else None)
        return make(data) if make else data

    def _union(self, kinds: tuple[Any, ...], data: Any) -> Any:
        """Decode an optional value, or the one of several dataclasses that the data names."""
        if data is None:
            return None
        present = [kind for kind in kinds if kind is not type(None)]
        if len(present) == 1:
            return self.value(present[0], data)
        return self.value({kind.__name__: kind for kind in present}[data[0]], data)

    def _shared(self, kind: Any, place: int) -> Any:
        """Build a shared value once."""
        if (kind, place) not in self._built:
            self._built[kind, place] = self._build(kind, self.shared[place])
        return self._built[kind, place]

    def _build(self, kind: Any, data: Sequence[Any]) -> Any:
        """Build a dataclass from the fields that are there."""
        declared = _types(kind)
        data = data[1:] if kind in TAGGED else data
        values = {
            name: self._long(item, kind)
            if (kind, name) in LONG
            else self.value(declared[name], item)
            for name, item in zip(self.names[kind.__name__], data, strict=True)
            if name in declared
        }
        return kind(**values)

    def _long(self, place: int | None, kind: Any) -> str:
        """Return the text at a place."""
        text = "" if place is None else self.texts[place]
        if text is None:
            assert place is not None  # noqa: S101 - tells mypy that it came from a place
            self.lost.setdefault(place, kind.__name__)
        return text or ""


_SCALARS: dict[Any, Callable[[Any], Any]] = {date: date.fromisoformat, float: float}


@functools.cache
def _types(kind: Any) -> dict[str, Any]:
    """Return the fields of a dataclass with their types, strings resolved."""
    hints = get_type_hints(kind)
    return {item.name: hints[item.name] for item in fields(kind)}
