"""Tests of retrieval/learn/locating.py: a pasted link or path finds its page."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.learn.indexed import Pages
from retrieval.learn.locating import address, links, locate
from retrieval.readers.folder import FolderReader
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex


@pytest.fixture(scope="module", name="home")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two collections with links of the one form and of the other."""
    home = tmp_path_factory.mktemp("located")
    for path, text in {
        "docs/guide/leave.md": "# Leave\n\nTwenty days.\n",
        "docs/guide/README.md": "# Guide\n\nAll of it.\n",
        "hr/leave.md": "---\nurl: https://wiki.example/x?id=7\n---\n# Leave\n\nSecret.\n",
    }.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")

    async def index() -> None:
        for name in ("docs", "hr"):
            reader = FolderReader(home / name, url_template="https://docs.example/{page}/")
            await Ingest(SqliteIndex(home / "index"), Chunker(len)).run(reader, name)
        (home / "docs" / "guide" / "plan.xlsx").write_bytes(b"cells")

    asyncio.run(index())
    return home


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://docs.example/guide/leave/#days", [("docs", "guide/leave.md")]),
        ("<https://docs.example/guide/leave|Leave>", [("docs", "guide/leave.md")]),
        ("https://DOCS.example/guide/README", [("docs", "guide/README.md")]),
        ("https://docs.example/guide/leave/#:~:text=Twenty", [("docs", "guide/leave.md")]),
        ("https://docs.example/guide/none", []),
        ("guide/leave.md", [("docs", "guide/leave.md")]),
        ("docs:guide/leave.md", [("docs", "guide/leave.md")]),
        ("{home}/docs/guide/leave.md", [("docs", "guide/leave.md")]),
        ("https://docs.example/guide/plan", [("docs", "guide/plan.xlsx")]),
        ("docs:guide/plan.xlsx", [("docs", "guide/plan.xlsx")]),
        ("guide/plan.xlsx", [("docs", "guide/plan.xlsx")]),
        ("hr:leave.md", []),
        ("", []),
    ],
)
async def test_a_page_is_found_by_link_or_path(
    home: Path, text: str, found: list[tuple[str, str]]
) -> None:
    """Whatever stands behind `#`, and however Slack marks it up; no page outside of the scope."""
    pages = Pages(SqliteUpkeep(home / "index"), lambda _, root: FolderReader(Path(root)))

    assert tuple(found) == await locate(text.format(home=home), pages, ["docs"])


async def test_a_page_that_gives_itself_an_address_is_found_by_it(home: Path) -> None:
    """Also where no word of the address is its name."""
    pages = Pages(SqliteUpkeep(home / "index"), lambda _, root: FolderReader(Path(root)))
    (there,) = await pages.documents("hr", ["leave.md"])

    assert (("hr", "leave.md"),) == await locate(there.url, pages, ["docs", "hr"])


def test_links_are_found_in_what_people_write() -> None:
    """Each once, without the marks around it."""
    assert ("https://a.example/x", "http://b.example") == links(
        "see <https://a.example/x|here> (or http://b.example). https://a.example/x!"
    )


@given(st.text())
def test_no_link_breaks_it(text: str) -> None:
    """Whatever is pasted gives an address."""
    assert isinstance(address(f"https://{text}"), str)
