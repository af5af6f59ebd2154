"""Whether a page that somebody names is one of the index, asked before it is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from retrieval.errors import FootnoteError
from retrieval.learn.right_pages import Locate
from retrieval.policy import Policy
from retrieval.text.plain import urls

SECONDS = 1.5
"""For looking: a window is answered within three."""
Within = Callable[[str], Awaitable[Sequence[str]]]
"""Names the collections that may be looked at, of what the page is named for."""


class KnownPages:
    """Looks pages up in the collections that go with an answer or a question."""

    def __init__(self, locate: Locate, within: Within) -> None:
        """Take what finds pages, and what says where they are looked for."""
        self._locate = locate
        self._within = within

    async def knows(self, said: str, about: str) -> bool:
        """Whether a link or a path names a page; True as well where that cannot be known now."""
        try:
            async with asyncio.timeout(SECONDS):
                return bool(await self._locate(said, await self._within(about)))
        except (FootnoteError, TimeoutError):
            return True

    async def takes(self, said: str, about: str) -> bool:
        """Whether it can be kept: a link, or a page of the index."""
        return bool(urls(said)) or await self.knows(said, about)


def seen_by(policy: Policy, to: str) -> tuple[str, ...]:
    """Name the collections that those who help in a channel may see."""
    return tuple(
        name
        for name, one in policy.collections.items()
        if one.open or one.support == to or to in one.channels
    )
