"""The workspaces that the app is installed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Installation:
    """The app in a workspace: who it is there, and its token, sealed; `by` installed it."""

    team: str
    app: str
    bot_user: str
    bot_id: str
    token: str = field(repr=False)
    scopes: str = ""
    by: str = ""


class Installations(Protocol):
    """Where an app is installed, and the installations that are under way."""

    async def keep(self, installation: Installation) -> None:
        """Keep an installation, in place of a former one of the workspace. Raises LedgerError."""

    async def find(self, team: str) -> Installation | None:
        """Return the installation in a workspace."""

    async def all(self) -> Sequence[Installation]:
        """Return every installation."""

    async def remove(self, team: str) -> bool:
        """Forget an installation; False where there was none."""

    async def ask(self, state: str, *, seconds: float) -> None:
        """Begin an installation: the state that it is known by is good for a while, once."""

    async def spend(self, state: str) -> bool:
        """Take a state that is in its time, once; False where there is none."""
