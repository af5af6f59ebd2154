"""Publishing: only what lies under the folders, one root at a time, behind the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from retrieval.errors import IndexLocked, InputError, PathUnusable, StoreError
from retrieval.upkeep import publishing
from retrieval.upkeep.published import Folder, Folders
from retrieval.upkeep.publishing import Busy, Publisher
from tests.fakes.clock import FakeClock
from tests.upkeep.test_alarms import REPORT


class Runs:
    """Stands in for indexing: keeps what was asked for; fails as often as it is told."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.asked: list[tuple[str, str]] = []
        self.more = asyncio.Condition()

    async def reach(self, count: int) -> None:
        """Wait until so much was asked for."""
        async with asyncio.timeout(5), self.more:
            await self.more.wait_for(lambda: len(self.asked) >= count)

    async def __call__(self, root: Path, collection: str):
        """Index a root."""
        self.asked.append((str(root), collection))
        async with self.more:
            self.more.notify_all()
        if self.errors:
            raise self.errors.pop(0)
        return REPORT


def publisher(folder: Path, *known: str, runs: Runs | None = None) -> Publisher:
    """Make a publisher of one folder."""

    async def roots(collection: str) -> Sequence[str]:
        return known

    return Publisher(
        Folders([Folder(folder)], ("docs", "team")), runs or Runs(), roots, FakeClock()
    )


@pytest.fixture(name="docs")
def _docs(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "guide").mkdir(parents=True)
    (tmp_path / "docs" / "guide" / "vpn.md").write_text("# VPN")
    (tmp_path / "secret.md").write_text("# Secret")
    (tmp_path / "docs" / "way-out").symlink_to(tmp_path)
    (tmp_path / "docs" / "way-out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "docs" / "loop").symlink_to(tmp_path / "docs" / "loop")
    return tmp_path / "docs"


async def test_a_page_is_indexed_with_the_root_that_it_lies_in(docs: Path) -> None:
    """By its absolute path or one below the folder; a page that is gone as well."""
    one = publisher(docs, str(docs), str(docs / "guide"))
    told = [
        await one.publish(path, "docs")
        for path in (str(docs / "guide" / "vpn.md"), "guide/vpn.md", "guide/gone.md", "guide")
    ]

    assert [str(docs)] * 3 == [planned.root for planned in told[:3]]
    assert str(docs / "guide") == told[3].root
    assert [False, True, True, False] == [planned.waiting for planned in told]


async def test_what_is_in_no_indexed_root_becomes_one(docs: Path) -> None:
    """If it is there."""
    one = publisher(docs)
    planned = await one.publish("guide", "docs")

    assert str(docs / "guide") == planned.root
    with pytest.raises(PathUnusable, match="nothing at"):
        await one.publish("guide/gone.md", "docs")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md",
        "guide/../../secret.md",
        "way-out/secret.md",
        "way-out.md",
        "/etc/passwd",
        "",
        "a\0b",
        "https://wiki.example/vpn",
        "file:///etc/passwd",
        "~/secret.md",
        "loop/x.md",
        "\ud800",
        "a" * 9_000,
        "a/" * 4_000,
    ],
)
async def test_nothing_outside_the_folders_is_taken(docs: Path, path: str) -> None:
    """Neither by dots nor by links, and never an address."""
    with pytest.raises((InputError, PathUnusable)):
        await publisher(docs).publish(path, "docs")


async def test_what_waits_is_indexed_one_after_the_other(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure is told in the log, and the next one has its turn; a lease is waited for."""
    monkeypatch.setattr(publishing, "LOCKED_SECONDS", 0.0)
    runs = Runs(StoreError("The disk is full."), ZeroDivisionError("a mistake"))
    one = publisher(docs, runs=runs)
    for path in ("guide", "guide/vpn.md", "."):
        await one.publish(path, "docs")
    task = asyncio.create_task(one.run())
    await runs.reach(3)
    runs.errors = [IndexLocked("Another process is indexing.")]
    await one.publish("guide", "team")
    await runs.reach(5)
    task.cancel()

    assert [docs / "guide", docs / "guide" / "vpn.md", docs] == [
        Path(root) for root, _ in runs.asked[:3]
    ]
    assert [(str(docs / "guide"), "team")] * 2 == runs.asked[3:]


async def test_a_lease_is_not_waited_for_without_end(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a quarter of an hour it is given up, and the log says so."""
    monkeypatch.setattr(publishing, "PATIENCE_SECONDS", 0.0)
    runs = Runs(IndexLocked("Another process is indexing."))
    one = publisher(docs, runs=runs)
    await one.publish("guide", "docs")
    await one.publish("guide/vpn.md", "docs")
    task = asyncio.create_task(one.run())
    await runs.reach(2)
    task.cancel()

    assert 1 == len([root for root, _ in runs.asked if root.endswith("guide")])


async def test_no_more_waits_than_may(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is refused for now; what waits already may be named again."""
    monkeypatch.setattr(publishing, "MOST_WAITING", 1)
    one = publisher(docs)
    await one.publish("guide", "docs")
    await one.publish("guide", "docs")
    with pytest.raises(Busy):
        await one.publish("guide/vpn.md", "docs")
