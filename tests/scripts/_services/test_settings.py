"""What the services read from the environment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts._services import settings


def test_things_are_kept_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's own cache folder is used; root keeps them where every account may read."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(settings, "SYSTEM_CACHE", tmp_path / "system")

    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    own = settings.cache()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system = settings.cache()

    assert (tmp_path / "footnote", tmp_path / "system") == (own, system)
    assert own.is_dir()
    assert system.is_dir()


def test_a_server_sees_nothing_of_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither keys nor options for Java reach a server, only where programs are."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1m")

    assert {"PATH", "LANG", "TZ", "ES_TMPDIR"} == set(settings.environment(ES_TMPDIR="/tmp"))


def test_java_is_where_its_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """JAVA_HOME is a folder, or not set."""
    monkeypatch.setenv("JAVA_HOME", "/opt/jdk")
    named = settings.java_home()
    monkeypatch.delenv("JAVA_HOME")

    assert (Path("/opt/jdk"), None) == (named, settings.java_home())
