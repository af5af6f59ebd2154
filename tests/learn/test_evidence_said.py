"""Tests of retrieval/learn/evidence_said.py: what evidence says, by kinds and facts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from retrieval.learn import evidence_said
from retrieval.learn.evidence_said import SENTENCES, say, worded
from retrieval.learn.stages import Step


def test_a_sentence_is_worded_with_its_facts_and_parts() -> None:
    """Numbers, texts, a part and several parts; what stands in a fact is no place for another."""
    parts = tuple(say("boundary", chunk=number, end=100 * number) for number in (1, 2))
    where = {"wording": "“{page}”", "page": "a{b}.md", "start": 90, "end": 210}
    said = say("cut_apart", boundaries=parts, **where)

    assert (
        "“{page}” stands whole in a{b}.md but in none of its chunks: it is at 90 to 210, and chunk "
        "1 ends at character 100, chunk 2 ends at character 200."
    ) == str(said)
    assert f"{said} {said}" == worded((said, said))


def test_other_words_are_those_that_are_asked_for() -> None:
    """All parts are worded by them, too."""
    said = say("drifted", query=say("as_it_stood"), at=say("at", place=3), reference="x")

    assert "<drifted>" == worded(said, lambda kind: f"<{kind}>")
    assert "as_it_stood, at" == worded(
        said, lambda kind: "{query}, {at}" if kind == "drifted" else kind
    )


def test_a_kind_that_has_no_words_is_a_fault() -> None:
    """It is found by tests, and not shown to anybody."""
    with pytest.raises(KeyError):
        str(say("no such kind"))
    assert all(SENTENCES.values())


def test_every_kind_that_is_said_has_words_and_every_words_a_kind() -> None:
    """With a place for each fact that is given, and no other."""
    said: dict[str, set[str]] = {}
    for path in sorted(Path(evidence_said.__file__).parent.glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "say":
                kind = call.args[0]
                if isinstance(kind, ast.Constant):
                    named = {one.arg for one in call.keywords if one.arg}
                    said[kind.value] = said.get(kind.value, set()) | named
    places = {kind: set(re.findall(r"{(\w+)}", text)) for kind, text in SENTENCES.items()}
    steps = {f"step_{one}" for one in (Step.IN_SCOPE, Step.FOUND, Step.FUSED, Step.PACKED)}

    assert set(SENTENCES) == said.keys() | steps | {"not_there", "not_at_all"}
    assert [] == [kind for kind, facts in said.items() if not facts <= places[kind]]
