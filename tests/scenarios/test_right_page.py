"""A maintainer names the right page under an answer, and is told in private where it was lost."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.playground import ADA, BEN, GENERAL, playground
from tests.scenarios.conftest import Desk, bot_in, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

POLICY = f"[maintainers]\npeople = ['{ADA}']\n\n[collections.docs]\nopen = true\n"
LINK = "https://docs.example/expenses"


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A workspace and a bot whose policy names Ada as a maintainer."""
    folder = tmp_path_factory.mktemp("right")
    shutil.copytree(indexed, folder / "data")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    options = {"policy": folder / "policy.toml"}
    async with playground() as pg, bot_in(pg, folder / "data", **options) as desk:
        yield desk


async def _whispered(desk: Desk, user: str, wanted: str) -> str:
    def there() -> list[dict[str, Any]]:
        return [one for one in desk.pg.whispers(user, GENERAL) if wanted in text_of(one)]

    found: list[dict[str, Any]] = await desk.pg.wait_for(there)
    return text_of(found[-1])


async def test_the_right_page_is_kept_and_its_loss_told(desk: Desk) -> None:
    """The link in a few words is no question: it is a label, and the answer to it a whisper."""
    asked = desk.pg.ask("How do I install the VPN client?", BEN)
    await desk.answer(GENERAL, asked)
    desk.pg.say(ADA, GENERAL, f"No, it should have been <{LINK}>", asked)
    said = await _whispered(desk, ADA, "expenses.md")
    await desk.idle()
    async with desk.ledger() as ledger:
        (case,) = await ledger.cases.list()

    assert "Now:" in said
    assert "It was the same when it was asked." in said
    assert f"scripts.diagnose {case.id[:8]}" in said
    assert (("docs:expenses.md",), "triaged") == (case.label.right, case.state)
    assert 1 == len(desk.finished(GENERAL, asked))


async def test_a_link_of_anybody_else_is_no_label(desk: Desk) -> None:
    """Whoever is no maintainer names no page, and is told nothing."""
    asked = desk.pg.ask("How is a new laptop ordered?", BEN)
    await desk.answer(GENERAL, asked)
    desk.pg.say(BEN, GENERAL, f"<{LINK}>", asked)
    await desk.idle()
    async with desk.ledger() as ledger:
        cases = await ledger.cases.list()

    assert "How is a new laptop ordered?" not in {case.content["question"] for case in cases}
    assert [] == desk.pg.whispers(BEN, GENERAL)
