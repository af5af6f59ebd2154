"""The places where an answer may stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.models.evidence import asked
from retrieval.models.pieces import Passage, take_apart
from retrieval.models.spots import (
    MOST_SPOTS,
    SECTION_SHARE,
    WINDOW_WORDS,
    Spot,
    answer_features,
    sections,
    spots,
    titled,
)
from retrieval.models.spots import spot_features as weigh
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def passage(text: str, number: int = 1) -> Passage:
    """Return a text as a passage of one chunk."""
    page = DocumentFacts(f"d{number}", "docs", f"d{number}.md", "Page")
    chunk = Chunk(f"d{number}-0", page.id, 0, 0, len(text), text)
    return take_apart(Source(f"S{number}", page, (chunk,), text, 0, len(text)))


def look(question: str, *texts: str) -> tuple[list[Spot], dict[str, float]]:
    """Return the places, and what speaks for an answer at the first."""
    said = asked(parse(question, "asked"), Frequencies())
    passages = [passage(text, number) for number, text in enumerate(texts, start=1)]
    found = spots(said, passages)
    return found, dict(answer_features(said, found[0], passages, None))


def test_the_first_passages_have_a_place_and_no_two_overlap() -> None:
    """The best passages give their best whatever it is, and a paragraph counts once."""
    text = "\n\n".join(f"Leave is paid {n}. Leave is long {n}." for n in range(9))
    found, _ = look("leave", text, *["Nothing of it here at all."] * 4)

    assert MOST_SPOTS == len(found)
    assert {1, 2} == {spot.rank for spot in found}
    assert len(found) == len({(s.rank, s.quotation.spans) for s in found})


def test_a_window_is_short() -> None:
    """However long the list, the embedder sees no more than the words it is allowed."""
    items = "\n".join(f"- {'word ' * 30}{n}" for n in range(5))
    found, _ = look("word 4", f"## Heading\n\nThese:\n\n{items}")

    assert all(len(spot.window.split()) <= WINDOW_WORDS for spot in found)


def test_a_window_is_what_people_read() -> None:
    """Addresses and marks are left out; of a long list the item that was looked for is seen."""
    under, _ = look("policy", "## Paid leave\n\nThe policy is short and clear.")
    far = "\n".join(f"- some words of item {n}" for n in range(20))
    linked, _ = look("policy", "See **the [leave policy](https://x.example/a?b=c)** for more.")
    listed, _ = look("item 17", f"These are all of our items:\n\n{far}")

    assert "See the leave policy for more." == linked[0].window
    assert "some words of item 17" in listed[0].window
    assert "Paid leave\nThe policy is short and clear." == under[0].window


@pytest.mark.parametrize(
    ("question", "feature", "expected"),
    [
        ("What does ERR_4021 mean?", "unknown", 1.0),
        ("What does ERR_7 mean?", "unknown", 0.0),
        ("What is a zebra?", "missing", 1.0),
    ],
)
def test_what_is_nowhere_counts_against(question: str, feature: str, expected: float) -> None:
    """An identifier or word that no passage has is told."""
    _, features = look(question, "ERR_7 means that the disk is full.")

    assert expected == features[feature]


def test_a_question_on_the_page_is_no_answer_but_with_its_reply() -> None:
    """A question that nothing follows is idle; one that is answered below is quoted with that."""
    said = asked(parse("Can I carry leave over?", "asked"), Frequencies())
    (alone,) = spots(said, [passage("Can I carry leave over?")])
    page = passage("Can I carry leave over?\n\nYou may carry five days of leave over.")
    (replied,) = spots(said, [page])

    assert 1.0 == weigh(said, alone, None)["idle"]
    assert 0.0 == weigh(said, replied, None)["idle"]
    assert "five days" in replied.window


def test_a_list_of_links_is_idle() -> None:
    """Where to read on is no answer."""
    said = asked(parse("leave policy", "asked"), Frequencies())
    (found,) = spots(said, [passage("- [The leave policy of all countries](leave.md)")])

    assert 1.0 == weigh(said, found, None)["idle"]


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("[The model of an enquiry](enquiry.rb) \U0001f512", 1.0),
        ("Who’s who in the leave team", 1.0),
        ("Leave is booked in Rippling’s own pages.", 0.0),
        ("年假要在系统里申请", 0.0),
    ],
)
def test_an_emoji_or_a_curly_quote_makes_no_label_an_answer(text: str, idle: float) -> None:
    """Words are counted, not characters, but for script without spaces."""
    said = asked(parse("leave policy", "asked"), Frequencies())
    (found,) = spots(said, [passage(text)])

    assert idle == weigh(said, found, None)["idle"]


def test_what_the_search_found_says_how_close_the_section_is() -> None:
    """What it did not find, for want of a vector too, is as close as its place says, or more."""
    said = asked(parse("When is leave paid?", "asked"), Frequencies())
    near, far = "Leave is paid in June of each year.", "Leave is booked early by all of us."
    first, second = passage(near), passage(far, 2)
    scored = replace(first, source=replace(first.source, scores={"d1-0": 0.6, "other": 0.4}))

    assert [0.6, 0.4] == sections(spots(said, [scored, second]), [0.8, 0.1])
    assert [0.6, 0.9 * SECTION_SHARE] == sections(spots(said, [scored, second]), [0.8, 0.9])
    assert [0.8 * SECTION_SHARE, 0.5 * SECTION_SHARE] == sections(
        spots(said, [first, second]), [0.8, 0.5]
    )
    (spot,) = spots(said, [first])
    assert 0.4 == weigh(said, spot, 0.9, 0.4)["section"]
    assert 0.4 == answer_features(said, spot, [first], 0.9, 0.4)["section"]
    assert "section" not in weigh(said, spot, None)


ROWS = "| Engineer | 28 |\n| Cook | 29 |\n| Manager | 31 |\n"
LEAVE = f"## Leave\n\n| Role | Days off |\n|---|---|\n{ROWS}"


def test_a_row_has_the_words_of_its_header() -> None:
    """However far down a row stands, its header speaks for it, and no other row is compared."""
    found, features = look("Days off of a Manager", LEAVE)

    assert 1.0 == features["near"]
    assert "| Role | Days off | | Manager | 31 |" == found[0].window


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What do I do on my first day?", True),
        ("Who do I call on my first day?", False),
        ("When is my first day?", False),
        ("What does my first day cost?", False),
        ("What about the day?", False),
    ],
)
def test_a_heading_is_the_subject_of_the_list_under_it(question: str, expected: bool) -> None:
    """It has all terms of the question, two at least, and the list has what is asked for."""
    said = asked(parse(question, "asked"), Frequencies())
    page = passage("## First day\n\n1. Fetch the laptop.\n2. Sign the contract.\n")

    assert expected == titled(said, spots(said, [page])[0])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("parental leave", True),
        ("Parental leave?", True),
        ("leave", False),
        ("sick leave", False),
        ("How long is parental leave for fathers?", False),
    ],
)
def test_a_few_words_may_be_the_heading(question: str, expected: bool) -> None:
    """What stands under it seldom says them again, and then the heading is compared as well."""
    said = asked(parse(question, "asked"), Frequencies())
    page = passage("## Parental leave\n\nStay at home for as long as it takes.\n")

    assert expected == titled(said, spots(said, [page])[0])
