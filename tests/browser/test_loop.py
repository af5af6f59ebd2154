"""The whole loop: a wrong answer, a complaint, its case, the stage at fault, a fix, the proof."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.slack import phrases
from retrieval import wiring
from retrieval.settings import load
from scripts import compare, diagnose, nightly, replay
from tests.browser.served import page
from tests.playground import ADA, BEN, DIRECT, GENERAL, LEADS, Pg
from tests.scenarios.conftest import bot_in, text_of

QUESTION = "What is the limit for grub?"
WRONG, RIGHT = "three attempts", "docs:expenses.md"
SYNONYMS = "grub, meals\n"
PATIENCE = 60_000
POLICY = (
    f"[maintainers]\npeople = ['{ADA}']\nchannel = '{LEADS}'\n\n[collections.docs]\nopen = true\n"
)
OTHERS = {
    "an upload": "two gigabytes",
    "visitors": "five at a time",
    "parcels": "20 kilograms",
    "noise": "60 decibels",
    "printing": "500 sheets a month",
    "a lift": "eight persons",
    "a mailbox": "50 gigabytes",
    "the fridge": "one box a person",
    "bicycles": "two a person",
}


def _pages() -> dict[str, str]:
    """Return pages in which the team's own word for meals means something else."""
    pages = {
        f"{subject.split()[-1]}.md": f"# Limit for {subject}\n\n"
        f"The limit for {subject} is {limit}. It is the limit for {subject} in every office.\n"
        for subject, limit in OTHERS.items()
    }
    pages["boot.md"] = (
        "# Boot\n\nWhen GRUB asks for a password, there is a limit of three attempts.\n"
    )
    pages["expenses.md"] = (
        "# Expenses\n\nReceipts are handed in within 30 days.\n\n"
        "## Meals\n\nThe daily limit for meals is 40 euros.\n"
    )
    return pages


class Team:
    """A maintainer at a terminal, beside the bot: each command is run as people run it."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capture = patch, capture

    async def run(self, command: ModuleType, *words: str) -> tuple[int, str]:
        """Return a command's exit code and what it printed."""
        self._patch.setattr(sys, "argv", [command.__name__, *words])
        self._capture.readouterr()
        code = await command.main()
        return code, self._capture.readouterr().out

    async def data(self, command: ModuleType, *words: str) -> Any:
        """Return what a command that succeeds prints as JSON."""
        code, printed = await self.run(command, *words, "--json")
        assert 0 == code, printed
        return json.loads(printed)


@pytest.fixture(name="home")
async def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with pages, their index and a policy, which commands use by themselves."""
    (tmp_path / "pages").mkdir()
    for name, text in _pages().items():
        (tmp_path / "pages" / name).write_text(text, encoding="utf-8")
    (tmp_path / "policy.toml").write_text(POLICY, encoding="utf-8")
    settings = load(data=tmp_path / "data")
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    report = await ingest.run(wiring.folder_reader(settings, tmp_path / "pages"), "docs")
    assert report.succeeded
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FOOTNOTE_POLICY", str(tmp_path / "policy.toml"))
    return tmp_path


async def _dislike(window: Page, pg: Pg) -> None:
    """Ask, get a wrong answer, and say so: it is about the wrong page."""
    await window.goto(f"{pg.url}?as={BEN}&channel={GENERAL}")
    box = window.locator("[data-composer=main] textarea")
    await box.fill(f"@Footnote {QUESTION}")
    await box.press("Enter")
    thread = window.locator("#panel-thread")
    await expect(thread.locator(".how")).to_have_count(1, timeout=PATIENCE)
    await expect(thread).to_contain_text(WRONG)
    await thread.locator(".thumb-negative").click()
    reason = thread.get_by_role("button", name=phrases.reason_name("wrong_page"))
    await reason.click(timeout=PATIENCE)
    kept = phrases.reason_kept(phrases.reason_name("wrong_page"))
    await expect(thread).to_contain_text(kept.split("*")[0].strip(), timeout=PATIENCE)


async def _label(window: Page, pg: Pg) -> str:
    """Open the case from the app's home and name the right page; return what is whispered."""
    await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}")
    await window.locator("[data-room-tab=home]").click()
    home = window.locator(".home-view")
    await expect(home).to_contain_text(QUESTION, timeout=PATIENCE)
    await home.get_by_role("button", name=phrases.show_case(), exact=True).first.click()
    form = window.locator("#modal")
    await expect(form).to_contain_text(phrases.reason_name("wrong_page"), timeout=PATIENCE)
    await form.get_by_label(phrases.case_right()).fill(RIGHT)
    await form.get_by_role("button", name=phrases.case_save()).click()
    await expect(form).to_be_hidden(timeout=PATIENCE)

    def told() -> list[str]:
        said = [text_of(one) for one in pg.messages(DIRECT)]
        said += [text_of(one) for room in (GENERAL, DIRECT) for one in pg.whispers(ADA, room)]
        return [one for one in said if "expenses.md" in one]

    found: list[str] = await pg.wait_for(told)
    return found[-1]


async def test_a_complaint_makes_it_better(
    window: Page, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked and disliked in the browser, labelled there, mended, compared, gated and posted."""
    team = Team(monkeypatch, capsys)
    options = {"policy": home / "policy.toml"}
    async with page(home / "pages") as pg, bot_in(pg, home / "data", **options) as desk:
        await _dislike(window, pg)
        whispered = await _label(window, pg)
        async with desk.ledger() as ledger:
            (case,) = await ledger.cases.list()
        assert ("triaged", (RIGHT,)) == (case.state, case.label.right)
        assert "wrong_page" == case.content["persons"][0]["reason"]

        before = await team.data(diagnose, case.id)
        told = await _mended(team, home)
        after = await team.data(diagnose, case.id)
        posted = await _posted(team, pg)
        record = await team.data(replay, case.id, "--frozen")
        today = await team.data(replay, case.id)

    assert "lost_by_reranker" == before["stage"] == before["then"]["stage"]
    assert phrases.diagnosis_to_do("lost_by_reranker").split("_ ")[-1] in whispered
    assert [(case.id, 10, 2)] == [(g["case"], g["before"], g["after"]) for g in told["gained"]]
    assert [] == told["lost"]
    assert before["stage"] != after["stage"]
    assert "1 of 1" in posted, posted
    assert record["identical"]
    assert not today["identical"]


async def _mended(team: Team, home: Path) -> Any:
    """Compare a synonym with what is in use, put it in use, and have the gate rule on it."""
    (home / "meals.txt").write_text(SYNONYMS, encoding="utf-8")
    new = home / "new.toml"
    new.write_text(f"[synonyms]\ndocs = {str(home / 'meals.txt')!r}\n", encoding="utf-8")
    told = await team.data(compare, "current", str(new))
    await team.data(compare, "current", "current", "--gate")
    folder = load().synonyms_folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "docs.txt").write_text(SYNONYMS, encoding="utf-8")
    code, said = await team.run(compare, "--gate")
    assert 0 == code, said
    return told


async def _posted(team: Team, pg: Pg) -> str:
    """Do the nightly run; return what is posted in the maintainers' channel."""
    code, printed = await team.run(nightly, "--once")
    assert 0 == code, printed

    def posted() -> list[str]:
        said = [text_of(one) for one in pg.messages(LEADS)]
        return [one for one in said if "recall" in one.lower()]

    found: list[str] = await pg.wait_for(posted)
    return found[-1]
