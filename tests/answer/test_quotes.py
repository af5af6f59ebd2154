"""Where a writer's quotes are found in their sources, and where they are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.quotes import LONGEST_QUOTE, cite, locate, sentence
from retrieval.values import Packed, Quote
from tests.fakes.sources import packed

PAGE = """# Leave

Full-time staff get **30 days** of [paid leave](https://hr.example.com/l) a year. Contractors do
not get paid leave unless their contract says so.

| Tier | Limit |
|------|-------|
| Gold | 30 days |

1. Open `config.yaml`.
2. Run `tool --force`.
"""


def found(quote: str, text: str = PAGE) -> list[str]:
    """Return the source's words that a quote stands for."""
    return [text[start:end] for start, end in locate(quote, text).spans]


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        (
            "full-time staff get 30 days of paid leave a year",
            ["Full-time staff get **30 days** of [paid leave](https://hr.example.com/l) a year."],
        ),
        ("| Gold | 30 days |", ["| Gold | 30 days |"]),
        ("Open config.yaml", ["Open `config.yaml`."]),
        (
            "“Full-time staff get 30 days … of paid leave a year”",
            ["Full-time staff get **30 days** of [paid leave](https://hr.example.com/l) a year."]
            * 2,
        ),
    ],
)
def test_a_quote_is_found_word_for_word(quote, expected):
    """Case, marks, links, kinds of quotes and an ellipsis do not hide where a quote stands."""
    assert expected == found(quote)


@pytest.mark.parametrize(
    "quote",
    [
        "staff get 90 days of leave",
        "paid leave",
        "",
        "...",
        "of paid leave a year ... Full-time staff get 30 days",
        "x" * (LONGEST_QUOTE + 1),
        "Contractors do get paid leave unless their contract says so.",
        "Full-time staff get 31 days of paid leave a year.",
    ],
)
def test_what_does_not_stand_there_is_not_found(quote):
    """Other words, too few words, pieces out of order and changed facts are no quotes."""
    located = locate(quote, PAGE)

    assert () == located.spans
    assert located.reason


def test_a_slip_is_repaired_to_the_words_of_the_source():
    """A letter left out does not cost the quote; the citation has the source's own words."""
    (words,) = found("Contractors do not get paid leave unless their contrct says so.")

    assert words.startswith("Contractors do\nnot get paid leave unless their contract says so")


def test_a_quote_that_cuts_off_a_denial_is_widened():
    """Words cut from a sentence that denies or conditions them bring the sentence along."""
    assert ["Contractors do\nnot get paid leave unless their contract says so."] == found(
        "get paid leave unless their contract says so"
    )
    (words,) = found("Contractors do not get paid leave")
    assert words.endswith("unless their contract says so.")


def test_a_label_that_is_not_packed_proves_nothing():
    """A made-up label gives no citation, whatever the quote."""
    citations, reason = cite(Quote("S9", "Full-time staff get 30 days"), packed(PAGE))

    assert () == citations
    assert "S9" in reason


@pytest.mark.parametrize(
    ("label", "found"),
    [(" S1 ", True), ("[S1]", True), ("07970abc87f8 S1", True), ("S1 S2", False), ("S11", False)],
)
def test_a_label_is_known_by_the_one_that_stands_in_it(label, found):
    """Small models write more around a label than they were given; two of them name no source."""
    sources = packed("Leave is paid in full.", "Rent is not.")
    citations, reason = cite(Quote(label, "Leave is paid in full."), sources)

    assert found == bool(citations)
    assert found == (not reason)


def test_a_quote_is_not_looked_for_under_another_label():
    """A quote of S2 under the label S1 is no quote."""
    sources = packed("Lunch is served at noon every day.", PAGE)

    assert () == cite(Quote("S1", "Full-time staff get 30 days of paid leave"), sources)[0]


def test_a_citation_names_the_chunk_that_holds_its_start():
    """Chunk, digest, heading and offsets are those of the place where the quote begins."""
    sources = packed("The first piece says this.\n\n\fThe second piece says much more.\n")
    ((citation,), _) = cite(Quote("S1", "The second piece says much more"), sources)

    chunk = sources.sources[0].chunks[1]
    assert (chunk.id, chunk.digest, "Part 1") == (
        citation.chunk_id,
        citation.chunk_digest,
        citation.heading,
    )
    assert chunk.start == citation.start


@pytest.mark.parametrize(
    ("quote", "heading"),
    [
        ("It is **free** for everybody", "Who pays?"),
        ("Who pays? It is free for everybody. Who cleans? Nobody does it here", "Questions"),
    ],
)
def test_a_citation_is_named_by_what_all_of_it_stands_under(quote, heading):
    """A quote of several sections is not named by the first of them."""
    page = "**Who pays?**\n\nIt is free for everybody.\n\n\f**Who cleans?**\n\nNobody does it here."
    (source,) = packed(page).sources
    paths = (("Page", "Questions", "Who pays?"), ("Page", "Questions", "Who cleans?"))
    pairs = zip(source.chunks, paths, strict=True)
    chunks = tuple(replace(chunk, heading_path=path) for chunk, path in pairs)
    ((citation,), _) = cite(Quote("S1", quote), Packed((replace(source, chunks=chunks),)))

    assert heading == citation.heading


def test_a_quote_from_the_lead_is_cited_where_it_stands():
    """Words of the lead are cited from the packed source of the same page that has them."""
    lead = "This does not apply when any of these holds:"
    second = packed("- You are a contractor with us.\n", lead=lead).sources[0]
    first = packed(lead + "\n").sources[0]
    sources = Packed((replace(second, label="S1"), replace(first, label="S2")))
    ((citation,), _) = cite(Quote("S1", lead), sources)

    assert "S2" == citation.label
    assert () == cite(Quote("S1", lead), Packed((second,)))[0]


def test_a_row_quoted_with_its_head_is_cited_alone():
    """Where the head of a table is the lead, the row is what is cited."""
    sources = packed("| Gold tier plan | 30 days |\n", lead="| Tier name here | Limit |")
    quote = "| Tier name here | Limit |\n| Gold tier plan | 30 days |"
    ((citation,), _) = cite(Quote("S1", quote), sources)

    assert "Gold tier plan | 30 days" in citation.text


@given(st.text(st.sampled_from("abc. \n*_|[]()not3"), max_size=120), st.data())
def test_whatever_is_found_stands_in_the_text(text, data):
    """Spans lie inside the text and have the order of the quote."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for first, last in locate(text[start:end], text).spans:
        assert 0 <= first < last <= len(text)


def test_a_sentence_reaches_from_stop_to_stop():
    """A list item is a sentence of its own."""
    start = PAGE.index("config")

    assert "Open `config.yaml`." == PAGE[slice(*sentence(PAGE, start, start + 3))]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("- **Never share it with anyone.** Ask first.", "Never share it with anyone. Ask first"),
        ("So `make ask` makes the index and answers.", "make ask makes the index and answers"),
        ("It is so that we **never share it**.", "It is so that we never share it"),
    ],
)
def test_a_citation_takes_in_both_halves_of_its_mark_up(text: str, quote: str) -> None:
    """A quote that begins or ends within bold or code does not leave half a mark behind."""
    ((start, end),) = locate(quote, text).spans

    assert 0 == text[start:end].count("**") % 2 == text[start:end].count("`") % 2
    assert {"*", "`"} & set(text[start:end])


@pytest.mark.parametrize(
    ("text", "quote", "cited"),
    [
        (
            "Bring a passport.\n\n![The badge form](images/b.png)\n\nIt is valid for a year.",
            "Bring a passport. The badge form",
            "Bring a passport.\n\n![The badge form](images/b.png)",
        ),
        (
            "![The badge form](b.png) Bring a passport from home.",
            "The badge form Bring a passport from home",
            "![The badge form](b.png) Bring a passport from home.",
        ),
        (
            "To ask about it, read [the **guide**](https://x.example/g) first.",
            "To ask about it, read the guide",
            "To ask about it, read [the **guide**](https://x.example/g)",
        ),
    ],
)
def test_a_citation_takes_in_the_whole_link(text: str, quote: str, cited: str) -> None:
    """A quote that begins or ends with the words of a link or picture does not cut it in two."""
    ((start, end),) = locate(quote, text).spans

    assert cited == text[start:end]


@given(st.lists(st.sampled_from(["`a b`", "cd", "`e`", "fg |", "**h i**"]), min_size=3), st.data())
def test_a_quote_never_begins_or_ends_within_code(pieces: list[str], data: st.DataObject) -> None:
    """However many spans of code stand on the line, a quote of whole pieces has them whole."""
    first = data.draw(st.integers(0, len(pieces) - 3))
    last = data.draw(st.integers(first + 3, len(pieces)))
    text = f"start {' '.join(pieces)} end"
    quote = " ".join(pieces[first:last]).strip("`*")
    for start, end in locate(quote, text).spans:
        for mark in ("`", "**"):
            assert not text[:start].count(mark) % 2, text[start:end]
            assert not text[end:].count(mark) % 2, text[start:end]
