"""Eval cases <-> lines of a questions file, in the form that `scripts.evaluate` reads.

A line says what an evaluation needs, and beside it what only a case has: its state, its pages by
collection, what was answered then. Nothing names who said what; that stays in the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from retrieval.errors import InputError
from retrieval.learn.corpus import beside
from retrieval.learn.labelled import from_case, page_name, page_path
from retrieval.learn.questions import every_row, read_row
from retrieval.ports import KINDS, STATES, EvalCase, Label, RewriteCase

Row = dict[str, Any]
LONGEST_ID = 64

_EVALUATED = (
    "id",
    "question",
    "history",
    "standalone",
    "gold_docs",
    "also_relevant",
    "answer",
    "must_say",
    "must_not_say",
    "answerable",
)
_OURS = (
    "right",
    "collections",
    "kind",
    "state",
    "made",
    "trace",
    "place",
    "into",
    "note",
    "outcome_then",
    "answer_then",
    "cited_then",
    "content",
)
_SHARED: Mapping[str, Sequence[str]] = {"kind": KINDS, "state": STATES}
"""Words of ours that sets of questions may use for something else."""
_MORE = "more"
"""Where a case keeps what a line said besides."""
_THEIRS = "theirs"
"""Under which of that it keeps words of ours that meant something else."""


def as_row(case: EvalCase, *, whole: bool = False) -> Row:
    """Return a case as a line; `whole` repeats its content, with hits, queries and versions.

    The answer given then is no right answer, so it does not stand under `answer`.
    """
    content, label = case.content, case.label
    evaluated = {
        "id": case.id,
        "question": content.get("question", ""),
        "history": content.get("history", []),
        "standalone": content.get("standalone", ""),
        "gold_docs": [page_path(page) for page in label.right],
        "answer": label.expected,
        "must_say": [list(group) for group in label.must_say],
        "must_not_say": list(label.must_not_say),
        "answerable": label.answerable,
    }
    cited = [one["path"] for one in content.get("citations", ())]
    ours = {
        "right": list(label.right),
        "collections": list(content.get("collections", ())),
        "kind": case.kind,
        "state": case.state,
        "made": case.made.isoformat(),
        "trace": case.trace_id,
        "place": case.place,
        "into": case.into,
        "note": label.note,
        "outcome_then": content.get("outcome", ""),
        "answer_then": content.get("answer", ""),
        "cited_then": list(dict.fromkeys(cited)),
    }
    known = {"content": {k: v for k, v in content.items() if k not in {"persons", _MORE}}}
    found = {**evaluated, **ours, **(known if whole else {})}
    said = {name: part for name, part in found.items() if part not in ("", [], None)}
    always = {name: found[name] for name in ("question", "collections")}
    return {**content.get(_MORE, {}), **said, **always}


def rewrite_row(case: RewriteCase) -> Row:
    """Return what somebody made of a search as a line: `standalone` is what they wanted."""
    return {
        "id": case.id,
        "question": case.asked,
        "history": [{"role": turn.role, "text": turn.text} for turn in case.turns],
        "standalone": case.wanted,
        "rewritten_then": case.rewrite,
        "trace": case.trace_id,
    }


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a file holds: its cases, and a sentence for each line that is wrong."""

    cases: tuple[EvalCase, ...]
    wrong: tuple[str, ...]


def read_cases(path: Path, *, collection: str, now: datetime, longest: int = 0) -> Incoming:
    """Read the cases of a questions file, line by line.

    Args:
        path: The file. Where a folder `corpus` stands beside it, pages are named from there.
        collection: Where the right pages of a line stand that does not say.
        now: When a case was made whose line does not say.
        longest: Characters that a question may have, for no more are asked; 0 for any number.

    Raises:
        InputError: The file cannot be read.
    """
    cases: dict[str, EvalCase] = {}
    wrong = []
    for number, row in every_row(path):
        found = _case(path, number, row, collection, now)
        if not isinstance(found, InputError) and (
            0 < longest < (long := len(str(found.content["question"])))
        ):
            found = InputError(
                f"{path}, line {number}: the question has {long:,} characters, and no more than "
                f"{longest:,} are asked (FOOTNOTE_QUESTION_CHARACTERS)."
            )
        if isinstance(found, InputError):
            wrong.append(str(found))
        elif found.id in cases:
            wrong.append(f"{path}, line {number}: the id {found.id!r} stood above.")
        else:
            cases[found.id] = found
    return Incoming(tuple(cases.values()), tuple(wrong))


def _case(
    path: Path, number: int, row: Mapping[str, Any] | InputError, collection: str, now: datetime
) -> EvalCase | InputError:
    """Return the case of a line, or what is wrong with it."""
    if isinstance(row, InputError):
        return row
    try:
        # Lines that do not say when keep their order.
        return _Line(path, number, row).case(collection, now + timedelta(microseconds=number))
    except InputError as error:
        return error


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a file, while it is being read."""

    path: Path
    number: int
    row: Mapping[str, Any]

    def case(self, collection: str, now: datetime) -> EvalCase:
        """Return the case of the line. Raises InputError."""
        asked = read_row(self.path, self.number, self.row)
        if not 0 < len(asked.id) <= LONGEST_ID:
            raise self._fail("id", f"a text of 1 to {LONGEST_ID} characters")
        searched = self._texts("collections")
        where = searched[0] if len(searched) == 1 else collection
        case = from_case(asked, collection=where, made=self._made(now))
        label = self._label(case.label, where)
        return replace(
            case,
            trace_id=self._text("trace", LONGEST_ID),
            state=self._one_of("state", STATES, case.state),
            kind=self._one_of("kind", KINDS, case.kind),
            place=self._text("place"),
            into=self._text("into", LONGEST_ID),
            label=label,
            content=self._content(case, searched),
        )

    def _label(self, label: Label, collection: str) -> Label:
        """Return what the line says is right, its pages by collection."""
        said, answerable = self._texts("right"), self.row.get("answerable")
        known = {page_path(page) for page in said}
        pages = [page_path(page) for page in label.right]
        new = [self._below(page) for page in pages if page not in known]
        more = [page_name(collection, page) for page in new if page not in known]
        return replace(
            label,
            right=tuple(dict.fromkeys((*said, *more))),
            answerable=answerable if isinstance(answerable, bool) else label.answerable,
            note=self._text("note"),
        )

    def _below(self, page: str) -> str:
        """Return the path of a page from the corpus beside the file, where there is one."""
        folder = beside(self.path)
        if folder is None or not folder.is_dir() or not page.startswith(f"{folder.name}/"):
            return page
        return page.removeprefix(f"{folder.name}/")

    def _content(self, case: EvalCase, searched: Sequence[str]) -> Row:
        """Return the content of a case: what the line says, over the whole that it may bring."""
        whole = self.row.get("content", {})
        if not isinstance(whole, Mapping):
            raise self._fail("content", "an object")
        told: Row = {**case.content, "collections": case.content["collections"]}
        if "collections" in self.row:
            told["collections"] = list(searched)
        if not self._text("standalone"):
            told["standalone"] = whole.get("standalone", "")
        if not whole:
            told |= self._then()
        more = {k: v for k, v in self.row.items() if k not in {*_EVALUATED, *_OURS}}
        if theirs := {key: self.row[key] for key in _SHARED if self._foreign(key)}:
            more[_THEIRS] = theirs
        return {**whole, **told, **({_MORE: more} if more else {})}

    def _then(self) -> Row:
        """Return what the line says of the answer at that time."""
        cited = [{"path": page, "quote": "", "heading": ""} for page in self._texts("cited_then")]
        told = {
            "outcome": self._text("outcome_then"),
            "answer": self._text("answer_then"),
            "citations": [{"claim": 0, "collection": "", **one} for one in cited],
        }
        return {name: part for name, part in told.items() if part}

    def _made(self, now: datetime) -> datetime:
        """Return when the case was made."""
        said = self._text("made")
        try:
            made = datetime.fromisoformat(said) if said else now
        except ValueError:
            raise self._fail("made", "a time like 2026-01-31T12:00:00+00:00") from None
        return made if made.tzinfo else made.replace(tzinfo=UTC)

    def _text(self, key: str, longest: int = 0) -> str:
        said = self.row.get(key)
        said = "" if said is None else said
        if not isinstance(said, str) or (longest and len(said) > longest):
            raise self._fail(key, f"a text of up to {longest} characters" if longest else "a text")
        return said

    def _texts(self, key: str) -> tuple[str, ...]:
        said = self.row.get(key)
        said = [] if said is None else said
        if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
            raise self._fail(key, "a list of texts")
        return tuple(said)

    def _one_of(self, key: str, known: Sequence[str], default: str) -> str:
        said = default if self._foreign(key) else self._text(key) or default
        if said not in known:
            raise self._fail(key, f"one of {', '.join(known)}")
        return said

    def _foreign(self, key: str) -> bool:
        """Whether a key means something else in the set that the line is of.

        Lines of ours always say when their case was made: in these a strange word is a mistake.
        """
        ours = "made" in self.row or self.row.get(key, "") in _SHARED[key]
        return key in self.row and not ours

    def _fail(self, key: str, wanted: str) -> InputError:
        return InputError(f"{self.path}, line {self.number}: {key!r} must be {wanted}.")
