"""What no document can answer is told apart from what one may."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from bot.slack.phrases import LANGUAGES
from retrieval.answer.live import KINDS, LONGEST, live
from scripts.answered import WOULD_KNOW

DATA = Path(__file__).parent / "data"


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_written_questions_are_told_by_their_kind(language: str) -> None:
    """Nearly all of a hundred in each language are recognised, and of their kind."""
    asked = _lines(DATA / f"live_{language}.jsonl")
    told = [one for one in asked if live(one["question"]) == one["live"]]

    assert len(asked) == 100
    assert len(told) >= 95


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_of_the_rule_behind_it_are_none(language: str) -> None:
    """How it is found out, what to do then and what is allowed are questions for a page."""
    asked = [one["question"] for one in _lines(DATA / f"not_live_{language}.jsonl")]

    assert len(asked) >= 60
    assert [] == [one for one in asked if live(one)]


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


@pytest.mark.parametrize(
    "repeated", ["私の申請", "残り有給", "今何", "ist ", "hallo ", "wie viele a "]
)
def test_a_text_that_nearly_matches_takes_no_time(repeated: str) -> None:
    """What is repeated up to the longest question is looked at within a tenth of a second."""
    text = (repeated * LONGEST)[:LONGEST]
    started = time.perf_counter()
    live(text)

    assert time.perf_counter() - started < 0.1
