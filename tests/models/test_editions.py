"""Whether a place on a page speaks of the version that is asked for."""

from __future__ import annotations

import pytest

from retrieval.models.editions import of_another
from retrieval.models.pieces import take_apart
from retrieval.text.versions import versions
from retrieval.values import Chunk, DocumentFacts, Metadata, Source

LINE = "The port is 8017."


def _another(
    asked: str, text: str, title: str = "Widget", path: str = "ports.md", version: str = ""
) -> bool:
    page = DocumentFacts("d", "docs", path, title, metadata=Metadata(version=version))
    chunk = Chunk("d-0", "d", 0, 0, len(text), text)
    passage = take_apart(Source("S1", page, (chunk,), text, 0, len(text)))
    return of_another(versions(asked), passage, passage.pieces[-1])


@pytest.mark.parametrize("asked", ["Widget 1.9", "Widget v1.9", "v1.9"])
@pytest.mark.parametrize(
    "page",
    [
        {"text": "Widget 1.7 listens on port 8017."},
        {"text": f"# Widget 1.7\n\n{LINE}"},
        {"text": f"# Changes\n\n## 1.7.2 (2024-05-01)\n\n{LINE}"},
        {"text": LINE, "title": "Widget v1.7"},
        {"text": LINE, "version": "v1.7"},
        {"text": LINE, "path": "widget/1.7/ports.md"},
        {"text": LINE, "path": "widget-1.7.md"},
        {"text": "| Version | Port |\n|---|---|\n| 1.7 | 8017 |"},
    ],
)
def test_the_nearest_version_counts(asked: str, page: dict[str, str]) -> None:
    """The piece, its headings, its page: the first of them that names a version decides."""
    assert _another(asked, **page)
    assert not _another(asked.replace("1.9", "1.7"), **page)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("the port", "Widget 1.7 listens on port 8017."),
        ("Widget 1.9", LINE),
        ("Widget 1.9", "Widget runs on Python 3.11."),
        ("Widget 1.9", f"# 1.7 Ports\n\n{LINE}"),
        ("Widget 1.9", "Since Widget 1.7 the port is 8017."),
        ("Widget 1.9", "Widget 1.7 and later listen on port 8017."),
        ("Widget 1.9", f"# Widget 1.7\n\n{LINE} In Widget 1.9 it is 8019."),
    ],
)
def test_what_names_no_other_version_may_answer(asked: str, text: str) -> None:
    """No version asked or named, one of something else, a heading's number, a range: all stay."""
    assert not _another(asked, text)
