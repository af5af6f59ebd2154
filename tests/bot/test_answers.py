"""Everything that an answer's buttons ask for has somebody who deals with it."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

from bot.answers import acts_of, windows_of
from bot.slack.actions import QUOTES_ACTION, SEARCH_ACTION, SEARCH_VIEW
from bot.slack.interactions import VIEWS
from bot.slack.judged import PAGE_ACTION, PAGE_VIEW
from bot.slack.presses import PROMPTS
from retrieval import policy
from retrieval.settings import Settings


def _parts() -> Any:
    """Parts that are only put together here, and never used."""
    return MagicMock(policy=policy.default(), settings=Settings(_env_file=None))


def test_every_row_about_an_answer_has_its_handler() -> None:
    """People's help, edits, deletions, stops that came too late, grades, rulings and reasons."""
    kinds = {"human", "escalation", "edited", "deleted", "stop", "grade", "gate", "reason"}

    assert kinds == set(acts_of(_parts()))


def test_every_window_has_its_listener() -> None:
    """By the names that the buttons and the windows give."""
    buttons = {PROMPTS[name] for name in (QUOTES_ACTION, SEARCH_ACTION, PAGE_ACTION)}
    named = buttons | {VIEWS[SEARCH_VIEW], VIEWS[PAGE_VIEW], "handed", "handed_over"}
    access: Any = MagicMock()

    assert named == set(windows_of(_parts(), access))
