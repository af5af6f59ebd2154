"""Pages that are known by their path or link, whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from bot.slack.known_page import KnownPages


def known(*pages: str) -> KnownPages:
    """Return what knows these pages."""

    async def locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
        return [(collections[0], text)] if text in pages else []

    async def within(_: str) -> Sequence[str]:
        return ["docs"]

    return KnownPages(locate, within)
