"""Which file is in use, what is kept, and whose turn it is to write."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from retrieval.errors import IndexCorrupt, IndexLocked, IndexMissing, StoreError
from retrieval.stores import generations
from retrieval.stores.generations import Lease


def _make(folder: Path, *names: str) -> None:
    for name in names:
        generations.file_of(folder, "docs", name).touch()


def test_the_pointer_names_the_one_in_use_and_the_one_before(tmp_path: Path) -> None:
    """Putting one in use keeps the one before it and removes older ones and unfinished ones."""
    generations.file_of(tmp_path, "team", "0001").touch()
    for names in (["0001"], ["0002"], ["0003", "0004"]):
        _make(tmp_path, *names)
        generations.put_in_use(tmp_path, "docs", names[-1])

    assert ("0004", "0002") == generations.in_use(tmp_path, "docs")
    assert ["0004", "0002"] == generations.on_disk(tmp_path, "docs")
    assert ["0001"] == generations.on_disk(tmp_path, "team")
    assert "0005" == generations.next_name(tmp_path, "docs")


def test_putting_the_same_one_in_use_again_keeps_it_alone(tmp_path: Path) -> None:
    """A generation is never the one before itself."""
    _make(tmp_path, "0001")
    generations.put_in_use(tmp_path, "docs", "0001")
    generations.put_in_use(tmp_path, "docs", "0001")

    assert ("0001",) == generations.in_use(tmp_path, "docs")


def test_a_pointer_to_a_file_that_is_gone_is_missing(tmp_path: Path) -> None:
    """A deleted index file is as good as none, and its number is not given again."""
    _make(tmp_path, "0007")
    generations.put_in_use(tmp_path, "docs", "0007")
    generations.file_of(tmp_path, "docs", "0007").unlink()
    with pytest.raises(IndexMissing):
        generations.current(tmp_path, "docs")

    assert "0008" == generations.next_name(tmp_path, "docs")


@pytest.mark.parametrize("said", [b"\xff\x00\x9c", b"", b"hello\n", b"0001\n../secret\n", b"1"])
def test_a_damaged_pointer_is_named_with_what_to_do(tmp_path: Path, said: bytes) -> None:
    """The file itself is named, not its folder, whatever stands in it."""
    _make(tmp_path, "0001")
    (tmp_path / "docs.current").write_bytes(said)
    with pytest.raises(IndexCorrupt, match=r"docs\.current, which names .* Remove it and run"):
        generations.current(tmp_path, "docs")

    assert ["docs"] == generations.all_collections(tmp_path)


def test_a_pointer_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Here a folder stands in its place."""
    (tmp_path / "docs.current").mkdir()
    with pytest.raises(StoreError, match=r"The file .*docs\.current cannot be read"):
        generations.current(tmp_path, "docs")


def test_collections_are_those_in_use(tmp_path: Path) -> None:
    """Files of other kinds in the folder are no collections; a missing folder has none."""
    _make(tmp_path, "0001")
    (tmp_path / "Notes.current").touch()
    generations.put_in_use(tmp_path, "docs", "0001")

    assert ["docs"] == generations.collections(tmp_path)
    assert [] == generations.collections(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file where the folder should be is a sentence that names the setting."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be written.*FOOTNOTE_DATA"):
        Lease(tmp_path / "file", "docs", 0.01)


def test_a_lease_dies_with_its_process(tmp_path: Path) -> None:
    """While another process holds it, it is refused; once that is killed, it is free."""
    hold = (
        "import sys; from pathlib import Path; from retrieval.stores.generations import Lease;"
        "lease = Lease(Path(sys.argv[1]), 'docs', 1); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert b"held" == process.stdout.readline().strip()
        with pytest.raises(IndexLocked):
            Lease(tmp_path, "docs", 0.01)
        process.send_signal(signal.SIGKILL)
    lease = Lease(tmp_path, "docs", 5)
    lease.release()


@pytest.mark.parametrize(
    "write",
    [
        lambda folder: Lease(folder, "a", 0.1),
        lambda folder: generations.put_in_use(folder, "a", "0001"),
    ],
)
def test_a_full_disk_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], object]
) -> None:
    """A lock or a pointer that finds no room asks for room, not for another folder."""

    def refuse(path: Path, *_args: object, **_kinds: object) -> None:
        code = errno.ENOSPC if path.name in {"a.current.new", tmp_path.name} else errno.ENOENT
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StoreError, match=r"is full\. Nothing that was indexed"):
        write(tmp_path)


def test_what_a_full_disk_left_unfinished_is_not_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was begun on a full disk is told of; with room, or without a file, it is not."""
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=0))
    generations.check_begun(tmp_path)
    (tmp_path / "docs.0001.db.new").touch()
    with pytest.raises(StoreError, match="is full"):
        generations.check_begun(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=10**9))
    generations.check_begun(tmp_path)
