"""What the doctor finds of names, of the bot's settings and of its policy."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.doctor_findings import about_settings


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
