"""Tests of retrieval/wiring_nightly.py: the tracker that the settings name, and who is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring, wiring_nightly
from retrieval.errors import SettingsError
from retrieval.ledger.ledger import Ledger
from retrieval.policy import Policy
from retrieval.settings import Settings, load

POLICY = Policy({}, team="T1", maintainers_channel="CMAINT")


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return load(data=tmp_path / "data")


@pytest.mark.parametrize(
    ("set_", "policy", "name"),
    [
        ({}, POLICY, "slack"),
        ({}, None, None),
        ({"tickets_project": "C1"}, None, "slack"),
        ({"tickets": "none"}, POLICY, None),
        ({"tickets": "github", "tickets_project": "o/r"}, None, "github"),
        ({"tickets": "jira", "tickets_url": "https://j.example"}, None, "jira"),
        ({"tickets": "webhook", "tickets_url": "https://h.example/x"}, None, "webhook"),
    ],
)
async def test_the_tracker_of_the_settings(
    settings: Settings, set_: dict[str, Any], policy: Policy | None, name: str | None
) -> None:
    """Each by its name; Slack needs a channel."""
    changed = settings.model_copy(update=set_)
    async with wiring.open_ledger(changed) as ledger:
        found = wiring_nightly.ticketer(changed, policy, ledger.outbox)

    assert name == (found.name if found else None)


async def test_where_tickets_go_is_said(settings: Settings, tmp_path: Path) -> None:
    """A channel, none, or a fault."""
    policy = tmp_path / "policy.toml"
    policy.write_text('[maintainers]\nchannel = "C0123ABCD"\n\n[collections.docs]\nopen = true\n')
    none = settings.model_copy(update={"tickets": "none"})
    async with wiring.open_ledger(settings) as ledger:
        said = await wiring_nightly.reach(settings, policy, ledger.outbox)
        quiet = await wiring_nightly.reach(none, None, ledger.outbox)
        with pytest.raises(SettingsError, match="No channel is set"):
            await wiring_nightly.reach(settings, None, ledger.outbox)

    assert "messages to C0123ABCD" == said
    assert quiet.startswith("none are opened")


@pytest.mark.parametrize(
    ("project", "tickets", "named"),
    [
        ("", "slack", (True, True)),
        ("C0002PAYR", "slack", (True, False)),
        ("o/r", "github", (True, False)),
    ],
)
async def test_pages_are_named_by_who_reads(
    settings: Settings, tmp_path: Path, project: str, tickets: str, named: tuple[bool, bool]
) -> None:
    """In the channel by its own rules; a tracker, whose readers nobody knows, has what is open."""
    policy = tmp_path / "policy.toml"
    policy.write_text(
        '[maintainers]\nchannel = "C0123ABCD"\n\n[collections.docs]\nopen = true\n\n'
        '[collections.payroll]\nchannels = ["C0123ABCD"]\n'
    )
    set_ = settings.model_copy(update={"tickets_project": project, "tickets": tickets})
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        told = wiring_nightly.told(set_, ledger, policy)

    assert named == (told.names("payroll"), told.ticket_names("payroll"))
    assert told.names("docs")
    assert told.ticket_names("docs")


async def test_a_nightly_run_is_put_together(settings: Settings, tmp_path: Path) -> None:
    """Over an empty ledger and no index it says that there is nothing."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        nightly = wiring_nightly.nightly(settings, ledger, None)
        night = await nightly.look("2026-11-30", lambda done, total: None)

    assert "No document is indexed" in night.run.failure
