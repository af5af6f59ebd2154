"""Reads a file of changes to a configuration, TOML or JSON.

service = true                       # whether a model service writes
[settings]
sources = 7
[prompts]
write = "You answer..."              # or rewrite, rerank
[weights]
docs = "docs.rerank.json"            # a file as scripts.tune keeps it
[synonyms]
docs = "docs.txt"                    # a file, as in FOOTNOTE_SYNONYMS

In place of the last table, `synonyms = "FOLDER"` takes every file of a folder.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval.configuration import ALWAYS, OF_A_SERVICE, Configuration
from retrieval.errors import PathUnusable, SettingsError
from retrieval.text.synonyms import parse

PARTS = ("service", "rerank_service", "settings", "prompts", "weights", "quoting", "synonyms")
PROMPTS = ("rewrite", "rerank", "write")

Check = Callable[[str, Any], Any]
"""Returns a setting's value as the settings would read it. Raises SettingsError."""


def is_file(name: str) -> bool:
    """Whether a name is that of a file of overrides, by its ending."""
    return name.endswith((".toml", ".json"))


def read(path: Path) -> Mapping[str, Any]:
    """Read a file of overrides. Raises PathUnusable, SettingsError naming what is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PathUnusable(f"{path}: cannot be read.") from error
    try:
        told = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except ValueError as error:
        raise SettingsError(f"{path} is not {path.suffix[1:].upper()}: {error}.") from error
    if not isinstance(told, Mapping):
        raise SettingsError(f"{path} must hold {', '.join(PARTS)}, and nothing else.")
    _only(told, PARTS, str(path))
    for part in PARTS[2:]:
        folder = part == "synonyms" and isinstance(told.get(part), str)
        if not folder and not isinstance(told.get(part, {}), Mapping):
            raise SettingsError(f"{part} of {path} must be a table.")
    _only(told.get("settings", {}), ALWAYS + OF_A_SERVICE, f"settings of {path}")
    _only(told.get("prompts", {}), PROMPTS, f"prompts of {path}")
    return told


def _only(told: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    if unknown := [name for name in told if name not in known]:
        raise SettingsError(f"There is no {unknown[0]!r} in {where}; there is {', '.join(known)}.")


def override(
    made: Configuration, told: Mapping[str, Any], folder: Path, check: Check
) -> Configuration:
    """Return a configuration with the overrides in place of its own.

    Args:
        made: The configuration that is changed.
        told: What `read` returned.
        folder: Where the files stand that it names.
        check: Reads the value of a setting.

    Raises:
        PathUnusable: A file that it names cannot be read.
        SettingsError: A value is wrong.
    """
    switches = {name: bool(told[name]) for name in PARTS[:2] if name in told}
    settings = {name: check(name, value) for name, value in told.get("settings", {}).items()}
    trees = {
        part: {name: _tree(value, folder) for name, value in told.get(part, {}).items()}
        for part in ("weights", "quoting")
    }
    return replace(
        made,
        **switches,
        settings={**made.settings, **settings},
        prompts={
            **made.prompts,
            **{name: str(text) for name, text in told.get("prompts", {}).items()},
        },
        weights={**made.weights, **trees["weights"]},
        quoting={**made.quoting, **trees["quoting"]},
        synonyms={**made.synonyms, **_synonyms(told.get("synonyms", {}), folder)},
    )


def _synonyms(told: Any, folder: Path) -> dict[str, str]:
    """Read the synonyms of each collection that is named, or that a folder has a file of."""
    if isinstance(told, str):
        files = sorted((folder / told).glob("*.txt"))
        if not files:
            raise PathUnusable(f"{folder / told}: there is no file of synonyms in it.")
        told = {file.stem: str(Path(told) / file.name) for file in files}
    texts = {str(name): _text(value, folder) for name, value in told.items()}
    for name, text in texts.items():
        parse(text, f"the synonyms of {name}")
    return texts


def _text(value: Any, folder: Path) -> str:
    """Read a file that is named."""
    try:
        return (folder / str(value)).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PathUnusable(f"{folder / str(value)}: cannot be read.") from error


def _tree(value: Any, folder: Path) -> Any:
    """Return numbers that stand in place, or in a file that is named."""
    if isinstance(value, Mapping):
        return value
    try:
        return json.loads(_text(value, folder))
    except ValueError as error:
        raise SettingsError(f"{folder / str(value)} is not JSON: {error}.") from error
