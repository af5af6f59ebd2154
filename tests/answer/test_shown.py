"""What is shown of quotes: code line by line, rows under their header, prose on one line."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retrieval.answer.verify import verify
from retrieval.text.blocks import blocks
from retrieval.values import Claim, Dropped, Quote, VerifiedClaim
from tests.fakes.sources import packed

CLEAR = "To clear the build\ncache, run these:"
CODE = "rm -rf build\nmake cache"
HEAD = "| Role | Days of leave |"
TABLE = f"{HEAD}\n|---|---|\n| Engineer | 28 |\n| Manager | 31 |\n"


def said(page: str, text: str, *quotes: str) -> VerifiedClaim | Dropped:
    """Verify a claim on a page."""
    return verify(Claim(text, tuple(Quote("S1", quote) for quote in quotes)), packed(page))


@pytest.mark.parametrize(
    "text",
    [f"{CLEAR}\n{CODE}", f"To clear the build cache, run these:\n```\n{CODE}\n```",
     "Clear the build cache by rm -rf build make cache",
     f"To clear the build cache, run these, and call Bob:\n{CODE}"],
)  # fmt: skip
def test_commands_stay_on_their_lines(text: str) -> None:
    """Verbatim, fenced, joining lines or saying more: a claim shows a command a line."""
    page = f"# Cache\n\n{CLEAR}\n\n```sh\n{CODE}\n```\n"
    verdict = said(page, text, CLEAR, CODE)

    assert isinstance(verdict, VerifiedClaim)
    assert f"To clear the build cache, run these:\n{CODE}" == verdict.text
    assert [CLEAR, CODE] == [one.text for one in verdict.citations]


def test_an_own_sentence_keeps_the_lines_of_code_after_it() -> None:
    """A writer's words before bare lines of code do not draw the code onto their line."""
    page = f"# Cache\n\n{CLEAR}\n\n```sh\n{CODE}\n```\n"
    verdict = said(page, f"Clear the build cache:\n{CODE}", CLEAR, CODE)

    assert isinstance(verdict, VerifiedClaim)
    assert ("", f"Clear the build cache:\n{CODE}") == (verdict.replaced, verdict.text)


def test_code_keeps_its_margins_and_signs() -> None:
    """Indented lines stay indented from the first on, and marks in code are no marks."""
    code = "  jobs:\n    - name: __all__\n    - run: make *"
    verdict = said(f"# CI\n\nWrite:\n\n```yaml\nci:\n{code}\n```\n", code, code)

    assert isinstance(verdict, VerifiedClaim)
    assert code == verdict.text


def test_a_single_short_command_can_be_quoted() -> None:
    """A line of code of one word is a whole line; cut out of a longer line it proves nothing."""
    verdict = said("# Build\n\n```\nmake\n```\n\nWe make things well.\n", "make", "make")

    assert isinstance(verdict, VerifiedClaim)
    assert "make" == verdict.text
    assert isinstance(said("# Build\n\nWe make things well.\n", "make", "make"), Dropped)


def test_steps_stay_on_their_lines() -> None:
    """A quoted list is shown an item a line, though its first mark was not quoted."""
    steps = "Fetch the laptop.\n2. Sign the contract."
    verdict = said(f"# First day\n\n1. {steps}\n", steps, steps)

    assert isinstance(verdict, VerifiedClaim)
    assert "Fetch the laptop.\nSign the contract." == verdict.text


def test_a_row_is_shown_under_its_header() -> None:
    """A row's cells mean nothing without the header, whether or not that was quoted."""
    alone, both = said(TABLE, "", "| Manager | 31 |"), said(TABLE, "", HEAD, "| Manager | 31 |")

    assert isinstance(alone, VerifiedClaim)
    assert isinstance(both, VerifiedClaim)
    assert "Role | Days of leave\nManager | 31" == alone.text == both.text
    assert [HEAD, "| Manager | 31 |"] == [one.text for one in alone.citations]
    assert alone.citations == both.citations


@pytest.mark.parametrize("head", ["| Setting | Value |", "| A | |", "| Option | Default |"])
def test_a_short_header_is_quoted_as_its_rows_are(head: str) -> None:
    """It is a whole line, the one over its row, though another table has its words as well."""
    row = "| Longest file | 16 MB |"
    other = f"{head[:-2]} | Note |\n|---|---|---|\n| One | Two | Three |\n\nMore:\n\n"
    page = f"{other}{head}\n|---|---|\n{row}\n"
    verdict = said(page, f"{head}\n{row}", head, row)

    assert isinstance(verdict, VerifiedClaim)
    assert "" == verdict.replaced
    assert [(head, page.rindex(head)), (row, page.index(row))] == [
        (one.text, one.start) for one in verdict.citations
    ]
    assert isinstance(said("# Setting | Value\n\nText.\n", "Value", "Setting | Value"), Dropped)


@pytest.mark.parametrize("head", [HEAD, HEAD.strip("| "), HEAD.strip("|").strip() + " |"])
def test_a_header_is_cited_once_however_it_is_quoted(head: str) -> None:
    """With its bars or without: the same row is the same place, and has one number."""
    verdict = said(f"# Leave\n\n{TABLE}", "Managers have 31 days!", head, "| Manager | 31 |")

    assert isinstance(verdict, VerifiedClaim)
    assert [HEAD, "| Manager | 31 |"] == [one.text for one in verdict.citations]


def test_a_header_alone_is_no_claim() -> None:
    """A claim whose quotes are a table's header says nothing and is dropped."""
    verdict = said(TABLE, HEAD, HEAD)

    assert isinstance(verdict, Dropped)
    assert "header" in verdict.reason


LINE = st.text("abcxyz -_*#|>.=/$", min_size=1, max_size=20).filter(
    lambda line: any(letter.isalpha() for letter in line)
)


def test_signs_at_the_ends_of_code_are_quoted() -> None:
    """Code without its last star or bracket is other code."""
    code = "./clean() {\n  rm -r *\n}"
    verdict = said(f"# Code\n\n```\n{code}\n```\n", code, code)

    assert isinstance(verdict, VerifiedClaim)
    assert (code, code) == (verdict.text, verdict.citations[0].text)


@given(st.lists(LINE, min_size=2, max_size=6, unique=True))
def test_code_is_shown_line_by_line(lines: list[str]) -> None:
    """Whatever signs stand in it, quoted code has as many lines as its page, in order."""
    code = "\n".join(line.strip() + " run it now " + line.strip() for line in lines)
    verdict = said(f"# Code\n\n~~~~\n{code}\n~~~~\n", code, code)

    assert isinstance(verdict, VerifiedClaim)
    assert code.split("\n") == verdict.text.split("\n")


MARKED = """\
# Cache

To clear the build cache, run these two:

```sh
rm -rf build
make cache
```

To keep it, say **keep** to them:

1. Say which:

   ```sh
   make keep # one
   ```

~~~
make all
~~~

> ```
> make none
> ```

That was all of it.
"""


LINES = [0, *(place + 1 for place, letter in enumerate(MARKED) if letter == "\n")]


@given(st.sampled_from(LINES), st.integers(0, len(MARKED)), st.integers(0, len(MARKED)))
@example(MARKED.index("rm -rf"), MARKED.index("rm -rf"), len(MARKED))
@example(0, MARKED.index("```sh"), MARKED.index("```\n\nTo keep") + 3)
def test_no_part_of_a_page_is_shown_with_a_fence(first: int, start: int, end: int) -> None:
    """Wherever source and quote begin and end, code is code and no line of a fence is shown."""
    block = next(b for b in blocks(MARKED) if first < b.end or b.end == len(MARKED))
    lead = MARKED[block.start : block.body] if block.start < block.body <= first else ""
    start, end = max(first, start), max(first, end)
    sources = packed(MARKED[first:], lead=lead)
    verdict = verify(Claim(MARKED[start:end], (Quote("S1", MARKED[start:end]),)), sources)

    if isinstance(verdict, VerifiedClaim):
        assert [] == [part for part in ("```", "~~~", "``\n") if part in verdict.text]
        assert "keep one" not in verdict.text


@pytest.mark.parametrize(
    "text",
    [
        f"{CODE}\n```\n\nThen **wait** for it:\n\n```sh\nmake wait",
        f"{CODE}\n```\n\nThen **wait** for it:\n\n```sh\nmake wait\n```",
        f"```\n{CODE}\n```\n\nThen **wait** for it:\n\n- ```\n  make wait",
        f"{CODE}\n\nThen **wait** for it:\n\n```\nmake wait\n",
    ],
)
def test_a_writer_that_loses_a_fence_is_shown_none(text: str) -> None:
    """Fences that do not pair in a claim are put where its page has code."""
    page = f"# Cache\n\n```sh\n{CODE}\n```\n\nThen **wait** for it:\n\n```sh\nmake wait\n```\n"
    verdict = said(page, text, CODE, "Then **wait** for it:", "make wait")

    assert isinstance(verdict, VerifiedClaim)
    assert f"{CODE}\nThen wait for it:\nmake wait" == verdict.text
