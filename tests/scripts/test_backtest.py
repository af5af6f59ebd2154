"""`scripts.backtest`: a channel's past is replayed over the playground, and nothing is posted."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.backtesting import Backtest
from bot.slack.replay import Replayed
from retrieval.settings import load
from scripts import backtest
from tests.playground import ADA, BEN, BOT, CHLOE, HELP, Pg, playground
from tests.scripts.test_doctor import _index

VPN = "On a Mac, which profile does the VPN need?"
PAGES = {
    "vpn.md": "# VPN\n\n## On a Mac\n\nOn a Mac the VPN needs the profile named Office.\n",
    "leave.md": "# Leave\n\nParents get 26 weeks of paid leave.\n",
}


async def _ran(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["backtest", *arguments, "--pause", "0"])
    code = await backtest.main()
    return code, capsys.readouterr().out


@pytest.fixture(name="data")
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test, with pages in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "pages" / name).write_text(text, encoding="utf-8")
    return load().data


def _talk(pg: Pg) -> None:
    """Let people talk."""
    first, second = pg.say(ADA, HELP, VPN), pg.say(BEN, HELP, VPN)
    pg.say(CHLOE, HELP, "The profile is named Office", first)
    pg.say(CHLOE, HELP, "please open a ticket", second)
    pg.say(ADA, HELP, "Who repairs the espresso machine in the kitchen?")
    pg.say(ADA, HELP, "lunch is ready")
    pg.say(ADA, HELP, f"<@{BOT}> {VPN}")


async def test_a_channel_is_replayed_and_gone_on_with(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Coverage, reasons, people, doubtful answers; the second time nothing is asked again."""
    await _index(monkeypatch, capsys)
    async with playground() as pg:
        for name, value in pg.env().items():
            monkeypatch.setenv(name, value)
        _talk(pg)
        before = pg.messages(HELP)
        code, told = await _ran(monkeypatch, capsys, HELP)
        called = len(pg.called("conversations.replies"))
        again, whole = await _ran(monkeypatch, capsys, HELP, "--json")

        assert (0, 0) == (code, again)
        assert before == pg.messages(HELP)
        assert called == len(pg.called("conversations.replies"))
    found = json.loads(whole)
    assert (5, 3, 2) == (found["messages"], found["questions"], found["answered"])
    assert {"not covered: nothing": 1} == found["quiet"]
    assert (1, 1) == (
        found["people"]["said the same words"],
        found["people"]["said something else"],
    )
    assert 0.5 == found["precision"]
    assert "please open a ticket" in told
    assert "answered 2 (67%), and kept quiet at:" in told
    assert (data / "backtest" / f"{HELP}.jsonl").is_file()


def test_where_it_would_have_answered_all_no_list_is_begun() -> None:
    """A line that ends with a colon has lines below it."""
    asked = datetime(2026, 11, 30, tzinfo=UTC)
    found = Backtest(HELP, asked, 1, (Replayed("1764460800.000001", VPN, ""),))

    assert "It would have answered 1 (100%)." in list(backtest.lines(found))


@pytest.mark.parametrize("arguments", [["general"], [HELP, "--days", "0"], []])
async def test_what_is_no_channel_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """Exit code 2, as of all commands."""
    with pytest.raises(SystemExit) as ended:
        await _ran(monkeypatch, capsys, *arguments)

    assert 2 == ended.value.code
