"""A link or a path, as a person pastes it -> the pages of the index that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from retrieval.learn.indexed import AT_ONCE, Name, Pages

MOST = 5_000
"""Pages of a collection whose links are looked at, where none is named like the link."""
_LINK = re.compile(r"https?://[^\s<>|\"'`]+")


def links(text: str) -> tuple[str, ...]:
    """Return the web addresses in a text, each once, also as Slack marks them up."""
    found = (match.group().rstrip(".,;:!?)]}") for match in _LINK.finditer(text))
    return tuple(dict.fromkeys(found))


async def locate(text: str, pages: Pages, collections: Sequence[str]) -> tuple[Name, ...]:
    """Return the pages that a text names, by collection and path.

    The text may be a link, a path, or "collection:path"; of a link the part after `#` makes no
    difference. Only pages of `collections` are found, also such as stand in a source and are not
    indexed. Raises StoreError.
    """
    wanted = text.strip().strip("<>").split("|", 1)[0].strip()
    if addresses := links(wanted):
        return await _by_link(addresses[0], pages, collections)
    return await _by_path(wanted, pages, collections)


async def _by_path(wanted: str, pages: Pages, collections: Sequence[str]) -> tuple[Name, ...]:
    """Find pages by their path: within a collection, or on this machine."""
    named, colon, path = wanted.partition(":")
    within = [one for one in collections if one == named] if colon else []
    here = path if within else wanted
    found = []
    for collection in within or collections:
        entries = await pages.entries(collection)
        found += [
            (collection, entry.path)
            for entry in entries.values()
            if here in {entry.path, f"{entry.root.rstrip('/')}/{entry.path}"}
        ]
    if not found and wanted:
        found = [
            (collection, one)
            for collection in within or collections
            for one in await pages.in_sources(collection)
            if one == here
        ]
    return tuple(found)


async def _by_link(link: str, pages: Pages, collections: Sequence[str]) -> tuple[Name, ...]:
    """Find the pages that have a link: those named like it first, then all."""
    wanted = address(link)
    for collection in collections:
        paths = list(await pages.entries(collection))
        like = [path for path in paths if _stem(path) in _words(wanted)]
        rest = (path for path in paths[:MOST] if path not in set(like))
        for some in (like, rest):
            if found := await _having(wanted, pages, collection, some):
                return found
    return await _unindexed(wanted, pages, collections)


async def _unindexed(wanted: str, pages: Pages, collections: Sequence[str]) -> tuple[Name, ...]:
    """Find the file of a source that is not indexed and whose path a link ends with."""
    bare = _without_ending(wanted)
    found = [
        (collection, path)
        for collection in collections
        for path in await pages.in_sources(collection)
        if bare.endswith(f"/{_without_ending(path)}")
    ]
    return tuple(sorted(found, key=lambda name: -len(name[1]))[:1])


def _without_ending(path: str) -> str:
    """Return a path without what stands behind the first dot of its last part."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.split('.')[0]}".casefold()


async def _having(
    wanted: str, pages: Pages, collection: str, paths: Iterable[str]
) -> tuple[Name, ...]:
    """Return those of some pages whose address it is."""
    waiting = list(paths)
    for start in range(0, len(waiting), AT_ONCE):
        some = await pages.documents(collection, waiting[start : start + AT_ONCE])
        found = [(collection, one.path) for one in some if one.url and address(one.url) == wanted]
        if found:
            return tuple(found)
    return ()


def address(link: str) -> str:
    """Return what of a link names its page: host and path, letters of one kind."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return link
    path = unquote(parts.path).rstrip("/")
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.casefold()}{path}{query}"


def _stem(path: str) -> str:
    """Name a page by the last part of its path that says something."""
    pure = PurePosixPath(path)
    stem = pure.name.split(".")[0].casefold()
    return pure.parent.name.casefold() if stem in {"index", "readme", "_index"} else stem


def _words(wanted: str) -> frozenset[str]:
    """Return the parts of an address, without their endings."""
    return frozenset(part.split(".")[0].casefold() for part in wanted.split("/")[1:])
