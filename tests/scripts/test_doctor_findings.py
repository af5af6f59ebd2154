"""What the doctor finds of names, of the bot's settings and of its policy."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.ports import NightlyRun
from retrieval.settings import load
from scripts.doctor_findings import about_nightly, about_settings
from tests.fakes.web_server import web_server


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


def test_where_nothing_was_begun_there_is_nothing_to_find() -> None:
    """Neither token nor policy is set, and no name is strange."""
    assert [] == about_settings()


def test_a_name_that_is_no_setting_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told with the nearest name that is one."""
    monkeypatch.setenv("FOOTNOTE_POLIZY", "policy.toml")

    assert [("names", False, "FOOTNOTE_POLIZY is no setting; did you mean FOOTNOTE_POLICY?")] == [
        (finding.check, finding.ok, finding.said) for finding in about_settings()
    ]


def test_settings_and_policy_are_found_side_by_side(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is wrong with one hides nothing of the other."""
    (tmp_path / "policy.toml").write_text('[collections."docs"]\nopen = true\n')
    monkeypatch.setenv("FOOTNOTE_POLICY", "policy.toml")

    assert [("bot settings", False), ("policy", True)] == [
        (finding.check, finding.ok) for finding in about_settings()
    ]


async def _nightly(days: float | None = None) -> list[tuple[str, bool, str]]:
    """Look, where the last run was so many days ago."""
    settings = load(data=Path("data"))
    if days is not None:
        started = datetime.now(UTC) - timedelta(days=days)
        async with wiring.open_ledger(settings) as ledger:
            await ledger.nightly_runs.record(NightlyRun("p", started, 1.0, failure="No case."))
    return [(found.check, found.ok, found.said) for found in await about_nightly(settings)]


async def test_a_nightly_run_that_stopped_coming_is_a_finding() -> None:
    """Where none ever came there is nothing to mend."""
    never, lately = await _nightly(), await _nightly(0.5)
    ((check, ok, said),) = lately

    assert ([], "nightly", True) == (never, check, ok)
    assert said.endswith(": No case.")


async def test_an_old_nightly_run_is_a_finding() -> None:
    """Nobody measures any more."""
    assert [("nightly", False)] == [found[:2] for found in await _nightly(2.5)]


async def test_a_tracker_is_reached_and_a_channel_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tracker that says no is told with its reason; a bot without a channel tells nobody."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-of-nobody")
    for name, value in {"": "github", "_PROJECT": "o/r", "_TOKEN": "token-of-nobody"}.items():
        monkeypatch.setenv(f"FOOTNOTE_TICKETS{name}", value)
    with web_server((404, {"message": "Not Found"})) as server:
        monkeypatch.setenv("FOOTNOTE_TICKETS_URL", server.url)
        found = await _nightly()
        server.replies = [(200, {"full_name": "o/r"})]
        reached = await _nightly()

    assert [("tickets", False), ("nightly channel", True)] == [one[:2] for one in found]
    assert "answered 404: Not Found" in found[0][2]
    assert ("tickets", True, "issues of o/r") == reached[0]
