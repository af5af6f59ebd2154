"""Questions files -> cases: what was asked, which pages answer it, and what an answer must say."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retrieval.errors import InputError, PathUnusable
from retrieval.values import Turn

_ANSWERABLE = {"ANSWERABLE": True, "PARTIAL": True, "UNANSWERABLE": False, "UNDERSPECIFIED": False}
_ROLES = dict.fromkeys(("user", "human"), "user") | dict.fromkeys(
    ("assistant", "agent", "bot", "model", "ai"), "assistant"
)
_GENERIC = {"questions", "cases"}


@dataclass(frozen=True, slots=True)
class Passage:
    """A document of a corpus that is given as passages."""

    id: str
    text: str
    title: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One question with what is known about its answer.

    `gold` are the pages that answer it and `also` further right ones, as written in the file;
    `must_say` holds groups of wordings, one of each group is required. `answerable` is None
    where nobody says. `passages` are a corpus of its own.
    """

    id: str
    set: str
    text: str
    gold: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    history: tuple[Turn, ...] = ()
    standalone: str = ""
    answer: str = ""
    must_say: tuple[tuple[str, ...], ...] = ()
    must_not_say: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    answerable: bool | None = None
    answerability: str = ""

    @property
    def right(self) -> tuple[str, ...]:
        """The pages of which any one is right."""
        return tuple(dict.fromkeys(self.gold + self.also))

    @property
    def says(self) -> bool:
        """Whether it says what an answer must or must not say."""
        return bool(self.must_say or self.must_not_say or self.answer)


def load(path: Path) -> tuple[Case, ...]:
    """Read a questions file, a JSON object a line; an id that comes again gets its line's number.

    Raises:
        InputError: The file cannot be read or a line is wrong; the sentence names file and line.
    """
    cases: list[Case] = []
    seen: set[str] = set()
    for number, row in rows(path):
        case = _Row(path, number, row).case(set_name(path))
        if case.id in seen:
            case = replace(case, id=f"{case.id}#{number}")
        seen.add(case.id)
        cases.append(case)
    if not cases:
        raise PathUnusable(f"{path}: there are no questions in it.")
    return tuple(cases)


def read_row(path: Path, number: int, row: Mapping[str, Any]) -> Case:
    """Read one line of a questions file. Raises InputError, whose sentence names file and line."""
    return _Row(path, number, row).case(set_name(path))


def half(cases: Sequence[Case], which: int) -> tuple[Case, ...]:
    """Return the cases of one half of the organisations, 1 or 2, the same in every run.

    The organisation is the folder below the corpus that the first right page stands in. What is
    chosen on one half can so be reported on the other, whose pages it has not seen.
    """
    names = {_organisation(case) for case in cases}
    ordered = sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    chosen = set(ordered[which - 1 :: 2])
    return tuple(case for case in cases if _organisation(case) in chosen)


def _organisation(case: Case) -> str:
    """Name the organisation that a case belongs to; a case without pages is its own."""
    parts = case.gold[0].split("/") if case.gold else []
    return parts[1] if len(parts) > 2 else case.id


def set_name(path: Path) -> str:
    """Name a set of questions: by its file, or by its folder where the file is `questions`."""
    stem = path.name.split(".")[0]
    return path.resolve().parent.name if stem in _GENERIC else stem


def rows(path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    """Yield the objects of a file of JSON lines (.gz too) with their line numbers."""
    for number, row in every_row(path):
        if isinstance(row, InputError):
            raise row
        yield number, row


def every_row(path: Path) -> Iterable[tuple[int, Mapping[str, Any] | InputError]]:
    """Yield the same, and what is wrong with a line in its place."""
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, InputError(f"{path}, line {number}: not JSON ({error}).")
            continue
        wrong = InputError(f"{path}, line {number}: not a JSON object.")
        yield number, row if isinstance(row, dict) else wrong


def _lines(path: Path) -> Iterable[str]:
    """Read the lines of a text file, gzipped or not."""
    try:
        raw = path.read_bytes()
        raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        return raw.decode("utf-8-sig").split("\n")
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PathUnusable(f"{path}: cannot be read ({reason}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text.") from error


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a questions file, while it is being read."""

    path: Path
    number: int
    row: Mapping[str, Any]

    def case(self, name: str) -> Case:
        """Make a case of it."""
        gold, also = self.texts("gold_docs"), self.texts("also_relevant")
        answerability = self.text("answerability").upper()
        return Case(
            id=str(self.row.get("id") or f"{name}-{self.number}"),
            set=name,
            text=self.text("question", needed=True),
            gold=gold,
            also=also,
            history=self.history(),
            standalone=self.text("standalone"),
            answer=self.text("answer"),
            must_say=self.groups("must_say"),
            must_not_say=self.texts("must_not_say"),
            passages=self.passages(),
            answerable=self.answerable(answerability, gold + also),
            answerability=answerability,
        )

    def fail(self, what: str) -> InputError:
        """Name the file and line of what is wrong."""
        return InputError(f"{self.path}, line {self.number}: {what}.")

    def text(self, key: str, *, needed: bool = False) -> str:
        """Return a text, empty where there is none."""
        value = self.row.get(key)
        if value is None and not needed:
            return ""
        if not isinstance(value, str) or (needed and not value.strip()):
            raise self.fail(f"{key!r} must be a text")
        return value

    def items(self, key: str) -> Sequence[Any]:
        """Return a list; one text alone is a list of one."""
        value = self.row.get(key)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list):
            raise self.fail(f"{key!r} must be a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        items = self.items(key)
        if not all(isinstance(item, str) for item in items):
            raise self.fail(f"{key!r} must be a list of texts")
        return tuple(items)

    def groups(self, key: str) -> tuple[tuple[str, ...], ...]:
        """Return a list whose items are texts, or lists of texts of which one is enough."""
        groups = [(item,) if isinstance(item, str) else item for item in self.items(key)]
        if not all(
            isinstance(group, tuple | list) and all(isinstance(text, str) for text in group)
            for group in groups
        ):
            raise self.fail(f"{key!r} must be a list of texts or of lists of texts")
        return tuple(tuple(group) for group in groups)

    def history(self) -> tuple[Turn, ...]:
        """Return the earlier messages; texts alone are taken for a person's."""
        turns = []
        for item in self.items("history"):
            if isinstance(item, str):
                turns.append(Turn("user", item))
                continue
            text = item.get("text") or item.get("content") if isinstance(item, dict) else None
            if not isinstance(text, str):
                raise self.fail("'history' must be a list of {role, text}")
            role = str(item.get("role") or item.get("speaker") or "user").lower()
            turns.append(Turn(_ROLES.get(role, "other"), text))
        return tuple(turns)

    def passages(self) -> tuple[Passage, ...]:
        """Return the corpus that the line brings along."""
        return tuple(
            passage(item, f"{self.path}, line {self.number}", default_id=f"p{place}")
            for place, item in enumerate(self.items("passages"), start=1)
        )

    def answerable(self, answerability: str, right: Sequence[str]) -> bool | None:
        """Whether the corpus answers it: as the line says, else by its having a right page."""
        said = self.row.get("answerable")
        if said is not None and not isinstance(said, bool):
            raise self.fail("'answerable' must be true or false")
        if said is not None:
            return bool(said)
        if answerability:
            return _ANSWERABLE.get(answerability)
        return True if right else None


def passage(item: Any, place: str, *, default_id: str = "") -> Passage:
    """Read one passage; `place` names it in an error."""
    if isinstance(item, str):
        return Passage(default_id, item)
    if not isinstance(item, Mapping) or not isinstance(item.get("text"), str):
        raise InputError(f"{place}: a passage must be a text or an object with 'text'.")
    return Passage(
        id=str(item.get("id") or default_id),
        text=item["text"],
        title=str(item.get("title") or ""),
        url=str(item.get("url") or ""),
    )
