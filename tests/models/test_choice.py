"""What is quoted of what was found."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from retrieval.models.choice import MOST_EXCERPTS, MOST_WORDS, choose, in_order, joined
from retrieval.models.evidence import asked
from retrieval.models.excerpt import Excerpt
from retrieval.models.headed import section
from retrieval.models.logistic import load
from retrieval.models.pieces import take_apart
from retrieval.models.reading import Reading, read
from retrieval.models.spots import spots
from retrieval.text.query import parse
from retrieval.values import Chunk, DocumentFacts, Frequencies, Source


def reading(text: str, *pages: str, near: Mapping[str, float] | None = None) -> Reading:
    """Read pages for a question: places that hold a text of `near` are so close, others 0.8."""
    question = asked(parse(text, "asked"), Frequencies())
    passages = [take_apart(source(n, page)) for n, page in enumerate(pages, start=1)]
    found = spots(question, passages)
    known = (near or {}).items()
    cosines = [next((c for said, c in known if said in one.window), 0.8) for one in found]
    return read(question, passages, found, cosines, load())


def source(number: int, text: str) -> Source:
    """Return a text as a source of one chunk, a page of its own."""
    page = DocumentFacts(f"d{number}", "docs", f"d{number}.md", "Page")
    chunk = Chunk(f"d{number}-0", page.id, 0, 0, len(text), text)
    return Source(f"S{number}", page, (chunk,), text, 0, len(text))


def texts(read: Reading) -> list[str]:
    """Return what is quoted, one string a quotation."""
    return ["\n".join(one.texts) for one in choose(read)]


def test_a_report_brings_what_to_do_and_nothing_of_other_pages() -> None:
    """The steps of the page come along whole; another page's trouble does not."""
    page = "The disk of the host is full.\n\n## Mitigation\n\nDelete old dumps.\n\nCall storage."
    other = "The disk of the host is full of music. Delete it."
    found = texts(reading("Disk of host <host> is full.", page, other))

    assert ["The disk of the host is full.", "Delete old dumps.\n\nCall storage."] == found


def test_a_remedy_that_nobody_has_written_is_none() -> None:
    """A page that says TODO under its heading says nothing to do."""
    page = "The disk of the host is full.\n\n## Mitigation\n\nTODO\n"

    assert ["The disk of the host is full."] == texts(reading("Disk of host <host> is full.", page))


def test_little_is_quoted_and_nothing_twice() -> None:
    """Ten pages that say the same give one quotation, and three at most are shown."""
    same = texts(reading("When is leave paid?", *["Leave is paid in June each year."] * 5))
    many = choose(
        reading(
            "When is leave paid?", *[f"Leave is paid {'soon ' * 30}{n} {n * 7}." for n in "abcdefg"]
        )
    )

    assert ["Leave is paid in June each year."] == same
    assert len(many) <= MOST_EXCERPTS
    assert sum(one.words for one in many) <= MOST_WORDS


def test_what_is_named_is_in_all_that_is_quoted() -> None:
    """Asked about a setting by its name, no passage on settings at large comes along."""
    found = texts(
        reading(
            "What is FOO_WORKERS?",
            "FOO_WORKERS says how many questions run at once.",
            "What is set stands in the settings file.",
        )
    )

    assert ["FOO_WORKERS says how many questions run at once."] == found


def test_another_page_must_be_nearly_as_good_as_the_best_one() -> None:
    """What is only half as likely comes along from the same page, and from no other."""
    both = "Leave is paid in June.\n\n# Later\n\nLeave is booked early."
    other = "Leave is a word for holidays."
    near = {"booked": 0.72, "holidays": 0.72}
    quoted = texts(reading("When is leave paid?", both, other, near=near))

    assert ["Leave is paid in June.", "Leave is booked early."] == quoted


def test_a_place_deep_in_a_long_section_comes_with_how_the_section_opens() -> None:
    """The opening says what the section is about; one that only introduces is left out."""
    filler = "\n\n".join(f"Some {n} words say nothing that was asked for. " * 9 for n in range(3))
    deep = f"# Leave\n\nOur leave is generous.\n\n{filler}\n\nIt is paid in June."
    introduced = deep.replace("generous.", "as follows:")

    near = {"nothing": 0.2, "Our leave": 0.2}

    found, *_ = texts(reading("When is leave paid in June?", deep, near=near))
    bare, *_ = texts(reading("When is leave paid in June?", introduced, near=near))

    assert found.startswith("Our leave is generous.")
    assert found.endswith("It is paid in June.")
    assert "It is paid in June." == bare


def test_places_of_a_section_with_little_between_them_are_read_as_one() -> None:
    """A sentence between two quoted ones comes along; a heading between them parts them."""
    filler = " ".join(f"Some {n} words say nothing that was asked for." for n in range(30))
    near = {"Some": 0.1, "Ask": 0.1}
    text = f"Leave is paid in June. Ask Ann first. Leave is paid by the bank. {filler}"
    apart = text.replace("Ask Ann first.", "\n\n# Pay\n\nAsk Ann first.")
    question = "When is leave paid?"

    (found,) = texts(reading(question, text, near=near))

    assert found.startswith("Leave is paid in June. Ask Ann first. Leave is paid by the bank.")
    assert "Leave is paid in June." in texts(reading(question, apart, near=near))


def test_answers_of_a_page_of_questions_are_not_read_as_one() -> None:
    """Two that are quoted are two quotations, and what is asked between them stays away."""
    asks = ("Who pays?", "Is it blue?", "Who cleans?")
    pairs = [f"**{one}**\n\nThe answer {n}." for n, one in enumerate(asks, 1)]
    passage = take_apart(source(1, "# Questions\n\n" + "\n\n".join(pairs)))
    found = [section(passage, passage.pieces[place]) for place in (0, -1)]

    assert [pairs[0], pairs[2]] == [one.texts[0] for one in joined([one for one in found if one])]


def test_a_page_is_quoted_in_its_own_order() -> None:
    """However its passages are ranked, and though the tenth source comes after the second."""
    page, other = source(1, "").document, source(9, "").document
    said = ["The key is in the safe.", "The key opens the vault.", "The key is made of steel."]
    passages = [
        take_apart(Source(label, document, (), text, start, start + len(text)))
        for label, document, text, start in (
            ("S2", page, said[1], 500),
            ("S10", other, said[2], 0),
            ("S11", page, said[0], 0),
        )
    ]
    whole = [Excerpt(one, ((0, len(one.source.text)),)) for one in passages]

    assert said == [one.texts[0] for one in in_order(whole)]


def test_what_stands_between_the_parts_of_a_quotation_is_put_there() -> None:
    """A step is not read behind the one that follows it."""
    text = "One is first. Two is next. Three is last."
    passage = take_apart(source(1, text))
    around, between = Excerpt(passage, ((0, 13), (27, 41))), Excerpt(passage, ((14, 26),))

    assert [("One is first.", "Two is next.", "Three is last.")] == [
        one.texts for one in joined(in_order([between, around]))
    ]


CODES = """| Code | Meaning |
|---|---|
| KT-4031 | The lease of the gateway was lost |
| KT-4032 | The clock of the gateway is wrong |
| Berlin | Ask the office |
"""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("What does KT-4031 mean?", ["KT-4031"]),
        ("kt 4032?", ["KT-4032"]),
        ("What is the meaning for Berlin?", ["Berlin"]),
        ("Which code is there of the gateway?", ["KT-4031", "KT-4032", "Berlin"]),
        ("What is the difference between KT-4031 and KT-4032?", ["KT-4031", "KT-4032", "Berlin"]),
    ],
)
def test_a_row_that_is_asked_for_comes_without_the_others(text: str, rows: list[str]) -> None:
    """The header is quoted with it; whoever asks for no row, or for two, is given the table."""
    found = "\n".join(texts(reading(text, f"Codes of the gateway.\n\n{CODES}")))

    assert "| Code | Meaning |" in found
    assert rows == [name for name in ("KT-4031", "KT-4032", "Berlin") if f"| {name} |" in found]


def test_a_row_is_not_joined_with_what_stands_over_its_table() -> None:
    """Its header would be read twice, once with each."""
    page = f"Ask for codes like Berlin here.\n\n{CODES}"
    found = texts(reading("What is the meaning for Berlin?", page, near={"Ask": 0.8}))

    assert 1 == "\n".join(found).count("| Code | Meaning |")
    assert any(one.startswith("| Code | Meaning |\n| Berlin |") for one in found)
