"""How tests are shared out among processes."""

from __future__ import annotations

import pytest

from tests.sharing import SEARCH, place, together


@pytest.mark.parametrize(
    ("nodeid", "expected"),
    [
        ("tests/text/test_a.py::test_b", "tests/text/test_a.py"),
        ("tests/text/test_a.py::test_b[x@y]", "tests/text/test_a.py"),
        ("tests/text/test_a.py::test_b[x::y@]", "tests/text/test_a.py"),
        (f"tests/stores/test_a.py::test_b[x@y]@{SEARCH}", SEARCH),
        (f"tests/stores/test_a.py::test_b@{SEARCH}", SEARCH),
    ],
)
def test_a_group_stays_together_else_a_file(nodeid: str, expected: str) -> None:
    """Whatever stands in a parameter."""
    assert expected == together(nodeid)


def test_what_takes_long_begins() -> None:
    """Elasticsearches, then what waits for bots, browsers and processes."""
    assert 0 == place("tests/scenarios/test_a.py::test_b", ["elasticsearch_url"])
    assert 1 == place("tests/scenarios/test_a.py::test_b", ["desk"])
    assert 2 == place("tests/text/test_a.py::test_b", [])
