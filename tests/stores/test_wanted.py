"""What is looked for in words: the same in every store."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores.wanted import Wanted, distinct, starts_a_pair, wanted
from retrieval.text.query import parse
from retrieval.text.synonyms import parse as synonyms
from retrieval.text.words import WORD


@given(st.text(st.characters(exclude_categories=())))
def test_whatever_was_asked_gives_words_and_spaces_only(text: str) -> None:
    """No sign that could be syntax anywhere comes from what was asked."""
    for one in wanted(parse(text, "asked")):
        assert all(WORD.fullmatch(word) for way in one.ways for word in way.split(" "))


def test_synonyms_are_ways_to_say_one_thing() -> None:
    """A word and its synonym count once; the word alone may be looked for by a part of it."""
    query = parse("vpn restarts", "asked", synonyms("vpn, virtual private network"))

    assert [
        Wanted(("vpn", "virtual private network")),
        Wanted(("restarts",), "restarts"),
    ] == wanted(query)


def test_ways_that_stem_alike_stand_once() -> None:
    """Forms of one word are one way; what has no word is none."""
    assert ("restarts", "vpn") == distinct(["restarts", "Restarting", "?!", "VPN"])


def test_a_part_becomes_the_words_that_hold_it() -> None:
    """A widened thing keeps what it is about, and is said by the whole words."""
    assert Wanted(("webhook",), "hook") == Wanted(("hook",), "hook").widened(
        ["webhook", "webhooks"]
    )


def test_a_lone_character_starts_a_pair() -> None:
    """Chinese, Japanese and Korean are indexed as pairs; Latin letters are words."""
    assert [True, True, False, False] == [*map(starts_a_pair, ("更", "변", "更新", "a"))]
