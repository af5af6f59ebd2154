"""An answer covers its question where its quotes have what the question names, and are close."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from retrieval.answer.covering import Gap, Least, covering
from retrieval.text.query import parse
from retrieval.values import Answer, Frequencies, Note, Outcome, Packed, Queries, Question, Scope
from tests.fakes.answers import answer, citation, claim, source

SEEN = {"leave": 40, "pay": 30, "days": 60, "office": 10, "sabbatical": 1, "42": 3}
FREQUENCIES = Frequencies(1000, SEEN)


def _asked(text: str) -> Queries:
    return Queries(Question(text, Scope(("docs",))), text, (parse(text, "asked"),), "none")


def _said(text: str, meaning: float = 0.9, **more: object) -> Answer:
    passage = replace(source(text), scores={"c": meaning}, heading_path=("Sabbaticals",))
    given = answer(claim(text, citation(text)), sources=(passage,))
    return replace(given, **more)  # type: ignore[arg-type]


def _gap(question: str, said: Answer) -> Gap | None:
    return covering(_asked(question), Packed((), frequencies=FREQUENCIES), said).gap


@pytest.mark.parametrize(
    ("question", "quote", "gap"),
    [
        ("How many days of leave?", "Leave is 25 days.", None),
        ("How is a sabbatical paid?", "It is paid for 25 days.", None),  # The heading names it.
        ("How many days of zorble leave?", "Leave is 25 days.", Gap.WORDS),
        ("What does ERR_4021 mean?", "An error means that something is wrong.", Gap.WORDS),
        ("What does ERR_4021 mean?", "ERR_4021 means that the disk is full.", None),
        ("Which leave after 42 days?", "Leave is 25 days.", Gap.WORDS),
    ],
)
def test_what_the_question_names_stands_in_the_quotes(
    question: str, quote: str, gap: Gap | None
) -> None:
    """Rare words, names and numbers, each; a heading or a title counts as quoted."""
    assert gap == _gap(question, _said(quote))


def test_what_is_not_close_is_weak() -> None:
    """The same words in a passage about something else are no answer to be sure of."""
    assert Gap.WEAK is _gap("How many days of leave?", _said("Leave is 25 days.", 0.2))
    assert Gap.WEAK is _gap("How many days of leave?", _said("Leave is 25 days.", sources=()))


def test_a_passage_is_as_close_as_its_closest_chunk() -> None:
    """What is quoted may stand in a chunk beside the one that was found."""
    said = _said("Leave is 25 days.")
    beside = replace(said.sources[0], scores={"another": 0.9})

    assert _gap("How many days of leave?", replace(said, sources=(beside,))) is None


@pytest.mark.parametrize(
    ("more", "gap"),
    [
        ({"outcome": Outcome.PARTIAL}, Gap.PART),
        ({"outcome": Outcome.CONFLICT}, Gap.CONFLICT),
        ({"outcome": Outcome.FAILED, "claims": ()}, Gap.FAILED),
        ({"outcome": Outcome.NOT_IN_CONTEXT, "claims": ()}, Gap.NOTHING),
        ({"notes": (Note("live", "state"),)}, Gap.LIVE),
        ({"notes": (Note("uncovered"),)}, Gap.PART),
        ({"notes": (Note("unanswered", "who pays"),)}, Gap.PART),
        ({"notes": (Note("differs", "2026-01-01"),)}, Gap.CONFLICT),
        ({"notes": (Note("search_degraded", "meaning"),)}, Gap.DEGRADED),
        ({"notes": (Note("stale", "2020-01-01"),)}, None),
    ],
)
def test_only_a_whole_answer_covers(more: dict[str, object], gap: Gap | None) -> None:
    """Nothing of it missing, contradicted, or searched for in part."""
    assert gap == _gap("How many days of leave?", _said("Leave is 25 days.", **more))


@pytest.mark.parametrize("gap", list(Gap))
def test_every_gap_can_be_told(gap: Gap) -> None:
    """Whoever wonders why nothing was said hears which it was."""
    assert phrases.why("unheard of") != phrases.why(f"not covered: {gap}")


@given(st.text(max_size=200), st.text(max_size=200), st.floats(0, 1))
def test_any_question_and_quote_are_weighed(question: str, quote: str, meaning: float) -> None:
    """Shares stay shares, and asking for more never turns silence into an answer."""
    packed = Packed((), frequencies=FREQUENCIES)
    said = _said(quote, meaning)
    found = covering(_asked(question), packed, said)
    strict = covering(_asked(question), packed, said, Least(1.0, 0.0, 1.0, 2.0))

    assert 0 <= found.share <= 1.0000001
    assert strict.gap or found.gap is None
