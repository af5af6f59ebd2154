"""How one language words what no document can answer: patterns by kind, in names of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Kind = Literal["state", "people", "figures", "own", "everything", "world"]
"""What would know: a status page, a calendar, a report, the person's account, a list, the web."""

KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Wording:
    """The patterns of a language over a question that was case-folded and put on one line.

    `patterns` has one pattern a line, the kinds in the order in which they are tried; `named` is
    put in for what they name in capitals, and may itself name what comes after it. `passed` is
    found in questions that a page does answer, whatever of this moment they tell.
    """

    named: Mapping[str, str]
    patterns: Mapping[Kind, str]
    passed: str
    letters: Mapping[str, str] = field(default_factory=dict)
    """Letter -> what matches it in a pattern, where people write it in more than one way."""

    def compiled(self) -> Compiled:
        """Compile the patterns."""
        kinds = {
            kind: tuple(
                re.compile(self._spelt(line)) for line in map(str.strip, lines.split("\n")) if line
            )
            for kind, lines in self.patterns.items()
        }
        return Compiled(re.compile(self._spelt(self.passed)), kinds)

    def _spelt(self, pattern: str) -> str:
        """Return a pattern with what it names put in."""
        for name, named in self.named.items():
            pattern = pattern.replace(name, f"(?:{named})")
        for letter, written in self.letters.items():
            pattern = pattern.replace(letter, written)
        return pattern


@dataclass(frozen=True, slots=True)
class Compiled:
    """A language's patterns, ready to be looked for."""

    passed: re.Pattern[str]
    kinds: Mapping[Kind, tuple[re.Pattern[str], ...]]

    def kind(self, said: str) -> Kind | None:
        """Return the kind of the first pattern that a question has; None if it has none."""
        if self.passed.search(said):
            return None
        for kind, patterns in self.kinds.items():
            if any(pattern.search(said) for pattern in patterns):
                return kind
        return None
