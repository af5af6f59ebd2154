"""Right pages as somebody gives them (links, paths, collection:path) -> as labels name them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from retrieval.errors import InputError
from retrieval.learn.labelled import page_name, split_page

Locate = Callable[[str, Sequence[str]], Awaitable[Sequence[tuple[str, str]]]]
"""Returns the pages of some collections that a text names, by collection and path."""


async def right_pages(
    said: Iterable[str], locate: Locate, collections: Sequence[str]
) -> tuple[str, ...]:
    """Return each page once, in the order in which they are given.

    A page that is named by its collection is taken though it is not indexed: that may be just
    what is wrong.

    Raises:
        InputError: A text names no page; the sentence names the text.
        StoreError: The index cannot be read.
    """
    found: list[str] = []
    for text in filter(None, map(str.strip, said)):
        pages = [page_name(*name) for name in await locate(text, collections)]
        if not pages and split_page(text)[0] in collections:
            pages = [text]
        if not pages:
            raise InputError(f"No page of {', '.join(collections) or 'the index'} is named {text}.")
        found += pages
    return tuple(dict.fromkeys(found))
