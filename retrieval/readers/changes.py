"""Notices that files under a folder have changed, also when the folder itself comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from pathlib import Path
from stat import S_ISREG

import structlog
import watchfiles

QUIET_MS = 200
"""How long nothing may change until a change is told: a save is often several writes."""
LONGEST_MS = 1_000
"""How long a folder that never comes to rest may keep a change back."""
LOOK_SECONDS = 1.0
"""How often it is looked whether the folder is still the one that is watched."""

Identity = tuple[int, int] | None
"""Device and number of a folder; None of one that is not there."""


_FILE = (0, 0)


class FolderChanges:
    """Follows folders and single files; implements the port `Changes`.

    Where the system has no more watches to give, or none at all, files are compared now and then.
    """

    def __init__(self, *, look_seconds: float = LOOK_SECONDS, polling: bool | None = None) -> None:
        """`polling` compares files in any case; None leaves that to what the system can do."""
        self._look = look_seconds
        self._polling = polling

    async def follow(self, root: str) -> AsyncGenerator[None]:
        """Yield whenever something may have changed under a root; never ends.

        Once right after it begins: what changed until then has not been seen.
        """
        place = Path(root)
        before = _identity(place)
        while True:
            now = _identity(place)
            if now != before:
                yield None
            before = now
            if now is None:
                await asyncio.sleep(self._look)
                continue
            try:
                alone = now == _FILE
                async with aclosing(self._while_it_stands(place, now, alone=alone)) as changes:
                    async for _ in changes:
                        yield None
            except (OSError, RuntimeError) as error:
                # What watchfiles raises where a folder goes while it is being taken in, or where
                # the system's limit is reached (it derives from RuntimeError).
                if _identity(place) == now and not self._polling:
                    self._polling = True
                    structlog.get_logger().warning("watching_by_polling", reason=str(error))
                await asyncio.sleep(self._look)

    async def _while_it_stands(
        self, place: Path, identity: Identity, *, alone: bool
    ) -> AsyncGenerator[None]:
        """Yield changes until the folder is gone, or another one in its place."""
        watched = watchfiles.awatch(
            place.parent if alone else place,
            watch_filter=None,
            debounce=LONGEST_MS,
            step=QUIET_MS,
            rust_timeout=int(self._look * 1000),
            yield_on_timeout=True,
            force_polling=self._polling,
            recursive=not alone,
            ignore_permission_denied=True,
        )
        begun = False
        async with aclosing(watched) as events:
            async for event in events:
                # What changed before the watch stood was not seen.
                if not begun or any(_matters(place, Path(path), alone=alone) for _, path in event):
                    yield None
                begun = True
                if _identity(place) != identity or _ended(place, event):
                    return


def _ended(place: Path, event: Iterable[tuple[watchfiles.Change, str]]) -> bool:
    """Whether what is watched was deleted: what is there now may even have its number."""
    return any(what == watchfiles.Change.deleted and Path(path) == place for what, path in event)


def _matters(place: Path, path: Path, *, alone: bool) -> bool:
    """Whether a path is of what is read: not hidden, and the very file where there is but one."""
    if alone:
        return path.name == place.name
    try:
        parts = path.relative_to(place).parts
    except ValueError:
        return True
    return not any(part.startswith(".") for part in parts)


def _identity(place: Path) -> Identity:
    """Return what tells a folder from another one of its name; a file may be replaced."""
    try:
        found = place.stat()
    except OSError:
        return None
    return _FILE if S_ISREG(found.st_mode) else (found.st_dev, found.st_ino)
