"""Pages behind the answers at 400 pixels: long words and wide tables."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from retrieval.ports import EvalCase
from retrieval.values import Question, Scope, Trace
from tests.browser.served import Kept, page
from tests.playground import ADA, GENERAL

LONG = "word" * 60
COLUMNS = ["Country", "Breakfast", "Lunch", "Dinner", "Accommodation", "Reservations", "Exceptions"]
TABLE = "\n".join(
    f"| {' | '.join(row)} |"
    for row in (COLUMNS, ["-"] * 7, ["Liechtenstein"] * 7, ["San Marino"] * 7)
)


@pytest.fixture(name="narrow")
async def _narrow(browser: Browser) -> Page:
    return await browser.new_page(viewport={"width": 400, "height": 800})


async def _width(window: Page) -> int:
    return int(await window.evaluate("() => document.documentElement.scrollWidth"))


async def test_a_long_word_in_a_case_or_trace_stays_in_the_window(narrow: Page) -> None:
    """What a person asked may be one word of any length."""
    made = datetime(2026, 1, 2, tzinfo=UTC)
    content = {"question": LONG, "queries": [{"text": LONG, LONG: LONG}], LONG: {LONG: LONG}}
    case = EvalCase("c1", "t1", made, "new", ADA, GENERAL, content)
    trace = Trace("t1", LONG, LONG, Question(LONG, Scope(("docs",)), asker=ADA))
    async with page(kept=Kept({"t1": trace}, [case])) as pg:
        for place in ("cases", "cases/c1", "traces/t1"):
            await narrow.goto(f"{pg.url}{place}")
            assert 400 == await _width(narrow), place


async def test_the_words_in_a_wide_table_stay_whole(narrow: Page, tmp_path: Path) -> None:
    """A table is scrolled sideways, and its cells break between words alone."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "page.md").write_text(f"# Allowances\n\n{TABLE}\n", encoding="utf-8")
    async with page(docs) as pg:
        await narrow.goto(f"{pg.url}pages/page.md")
        cell = narrow.get_by_role("cell", name="Liechtenstein").first
        pieces = await cell.evaluate(
            "one => { const r = document.createRange(); r.selectNodeContents(one);"
            " return r.getClientRects().length; }"
        )
        assert (1, 400) == (pieces, await _width(narrow))
