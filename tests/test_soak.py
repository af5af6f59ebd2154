"""What a soak runs, how often and how long."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.soak import widened

pytest_plugins = ("pytester",)

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from hypothesis import given, settings, strategies as st

seen = []

@pytest.fixture(scope="module", autouse=True)
def _count():
    yield
    print("examples", len(seen), "of", len(set(seen)))

@settings(max_examples=7, derandomize=True)
@given(st.integers())
def test_of_its_own_number(number):
    seen.append(number)

def test_without_a_property():
    raise AssertionError

def test_with_one_inside():
    @settings(max_examples=5)
    @given(st.integers())
    def check(number):
        assert number < 9_999
    check()
"""


def _soak(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    pytester.makepyfile(TESTS)
    return pytester.runpytest_subprocess("-p", "tests.soak", "-s", *options)


@pytest.fixture(name="apart")
def _apart(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with tests of its own."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def test_the_property_tests_alone_are_run_and_a_find_is_printed(apart: pytest.Pytester) -> None:
    """A property within a test counts; a failing example is shown as it is."""
    done = _soak(apart, "--times", "100")

    done.assert_outcomes(passed=1, failed=1, deselected=1)
    assert "number=9999," in done.stdout.str()
    assert "examples 700 " in done.stdout.str()


def test_no_test_begins_when_the_time_is_up(apart: pytest.Pytester) -> None:
    """What was not reached is skipped, and says why."""
    done = _soak(apart, "--minutes", "0", "-rs")

    done.assert_outcomes(skipped=2, deselected=1)
    assert "the time is up" in done.stdout.str()


def test_a_test_keeps_its_wishes_but_for_number_and_chance() -> None:
    """Its own number is multiplied, and no run repeats the one before."""
    own = settings(max_examples=7, derandomize=True, stateful_step_count=3)
    wide = widened(own, 15)

    assert (105, False, None, 3) == (
        wide.max_examples,
        wide.derandomize,
        wide.deadline,
        wide.stateful_step_count,
    )


def test_a_usual_run_draws_the_same_examples_each_time() -> None:
    """The settings that tests take when they say nothing."""
    usual = settings.get_profile("steady")

    assert (True, None) == (usual.derandomize, usual.deadline)
