"""What no document can answer is told apart from what one may."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from retrieval.answer.live import KINDS, LONGEST, live
from scripts.ask import WOULD_KNOW

DATA = Path(__file__).parent / "data"


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_written_questions_are_told_by_their_kind() -> None:
    """Nearly all of a hundred are recognised, and of their kind."""
    asked = _lines(DATA / "live.jsonl")
    told = [one for one in asked if live(one["question"]) == one["live"]]

    assert len(asked) == 100
    assert len(told) >= 95


def test_questions_of_the_rule_behind_it_are_none() -> None:
    """How it is found out, what to do then and what is allowed are questions for a page."""
    asked = [one["question"] for one in _lines(DATA / "not_live.jsonl")]

    assert [] == [one for one in asked if live(one)]


@pytest.mark.parametrize(
    "asked",
    [
        "What's the weather?",
        "so what's the weather like tomorrow in Madrid?",
        "What's the forecast for tomorrow?",
        "What is the temperature outside?",
        "what's the temperature in Berlin right now?",
        "What is the forecast for Berlin this weekend?",
        "What time is it right now in Tokyo?",
        "What's the euro exchange rate today?",
        "Is the canteen open today?",
        "is the bus late today?",
    ],
)
def test_what_the_web_knows_is_asked_of_a_place_or_a_moment(asked: str) -> None:
    """The thing asked for is how it is there, or then."""
    assert "world" == live(asked)


@pytest.mark.parametrize("name", ["handbooks", "runbooks"])
def test_real_questions_are_left_alone(evaldata: Path, name: str) -> None:
    """At most one in a hundred of the questions that pages answer is taken for another."""
    asked = [one["question"] for one in _lines(evaldata / name / "questions.jsonl")]
    wrong = [one for one in asked if live(one)]

    assert len(wrong) <= len(asked) / 100


@given(st.text(max_size=LONGEST * 2))
def test_any_text_is_looked_at(text: str) -> None:
    """Whatever is asked, there is a kind that has its words, or none."""
    assert live(text) in (None, *KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_worded(kind: str) -> None:
    """Slack and the terminal both say where a question of the kind belongs."""
    assert phrases.note("live", kind).endswith(".")
    assert WOULD_KNOW[kind]
