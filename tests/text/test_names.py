"""Tests of names and identifiers."""

from __future__ import annotations

import pytest

from retrieval.text.names import fixed_words, initials, is_identifier, spells


@pytest.mark.parametrize(
    "token",
    ["snake_case", "getUser", "--force", "-v", "/etc/app", "a/b/c.py", "config.yaml", "S3",
     "ABC-123", "x@y.org", "std::map", "C:\\dir", "#channel", "host.example.com", "428T", "f()",
     "team/cloud"],
)  # fmt: skip
def test_code_is_an_identifier(token):
    """Code, paths, flags, keys and addresses are identifiers."""
    assert is_identifier(token)


@pytest.mark.parametrize(
    "token", ["30-day", "10gb", "5pm", "1st", "word", "and/or", "e.g.", "U.S."]
)
def test_prose_is_no_identifier(token):
    """Measures, abbreviations and plain words are not."""
    assert not is_identifier(token)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ask Maria in Berlin.", ["Maria", "Berlin"]),
        ("Employees ask. Managers answer.", []),
        ("The VPN and the U.S. office", ["VPN", "U.S"]),
        ("Northern Ireland is far", ["Northern", "Ireland"]),
        ("Maria's desk", []),
    ],
)
def test_capitals_inside_a_sentence_make_names(text, names):
    """A capital that starts a sentence makes no name; one inside does."""
    found = [word.text for word in fixed_words(text) if word.kind == "name"]

    assert names == found


def test_letters_are_spelt_by_words_in_a_row():
    """Three letters may be spelt by any words, two by capitalised words only."""
    assert "pto" == initials(["Paid", "Time", "Off"])
    assert spells("the paid time off policy", "pto")
    assert spells("Product Management team", "pm")
    assert not spells("we provide maintenance", "pm")
