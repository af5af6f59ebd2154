"""Runs the property tests alone, with many times their examples and new seeds each time.

    python -m pytest -p tests.soak [--minutes N] [--times N] [PATH...]

They come in a random order, so that several short runs see what one long one sees. Those that have
not begun when the time is up are skipped.
"""

from __future__ import annotations

import inspect
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

_began = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the two numbers of a run."""
    group = parser.getgroup("soak")
    group.addoption("--minutes", type=float, default=10.0, help="begin no test after so long")
    group.addoption("--times", type=int, default=15, help="so many times the examples of a test")


def pytest_configure(config: pytest.Config) -> None:
    """Multiply the examples of every test, also of those that say how many they want."""
    times = config.getoption("--times")
    every = settings.get_profile("default")
    settings.register_profile("soak", widened(every, times), database=every.database)
    settings.load_profile("soak")
    decorate: Callable[..., Any] = settings.__call__
    settings.__call__ = lambda own, test: decorate(widened(own, times), test)


def widened(own: settings, times: int) -> settings:
    """Return settings with so many times the examples, drawn anew in each run."""
    return settings(
        own,
        max_examples=own.max_examples * times,
        derandomize=False,
        deadline=None,
        suppress_health_check=[*own.suppress_health_check, HealthCheck.too_slow],
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the property tests, those within a test too, in a random order."""
    kept = [item for item in items if _has_property(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    random.shuffle(kept)
    items[:] = kept
    config.stash[_began] = time.monotonic()


def _has_property(item: pytest.Item) -> bool:
    test = getattr(item, "function", None)
    return test is not None and "@given(" in inspect.getsource(inspect.unwrap(test))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin no test when the time is up."""
    if time.monotonic() - item.config.stash[_began] > item.config.getoption("--minutes") * 60:
        pytest.skip("the time is up")
