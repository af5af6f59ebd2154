"""Changes of files are noticed, also when the folder that is followed goes and comes."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from retrieval.readers.changes import FolderChanges


@asynccontextmanager
async def _noticing(root: Path, *, polling: bool = False) -> AsyncIterator[Callable[[], int]]:
    """Follow a root; yields what counts the changes that were noticed."""
    seen: list[None] = []

    async def follow() -> None:
        changes = FolderChanges(look_seconds=0.05, polling=polling or None)
        async with aclosing(changes.follow(str(root))) as noticed:
            async for _ in noticed:
                seen.append(None)  # noqa: PERF401  (each as it comes)

    task = asyncio.create_task(follow())
    try:
        yield lambda: len(seen)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _after(do: Callable[[], object], noticed: Callable[[], int]) -> None:
    """Do something, again and again, until one more change is noticed.

    Following begins at no known moment; what was done before is no change.
    """
    before = noticed()
    async with asyncio.timeout(20):
        while noticed() == before:
            do()
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("polling", [False, True])
async def test_a_saved_file_is_noticed(tmp_path: Path, polling: bool) -> None:
    """By the system's word, or by comparing."""
    page = tmp_path / "deep" / "a.md"
    page.parent.mkdir()
    texts = iter(range(10_000))
    async with _noticing(tmp_path, polling=polling) as noticed:
        await _after(lambda: None, noticed)
        await _after(lambda: page.write_text(f"text {next(texts)}"), noticed)
        await _after(lambda: page.write_text(f"text {next(texts)}"), noticed)


async def test_a_folder_that_goes_and_comes_is_followed_again(tmp_path: Path) -> None:
    """Renamed away, back again, replaced by another one: each is a change, and none the end."""
    root, away = tmp_path / "docs", tmp_path / "away"
    root.mkdir()
    async with _noticing(root) as noticed:
        await _after((root / "a.md").touch, noticed)
        await _after(lambda: root.exists() and root.rename(away), noticed)
        await _after(lambda: away.exists() and away.rename(root), noticed)
        (root / "a.md").unlink()
        await _after((root / "a.md").touch, noticed)


async def test_a_folder_made_anew_is_followed(tmp_path: Path) -> None:
    """Also one that the file system gives the number of the one that was deleted."""
    root = tmp_path / "docs"
    root.mkdir()
    async with _noticing(root) as noticed:
        await _after((root / "a.md").touch, noticed)
        for _ in range(3):
            shutil.rmtree(root)
            root.mkdir()
            await _after(lambda: None, noticed)
            await _after((root / "a.md").touch, noticed)


async def test_a_root_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    """Its coming is a change."""
    root = tmp_path / "docs"
    async with _noticing(root) as noticed:
        await _after(lambda: root.rmdir() if root.exists() else root.mkdir(), noticed)
        root.mkdir(exist_ok=True)
        await _after((root / "a.md").touch, noticed)


async def test_a_single_file_is_followed_when_it_is_replaced(tmp_path: Path) -> None:
    """Editors write beside it and rename; other files of its folder are none of its business."""
    page, beside = tmp_path / "a.md", tmp_path / "a.md.new"
    page.write_text("one")

    def save() -> None:
        beside.write_text("two")
        beside.replace(page)

    async with _noticing(page) as noticed:
        await _after(save, noticed)
        await _after(save, noticed)
