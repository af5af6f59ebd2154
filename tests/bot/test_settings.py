"""The bot's settings are read, checked all at once, documented, and never printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import BotSettings, configured, example, load, unknown
from retrieval.errors import SettingsError

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


def test_two_tokens_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else has a default; an address gets the slash that clients need."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1")
    monkeypatch.setenv("FOOTNOTE_SLACK_API_URL", "http://127.0.0.1:1/api")
    settings = load()

    assert ("http://127.0.0.1:1/api/", 4, None) == (
        settings.api_url,
        settings.workers,
        settings.policy,
    )
    assert "xoxb-1" not in repr(settings)


def test_every_problem_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens in each other's place, a wrong address and a wrong number, together."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xapp-secret")
    monkeypatch.setenv("FOOTNOTE_SLACK_API_URL", "slack.com")
    monkeypatch.setenv("FOOTNOTE_WORKERS", "0")
    with pytest.raises(SettingsError) as wrong:
        load()

    for part in (
        "SLACK_BOT_TOKEN: must start with xoxb-",
        "SLACK_APP_TOKEN: is not set",
        "FOOTNOTE_SLACK_API_URL: must start with http",
        "FOOTNOTE_WORKERS",
    ):
        assert part in str(wrong.value)
    assert "secret" not in str(wrong.value)


def test_one_token_shows_that_somebody_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor looks at Slack as soon as either token is set."""
    before = configured()
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1")

    assert (False, True) == (before, configured())


def test_the_example_names_every_setting() -> None:
    """`.env.example` ends with what the bot's settings say of themselves."""
    assert (ROOT / ".env.example").read_text(encoding="utf-8").endswith(example())


def test_the_manual_names_every_setting() -> None:
    """docs/slack.md has each variable."""
    manual = (ROOT / "docs" / "slack.md").read_text(encoding="utf-8")

    assert [] == [
        field.validation_alias
        for field in BotSettings.model_fields.values()
        if f"`{field.validation_alias}`" not in manual
    ]


def test_a_name_that_is_no_setting_is_told_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the environment and in `.env`, for the bot's settings and the others; no other names."""
    monkeypatch.setenv("FOOTNOTE_SURCES", "5")
    monkeypatch.setenv("FOOTNOTE_WORKERS", "2")
    monkeypatch.setenv("FOOTNOTE_REQUIRE_SERVICES", "1")
    monkeypatch.setenv("PATHS", "5")
    (tmp_path / ".env").write_text("FOOTNOTE_WORKER=3\nFOOTNOTE_XYZZY=1\nOTHER=1\n")

    assert (
        "FOOTNOTE_SURCES is no setting; did you mean FOOTNOTE_SOURCES?",
        "FOOTNOTE_WORKER is no setting; did you mean FOOTNOTE_WORKERS?",
        "FOOTNOTE_XYZZY is no setting.",
    ) == unknown()


def test_every_setting_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A copy of `.env.example` has no name that is strange."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    taken = [line[2:] for line in lines if line.startswith("# ") and "=" in line]
    (tmp_path / ".env").write_text("\n".join(taken), encoding="utf-8")

    assert () == unknown()


def test_http_needs_the_signing_secret_and_no_app_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it nobody could tell whose a request is: it is asked for before anything starts."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    with pytest.raises(SettingsError, match="SLACK_SIGNING_SECRET: is not set, and without it"):
        load(http=True)
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "short")
    with pytest.raises(SettingsError, match="SLACK_SIGNING_SECRET: must have 16 characters"):
        load(http=True)
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "0123456789abcdef")

    assert 3000 == load(http=True).http_port
    with pytest.raises(SettingsError, match="SLACK_APP_TOKEN: is not set"):
        load()
