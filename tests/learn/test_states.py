"""States stand in the order of first use, and each is found by what it is called."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retrieval.errors import InputError
from retrieval.learn.states import Begun, State, locate, timeline
from retrieval.ports import ConfigurationFacts


def _day(day: int) -> datetime:
    return datetime(2026, 11, day, tzinfo=UTC)


def _configuration(name: str, day: int) -> ConfigurationFacts:
    return ConfigurationFacts(name * 32, {}, _day(day), _day(day), 1)


NOW = State(_day(30), "cc" * 32, {"docs": "0003"})
STATES = timeline(
    [_configuration("aa", 2), _configuration("ab", 9), _configuration("cc", 20)],
    [
        Begun(_day(1), "docs", "0001"),
        Begun(_day(5), "docs", "0002"),
        Begun(_day(12), "docs", "0003"),
        Begun(_day(12), "other", "0007"),
    ],
    NOW,
)


def test_each_state_differs_from_the_one_before_in_one_thing() -> None:
    """Collections that are not asked are left aside."""
    assert [
        ("aa", "0001", ""),
        ("aa", "0002", "generation 0002 of docs"),
        ("ab", "0002", "configuration abababababab"),
        ("ab", "0003", "generation 0003 of docs"),
        ("cc", "0003", "configuration cccccccccccc"),
    ] == [(state.configuration[:2], state.generations["docs"], state.what) for state in STATES]
    assert [1, 5, 9, 12, 20] == [state.since.day for state in STATES]
    assert "configuration aaaaaaaaaaaa, docs 0001" == STATES[0].name


def test_what_is_used_now_is_the_last_state() -> None:
    """Whether or not anybody was answered by it; without a record it is the only one."""
    now = State(_day(30), "dd" * 32, {"docs": "0003"})
    states = timeline([_configuration("aa", 2)], [], now)

    assert ["aa", "dd"] == [state.configuration[:2] for state in states]
    assert "what is used now" == states[1].what
    assert (now,) == tuple(timeline([], [], now))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("now", 4),
        ("aaa", 0),
        ("ab", 2),
        ("0002", 1),
        ("docs:0003", 3),
        ("2026-11-06", 1),
        ("2026-11-12T00:00", 3),
        ("2020-01-01", 0),
        ("2030-01-01T10:00+02:00", 4),
    ],
)
def test_a_state_is_found_by_its_name(name: str, place: int) -> None:
    """A configuration, a generation, or what answered at a moment."""
    assert place == locate(STATES, name)


@pytest.mark.parametrize(
    ("name", "said"),
    [("a", "Several"), ("zz", "No version"), ("hr:0003", "No version"), ("2026-13-01", "no date")],
)
def test_a_name_that_is_none_is_named(name: str, said: str) -> None:
    """With what can be given in its place."""
    with pytest.raises(InputError, match=said):
        locate(STATES, name)
