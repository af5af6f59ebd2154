"""A page that somebody names is looked up, and taken where that cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.slack.known_page import KnownPages, seen_by
from retrieval.errors import StoreUnavailable, TraceMissing
from retrieval.policy import CollectionPolicy, Policy
from tests.fakes.known import known


@pytest.mark.parametrize(
    ("said", "knows", "takes"),
    [("hr/pay.md", True, True), ("payroll", False, False), ("https://x.example/a", False, True)],
)
async def test_a_page_of_the_index_is_known_and_a_link_is_taken(
    said: str, knows: bool, takes: bool
) -> None:
    """Words are neither."""
    pages = known("hr/pay.md")

    assert (knows, takes) == (await pages.knows(said, "t1"), await pages.takes(said, "t1"))


@pytest.mark.parametrize("error", [StoreUnavailable("down"), TraceMissing("none"), TimeoutError()])
async def test_what_cannot_be_looked_up_is_taken(error: Exception) -> None:
    """Nobody is held up by an index that is down."""

    async def locate(*_: Any) -> Sequence[tuple[str, str]]:
        raise error

    async def within(_: str) -> Sequence[str]:
        return ["docs"]

    assert await KnownPages(locate, within).takes("hr/pay.md", "t1")


def test_those_who_help_see_what_is_open_or_theirs() -> None:
    """A collection without either is not looked at."""
    policy = Policy(
        {
            "open": CollectionPolicy(open=True),
            "theirs": CollectionPolicy(support="C7"),
            "other": CollectionPolicy(support="C8"),
        }
    )

    assert ("open", "theirs") == seen_by(policy, "C7")
