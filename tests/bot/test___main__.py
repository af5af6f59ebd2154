"""`python -m bot` says what it needs, and leaves with a code that says how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _run(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *options],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_names_the_settings_and_the_codes(tmp_path: Path) -> None:
    """The help says what is needed, and comes without loading anything."""
    done = _run(tmp_path, "--help")

    assert 0 == done.returncode
    for word in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "/readyz", "Exit codes"):
        assert word in done.stdout


def test_all_problems_of_the_settings_are_told_at_once(tmp_path: Path) -> None:
    """The bot's and the other settings are wrong together: code 2, every variable, no value."""
    done = _run(
        tmp_path, SLACK_APP_TOKEN="xoxb-secret", FOOTNOTE_WORKERS="0", FOOTNOTE_SLUGS="none"
    )

    assert 2 == done.returncode
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "FOOTNOTE_WORKERS", "FOOTNOTE_SLUGS"):
        assert name in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_slack_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    """Code 1, and what to check."""
    done = _run(
        tmp_path,
        SLACK_BOT_TOKEN="xoxb-1",
        SLACK_APP_TOKEN="xapp-1",
        FOOTNOTE_SLACK_API_URL="http://127.0.0.1:9/api/",
    )

    assert 1 == done.returncode
    assert "Slack cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_policy_is_told_with_the_settings(tmp_path: Path) -> None:
    """Nobody mends one to be told of the next."""
    (tmp_path / "policy.toml").write_text("[collections")
    done = _run(tmp_path, FOOTNOTE_POLICY="policy.toml", FOOTNOTE_DATA="policy.toml")

    assert 2 == done.returncode
    for said in ("SLACK_BOT_TOKEN: is not set", "FOOTNOTE_DATA: must name", "is not TOML"):
        assert said in done.stderr


def test_a_name_that_is_no_setting_is_logged(tmp_path: Path) -> None:
    """Once, at the start, which goes on."""
    done = _run(
        tmp_path,
        SLACK_BOT_TOKEN="xoxb-1",
        SLACK_APP_TOKEN="xapp-1",
        FOOTNOTE_SLACK_API_URL="http://127.0.0.1:9/api/",
        FOOTNOTE_SURCES="5",
    )

    assert 1 == done.stderr.count("did you mean FOOTNOTE_SOURCES?")
    assert "Slack cannot be reached" in done.stderr
