"""Tests of retrieval/tracing.py: a trace as plain data and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval import tracing
from retrieval.errors import LedgerError, TextsGone
from retrieval.values import (
    Answer,
    Candidates,
    Chunk,
    Citation,
    Claim,
    DocumentFacts,
    Draft,
    Dropped,
    Hit,
    LegResult,
    Metadata,
    Note,
    Outcome,
    Packed,
    Queries,
    Query,
    Question,
    Quote,
    Ranked,
    RankedHit,
    Scope,
    Source,
    Term,
    Trace,
    Usage,
    VerifiedClaim,
    Weighed,
    Weighing,
)


def _built(kind: Any) -> st.SearchStrategy[Any]:
    """Build any value of a declared type, small enough that a whole trace stays quick."""
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return st.lists(_built(arguments[0]), max_size=2).map(tuple)
    if get_origin(kind) is Mapping:
        return st.dictionaries(_built(str), _built(arguments[1]), max_size=2)
    if arguments:
        return st.one_of([_built(argument) for argument in arguments])
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{item.name: _built(hints[item.name]) for item in fields(kind)})
    return _SCALARS[kind] if kind in _SCALARS else st.from_type(kind)


_SCALARS = {
    str: st.text(st.characters(), max_size=5),
    float: st.floats(allow_nan=False),
    int: st.integers(-(2**31), 2**31),
}
FACTS = DocumentFacts("d1", "docs", "a.md", "A", "https://x/a", Metadata(updated=date(2026, 1, 2)))
CHUNK = Chunk("c1", "d1", 0, 0, 9, "Secret it", ("A",), "lead", "a", "A Secret it", 3, "digest")
QUESTION = Question("Secret question?", Scope(("docs",)), asker="U1")
QUERY = Query("Secret question?", "asked", (Term(("secret",)),))
SOURCE = Source("S1", FACTS, (CHUNK,), "Secret it", 0, 9)
CITATION = Citation("S1", FACTS, "Secret", 0, 6, "c1", "digest")
CLAIM = Claim("Secret claim", (Quote("S1", "Secret"),))
SHOWN = VerifiedClaim("Secret claim", (CITATION,), replaced="numbers")
RANKED = RankedHit(CHUNK, FACTS, 1, 0.5, 0.03, {"words": 1})
TRACE = Trace(
    "t1",
    "2026-01-02T03:04:05+00:00",
    "conf",
    QUESTION,
    Queries(QUESTION, "Secret question?", (QUERY,), "none", usage=Usage(5, 1, 2), raw="Secret {}"),
    Candidates((LegResult("words", "q", (Hit(CHUNK, FACTS, 1, 7.0),)),), seconds=0.5),
    Ranked((RANKED,), (), "identity"),
    Packed((SOURCE,), tokens=3),
    Draft("quoting", "answered", (CLAIM, CLAIM), usage=Usage(10, 0, 4)),
    (SHOWN, Dropped(CLAIM, "numbers", "7 is not in the quote")),
    Answer(Outcome.ANSWERED, (SHOWN,), (SOURCE,), (RANKED,), (Note("stale"),), "t1", 1.5),
)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(_built(Trace))
def test_any_trace_comes_back(trace: Trace) -> None:
    """Decoding what was encoded gives the very same trace, through JSON text too."""
    encoded = tracing.encode(trace)

    back = tracing.decode(json.loads(json.dumps(encoded.data)), encoded.texts)

    assert trace == back


def test_what_is_not_finite_is_still_json() -> None:
    """A score that is no finite number makes data that strict JSON can hold."""
    hit = replace(RANKED, score=float("inf"), fused=float("-inf"))
    trace = replace(TRACE, ranked=Ranked((hit,), (), "identity"))
    encoded = tracing.encode(trace)

    back = tracing.decode(json.loads(json.dumps(encoded.data, allow_nan=False)), encoded.texts)

    assert trace == back


def test_texts_stand_once_and_apart() -> None:
    """A chunk's text that five hops carry is kept once, and the data holds its digest only."""
    encoded = tracing.encode(TRACE)

    assert {"Secret it", "lead", "A Secret it", "Secret {}"} == set(encoded.texts.values())
    assert "Secret it" not in json.dumps(encoded.data)
    assert set(encoded.texts) == set(tracing.needed(encoded.data))
    assert 4 == len(encoded.data["shared"])


def test_an_older_trace_takes_defaults() -> None:
    """Fields that a trace lacks take their default; fields that are unknown are passed over."""
    encoded = tracing.encode(TRACE)
    data = json.loads(json.dumps(encoded.data))
    place = data["fields"]["Draft"].index("fallback")
    data["fields"]["Draft"][place] = "mood"

    assert TRACE == tracing.decode(data, encoded.texts)


def test_a_trace_from_before_places_were_kept_opens() -> None:
    """A draft that does not say what was weighed has weighed nothing, as far as is known."""
    assert TRACE.draft
    weighing = Weighing("Secret?", 0.4, 0.5, (Weighed("S1", 0, 6, 0.9),), {"near": 0.5})
    now = replace(TRACE, draft=replace(TRACE.draft, weighed=(weighing,)))
    encoded = tracing.encode(now)
    data = json.loads(json.dumps(encoded.data))
    place = data["fields"]["Draft"].index("weighed")
    del data["fields"]["Draft"][place]
    del data["trace"][data["fields"]["Trace"].index("draft")][place]

    assert now == tracing.decode(json.loads(json.dumps(encoded.data)), encoded.texts)
    assert TRACE == tracing.decode(data, encoded.texts)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"version": 2}, "newer version"),
        ({}, "newer version"),
        ({"version": 1}, "cannot be read"),
        ({"version": 1, "shared": [], "fields": {}, "trace": ["x"]}, "cannot be read"),
        ({"version": 1, "shared": [], "fields": {"Trace": ["id"]}, "trace": "x"}, "cannot be"),
    ],
)
def test_data_of_another_form_is_refused(data: dict[str, object], sentence: str) -> None:
    """What cannot be read as a trace is a LedgerError with a sentence."""
    with pytest.raises(LedgerError, match=sentence):
        tracing.decode(data, {})


def test_a_lost_text_is_named() -> None:
    """A trace whose text is gone is refused, in words; what is left of it is with the error."""
    encoded = tracing.encode(TRACE)

    with pytest.raises(TextsGone, match=r"no longer 3 texts of the passages .*pruned") as gone:
        tracing.decode(encoded.data, {})

    assert TRACE.question == gone.value.trace.question
    assert not set(encoded.texts) & set(str(gone.value).split("'"))


def test_summary_holds_no_text() -> None:
    """The log line counts and times, and holds no word of question, page, claim or name."""
    line = tracing.summary(TRACE)

    assert ("t1", "conf", "answered") == (line["trace_id"], line["configuration"], line["outcome"])
    assert (1, 2, 1, 1, 1) == tuple(
        line[name] for name in ("words_hits", "claims", "shown", "dropped", "citations")
    )
    assert (15, 1, 6) == tuple(
        line[f"{name}_tokens"] for name in ("prompt", "cached", "completion")
    )
    assert 0.5 == line["search_seconds"]
    assert not any(word in json.dumps(line) for word in ("Secret", "U1", "docs", "a.md"))


def test_summary_of_a_failure() -> None:
    """A question that failed before any hop still has its line."""
    trace = Trace("t1", "2026-01-02T03:04:05+00:00", "", QUESTION)

    assert "none" == tracing.summary(trace)["outcome"]


def test_equal_configurations_have_one_id() -> None:
    """The order of the keys makes no difference, a value does."""
    one, other = {"k": 60, "model": {"a": 1, "b": 2}}, {"model": {"b": 2, "a": 1}, "k": 60}

    assert tracing.configuration_id(one) == tracing.configuration_id(other)
    assert tracing.configuration_id(one) != tracing.configuration_id({**one, "k": 61})


def test_a_trace_from_before_words_were_respelt_opens() -> None:
    """Nothing was respelt then; what is respelt now is read back."""
    assert TRACE.candidates
    now = replace(TRACE, candidates=replace(TRACE.candidates, respelt=(("a", "b"), ("c", "d"))))
    encoded = tracing.encode(now)
    data = json.loads(json.dumps(encoded.data))

    assert now == tracing.decode(data, encoded.texts)
    place = data["fields"]["Candidates"].index("respelt")
    del data["fields"]["Candidates"][place]
    del data["trace"][data["fields"]["Trace"].index("candidates")][place]

    assert TRACE == tracing.decode(data, encoded.texts)
