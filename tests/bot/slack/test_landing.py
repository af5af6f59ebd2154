"""Links that land on a sentence: which words are looked for, and what never gets into them."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.escaping import safe_address
from bot.slack.landing import LONGEST, landing
from retrieval.values import Citation, DocumentFacts, Source

PAGE = "https://docs.example.com/leave"
TEXT = """\
## Parental *leave*

Parental leave is **26 weeks**, and it starts on the [first day](https://x.example/a) of the birth.
It is paid.

- Ask your manager (in writing) for the leave
- Tell payroll, at least 8 weeks before & no later

| Kind of leave | Weeks of leave |
| --- | --- |
| Birth of a child | 26 weeks in full |

```sh
footnote leave --request parental
```
"""


LONG = TEXT.split("\n")[2]


def _cite(
    quote: str, text: str = TEXT, fragment: str = "parental-leave"
) -> tuple[Citation, Source]:
    """Return a citation of a text's words, and the passage that it stands in."""
    start = text.index(quote)
    facts = DocumentFacts("leave.md", "docs", "leave.md", "Leave", PAGE)
    found = Citation("S1", facts, quote, start, start + len(quote), "c", "d", "", fragment)
    return found, Source("S1", facts, (), text, 0, len(text))


def _words(quote: str, text: str = TEXT) -> list[str]:
    """Return the ends that a link to a quote looks for."""
    address = landing(*_cite(quote, text))
    assert address.startswith(f"{PAGE}#parental-leave:~:text=")
    return [unquote(end) for end in address.split(":~:text=")[1].split(",")]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("It is paid.\n\n- Ask your manager (in writing) for the leave",
         ["Ask your manager (in writing) for the leave"]),
        (LONG, ["Parental leave is 26 weeks, and it", "on the first day of the birth"]),
        ("Tell payroll, at least 8 weeks before & no later",
         ["Tell payroll, at least 8 weeks before & no later"]),
        ("| Birth of a child | 26 weeks in full |", ["Birth of a child"]),
        ("ental leave is **26 weeks**, and it st", ["leave is 26 weeks, and it"]),
    ],
)  # fmt: skip
def test_the_words_are_those_of_the_page_as_it_is_shown(quote: str, words: list[str]) -> None:
    """Whole words without marks, from within one block each; a row is looked for by its cells."""
    assert words == _words(quote)


def test_what_a_directive_reads_is_encoded() -> None:
    """Hyphens, commas, ampersands and parentheses are characters of the words."""
    address = landing(*_cite("Tell payroll, at least 8 weeks before & no later"))
    code = landing(*_cite("footnote leave --request parental"))

    assert address.endswith(
        "text=Tell%20payroll%2C%20at%20least%208%20weeks%20before%20%26%20no%20later"
    )
    assert code == f"{PAGE}#parental-leave:~:text=footnote%20leave"


def test_words_that_a_site_may_show_otherwise_are_not_looked_for() -> None:
    """Straight quotes may be shown as curly ones, two hyphens as a dash."""
    text = 'The "first" day counts from the birth -- that is the rule that holds for all.'

    assert ["that is the rule that holds for all"] == _words(text, text)


def test_scripts_without_spaces_are_looked_for_by_the_clause() -> None:
    """A clause ends where a word surely does."""
    text = "育児休暇は二十六週間です。出産の日から、はじまります。"

    assert ["育児休暇は二十六週間です", "はじまります"] == _words(text, text)


@pytest.mark.parametrize(
    ("given", "scripted"),
    [
        ({}, True),
        ({"fragment": "page=3"}, False),
        ({"url": "https://docs.example.com/leave.pdf"}, False),
    ],
)
def test_where_no_words_can_be_found_the_anchor_alone_is_linked(
    given: dict[str, str], scripted: bool
) -> None:
    """A page that a script renders, and a page of a PDF."""
    citation, source = _cite("Parental leave is **26 weeks**")
    url = given.pop("url", PAGE)
    citation = replace(citation, document=replace(citation.document, url=url), **given)

    assert citation.url == landing(citation, source, scripted=scripted)


def test_few_letters_are_not_looked_for() -> None:
    """They stand on a page more than once."""
    assert f"{PAGE}#parental-leave" == landing(*_cite("It is paid."))


@given(
    st.text(max_size=400), st.integers(0, 400), st.integers(0, 400), st.sampled_from(["", "a-b"])
)
def test_no_text_leads_elsewhere(text: str, one: int, other: int, fragment: str) -> None:
    """Whatever a page says, the link goes to that page, and holds nothing that ends a link."""
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    facts = DocumentFacts("p", "docs", "p", "P", PAGE)
    citation = Citation("S1", facts, text[start:end], start, end, "c", "d", "", fragment)
    for source in (None, Source("S1", facts, (), text, 0, len(text))):
        address = landing(citation, source)
        rest = address.split("#", 1)[1] if "#" in address else ""

        assert PAGE == address.split("#", 1)[0]
        assert address == safe_address(address)
        assert ("docs.example.com", "") == (urlsplit(address).netloc, urlsplit(address).query)
        assert len(rest) <= 2 * LONGEST + 20
        assert not set(rest) & set("<>()[]|\\ \n\t\"'`&*")
