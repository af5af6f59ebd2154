"""Several workspaces need all of their settings, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.oauth.settings import OAuthSettings
from bot.settings import load
from retrieval.errors import SettingsError

WHOLE = {
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "hidden-secret",
    "SLACK_SIGNING_SECRET": "0123456789abcdef",
    "FOOTNOTE_OAUTH_URL": "https://footnote.example.com/",
    "FOOTNOTE_OAUTH_TEAMS": "T1, T2",
    "FOOTNOTE_OAUTH_KEYS": "sealing-key,former-key",
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


def test_a_client_id_needs_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is missing is named at once, and over Socket Mode it is refused."""
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    with pytest.raises(SettingsError) as wrong:
        load()

    for name in (*WHOLE, "--http alone"):
        assert (name in str(wrong.value)) is (name != "SLACK_SIGNING_SECRET")


def test_whole_settings_need_no_token_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists come apart; no secret is in their repr."""
    for name, value in WHOLE.items():
        monkeypatch.setenv(name, value)
    read = load(http=True)

    assert ({"T1", "T2"}, ("sealing-key", "former-key")) == (read.teams, read.keys)
    assert "https://footnote.example.com" == read.oauth_url
    assert "hidden" not in repr(read)
    assert "sealing-key" not in repr(read)


@pytest.mark.parametrize(
    ("url", "right"),
    [
        ("http://footnote.example.com", False),
        ("footnote.example.com", False),
        ("http://127.0.0.1:3000", True),
        ("https://footnote.example.com", True),
    ],
)
def test_a_code_never_travels_in_the_clear(
    monkeypatch: pytest.MonkeyPatch, url: str, right: bool
) -> None:
    """Only on the machine itself."""
    monkeypatch.setenv("FOOTNOTE_OAUTH_URL", url)
    if right:
        assert url == OAuthSettings().oauth_url
    else:
        with pytest.raises(ValueError, match="https"):
            OAuthSettings()
