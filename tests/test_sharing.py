"""How tests are shared out among processes."""

from __future__ import annotations

import os

import pytest

from tests.sharing import SEARCH, place, pytest_xdist_auto_num_workers, together


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/text/test_plain.py", "tests/text/test_plain.py"),
        ("tests/scenarios/test_tapes.py", "tests/scenarios/test_tapes.py"),
        ("tests/test_wiring_stores.py", "tests/test_wiring_stores.py"),
        ("tests/stores/test_elastic_lease.py", SEARCH),
        ("tests/contracts/test_store_contract.py", SEARCH),
        ("tests/contracts/test_upkeep_contract.py", SEARCH),
        ("tests/services/test_elastic_killed.py", SEARCH),
        ("tests/services/test_elastic_settings.py", SEARCH),
        ("tests/scripts/_services/test_elasticsearch.py", SEARCH),
        ("tests/bot/test_age.py", SEARCH),
    ],
)
def test_files_that_start_an_elasticsearch_stay_together(name: str, expected: str) -> None:
    """And any other by itself, whatever stands in a parameter."""
    assert expected == together(f"{name}::test_it[a::b@c]")


def test_there_is_a_process_more_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a core does not wait for a server along with a test."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    assert 3 == pytest_xdist_auto_num_workers()


def test_what_takes_long_begins() -> None:
    """Elasticsearches, then what waits for bots, browsers and processes."""
    files = ("stores/test_elastic_lease.py", "scenarios/test_tapes.py", "text/test_plain.py")

    assert [0, 1, 2] == [place(f"tests/{name}::test_it") for name in files]
