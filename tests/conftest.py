"""Fixtures that every test may use: a clean environment and the evaluation data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

# The same examples in each run, so that a change is judged by what it changed and not by the draw;
# `make soak` draws new ones. Time decides nothing: machines differ.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

pytest_plugins = ["tests.ledgers", "tests.services.fixtures", "tests.sharing"]

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
_OURS = ("FOOTNOTE_", "OPENAI_", "SLACK_", "ELASTICSEARCH_", "DATABASE_URL")


@pytest.fixture(autouse=True)
def _fresh_log() -> Iterator[None]:
    """No test logs to a stream that was another test's."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine reaches a test."""
    for name in list(os.environ):
        if name.startswith(_OURS) and name != "FOOTNOTE_REQUIRE_SERVICES":
            monkeypatch.delenv(name)


@pytest.fixture(name="evaldata")
def _evaldata() -> Path:
    """The folder of evaluation sets; tests that need it skip where it is absent."""
    if not EVALDATA.is_dir():
        pytest.skip("needs the evaluation sets in ../shared/evaldata")
    return EVALDATA
