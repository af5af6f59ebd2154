"""Cases that seem to ask the same, for people to fold into one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from retrieval.ports import Wording
from retrieval.text.particulars import LEAST, closeness, content_stems, same_question
from retrieval.text.words import words

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that seem to ask the same: the oldest, which stays, and those to fold into it.

    `same` says that all of them are worded the same, but for capitals and signs.
    """

    stays: str
    others: tuple[str, ...]
    same: bool


@dataclass(slots=True)
class Duplicates:
    """The questions of all cases, looked up by the words in them."""

    every: Sequence[Wording]
    _worded: dict[str, list[str]] = field(init=False, default_factory=dict)
    _stems: dict[str, frozenset[str]] = field(init=False, default_factory=dict)
    _texts: dict[str, str] = field(init=False, default_factory=dict)
    _with: dict[str, list[str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Note where each word stands."""
        for one in self.every:
            self._texts[one.case] = one.text
            self._worded.setdefault(worded(one.text), []).append(one.case)
            self._stems[one.case] = content_stems(one.text)
            for stem in self._stems[one.case]:
                self._with.setdefault(stem, []).append(one.case)

    def of(self, text: str, *, without: str = "", most: int = 10) -> tuple[str, ...]:
        """Return the cases that seem to ask what a text asks, the nearest first."""
        mine = content_stems(text)
        near = [
            (close, case)
            for case in self._candidates(mine) - {without}
            if (close := closeness(mine, self._stems[case])) >= LEAST
        ]
        found = []
        for _, case in sorted(near, key=lambda one: (-one[0], one[1])):
            other = self._texts[case]
            if worded(other) == worded(text) or same_question(text, other):
                found.append(case)
            if len(found) == most:
                break
        return tuple(found)

    def _candidates(self, mine: frozenset[str]) -> set[str]:
        """Return the cases that may be near: those with one of the rarest words.

        Whoever shares the part LEAST of all words has one of any 1 - LEAST of them and one more.
        """
        rarest = sorted(mine, key=lambda stem: (len(self._with.get(stem, ())), stem))
        some = rarest[: int((1 - LEAST) * len(mine) + 1e-9) + 1]
        return {case for stem in some for case in self._with.get(stem, ())}

    def groups(self, step: Progress = lambda _done, _total: None) -> tuple[Group, ...]:
        """Return the cases that seem to ask the same in groups, the newest case's first.

        What stays is the oldest; each case stands in one group. `step` is told how many cases
        of how many were compared.
        """
        taken: set[str] = set()
        groups = []
        for number, one in enumerate(reversed(self.every), start=1):
            step(number, len(self.every))
            if one.case in taken:
                continue
            alike = self.of(one.text, without=one.case, most=len(self.every))
            others = tuple(case for case in alike if case not in taken)
            if others:
                taken.update(others, (one.case,))
                same = {worded(self._texts[case]) for case in others} == {worded(one.text)}
                groups.append(Group(one.case, others, same))
        return tuple(reversed(groups))


def worded(text: str) -> str:
    """Return a question without what makes no difference: capitals, accents, signs and spaces."""
    return " ".join(words(text)) or text.strip()
