"""Tests of dates from the history of a checkout."""

from __future__ import annotations

import shutil
import subprocess
from datetime import date

import pytest

from retrieval.readers import history as module
from retrieval.readers.history import Dates, history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture(name="git")
def _git(tmp_path):
    root = tmp_path / "repo"
    root.mkdir()

    def run(*arguments, day="2024-01-01"):
        when = f"{day}T12:00:00 +0000"
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@e.org", *arguments],
            cwd=root,
            check=True,
            capture_output=True,
            env={
                "PATH": "/usr/bin:/bin",
                "HOME": str(tmp_path),
                "GIT_COMMITTER_DATE": when,
                "GIT_AUTHOR_DATE": when,
            },
        )

    run("init", "-q")
    run.root = root
    return run


def _commit(git, name, text, day):
    (git.root / name).parent.mkdir(exist_ok=True)
    (git.root / name).write_text(text)
    git("add", "-A")
    git("commit", "-q", "-m", "x", day=day)


def test_first_and_last_change_of_each_file(git):
    """A file was made at its first commit and changed at its last, whatever its name."""
    _commit(git, "docs/ü b.md", "one\n" * 20, "2024-01-01")
    _commit(git, "docs/other.md", "two", "2024-02-01")
    _commit(git, "docs/ü b.md", "three", "2024-03-01")
    found = history(git.root / "docs")

    assert {
        "ü b.md": Dates(date(2024, 1, 1), date(2024, 3, 1)),
        "other.md": Dates(date(2024, 2, 1), date(2024, 2, 1)),
    } == found.dates
    assert "" == found.note


def test_a_rename_is_no_change(git):
    """A renamed file keeps its first date, and its last change is that of its text."""
    _commit(git, "a.md", "one\n" * 20, "2024-01-01")
    git("mv", "a.md", "b.md")
    git("commit", "-q", "-m", "x", day="2024-05-01")

    assert Dates(date(2024, 1, 1), date(2024, 1, 1)) == history(git.root).dates["b.md"]


def test_a_shallow_clone_says_only_what_it_knows(git, tmp_path):
    """What the clone is cut off at is no date of a page, and that is said."""
    _commit(git, "a.md", "one", "2024-01-01")
    _commit(git, "b.md", "two", "2024-02-01")
    _commit(git, "c.md", "three", "2024-03-01")
    clone = tmp_path / "clone"
    git("clone", "-q", "--depth", "2", f"file://{git.root}", str(clone))
    found = history(clone)

    assert {"c.md": Dates(date(2024, 3, 1), date(2024, 3, 1))} == found.dates
    assert "shallow" in found.note


def test_a_hostile_configuration_runs_nothing(git, tmp_path):
    """The checkout's own settings cannot start a program."""
    _commit(git, "a.md", "one", "2024-01-01")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"):
        git("config", key, str(trap))
    git("config", "log.showSignature", "true")

    assert ["a.md"] == list(history(git.root).dates)
    assert not (tmp_path / "sprung").exists()


def test_no_git_and_no_checkout(git, tmp_path, monkeypatch):
    """Outside a checkout there is nothing to say; without git it is said."""
    (tmp_path / "plain").mkdir()

    assert history(tmp_path / "plain").note == ""
    monkeypatch.setattr(module.shutil, "which", lambda _name: None)
    assert "git is not installed" in history(git.root).note


def test_an_empty_repository_is_said(git):
    """A checkout without a commit has no dates, and no error."""
    found = history(git.root)

    assert {} == found.dates
    assert found.note.startswith("git gave no dates")
