"""Tests of reading reStructuredText, from two producers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

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


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="=-~`:.*|_+ \nab<>[]\t", max_size=120))
def test_any_text_is_read_or_refused(text):
    """Markup that makes no sense is text, or a reason."""
    try:
        page = read(text.encode(), Options())
    except UnreadableDocument:
        return

    assert isinstance(page.text, str)
