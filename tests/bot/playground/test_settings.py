"""The environment that the bot is started in."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import settings as bot_settings
from bot.playground import cast
from bot.playground.settings import apart, bot_environment, has_screen
from retrieval.settings import load


def test_the_bot_is_told_of_the_playground_by_its_own_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It reads them as it would read those of a real workspace, and what else was set stays."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path))
    (tmp_path / "synonyms").mkdir()
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-real")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///real.db")
    policy = tmp_path / "policy.toml"

    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", "p" * 64)
    monkeypatch.setenv("FOOTNOTE_SOURCES", "7")
    links = "http://127.0.0.1:1/pages/{path}"
    own = apart(load(database_url="sqlite:///own.db", url_template=links))
    environment = bot_environment(cast.app(key="k"), "http://127.0.0.1:1/", policy, own)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    read = bot_settings.load()
    assert "xoxb-playground-k" == read.bot_token.get_secret_value()
    assert ("http://127.0.0.1:1/api/", 0, policy) == (read.api_url, read.health_port, read.policy)
    index = load()
    assert (tmp_path / "playground" / "index", 7) == (index.index_folder, index.sources)
    assert tmp_path / "synonyms" == index.synonyms_folder
    assert "p" * 53 + "-playground" == index.index_prefix
    assert ("sqlite:///own.db", links) == (index.ledger_url, index.url_template)


def test_a_browser_is_opened_only_where_it_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a screen a terminal's own browser would take the terminal."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_screen()

    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()
