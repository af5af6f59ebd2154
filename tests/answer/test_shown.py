"""What is shown of quotes: code line by line, rows under their header, prose on one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.verify import verify
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
