"""Right pages are named by their collection, however they were given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from retrieval.errors import InputError
from retrieval.learn.right_pages import right_pages


async def _locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
    known = {"https://wiki.example/pay": ("hr", "pay.md"), "vpn.md": ("docs", "vpn.md")}
    found = known.get(text)
    return [found] if found and found[0] in collections else []


async def test_links_paths_and_names() -> None:
    """A link and a path are looked up; a page named whole may be missing in the index."""
    said = [" https://wiki.example/pay ", "", "vpn.md", "docs:gone.md", "docs:vpn.md", "vpn.md"]

    assert ("hr:pay.md", "docs:vpn.md", "docs:gone.md") == await right_pages(
        said, _locate, ("docs", "hr")
    )


@pytest.mark.parametrize("text", ["https://wiki.example/no", "no.md", "hr:pay.md"])
async def test_what_names_no_page(text: str) -> None:
    """Unknown, or of a collection that is out of reach: it is said which."""
    with pytest.raises(InputError, match=f"docs is named {text}"):
        await right_pages([text], _locate, ("docs",))
