"""Queries as full-text expressions: safe, and scored as one thing said in several ways."""

from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores import matching
from retrieval.stores.matching import Group
from retrieval.text.query import parse
from retrieval.text.synonyms import parse as synonyms

SAFE = re.compile(r'"[^\W_]+(?: [^\W_]+)*"(?: \*)?')


@given(st.text(st.characters(exclude_categories=())))
def test_an_expression_holds_words_between_quotes_only(text: str) -> None:
    """No sign that means something to the full-text engine comes from what was asked."""
    for group in matching.groups(parse(text, "asked")):
        assert all(SAFE.fullmatch(way) for way in group.ways)


def test_synonyms_are_ways_to_say_one_thing() -> None:
    """A word and its synonym form one group; forms that stem alike stand once."""
    query = parse("vpn restarts", "asked", synonyms("vpn, virtual private network"))

    assert [
        Group(('"vpn"', '"virtual private network"')),
        Group(('"restarts"',), "restarts"),
    ] == matching.groups(query)


def test_a_name_is_looked_for_once() -> None:
    """By its parts and its joined form; a long path, which has none, as a phrase."""
    ways = [group.ways for group in matching.groups(parse("ERR_4021 a1/b/c/d/e", "asked"))]

    assert [('"err"',), ('"4021"',)] == ways[:2]
    assert ('"err4021"',) in ways
    assert ('"err 4021"',) not in ways
    assert ('"a1 b c d e"',) == ways[-1]


def test_a_lone_character_is_the_start_of_a_pair() -> None:
    """Chinese and Japanese are indexed as pairs."""
    assert '"更" *' == matching.phrase("更")
    assert '"更新"' == matching.phrase("更新")
    assert "" == matching.phrase("?!")


def test_a_group_weighs_as_much_as_its_commonest_way_in_the_scope() -> None:
    """A rare synonym is worth no more than the word it stands for."""
    group = Group(('"a"', '"b"'))
    ((first, second),) = matching.weights(
        [group], ({'"a"': 10, '"b"': 1}, 100), ({'"a"': 30, '"b"': 1}, 300)
    )

    due = math.log(270.5 / 30.5)
    assert math.isclose(due, first * math.log(90.5 / 10.5))
    assert math.isclose(due, second * math.log(99.5 / 1.5))


def test_a_word_in_most_rows_weighs_next_to_nothing() -> None:
    """As FTS5 has it, never less than nothing."""
    assert 1e-6 == matching.idf(60, 100)
    assert 1e-6 == matching.idf(0, 0)
