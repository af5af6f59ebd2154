"""What stands together under a heading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.headed import SECTION_WORDS, TABLE_WORDS, beginning, opening, section, table
from retrieval.models.pieces import take_apart
from retrieval.values import Chunk, DocumentFacts, Source


def source(text: str) -> Source:
    """Return a text as a source of one chunk."""
    page = DocumentFacts("d", "docs", "d.md", "Page")
    chunk = Chunk("d-0", "d", 0, 0, len(text), text)
    return Source("S1", page, (chunk,), text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\nOne.\n\n- two\n- three\n\n# B\n\nFour.", ("One.\n\n- two\n- three",)),
        ("# A\n\nOne.\n\n## A\n\nTwo.", ("One.",)),
        ("# A\n\nOne.\n\n| A |\n|---|\n| x |\n", None),
        (f"# A\n\nOne. {'Word. ' * SECTION_WORDS}", None),
    ],
)
def test_a_section_is_quoted_whole_where_it_is_short(
    text: str, expected: tuple[str, ...] | None
) -> None:
    """All under one heading comes together, but for tables and what nobody would read."""
    passage = take_apart(source(text))
    found = section(passage, passage.pieces[0])

    assert expected == (found.texts if found else None)


@pytest.mark.parametrize(
    "form", ["**{}**\n\n{}", "__{}__\n\n{}", "**{}** {}", "**Q: {}**\n\n{}\n\nThat is all."]
)
def test_a_question_in_bold_is_the_heading_of_its_answer(form: str) -> None:
    """Of a page of questions the one with its answer is quoted, and nothing of the next."""
    pairs = [("Who pays?", "The firm pays."), ("Who cleans?", "Nobody does.")]
    first, second = (form.format(*pair) for pair in pairs)
    passage = take_apart(source(f"# Questions\n\nBefore.\n\n{first}\n\n{second}\n"))
    found = [section(passage, piece) for piece in passage.pieces]

    assert ["Before.", first, second] == list(dict.fromkeys(one.texts[0] for one in found if one))
    assert ["Before.", "Who pays?", "Who cleans?"] == list(
        dict.fromkeys(beginning(passage, one).text.strip("*_Q: ") for one in passage.pieces)
    )


def test_a_question_in_passing_is_no_heading() -> None:
    """One in plain words, within a paragraph or in a list belongs to what stands around it."""
    text = "Is it late? Then go.\n\nOr **is it dark?** Stay.\n\n- **Is it cold?**\n- Stay."
    passage = take_apart(source(f"# Going\n\n{text}\n"))
    found = section(passage, passage.pieces[-1])

    assert found is not None
    assert (text,) == found.texts


@pytest.mark.parametrize("word", ["one", "two", "three"])
def test_a_short_table_is_quoted_whole(word: str) -> None:
    """From its header on, whichever row was looked for; what is no row has no table."""
    text = "# A\n\nthree:\n\n| A |\n|---|\n| one |\n| two |\n"
    passage = take_apart(source(text))
    found = table(passage, next(piece for piece in passage.pieces if word in piece.text))

    assert (None if word == "three" else ("| A |\n|---|\n| one |\n| two |",)) == (
        found and found.texts
    )


def test_a_long_table_is_not_quoted_whole() -> None:
    """Nobody reads all of it for one row."""
    passage = take_apart(source("| A |\n|---|\n" + "| one |\n" * (TABLE_WORDS // 2)))

    assert table(passage, passage.pieces[0]) is None


def test_code_is_opened_and_closed_or_not_begun() -> None:
    """Quoted as far as it fits, a section ends with a whole block, and steps keep their marks."""
    code = "```bash\nls -l\nls -a\n```"
    text = f"# A\n\n1. Look around:\n\n{code}\n\n2. {'word ' * 30}end."
    passage = take_apart(source(text))
    first = passage.pieces[0]

    assert (f"1. Look around:\n\n{code}",) == opening(passage, first, 20).texts
    assert ("Look around:",) == opening(passage, first, 5).texts


def test_a_section_begins_under_its_heading() -> None:
    """Wherever a piece stands, its section opens with the first piece after the heading."""
    passage = take_apart(source("Before.\n\n# A\n\nOne. Two.\n\n- three\n\n# B\n\nFour."))

    assert ["Before.", "One.", "One.", "One.", "Four."] == [
        beginning(passage, piece).text for piece in passage.pieces
    ]


@given(st.text(max_size=400))
def test_what_is_under_a_heading_is_in_order(text: str) -> None:
    """Whatever the text, the spans are in order, not empty, and hold what they were made for."""
    passage = take_apart(source(text))
    for piece in passage.pieces:
        for found in (section(passage, piece), opening(passage, piece, 20)):
            spans = found.spans if found else ((piece.start, piece.end),)

            assert any(a <= piece.start < b for a, b in spans)
            assert all(a < b for a, b in spans)
            assert list(spans) == sorted(spans)
        assert beginning(passage, piece).start <= piece.start
