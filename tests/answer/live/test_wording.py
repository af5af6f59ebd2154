"""A language's patterns are put together from what they name."""

from __future__ import annotations

from retrieval.answer.live.wording import Wording

WORDING = Wording(
    named={"SOON": "NOW|tonight", "NOW": "now|heute"},
    patterns={"own": "^mine SOON$", "state": "^up SOON$\n^mine\\b"},
    passed=r"\bif\b",
    letters={"ü": "(?:ü|ue)"},
)


def test_a_name_may_name_what_comes_after_it() -> None:
    """What stands in capitals is put in, and what that names as well."""
    found = WORDING.compiled()

    assert "state" == found.kind("up now")
    assert "state" == found.kind("up tonight")


def test_the_first_kind_that_matches_counts() -> None:
    """Kinds are tried in their order."""
    found = WORDING.compiled()

    assert "own" == found.kind("mine now")
    assert "state" == found.kind("mine, later")


def test_what_is_passed_over_is_no_kind() -> None:
    """A question that a page answers is none, whatever else it has."""
    assert WORDING.compiled().kind("mine if up now") is None


def test_letters_may_be_written_in_more_than_one_way() -> None:
    """A letter in a pattern matches each way in which people write it."""
    found = Wording({}, {"world": "grün"}, "^$", {"ü": "(?:ü|ue)"}).compiled()

    assert "world" == found.kind("gruen") == found.kind("grün")
