"""Tests of a folder as it was at a commit."""

from __future__ import annotations

import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from retrieval.errors import ReaderError
from retrieval.readers.folder import FolderReader
from retrieval.readers.past import write_out

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *words: str, day: str = "2024-01-01") -> str:
    """Run git on a day; return what it says."""
    moment = f"{day}T12:00:00 +0000"
    said = subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
        cwd=folder,
        check=True,
        capture_output=True,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder.parent),
            "GIT_COMMITTER_DATE": moment,
            "GIT_AUTHOR_DATE": moment,
        },
    )
    return said.stdout.decode().strip()


@pytest.fixture(name="repo")
def _repo(tmp_path: Path) -> Path:
    """A checkout whose first commit has two pages of the handbook and one beside it."""
    root = tmp_path / "repo"
    (root / "hand book").mkdir(parents=True)
    git(root, "init", "-q")
    (root / "hand book" / "ä.md").write_text("# One\n\nfirst\n", "utf-8")
    (root / "hand book" / "b.md").write_text("# Two\n", "utf-8")
    (root / "hand book" / "big.bin").write_bytes(b"\0" * 99)
    (root / "other.md").write_text("# Beside\n", "utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    return root


def later(repo: Path, day: str = "2024-05-01") -> None:
    """Change one page and take the other away."""
    (repo / "hand book" / "ä.md").write_text("# One\n\nsecond\n", "utf-8")
    (repo / "hand book" / "b.md").unlink()
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "second", day=day)


def test_pages_come_back_as_they_were_read(repo: Path, tmp_path: Path) -> None:
    """The same paths, digests, ids and dates, whatever stands in the checkout now."""
    root = repo / "hand book"
    before = FolderReader(root)
    scan = before.scan()
    documents = [before.read(file) for file in scan.files]
    later(repo)
    place, past = write_out(root, scan.revision, tmp_path / "out")
    reader = FolderReader(place, past=past)
    again = reader.scan()

    assert scan.digest != FolderReader(root).scan().digest
    assert (scan.files, scan.digest, scan.revision) == (again.files, again.digest, again.revision)
    assert documents == [reader.read(file) for file in again.files]
    assert {date(2024, 1, 1)} == {document.metadata.updated for document in documents}
    assert not (tmp_path / "out" / "other.md").exists()
    assert not (tmp_path / "out" / "hand book" / "big.bin").exists()


def test_a_folder_that_is_gone_has_its_past(repo: Path, tmp_path: Path) -> None:
    """It is enough that the checkout around it is there; one file is a root as well."""
    folder, file = repo / "hand book", repo / "other.md"
    whole, alone = FolderReader(folder).scan(), FolderReader(file).scan()
    shutil.rmtree(folder)
    file.unlink()
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "nothing", "--allow-empty")

    for root, scan in ((folder, whole), (file, alone)):
        place, past = write_out(root, scan.revision, tmp_path / root.name)
        assert scan.digest == FolderReader(place, past=past).scan().digest


def test_the_revision_is_that_of_the_folder(repo: Path) -> None:
    """A commit that changes nothing under the root is not it; outside of a checkout there is none.

    What is not committed is seen by the digest alone.
    """
    first = FolderReader(repo / "hand book").scan()
    (repo / "other.md").write_text("# Otherwise\n", "utf-8")
    git(repo, "commit", "-aqm", "beside")
    second = FolderReader(repo / "hand book").scan()
    (repo / "hand book" / "b.md").write_text("# Three\n", "utf-8")
    third = FolderReader(repo / "hand book").scan()

    assert first == second
    assert (third.revision, True) == (first.revision, third.digest != first.digest)
    shutil.rmtree(repo / ".git")
    assert "" == FolderReader(repo / "hand book").scan().revision


@pytest.mark.parametrize(
    ("root", "revision", "said"),
    [
        ("hand book", "f" * 40, "The commit ffffffffffff of"),
        ("nowhere", "HEAD", "there is no file in it"),
        ("..", "HEAD", "is in no git checkout"),
    ],
)
def test_what_cannot_be_had_is_said(
    repo: Path, tmp_path: Path, root: str, revision: str, said: str
) -> None:
    """A commit that is not there, a folder that was not, a place without a history."""
    with pytest.raises(ReaderError, match=said):
        write_out((repo / root).resolve(), revision, tmp_path / "out")


def test_no_program_of_the_checkout_is_run(repo: Path, tmp_path: Path) -> None:
    """A filter that the checkout names is not asked."""
    (repo / ".gitattributes").write_text("*.md filter=evil\n", "utf-8")
    git(repo, "config", "filter.evil.smudge", f"touch {tmp_path}/ran")
    git(repo, "config", "core.fsmonitor", f"touch {tmp_path}/ran")
    write_out(repo / "hand book", "HEAD", tmp_path / "out")

    assert not (tmp_path / "ran").exists()
    assert "# Two\n" == (tmp_path / "out" / "hand book" / "b.md").read_text("utf-8")
