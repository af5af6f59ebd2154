"""Where the answer may stand: by meaning for a question, on the first page for a report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.models.evidence import asked
from retrieval.models.logistic import load
from retrieval.models.pieces import take_apart
from retrieval.models.reading import read, reports
from retrieval.models.spots import spots
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def source(number: int, text: str) -> Source:
    """Return a text as a source of one chunk, a page of its own."""
    page = DocumentFacts(f"d{number}", "docs", f"d{number}.md", "Page")
    chunk = Chunk(f"d{number}-0", page.id, 0, 0, len(text), text)
    return Source(f"S{number}", page, (chunk,), text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The disk of <host> is full.", True),
        ("The scheduler is down.", True),
        ("KubeSchedulerDown", False),
        ("parental leave", False),
        ("Is the disk full?", False),
        ("how do I book leave", False),
        ("Der Drucker im zweiten Stock ist kaputt.", True),
        ("wo finde ich den Drucker im zweiten Stock", False),
        ("二階のプリンターはどこですか", False),
    ],
)
def test_a_report_asks_nothing(text: str, expected: bool) -> None:
    """Whoever tells of trouble uses no word that asks, and more than a few others."""
    assert expected == reports(asked(parse(text, "asked"), Frequencies()))


@pytest.mark.parametrize(
    ("text", "page"), [("The scheduler is down.", "d1"), ("Is the scheduler down?", "d2")]
)
def test_a_report_is_about_the_first_page(text: str, page: str) -> None:
    """A sentence elsewhere that sounds alike wins for a question, not for a report."""
    question = asked(parse(text, "asked"), Frequencies())
    pages = ("No scheduler has been seen for long.", "The scheduler is down when it says so.")
    passages = [take_apart(source(n, page)) for n, page in enumerate(pages, start=1)]
    found = spots(question, passages)
    closeness = [0.9 if spot.page == "d2" else 0.1 for spot in found]
    reading = read(question, passages, found, closeness, load())

    assert page == reading.places[0][0].page


@pytest.mark.parametrize(("title", "expected"), [("KubeSchedulerDown", True), ("Alerts", False)])
def test_the_name_of_a_page_alone_reports_what_it_is_of(title: str, expected: bool) -> None:
    """An alert's name is a report where a page is called so; elsewhere it asks what it is."""
    question = asked(parse("KubeSchedulerDown", "asked"), Frequencies())
    told = source(1, "KubeSchedulerDown fires when no scheduler is seen.")
    passages = [take_apart(replace(told, document=replace(told.document, title=title)))]
    reading = read(question, passages, spots(question, passages), None, load())

    assert expected == reading.report


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does KT-4031 mean?", True),
        ("KT-4031", True),
        ("explain KT-4031", True),
        ("What does KT-4032 mean?", False),
        ("KT-4032", False),
        ("What is KT-4031-B?", False),
        ("When does the gateway raise KT-4032 for a lost lease?", False),
    ],
)
def test_a_name_is_answered_where_it_stands(text: str, expected: bool) -> None:
    """The place that has it comes first, whatever means the like; a neighbour of it is refused."""
    question = asked(parse(text, "asked"), Frequencies(1000, {"kt": 9, "mean": 90}))
    passages = [
        take_apart(source(1, "Codes mean that something went wrong with a gateway.")),
        take_apart(source(2, "Wait a minute.\n\nKT-4031 tells of a lost lease.\n\nThen go on.")),
    ]
    found = spots(question, passages)
    reading = read(question, passages, found, [0.3 for _ in found], load())

    assert expected == (reading.probability >= reading.judges.threshold)
    assert not expected or "KT-4031" in reading.places[0][0].piece.text


@pytest.mark.parametrize(
    ("chunks", "small"),
    [(0, 0.0), (20_000, 0.0), (90_000, 0.0), (2_000, 1.0), (600, 1.5), (9, 1.5)],
)
def test_what_a_few_passages_have_is_better_evidence(chunks: int, small: float) -> None:
    """The best of a few is not as close by chance; of a scope of unknown size nothing is said."""
    question = asked(parse("When is lunch?", "asked"), Frequencies(chunks))
    passages = (take_apart(source(1, "Lunch is at noon in the hall.")),)
    reading = read(question, passages, spots(question, passages), None, load())

    assert small == pytest.approx(reading.features["small"], abs=0.03)
    assert load().meaning.answer.weights["small"] > 0
