"""A trace as plain data and back, without loss, and its facts for one line of the log.

Texts that are long and recur between questions (chunks, sources, a model's raw replies) stand
in the data by digest only; they are kept beside it, each once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.codec import Decoder, Encoder, digest
from retrieval.errors import LedgerError, TextsGone
from retrieval.values import Dropped, LegResult, Trace, Usage, VerifiedClaim

__all__ = [
    "Encoded",
    "canonical",
    "charges",
    "configuration_id",
    "decode",
    "digest",
    "encode",
    "needed",
    "stage_seconds",
    "summary",
    "usage",
]

VERSION = 1


@dataclass(frozen=True, slots=True)
class Encoded:
    """A trace as JSON data, and the texts that stand in it by digest only."""

    data: Mapping[str, Any]
    texts: Mapping[str, str]


def canonical(configuration: Mapping[str, Any]) -> str:
    """Return a configuration as the one JSON text that all equal ones have."""
    return json.dumps(configuration, sort_keys=True, separators=(",", ":"))


def configuration_id(configuration: Mapping[str, Any]) -> str:
    """Return the id of a configuration: the digest of its canonical JSON."""
    return digest(canonical(configuration))


def encode(trace: Trace) -> Encoded:
    """Return `trace` as JSON data and the texts that it refers to."""
    encoder = Encoder()
    data = encoder.value(trace)
    return Encoded(
        {
            "version": VERSION,
            "fields": encoder.names,
            "texts": list(encoder.texts),
            "shared": encoder.shared,
            "trace": data,
        },
        encoder.texts,
    )


def needed(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the digests of the texts that encoded data refers to."""
    return tuple(data.get("texts", ()))


def decode(data: Mapping[str, Any], texts: Mapping[str, str]) -> Trace:
    """Return the trace that was encoded.

    Raises:
        LedgerError: The data is of a newer form, or damaged.
        TextsGone: Texts that it refers to are not in `texts`; the error has the rest.
    """
    if data.get("version") != VERSION:
        raise LedgerError(
            "This trace was written by a newer version of Footnote; update Footnote to read it."
        )
    try:
        decoder = Decoder(data["shared"], data["fields"], [texts.get(key) for key in needed(data)])
        trace = decoder.value(Trace, data["trace"])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise LedgerError(
            f"This trace cannot be read; a part of it is missing: {error}."
        ) from error
    assert isinstance(trace, Trace)  # noqa: S101 - tells mypy what the decoder was asked for
    if decoder.lost:
        raise TextsGone(_in_words(decoder.lost), trace)
    return trace


_REPLIES = {
    "Queries": "the reply about the search",
    "Ranked": "the reply about the ranking",
    "Draft": "the writer's reply",
}


def _in_words(lost: Mapping[int, str]) -> str:
    """Say which texts are lost: how many of passages, and which replies of models."""
    kinds = Counter(lost.values())
    replies = [said for kind, said in _REPLIES.items() if kinds.pop(kind, 0)]
    passages = kinds.total()
    read = f"{passages} text{'s' * (passages > 1)} of the passages that it found"
    return " and ".join([*([read] if passages else []), *replies])


def summary(trace: Trace) -> dict[str, str | int | float]:
    """Return the facts of a trace for one log line: ids, counts and times, and no text."""
    line: dict[str, str | int | float] = {
        "trace_id": trace.id,
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


def charges(trace: Trace) -> dict[str, Usage]:
    """Return what each stage was charged for, where a model did its work."""
    stages = {
        "rewrite": trace.queries,
        "search": trace.candidates,
        "rank": trace.ranked,
        "write": trace.draft,
    }
    return {name: hop.usage for name, hop in stages.items() if hop and hop.usage != Usage()}


def usage(trace: Trace) -> Usage:
    """Return what the models of all stages charged for together; no cost where one is unknown."""
    return Usage.total(charges(trace).values())


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
