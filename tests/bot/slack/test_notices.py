"""A row of an unknown kind is no fault, and a word about a message goes under it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.inbound import Inbound
from bot.slack.notices import dispatch, target
from bot.slack.work import Work
from retrieval.ports import Job

EDITED = Inbound("edited", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", source="mention")


def _work(found: Inbound) -> Work:
    queue: Any = None
    return Work(Job(1, found.kind, found.lane, found.payload(), datetime.now(UTC), 1, "l"), queue)


async def test_a_row_goes_to_the_handler_of_its_kind() -> None:
    """A kind that a newer version put is closed and said."""

    async def edited(_: Work) -> str:
        return "edited"

    work = _work(EDITED)

    assert "edited" == await dispatch({"edited": edited})(work)
    assert "of_unknown_kind" == await dispatch({})(work)


def test_an_answer_goes_under_the_question() -> None:
    """The thread is the question's own, or the one it stands in."""
    assert ["5.0", "1.0"] == [
        target(found).thread_ts for found in (EDITED, replace(EDITED, thread_ts="1.0"))
    ]
