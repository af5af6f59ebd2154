"""Reading a table of settings by its form, with every problem noted by its key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FORMS = {
    "team": (re.compile(r"[TE][A-Z0-9]{2,}"), 'the id of a workspace, like "T0123ABCD"'),
    "channel": (re.compile(r"[CG][A-Z0-9]{2,}"), 'the id of a channel, like "C0123ABCD"'),
    "person": (re.compile(r"[UW][A-Z0-9]{2,}"), 'the id of a person, like "U0123ABCD"'),
    "bot": (re.compile(r"B[A-Z0-9]{2,}"), 'the id of a bot, like "B0123ABCD"'),
    "person or group": (
        re.compile(r"[UWS][A-Z0-9]{2,}"),
        'the id of a person or user group, like "U0123ABCD" or "S0123ABCD"',
    ),
    "collection": (
        re.compile(r"[a-z0-9][a-z0-9_-]{0,63}"),
        "the name of a collection: small letters, digits, - and _, 64 at most",
    ),
}


@dataclass(slots=True)
class Problems:
    """What is wrong, in the order in which it was met."""

    found: list[str] = field(default_factory=list)


class Table:
    """A table being read: each key is asked for once, and what nobody asked for is a problem."""

    def __init__(self, name: str, data: Mapping[str, Any], problems: Problems) -> None:
        """Take a table, its dotted name (empty for the whole file) and where problems go."""
        self._name = name
        self._data = data
        self._problems = problems
        self._asked: set[str] = set()

    def problem(self, key: str, what: str) -> None:
        """Note what is wrong with a key."""
        self._problems.found.append(f"{self._full(key)}: {what}")

    def flag(self, key: str, *, absent: bool = False) -> bool:
        """Return true or false; `absent` where the key is absent."""
        value = self._get(key, absent)
        if not isinstance(value, bool):
            self.problem(key, "must be true or false")
            return absent
        return value

    def choice(self, key: str, words: Sequence[str], absent: str) -> str:
        """Return one of some words; `absent` where the key is absent."""
        value = self._get(key, absent)
        if isinstance(value, str) and value in words:
            return value
        self.problem(key, f"must be one of {', '.join(words)}")
        return absent

    def text(self, key: str) -> str:
        """Return a text without what surrounds it; empty where the key is absent."""
        value = self._get(key, "")
        if isinstance(value, str):
            return value.strip()
        self.problem(key, "must be a text")
        return ""

    def number(self, key: str, absent: int, *, least: int, most: int) -> int:
        """Return a whole number within bounds; `absent` where the key is absent."""
        value = self._get(key, absent)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.problem(key, f"must be a whole number from {least} to {most}")
        return absent

    def id(self, key: str, kind: str) -> str:
        """Return an id of a kind; empty where the key is absent."""
        value = self._get(key, "")
        return value if value == "" or self._fits(key, value, kind) else ""

    def ids(self, key: str, kind: str) -> tuple[str, ...]:
        """Return a list of ids of a kind; empty where the key is absent."""
        value = self._get(key, [])
        if not isinstance(value, list):
            self.problem(key, "must be a list")
            return ()
        named = [(f"{key}[{place}]", item) for place, item in enumerate(value, start=1)]
        return tuple(dict.fromkeys(item for name, item in named if self._fits(name, item, kind)))

    def dates(self, key: str) -> tuple[date, ...]:
        """Return a list of days, in order, each once; empty where the key is absent."""
        value = self._get(key, [])
        if not isinstance(value, list):
            self.problem(key, "must be a list of days")
            return ()
        found = set()
        for place, item in enumerate(value, start=1):
            day = _day(item)
            if day is None:
                self.problem(f"{key}[{place}]", 'must be a day, like "2026-12-25"')
            else:
                found.add(day)
        return tuple(sorted(found))

    def table(self, key: str) -> Table:
        """Return a table within this one; empty where it is absent."""
        value = self._get(key, {})
        if not isinstance(value, dict):
            self.problem(key, "must be a table")
            value = {}
        return Table(self._full(key), value, self._problems)

    def each(self, kind: str) -> Iterator[tuple[str, Table]]:
        """Yield the tables within this one, by names of a kind."""
        for name in self._data:
            if self._fits(name, name, kind):
                yield name, self.table(name)

    def rest(self) -> None:
        """Note the keys that nobody asked for: they are mistyped."""
        for key in self._data:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked))
                self.problem(key, f"is not known here; there are {known}")

    def _get(self, key: str, absent: Any) -> Any:
        """Return the value of a key."""
        self._asked.add(key)
        return self._data.get(key, absent)

    def _fits(self, key: str, value: Any, kind: str) -> bool:
        """Whether a value is of a kind; noted where it is not."""
        form, told = _FORMS[kind]
        if isinstance(value, str) and form.fullmatch(value):
            return True
        self.problem(key, f"must be {told}")
        return False

    def _full(self, key: str) -> str:
        """Return the dotted name of a key."""
        return f"{self._name}.{key}" if self._name else key


def _day(value: Any) -> date | None:
    """Read a day, written as a text or as TOML's own date."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value) if _DAY.fullmatch(value) else None
    except (TypeError, ValueError):
        return None
