"""Event tapes: a storm as a file of steps (JSON Lines) that anybody can play again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.playground.values import Json
from retrieval.errors import InputError

VERSION = 1

KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "post": (("as", "in", "text"), ("name", "thread", "files", "broadcast")),
    "edit": (("as", "of", "text"), ()),
    "delete": (("as", "of"), ()),
    "react": (("as", "of", "with"), ("to",)),
    "unreact": (("as", "of", "with"), ("to",)),
    "press": (("as", "of", "action"), ("value",)),
    "command": (("as", "in", "text"), ()),
    "shortcut": (("as", "of", "callback"), ()),
    "home": (("as",), ("tab",)),
    "stop": (("as", "of"), ()),
    "bot": (("in", "text"), ("name", "thread", "classic")),
    "touch": (("of",), ("links",)),
    "fault": (
        ("method",),
        ("error", "times", "status", "retry_after", "delay", "after", "drop", "details", "where"),
    ),
    "clear": ((), ()),
    "redeliver": (("of",), ()),
    "duplicate": (("of",), ("times",)),
    "lose": (("count",), ()),
    "hold": ((), ()),
    "release": ((), ("order",)),
    "disconnect": ((), ("reason",)),
    "cut": ((), ()),
    "kill": ((), ()),
    "expire": ((), ()),
    "clock": (("seconds",), ()),
    "leave": (("in",), ()),
    "join": (("in",), ("as",)),
    "rename": (("in", "to"), ()),
    "revoke": ((), ()),
    "install": ((), ()),
    "expect": ((), ("answers", "whispers", "statuses", "streams", "pending", "given_up")),
}
"""What a step can be: the fields that it must have, and those that it may have."""
WHEN = ("shown", "answered", "status", "streaming", "connected", "called", "acknowledged")
"""What a step can wait for: a name of a step's message, a number, or a method."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `at` seconds after the start, or as soon after that as `when` is true."""

    at: float
    do: str
    fields: Mapping[str, Any]
    when: Mapping[str, Any]

    def text(self, name: str, default: str = "") -> str:
        """Return a field that is text."""
        return str(self.fields.get(name, default))

    def line(self) -> str:
        """Write the step as a line of a tape."""
        told: Json = {"at": round(self.at, 3), "do": self.do}
        told |= {"when": dict(self.when)} if self.when else {}
        return json.dumps(told | dict(self.fields), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Tape:
    """A storm: what it is about, and its steps in order."""

    about: str
    steps: tuple[Step, ...]

    def write(self, path: Path) -> None:
        """Write the tape to a file. Raises InputError where that is not possible."""
        head = json.dumps({"tape": VERSION, "about": self.about}, ensure_ascii=False)
        lines = [head, *(step.line() for step in self.steps)]
        try:
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}.") from error


def read(path: Path) -> Tape:
    """Read a tape. Raises InputError, which names the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as a tape: {error}.") from error
    return parse(text.splitlines(), str(path))


def parse(lines: Iterable[str], source: str = "tape") -> Tape:
    """Read the lines of a tape; empty ones are left out. Raises InputError."""
    told = [
        (number, _object(line, f"{source}, line {number}"))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not told or told[0][1].get("tape") != VERSION:
        raise InputError(f'{source} must begin with {{"tape": {VERSION}, "about": "..."}}.')
    steps: list[Step] = []
    named: set[str] = set()
    for number, one in told[1:]:
        step = _step(one, f"{source}, line {number}")
        _check_names(step, named, f"{source}, line {number}")
        if steps and step.at < steps[-1].at:
            raise InputError(f"{source}, line {number}: time goes back from {steps[-1].at:g}.")
        steps.append(step)
    return Tape(str(told[0][1].get("about", "")), tuple(steps))


def _object(line: str, place: str) -> Json:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place} is not JSON.") from error
    if not isinstance(told, dict):
        raise InputError(f"{place} is not an object.")
    return told


def _step(told: Json, place: str) -> Step:
    do, at, when = told.get("do"), told.get("at", 0.0), told.get("when", {})
    if not isinstance(do, str) or do not in KINDS:
        raise InputError(f'{place}: "do" must be one of {", ".join(KINDS)}.')
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < 1e9:
        raise InputError(f'{place}: "at" must be seconds.')
    if not isinstance(when, dict) or set(when) - set(WHEN):
        raise InputError(f'{place}: "when" must be some of {", ".join(WHEN)}.')
    fields = {name: value for name, value in told.items() if name not in {"do", "at", "when"}}
    needed, more = KINDS[do]
    missing = [name for name in needed if name not in fields]
    strange = [name for name in fields if name not in needed + more]
    if missing or strange:
        wrong = f"needs {', '.join(missing)}" if missing else f"knows no {', '.join(strange)}"
        raise InputError(f'{place}: "{do}" {wrong}.')
    return Step(float(at), do, fields, when)


def _check_names(step: Step, named: set[str], place: str) -> None:
    """Refuse a name that no earlier message has; note the one that this step gives."""
    used = [step.fields.get("of"), step.fields.get("thread")]
    used += [step.when.get(name) for name in ("shown", "answered", "status", "streaming")]
    answers = step.fields.get("answers") or {}
    if not isinstance(answers, dict):
        raise InputError(f'{place}: "answers" must be {{name: count}}.')
    for name in [*used, *answers]:
        if name is not None and name not in named:
            raise InputError(f"{place}: no message before it is named {name!r}.")
    if "name" in step.fields:
        named.add(str(step.fields["name"]))
