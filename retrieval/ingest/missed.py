"""Skipped files -> those that somebody may miss, and a sentence that says so.

Nobody misses what was left out on purpose, nor what pages are shown with.
"""

from __future__ import annotations

import mimetypes
from collections import Counter
from collections.abc import Iterable

from retrieval.ports import Meant, Skipped
from retrieval.text.counted import number_of

NAMED = 3
"""Files that the sentence names, those first that share their reason with the fewest others."""
ASSETS = ("image/", "audio/", "video/", "font/", "text/css", "text/javascript")
"""What pages are shown with: expected beside them, so that skipping it is no news."""


def missed(skipped: Iterable[Skipped]) -> tuple[Skipped, ...]:
    """Return the files that are expected to be pages, or may be, and were not indexed."""
    return tuple(one for one in skipped if not (_hidden(one.path) or _unmissed(one)))


def told(skipped: Iterable[Skipped]) -> str:
    """Say how many files may be missed, and name some with the reason; empty for none."""
    files = missed(skipped)
    if not files:
        return ""
    often = Counter(map(_reason, files))
    first = sorted(files, key=lambda one: often[_reason(one)])[:NAMED]
    names = ", ".join(f"{one.path} ({_reason(one)})" for one in first)
    more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
    return f"{number_of(len(files), 'file was', 'files were')} not indexed: {names}{more}."


def is_asset(path: str) -> bool:
    """Whether a file's name says that pages are shown with it; it is no document itself."""
    return (mimetypes.guess_type(path)[0] or "").startswith(ASSETS)


def _unmissed(one: Skipped) -> bool:
    return isinstance(one, Meant) or is_asset(one.path)


def _hidden(path: str) -> bool:
    """Whether a file's name says that it is for programs."""
    return path.rsplit("/", 1)[-1].startswith(".")


def _reason(one: Skipped) -> str:
    """Return why a file was skipped, without the figures."""
    return one.reason.split(":", 1)[0]
