"""Front matter (YAML or TOML at the head of a page) -> Metadata, title and address."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import yaml

from retrieval.readers.facts import address, metadata
from retrieval.readers.page import Removals
from retrieval.values import Metadata

_LONGEST = 65_536
_DEEPEST = 50
_MOST = 2 * _LONGEST
"""Characters and values that front matter can hold; more of them stand there by aliases alone."""
_MOST_DOTS = 500
"""In a line: each nests a table of TOML, and the time to read them grows with their square."""
_KEY_LINE = re.compile(r"([A-Za-z_][\w .-]{0,60}?)[ \t]*:(?:[ \t]+(.*))?$")
_NESTING = re.compile(r"[\[{]|^[ \t]*+(?:[-?:][ \t]++){20}", re.MULTILINE)
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stood at the head of a page; `body` is the text after it."""

    body: str
    title: str = ""
    url: str = ""
    metadata: Metadata = field(default_factory=Metadata)
    values: Mapping[str, Any] = field(default_factory=dict)


def split(text: str, removals: Removals) -> FrontMatter:
    r"""Part `text` (newlines as `\\n`, no byte order mark) from its front matter.

    Front matter that never ends is left in the body, and said; so is one that makes no sense.
    """
    fence = text[:3]
    first, _, rest = text.partition("\n")
    if fence not in {"---", "+++"} or first.rstrip() != fence:
        return FrontMatter(text)
    block, found, body = _until(rest, fence)
    if not found:
        if fence == "+++" or _KEY_LINE.match(rest.partition("\n")[0]):
            removals.say("Its front matter never ends; it was read as text.")
        return FrontMatter(text)
    values = _parse(block, fence, removals)
    if values is None:
        return FrontMatter(text)
    title = values.get("title")
    return FrontMatter(
        body,
        " ".join(title.split()) if isinstance(title, str) else "",
        address(values),
        metadata(values, removals),
        values,
    )


def _until(rest: str, fence: str) -> tuple[str, bool, str]:
    """Part `rest` at the line that closes the front matter, which may be the last one."""
    closers = {fence, "..."} if fence == "---" else {fence}
    start = 0
    while start <= min(len(rest), _LONGEST):
        end = rest.find("\n", start)
        line = rest[start:] if end < 0 else rest[start:end]
        if line.rstrip() in closers:
            return rest[:start], True, "" if end < 0 else rest[end + 1 :]
        if end < 0:
            break
        start = end + 1
    return "", False, rest


def _parse(block: str, fence: str, removals: Removals) -> dict[str, Any] | None:
    """Return the values, an empty mapping for an empty block, None for what is no front matter."""
    deep = len(_NESTING.findall(block)) > _DEEPEST
    if fence == "+++" and any(line.count(".") > _MOST_DOTS for line in block.split("\n")):
        removals.say("Its front matter is nested too deeply, and was passed over.")
        return {}
    try:
        # BaseLoader makes every scalar a string and no objects: nothing in it can run.
        load = tomllib.loads if fence == "+++" else partial(yaml.load, Loader=_LOADER)
        found: Any = _by_lines(block) if deep else load(block)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError, RecursionError):
        found = _by_lines(block)
        if found is None:
            return None
        removals.say("Its front matter is not valid; what could be read line by line was used.")
    if found is None or found == "":
        return {}
    if not isinstance(found, dict):
        return None
    return {_key(key): value for key, value in _bounded(found, removals).items()}


def _bounded(values: dict[str, Any], removals: Removals) -> dict[str, Any]:
    """Return the values without lists and tables that are larger than front matter can be.

    Whoever reads them follows each alias: ten short lines can stand for a billion words.
    """
    room, kept = _MOST, {}
    for key, value in values.items():
        room -= _size(value, room)
        if room >= 0 or isinstance(value, str):
            kept[key] = value
    if room < 0:
        removals.say("Aliases make its front matter too large; lists were left out from there on.")
    return kept


def _size(value: object, room: int) -> int:
    """Return how many characters and values `value` holds; past `room`, just more than that."""
    size, pending = 0, [(value, 0)]
    while pending:
        one, depth = pending.pop()
        size += 1 + (len(one) if isinstance(one, str | list | dict) else 0)
        if size > room or depth > _DEEPEST:
            return max(room, 0) + 1
        if isinstance(one, dict):
            pending += [(part, depth + 1) for pair in one.items() for part in pair]
        elif isinstance(one, list):
            pending += [(part, depth + 1) for part in one]
    return size


def _by_lines(block: str) -> dict[str, str] | None:
    """Return the `key: value` lines of a block that no parser accepts, or None without any."""
    matches = (_KEY_LINE.match(line) for line in block.split("\n"))
    values = {m.group(1): (m.group(2) or "").strip().strip("\"'") for m in matches if m}
    return values or None


def _key(key: object) -> str:
    return str(key).strip().lower().replace("-", "_").replace(" ", "_")
