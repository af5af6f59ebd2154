"""What the tests of learning share: a corpus in which pages are lost, indexed once."""

from __future__ import annotations

import asyncio

import pytest

from retrieval.learn.evidence import Wanted
from retrieval.learn.indexed import Pages
from retrieval.stores.upkeep import SqliteUpkeep
from tests.fakes.planted import Planted


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    """The corpus."""
    return Planted(tmp_path_factory.mktemp("planted")).plant()


@pytest.fixture(scope="session")
def cut(planted: Planted) -> str:
    """What is cut apart in it: the end of one chunk and the beginning of the next."""
    pages = Pages(SqliteUpkeep(planted.home / "index"), planted.reader)
    page = asyncio.run(pages.facts(("docs", "cut.md"), Wanted()))
    end = page.chunks[0].end
    return page.text[end - 30 : end + 30].split(" ", 1)[1].rsplit(" ", 1)[0]
