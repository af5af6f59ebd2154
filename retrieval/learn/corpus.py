"""The corpus of an evaluation: a folder or passages, and which of its pages a question names."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from retrieval.errors import PathUnusable
from retrieval.learn.questions import Case, Passage, passage, rows
from retrieval.ports import Scan, SourceFile
from retrieval.values import Document


class RowReader:
    """Reads the passages that a row of questions brings along; implements the port `Reader`."""

    version = "row-1"

    def __init__(self, root: str, passages: Sequence[Passage]) -> None:
        """Take the passages; one whose id another has gets a number behind it."""
        self.root = root
        self._passages: dict[str, Passage] = {}
        for number, one in enumerate(passages, start=1):
            key = f"{one.id}#{number}" if one.id in self._passages else one.id
            self._passages[key] = one

    def scan(self) -> Scan:
        """List the passages; the digest is that of all they say."""
        return Scan(
            tuple(
                SourceFile(key, _digest(passage), len(passage.text))
                for key, passage in sorted(self._passages.items())
            ),
            (),
        )

    def read(self, file: SourceFile) -> Document:
        """Make a document of one passage."""
        found = self._passages[file.path]
        return Document(
            id=file.path,
            root=self.root,
            path=file.path,
            title=found.title,
            text=found.text,
            digest=file.digest,
            url=found.url,
        )


def _digest(passage: Passage) -> str:
    """Return the digest of a passage."""
    parts = (passage.id, passage.title, passage.url, passage.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def load_passages(path: Path) -> tuple[Passage, ...]:
    """Read a file of passages (id, text, title, url), a JSON object a line, gzipped or not.

    Raises:
        InputError: A line is wrong; the sentence names file and line.
    """
    found = tuple(
        passage(row, f"{path}, line {number}", default_id=str(number)) for number, row in rows(path)
    )
    if not found:
        raise PathUnusable(f"{path}: there are no passages in it.")
    return found


def beside(questions: Path) -> Path | None:
    """Return the corpus beside a questions file: the folder `corpus`, or the one passages file."""
    folder = questions.parent / "corpus"
    if folder.is_dir():
        return folder
    files = sorted(questions.parent.glob("passages*.jsonl*"))
    return files[0] if len(files) == 1 else None


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus under the name of the collection that it is indexed in.

    `folder` is None for passages, whose ids are then in `ids`.
    """

    collection: str
    folder: Path | None = None
    ids: frozenset[str] = frozenset()

    def pages(self, case: Case, questions: Path, *, foreign: bool = False) -> tuple[str, ...]:
        """Return those right pages of a case that stand in this corpus, as it names them.

        Args:
            case: The question.
            questions: The file it came from; its pages are relative to that file's folder.
            foreign: A page of the same name elsewhere is another page unless it says the same.
        """
        if self.folder is None:
            return tuple(page for page in case.right if page in self.ids)
        folder = self.folder.resolve()
        found = (_locate(page, questions.resolve().parent, folder, foreign) for page in case.right)
        return tuple(dict.fromkeys(page for page in found if page))


def _locate(page: str, home: Path, folder: Path, foreign: bool) -> str:
    """Return the path of a page within the corpus folder, empty where it is not in it."""
    original = (home / page).resolve()
    if original.is_relative_to(folder):
        return original.relative_to(folder).as_posix() if original.is_file() else ""
    for name in (page, "/".join(PurePosixPath(page).parts[1:])):
        copy = folder / name
        if not name or not copy.is_file():
            continue
        same = not original.is_file() or original.read_bytes() == copy.read_bytes()
        if same or not foreign:
            return name
    return ""
