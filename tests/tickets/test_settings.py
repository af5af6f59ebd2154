"""Tests of retrieval/tickets/settings.py: a tracker is whole, or refused with what it lacks."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest

from retrieval.errors import SettingsError
from retrieval.settings import load


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("set_", "lacking"),
    [
        ({"TICKETS": "github"}, "FOOTNOTE_TICKETS_PROJECT and FOOTNOTE_TICKETS_TOKEN"),
        (
            {"TICKETS": "github", "TICKETS_PROJECT": "one", "TICKETS_TOKEN": "x"},
            "must be OWNER/REPOSITORY",
        ),
        ({"TICKETS": "jira", "TICKETS_PROJECT": "D", "TICKETS_TOKEN": "x"}, "FOOTNOTE_TICKETS_URL"),
        ({"TICKETS": "webhook"}, "FOOTNOTE_TICKETS_URL"),
        ({"TICKETS": "trello"}, "must be one of slack, github, jira, webhook, none"),
        ({"NIGHTLY_AT": "25:00"}, "must be a time of day in UTC"),
        ({"TICKETS_URL": "ftp://x"}, "must start with http"),
    ],
)
def test_half_a_tracker_is_refused(
    set_: dict[str, str], lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the variables."""
    for name, value in set_.items():
        monkeypatch.setenv(f"FOOTNOTE_{name}", value)

    with pytest.raises(SettingsError, match=lacking):
        load()


def test_a_whole_one_is_read_and_its_token_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the address, which may be a secret."""
    token, url = "token-of-nobody", "https://hooks.example/secret"
    for name, value in {"TICKETS": "Webhook", "TICKETS_URL": url, "TICKETS_TOKEN": token}.items():
        monkeypatch.setenv(f"FOOTNOTE_{name}", value)
    settings = load()

    assert ("webhook", url) == (settings.tickets, settings.tickets_url)
    assert token not in repr(settings)
    assert url not in repr(settings)


def test_without_any_setting_drops_are_told_in_slack_at_three() -> None:
    """The defaults need nothing."""
    settings = load()

    assert ("slack", time(3, 0)) == (settings.tickets, settings.nightly_time)
