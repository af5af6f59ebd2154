"""The rows of people's answers have their handlers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.casework import casework_of
from retrieval import policy
from tests.fakes.slack import FakeWeb


def test_the_rows_of_answers_are_dealt_with() -> None:
    """Each kind of row has one."""
    parts: Any = SimpleNamespace(
        ledger=SimpleNamespace(outbox=None),
        lookup=None,
        policy=policy.default(),
        web=FakeWeb({}),
        settings=None,
        footnote=SimpleNamespace(store=None),
    )
    threads: Any = None

    assert {"answered", "keep"} == set(casework_of(parts, threads))
