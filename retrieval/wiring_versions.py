"""Finds a version of what answers: by the id of a configuration, by a file, or the current one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from retrieval import overrides
from retrieval.configuration import FORM, Configuration
from retrieval.errors import SettingsError
from retrieval.wiring_configuration import today

if TYPE_CHECKING:
    from retrieval.ports import Configurations
    from retrieval.settings import Settings

CURRENT = "current"
"""Names what the settings and files make now."""


@dataclass(frozen=True, slots=True)
class Version:
    """A way of answering: its name and its configuration, None for the current one."""

    name: str
    content: Mapping[str, Any] | None = None


async def version(settings: Settings, configurations: Configurations, named: str) -> Version:
    """Return the version that is named: "current", a file of overrides, or a configuration's id.

    Raises ConfigurationMissing, PathUnusable, SettingsError.
    """
    if named == CURRENT:
        return Version(CURRENT)
    if overrides.is_file(named):
        path = Path(named)
        told = overrides.read(path)
        made = overrides.override(today(settings), told, path.parent, checked)
        return Version(named, plain(made))
    found = await configurations.find(named)
    return Version(found.id[:12], found.content)


def plain(made: Configuration) -> dict[str, Any]:
    """Return a configuration as `restore` reads it, without the names of the parts."""
    return {"form": FORM, **asdict(made)}


def checked(name: str, value: Any) -> Any:
    """Return the value of a setting as the settings read it. Raises SettingsError."""
    from retrieval.settings import Settings

    alias = str(Settings.model_fields[name].validation_alias)
    try:
        read: Any = Settings(**{alias: value})
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise SettingsError(f"The setting {name} is wrong: {problem}.") from None
    return getattr(read, name)
