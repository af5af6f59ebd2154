"""Everything that an answer's buttons ask for has somebody who deals with it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.answers import acts_of, windows_of
from bot.slack.actions import QUOTES_ACTION, SEARCH_ACTION, SEARCH_VIEW
from bot.slack.interactions import VIEWS
from bot.slack.presses import PROMPTS
from retrieval import policy


def _parts() -> Any:
    nothing: Any = SimpleNamespace()
    ledger = SimpleNamespace(postings=nothing, outbox=nothing)
    return SimpleNamespace(
        ledger=ledger,
        web=nothing,
        lookup=nothing,
        policy=policy.default(),
        identity=SimpleNamespace(facts=nothing),
    )


def test_every_row_about_an_answer_has_its_handler() -> None:
    """Handing over, edits, deletions, and stops that came too late."""
    assert {"human", "edited", "deleted", "stop"} == set(acts_of(_parts()))


def test_every_window_has_its_listener() -> None:
    """By the names that the buttons and the window give."""
    named = {PROMPTS[QUOTES_ACTION], PROMPTS[SEARCH_ACTION], VIEWS[SEARCH_VIEW]}
    access: Any = SimpleNamespace()

    assert named == set(windows_of(_parts(), access))
