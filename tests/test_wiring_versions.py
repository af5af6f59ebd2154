"""A version is found by its name, whatever kind of name that is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import ConfigurationMissing, SettingsError
from retrieval.ports import ConfigurationFacts
from retrieval.settings import Settings, load
from retrieval.wiring_configuration import restore
from retrieval.wiring_versions import checked, version

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Known:
    """One configuration."""

    async def list(self) -> Sequence[ConfigurationFacts]:
        """Return it."""
        return [ConfigurationFacts("ab" * 32, {"form": 2}, NOON, NOON, 3)]

    async def find(self, name: str) -> ConfigurationFacts:
        """Find it."""
        (one,) = await self.list()
        if one.id.startswith(name):
            return one
        raise ConfigurationMissing(f"There is no configuration {name}.")


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Keep everything in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return load(data=tmp_path / "data")


async def test_a_version_is_an_id_a_file_or_now(settings: Settings, tmp_path: Path) -> None:
    """A file changes what is now; it can be run as any configuration is."""
    path = tmp_path / "seven.toml"
    path.write_text("[settings]\nsources = 7\nrerank_seconds = 1\n")

    now = await version(settings, Known(), "current")
    then = await version(settings, Known(), "abab")
    other = await version(settings, Known(), str(path))

    assert (None, "abababababab", {"form": 2}) == (now.content, then.name, then.content)
    assert other.content
    assert 7 == restore(settings, other.content)[0].sources
    with pytest.raises(ConfigurationMissing):
        await version(settings, Known(), "zz")


def test_a_setting_is_read_as_the_settings_read_it() -> None:
    """Text becomes a number, and what is no value of it is named."""
    assert 7 == checked("sources", "7")
    with pytest.raises(SettingsError, match="setting sources is wrong"):
        checked("sources", 99)
