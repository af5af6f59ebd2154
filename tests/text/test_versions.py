"""Versions: what is one, of what, and when a text speaks of a range of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.versions import reaches, tokens, versions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which port does Widget 1.7 use?", [("1.7", {"widget"})]),
        ("Widget v1.7 listens", [("1.7", {"widget"})]),
        ("widget-1.7", [("1.7", {"widget"})]),
        ("Widget version 1.7.", [("1.7", {"widget"})]),
        ("the v2 API", [("2", set())]),
        ("Widget release 2", [("2", {"widget"})]),
        ("It needs Python 3.11", [("3.11", {"need", "python"})]),
        ("## 1.7.0", [("1.7.0", set())]),
        ("3.1 Ports", []),
        ("carry over 1.5 days", []),
        ("interest of 1.5 %, or $1.50", []),
        ("released 12.05.2023 at 9.30 am", []),
        ("fires when rtt > 0.100", []),
        ("no number, or 42", []),
    ],
)
def test_a_version_is_told_from_other_numbers(text: str, expected: list[object]) -> None:
    """Quantities, dates, sums and numbers of headings are none; the words before it say of what."""
    assert expected == [(one.number, set(one.of)) for one in versions(text)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("1.7", "1.7", True), ("1.7.3", "1.7", True), ("1.7", "1.70", False), ("1.7", "1.9", False)],
)
def test_a_part_release_belongs_to_its_release(first: str, second: str, *, expected: bool) -> None:
    """Whole parts are compared, from the front."""
    (one,) = versions(f"Widget {first}")

    assert expected == one.agrees(second)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Since Widget 1.5 the port is 80", True),
        ("Widget 1.5 and later", True),
        ("1.5+", True),
        ("from 1.5 to 1.9", True),
        ("Kubernetes 1.28.x", True),
        ("Widget 1.9 uses port 80; it is downloaded from the portal", False),
    ],
)
def test_a_range_of_versions_is_noticed(text: str, *, expected: bool) -> None:
    """Only words that stand at the version make a range of it."""
    assert expected == reaches(text)


def test_a_release_is_found_by_what_it_belongs_to() -> None:
    """A text that names 1.7.3 is one that names 1.7."""
    assert {"1.7", "1.7.3"} == tokens("Widget v1.7.3")


@given(st.text(max_size=200) | st.text(alphabet="v1.2 %$-x\n,", max_size=60))
def test_any_text_has_its_versions(text: str) -> None:
    """A version stands where it is said to stand, and begins with a digit."""
    for one in versions(text):
        assert text[one.start : one.end].lower().endswith(one.number)
        assert one.number[0].isdigit()
    reaches(text)
