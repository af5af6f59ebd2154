"""What of a place is compared with a question."""

from __future__ import annotations

from retrieval.models.compared import texts
from retrieval.models.evidence import asked
from retrieval.models.pieces import take_apart
from retrieval.models.spots import spots
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def compared(question: str, text: str) -> tuple[str, ...]:
    """Return the texts of the best place of a page."""
    page = DocumentFacts("d1", "docs", "d1.md", "Page")
    chunk = Chunk("d1-0", page.id, 0, 0, len(text), text)
    passage = take_apart(Source("S1", page, (chunk,), text, 0, len(text)))
    said = asked(parse(question, "asked"), Frequencies())
    return texts(said, spots(said, [passage])[0])


def test_a_sentence_is_compared_alone_as_well() -> None:
    """Its paragraph is about more than one thing, and it stands under its heading either way."""
    page = "## On call\n\nOpen the board. A rollback takes four minutes. Tell the channel."
    found = compared("How long does a rollback take?", page)

    assert (
        "On call\nOpen the board. A rollback takes four minutes. Tell the channel.",
        "On call\nA rollback takes four minutes.",
    ) == found


def test_a_cell_is_compared_under_its_header() -> None:
    """The row is known by its first cell, and the column by what the question asks for."""
    page = "| Severity | Meaning | Who leads |\n|---|---|---|\n| SEV1 | Outage | The commander |\n"
    found = compared("Who leads a SEV1?", page)

    assert "SEV1: Who leads: The commander" == found[-1]
    assert 2 == len(found)


def test_a_pipe_inside_a_cell_parts_nothing() -> None:
    """As commands in runbooks have it, escaped."""
    page = "| Task | Command |\n|---|---|\n| Count pods | `kubectl get pods \\| wc -l` |\n"

    found = compared("Which command counts pods?", page)
    assert "Count pods: Command: kubectl get pods | wc -l" == found[-1]


def test_a_row_without_the_asked_header_is_compared_whole() -> None:
    """No column is asked for, or there are not as many cells as headers."""
    table = "| Severity | Meaning | Who leads |\n|---|---|---|\n"

    assert 1 == len(compared("What is a SEV1?", f"{table}| SEV1 | Outage | The commander |\n"))
    assert 1 == len(compared("Who leads a SEV1?", f"{table}| SEV1 | The commander |\n"))


def test_nothing_is_compared_twice() -> None:
    """A sentence that is all of its quotation is one text."""
    assert ("Leave is paid in June.",) == compared("When is leave paid?", "Leave is paid in June.")
