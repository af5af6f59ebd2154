"""How close together the asked words stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.closeness import WINDOW, near_share, neighbour_share, window_share

RARITY = {"vpn": 3.0, "linux": 2.0, "set": 1.0}


def test_the_best_window_counts_each_word_once() -> None:
    """Two rare words side by side are worth their weights, however often they recur."""
    body = ["vpn", "vpn", "linux", *["x"] * 100, "set"]

    assert pytest.approx(5 / 6) == window_share(RARITY, body)


def test_words_further_apart_than_the_window_do_not_add_up() -> None:
    """What stands at both ends of a page is not together."""
    apart = ["vpn", *["x"] * WINDOW, "linux"]
    together = ["vpn", *["x"] * (WINDOW - 2), "linux"]

    assert pytest.approx(3 / 6) == window_share(RARITY, apart)
    assert pytest.approx(5 / 6) == window_share(RARITY, together)


def test_neighbours_must_be_neighbours_in_order() -> None:
    """The pair of the question counts where the body has it adjacent and in its order."""
    pairs = {("vpn", "linux")}

    assert 1.0 == neighbour_share(RARITY, pairs, ["a", "vpn", "linux"])
    assert 0.0 == neighbour_share(RARITY, pairs, ["linux", "vpn"])


def test_near_allows_a_gap_and_the_other_order() -> None:
    """Three words apart in order, or side by side the other way round, is near."""
    pairs = {("vpn", "linux")}

    assert 1.0 == near_share(RARITY, pairs, ["vpn", "on", "a", "linux"])
    assert 1.0 == near_share(RARITY, pairs, ["linux", "vpn"])
    assert 0.0 == near_share(RARITY, pairs, ["vpn", "a", "b", "c", "linux"])


@given(st.lists(st.sampled_from([*RARITY, "x", "y"]), max_size=80))
def test_shares_are_shares(body: list[str]) -> None:
    """Whatever the body, the best window is between nothing and everything, as counted plainly."""
    total = sum(RARITY.values())
    plainly = max(
        (
            sum(RARITY.get(word, 0.0) for word in set(body[start : start + WINDOW])) / total
            for start in range(len(body))
        ),
        default=0.0,
    )

    assert pytest.approx(plainly) == window_share(RARITY, body)
