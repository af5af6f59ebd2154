"""A file of synonyms: groups that find each other, and words that lead one way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import InputError
from retrieval.text.synonyms import NO_SYNONYMS, load, parse


def test_a_group_finds_each_other() -> None:
    """Every phrase of a line stands for all others, by stem and whatever its case."""
    known = parse("VPN, virtual private network, tunnel  # how we get in\n\n# nothing\n")

    assert [(1, 2, ("virtual private network", "tunnel"))] == known.find(["the", "vpns"])
    assert [(0, 3, ("vpn", "tunnel"))] == known.find(["virtual", "private", "networks"])
    assert 3 == known.longest


def test_an_arrow_leads_one_way() -> None:
    """What is asked on the left finds the right, and not the other way round."""
    known = parse("k8s, kube => kubernetes")

    assert [(0, 1, ("kubernetes",))] == known.find(["kube"])
    assert [] == known.find(["kubernetes"])


def test_lines_about_the_same_word_add_up() -> None:
    """A word may stand in several groups."""
    known = parse("pto, leave\npto, holiday")

    assert [(0, 1, ("leave", "holiday"))] == known.find(["pto"])


@pytest.mark.parametrize("line", ["alone", "=> b", "a =>", "a, ??"])
def test_a_line_that_says_nothing_is_told_with_its_number(line: str) -> None:
    """The message shows the two forms that a line may have."""
    with pytest.raises(InputError, match=r"Line 2 of synonyms needs two things"):
        parse(f"a, b\n{line}")


def test_a_file_is_read_and_one_that_cannot_be_is_told(tmp_path: Path) -> None:
    """A byte order mark is no part of the first word."""
    (tmp_path / "s.txt").write_text("\ufeffa, b\n", encoding="utf-8")

    assert [(0, 1, ("b",))] == load(tmp_path / "s.txt").find(["a"])
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path / "none.txt")
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe, a")
    with pytest.raises(InputError, match="not UTF-8 text"):
        load(tmp_path / "odd.txt")


@given(st.text(), st.lists(st.text()))
def test_any_text_is_understood_or_told(text: str, asked: list[str]) -> None:
    """Nothing but a message comes of a bad file, and finding never fails."""
    try:
        known = parse(text)
    except InputError:
        known = NO_SYNONYMS

    for start, end, others in known.find(asked):
        assert 0 <= start < end <= len(asked)
        assert others
