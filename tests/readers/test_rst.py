"""Tests of reading reStructuredText, from seven producers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import UnreadableDocument
from retrieval.readers.page import Options
from retrieval.readers.rst import read

_FILES = Path(__file__).parent / "files"


def test_what_sphinx_adds_is_read():
    """Roles, directives and fields of Sphinx become what people see; nothing is included."""
    page = read((_FILES / "sphinx.rst").read_bytes(), Options())

    assert "Deploying" == page.title
    assert ("Platform team", "draft", date(2026, 1, 5)) == (
        page.metadata.owner,
        page.metadata.status,
        page.metadata.verified,
    )
    for part in (
        "Use the checklist and `ops.deploy.run`.",
        "> **Note**\n>\n> Deployments stop at 16:00.",
        "```bash\n./deploy --env prod\n```",
        "> Run the script.",
        "1. Stop the queue.\n2. Switch back.",
        "| Stage | Waits |\n| --- | --- |\n| prod | 10 min |",
        "The body stays.",
        "**Term**\n\nIts meaning.",
    ):
        assert part in page.text
    for part in ("root:", "raw</b>", "toctree", "maxdepth", "::", "hidden from people"):
        assert part not in page.text
    assert "rollback" in [one.fragment for one in page.anchors]


def test_what_pandoc_writes_is_read():
    """Lists, tables, code and links of another writer."""
    text = read((_FILES / "pandoc.rst").read_bytes(), Options()).text

    for part in (
        "- the service is in its **maintenance window**\n  - planned by the owner",
        "| SEV-2 | 30 minutes | first line |",
        "```\nsystemctl restart ingest\n",
        "[the runbook](https://example.org/runbook)",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("name", "title", "parts"),
    [
        (
            "m2r2.rst",
            "Badge rules",
            (
                "See [the desk](https://example.org/desk_%28main%29) for a new one.",
                "- you are a visitor\n  - with a paper badge\n\n1. Tell the desk.\n2. Wait",
                "| Colour | Opens | Given to |\n| --- | --- | --- |\n| green | all doors | staff |",
                '```python\ndoor = open_door("lobby")\nprint(door)\n```',
                "> Never lend it to anyone.",
                "## Lost badges\n\nA lost badge costs `10` EUR.",
            ),
        ),
        (
            "quickstart.rst",
            "Badges documentation",
            ("# Badges documentation\n\nAdd your content using `reStructuredText` syntax.",),
        ),
        (
            "restbuilder.rst",
            "Badge rules",
            (
                "Note: The desk opens at eight.",
                "See [the desk](https://example.org/desk).",
                '```python\ndoor = open_door("lobby")\n```',
                "| Colour | Opens |\n| --- | --- |\n| green | all doors |\n| red | the lobby |",
                "**Term**\n\nIts meaning.",
                "**doors.open_door(name)**\n\n> Open a door.",
                "> **Returns:** Whether it opened.",
            ),
        ),
        (
            "nbconvert.rst",
            "Badge count",
            (
                "How many badges are **left**.",
                "| Colour | Left |\n| --- | --- |\n| green | 4 |",
                "```\nleft = 4\nprint(left)\n```\n\n```\n4\n```",
            ),
        ),
        (
            "towncrier.rst",
            "badges 1.2 (2026-01-05)",
            (
                "## Features\n\n- Visitors get a red badge. ([#12](https://example.org/12))",
                "## Deprecations and Removals\n\n- Paper badges are gone.",
            ),
        ),
    ],
)
def test_what_other_tools_write_is_read(name, title, parts):
    """Converters, builders and makers of change logs: each part comes out, in order."""
    page = read((_FILES / name).read_bytes(), Options())
    places = [page.text.find(part) for part in parts]

    assert title == page.title
    assert -1 not in places
    assert sorted(places) == places
    for sign in ("::", "toctree", "`_", "====", "list-table"):
        assert sign not in page.text


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="=-~`:.*|_+ \nab<>[]\t", max_size=120))
def test_any_text_is_read_or_refused(text):
    """Markup that makes no sense is text, or a reason."""
    try:
        page = read(text.encode(), Options())
    except UnreadableDocument:
        return

    assert isinstance(page.text, str)
