"""What people read in a quote."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.layout import Line
from retrieval.text.quoted import quoted, quoted_lines, verbatim
from retrieval.values import Citation, Source, VerifiedClaim
from tests.fakes.team import facts

PAGE = facts("excludes.md", "Excludes")
TEXT = """Patterns stand in a *setting*,
separated by commas:

```shell
EXCLUDES="drafts/*,*/archive/*" __run__
arr[i](x) <b>
```

| Role | Weeks |
| --- | --- |
| *Parent* | **26** |
"""
SOURCE = Source("S1", PAGE, (), TEXT, 100, 100 + len(TEXT))
CODE = 'EXCLUDES="drafts/*,*/archive/*" __run__'


def _cited(quote: str, source: Source = SOURCE) -> Citation:
    at = (source.lead + source.text).index(quote) - len(source.lead) + source.start
    return Citation("S1", PAGE, quote, at, at + len(quote), "c1", "h1")


def test_a_line_of_code_keeps_its_signs() -> None:
    """Also where the fence around it is not in the quote."""
    assert quoted(_cited(CODE), [SOURCE]) == CODE
    assert quoted(_cited("arr[i](x) <b>"), [SOURCE]) == "arr[i](x) <b>"
    assert quoted_lines([_cited(CODE)], [SOURCE]) == (Line("", CODE, fixed=True),)


def test_the_whole_passage_is_read_block_by_block() -> None:
    """Prose loses its marks, code does not, rows stand line by line without their rule."""
    assert quoted(_cited(TEXT), [SOURCE]) == (
        f"Patterns stand in a setting, separated by commas:\n{CODE}\narr[i](x) <b>\n"
        "Role | Weeks\nParent | 26"
    )


def test_quotes_of_one_passage_are_laid_out_together() -> None:
    """With the numbers of its steps; what another passage says stands apart."""
    steps = "1. Go:\n   - in *here*\n   - or there\n2. Stop.\n"
    source = replace(SOURCE, text=steps, start=0, end=len(steps))
    other = replace(SOURCE, label="S2", text="Or stay.", start=0, end=8)
    cited = [_cited(words, source) for words in ("Go:", "or there")]
    cited.append(replace(_cited("Or stay.", other), label="S2"))
    lines = quoted_lines(cited, [source, other])

    assert ["1. Go:", "   - or there", "", "Or stay."] == [one.margin + one.text for one in lines]
    assert "- in here" == quoted(_cited("in *here*", source), [source])


def test_verbatim_is_told_from_reworded() -> None:
    """Marks, spaces and the numbers of items do not matter, words do."""
    step = _cited("Second *step*.", replace(SOURCE, text="2. Second *step*.", start=0, end=17))
    source = replace(SOURCE, text="2. Second *step*.", start=0, end=17)

    for said in ("Second step.", "2. Second step."):
        assert verbatim(VerifiedClaim(said, (step,)), [source])
    assert not verbatim(VerifiedClaim("The second step.", (step,)), [source])
    assert verbatim(VerifiedClaim(CODE, (_cited(CODE),)), [SOURCE])


def test_a_passage_that_begins_within_a_fence_is_read_behind_its_lead() -> None:
    """The lead says that what follows is code."""
    source = replace(SOURCE, lead="```shell\n", text="a/*/b/*\n```\n", start=300)

    assert quoted(_cited("a/*/b/*", source), [source]) == "a/*/b/*"


def test_a_quote_of_another_source_stands_for_itself() -> None:
    """Without the passage that it was cut from, its own text says what it is."""
    elsewhere = replace(_cited(CODE), label="S2")
    moved = replace(_cited(CODE), start=101, end=101 + len(CODE))

    assert quoted(elsewhere, [SOURCE]) == quoted(moved, [SOURCE]) == quoted(elsewhere, [])
    assert quoted(replace(_cited("*setting*"), text="*setting*"), []) == "setting"


@given(st.text(alphabet="ab*_`~|-\n\r <!@>\u200b", max_size=60), st.data())
def test_any_part_of_any_passage_can_be_shown(text: str, data: st.DataObject) -> None:
    """Nothing in it is invisible, and no line of it holds another."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    source = replace(SOURCE, text=text, start=0, end=len(text))
    citation = Citation("S1", PAGE, text[start:end], start, end, "c1", "h1")
    said = quoted(citation, [source])

    assert "\u200b" not in said
    assert all("\n" not in line.text for line in quoted_lines([citation], [source]))
