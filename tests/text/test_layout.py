"""Parts of a text are laid out as their page shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.layout import Line, laid_out


def _lines(text: str, *parts: str) -> list[str]:
    """Return the lines of parts of a text, of all of it where none is named."""
    starts = [(text.index(part), text.index(part) + len(part)) for part in parts]
    return [line.margin + line.text for line in laid_out(text, starts or [(0, len(text))])]


NESTED = """Do *this*,
now:

1. Switch `it` on.
2. Wait:
   - it blinks,

   - [x] it stays on.

   Then breathe.
3. Run:

   ```sh
   make it
     so
   ```

That is all.
"""


def test_a_list_keeps_its_numbers_bullets_and_margins() -> None:
    """Prose flows, code does not; an empty line stands before and after a list, not within."""
    assert [
        "Do this, now:",
        "",
        "1. Switch it on.",
        "2. Wait:",
        "   - it blinks,",
        "   - [x] it stays on.",
        "   Then breathe.",
        "3. Run:",
        "   make it",
        "     so",
        "",
        "That is all.",
    ] == _lines(NESTED)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("Wait:",), ["2. Wait:"]),
        (("it blinks,",), ["- it blinks,"]),
        (("Then breathe.",), ["Then breathe."]),
        (("breathe.",), ["breathe."]),
        (("make it\n     so",), ["make it", "  so"]),
        (("so",), ["  so"]),
        (("Do *this*", "Run:"), ["Do this", "", "3. Run:"]),
        (("Switch", "on."), ["1. Switch … on."]),
    ],
)
def test_a_part_is_laid_out_as_in_the_whole(parts: tuple[str, ...], expected: list[str]) -> None:
    """An item has the number that it has on its page, whatever of the list is quoted."""
    assert expected == _lines(NESTED, *parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. a\n1. b\n1. c\n", ["1. a", "2. b", "3. c"]),
        ("7) a\n8) b\n", ["7) a", "8) b"]),
        ("* a\n+ b\n", ["- a", "- b"]),
        ("- a\n\n1. b\n", ["- a", "1. b"]),
        ("1. a\n\nb\n\n1. c\n", ["1. a", "", "b", "", "1. c"]),
        ("1. - a\n   - b\n2. c\n", ["1. - a", "   - b", "2. c"]),
        ("> 1. a\n> 2. b\n", ["1. a", "2. b"]),
        ("- | a | b |\n  |---|---|\n  | 1 | 2 |\n", ["- a | b", "  1 | 2"]),
    ],
)
def test_items_are_counted_as_the_page_counts_them(text: str, expected: list[str]) -> None:
    """Whatever number stands before an item, it is one more than the one before it."""
    assert expected == _lines(text)


def test_rows_and_code_are_fixed() -> None:
    """Where they are broken, they are something else."""
    text = "Prose.\n\n| a |\n|---|\n| b |\n\n    code\n"

    assert (
        Line("", "Prose."),
        Line("", ""),
        Line("", "a", fixed=True),
        Line("", "b", fixed=True),
        Line("", ""),
        Line("", "code", fixed=True),
    ) == laid_out(text, [(0, len(text))])


@given(st.text("ab1.)-*>|`\n\t []x", max_size=60), st.lists(st.integers(0, 60), max_size=6))
def test_any_parts_of_any_text_can_be_laid_out(text: str, places: list[int]) -> None:
    """No line holds another, and an empty one neither begins nor ends what is shown."""
    places = sorted(min(place, len(text)) for place in places)
    lines = laid_out(text, list(zip(places[::2], places[1::2], strict=False)))

    assert all("\n" not in line.text for line in lines)
    assert all(line.text for line in (*lines[:1], *lines[-1:]))
