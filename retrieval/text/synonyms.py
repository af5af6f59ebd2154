"""Synonyms of a collection: a file of its own, one group of words or phrases a line.

vpn, virtual private network      # each finds the other
k8s => kubernetes                 # a question about the left also finds the right
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from retrieval.errors import InputError
from retrieval.text.words import stem, words

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """For each phrase, as stems, what else to look for; `longest` phrase in words."""

    others: Mapping[Phrase, tuple[str, ...]] = field(default_factory=dict)
    longest: int = 0

    def find(self, asked: Sequence[str]) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return (start, end, others) for each known phrase among the words `asked`.

        Phrases may overlap: "private network" is found within "virtual private network".
        """
        stems = [stem(word) for word in asked]
        found = []
        for start in range(len(stems)):
            for end in range(start + 1, min(start + self.longest, len(stems)) + 1):
                others = self.others.get(tuple(stems[start:end]))
                if others:
                    found.append((start, end, others))
        return found


NO_SYNONYMS = Synonyms()


def merged(several: Sequence[Synonyms]) -> Synonyms:
    """Return the synonyms of several collections as one: a scope is asked in all their words."""
    if len(several) < 2:
        return several[0] if several else NO_SYNONYMS
    others: dict[Phrase, tuple[str, ...]] = {}
    for one in several:
        for phrase, group in one.others.items():
            others[phrase] = tuple(dict.fromkeys([*others.get(phrase, ()), *group]))
    return Synonyms(others, max(one.longest for one in several))


def load(path: Path) -> Synonyms:
    """Read a file of synonyms. Raises InputError with the line that cannot be understood."""
    return parse(read(path), str(path))


def read(path: Path) -> str:
    """Return the text of a file of synonyms. Raises InputError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "they are not UTF-8 text"
        raise InputError(f"The synonyms in {path} cannot be read: {why}.") from error


def parse(text: str, name: str = "synonyms") -> Synonyms:
    """Understand the lines of a synonyms file; `name` is for the message of an InputError."""
    others: dict[Phrase, dict[str, None]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        left, arrow, right = line.split("#", 1)[0].partition("=>")
        asked, meant = _phrases(left), _phrases(right if arrow else left)
        if (arrow and not (asked and meant)) or (not arrow and len(asked) == 1):
            raise InputError(
                f"Line {number} of {name} needs two things that mean the same, as in"
                " `vpn, virtual private network`, or `asked => also looked for`."
            )
        for phrase in asked:
            key = tuple(stem(word) for word in phrase)
            group = others.setdefault(key, {})
            group.update({" ".join(other): None for other in meant if other != phrase})
    known = {key: tuple(group) for key, group in others.items() if group}
    return Synonyms(known, max(map(len, known), default=0))


def _phrases(text: str) -> list[Phrase]:
    """Return the phrases between the commas, each as its words."""
    return [phrase for part in text.split(",") if (phrase := tuple(words(part)))]
