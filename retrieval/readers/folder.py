"""A folder of documents, or one file, as a source: the Reader of files on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ports import Meant, Scan, Skipped, SourceFile
from retrieval.readers.decode import is_binary, one_line
from retrieval.readers.facts import filled, happened, metadata
from retrieval.readers.formats import format_of, is_text, reader_of
from retrieval.readers.history import Dates, History, history
from retrieval.readers.page import Options, Page, Removals, check_length, readable_name
from retrieval.readers.past import Past
from retrieval.readers.raw import raw
from retrieval.readers.slugs import STYLES
from retrieval.readers.walk import Found, Unread, unread, walk
from retrieval.values import Document, Metadata

VERSION = "11"
"""Raise it when the same file would give another document."""

MAX_BYTES = 20_000_000


def document_id(root: str, path: str) -> str:
    """Return the id of the document at `path` of the source `root`: 16 hexadecimal digits."""
    return hashlib.sha256(f"{root}\0{path}".encode("utf-8", "surrogateescape")).hexdigest()[:16]


class FolderReader:
    """Reads the documents under a folder, or one file.

    `url_template` makes links, with {path}, {stem} (the name without extension), {dir} and
    {page} (the path without extension), each quoted; empty for none. `slugs` is how the host of
    the pages names headings (one of `slugs.STYLES`). `excludes` are shell patterns. `facts` says
    more about pages by path: last_modified, created, owner, title, last_reviewed_on, review_in;
    what a page says itself comes first. Larger files than `max_bytes` are passed over. `past`
    says of which folder what stands at `root` is an earlier state, and what its history was then.
    """

    def __init__(  # noqa: PLR0913  (one keyword a setting of a collection)
        self,
        root: Path,
        *,
        url_template: str = "",
        slugs: str = "github",
        excludes: Sequence[str] = (),
        max_bytes: int = MAX_BYTES,
        facts: Mapping[str, Mapping[str, Any]] | None = None,
        past: Past | None = None,
    ) -> None:
        if slugs not in STYLES:
            raise ReaderError(
                f"No such style of heading links: {slugs!r}; there is {', '.join(STYLES)}."
            )
        self._check_template(url_template)
        place = root.expanduser().resolve()
        self._one = place if place.is_file() else None
        self._folder = place.parent if self._one else place
        self._root = past.root if past else str(place)
        self._past = past
        self._template, self._slugs = url_template, slugs
        self._excludes, self._max_bytes = tuple(excludes), max_bytes
        self._facts = facts or {}
        self._history: History | None = None

    @staticmethod
    def _check_template(template: str) -> None:
        try:
            template.format(path="", stem="", dir="", page="")
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise ReaderError(
                f"The URL template {template!r} is wrong ({error}); it may hold {{path}}, {{stem}},"
                " {dir} and {page}."
            ) from error
        if template and not template.lower().startswith(("https://", "http://")):
            raise ReaderError(f"The URL template {template!r} must start with https:// or http://.")

    @property
    def root(self) -> str:
        """The absolute path of the folder or file."""
        return self._root

    @property
    def version(self) -> str:
        """Changes when the same file would give another document."""
        return f"folder-{VERSION}"

    def at(self, root: str) -> FolderReader:
        """Return the reader of another folder, with the same settings; `facts` do not fit there."""
        return FolderReader(
            Path(root),
            url_template=self._template,
            slugs=self._slugs,
            excludes=self._excludes,
            max_bytes=self._max_bytes,
        )

    def scan(self) -> Scan:
        """List the documents that are there; raises ReaderError when the folder is not."""
        files: list[SourceFile] = []
        skipped: list[Skipped] = []
        hidden: list[Skipped] = []
        self._history = self._past.history if self._past else None
        for found in self._found():
            outcome = self._look(found) if isinstance(found, Found) else found
            if isinstance(outcome, SourceFile):
                files.append(outcome)
            else:
                (hidden if isinstance(outcome, Unread) else skipped).append(outcome)
        if self._history is not None and self._history.note:
            skipped.append(Meant(".git", self._history.note))
        return Scan(
            tuple(sorted(files, key=lambda file: file.path)),
            tuple(sorted(skipped, key=lambda one: one.path)),
            self._history.revision if self._history else "",
            tuple(sorted(hidden, key=lambda one: one.path)),
        )

    def _found(self) -> list[Found | Skipped]:
        if self._one is not None:
            return [Found(self._one.name, self._one)]
        if not self._folder.is_dir():
            raise ReaderError(f"There is no folder {self._folder}.")
        return list(walk(self._folder, self._excludes))

    def _look(self, found: Found) -> SourceFile | Skipped:
        kind = format_of(found.path)
        if not kind:
            return Skipped(found.path, "not a format that can be read")
        try:
            size = found.place.stat().st_size
            if size > self._max_bytes:
                return Skipped(found.path, f"too large: {size} bytes, {self._max_bytes} at most")
            data = found.place.read_bytes()
        except OSError as error:
            return unread(found.path, error, "it cannot be opened")
        if is_text(kind) and is_binary(data):
            return Skipped(found.path, "a binary file, not text")
        return SourceFile(found.path, self._digest(found.path, data), len(data))

    def _digest(self, path: str, data: bytes) -> str:
        """Digest all that the document is made of: bytes, facts, dates and how links are made."""
        dates = self._dates(path)
        rest = [self._facts.get(path), str(dates.created), str(dates.updated)]
        rest += [self._template, self._slugs]
        whole = hashlib.sha256(data)
        whole.update(json.dumps(rest, sort_keys=True, default=str).encode("utf-8", "replace"))
        return whole.hexdigest()

    def _dates(self, path: str) -> Dates:
        if self._history is None:
            self._history = history(self._folder)
        return self._history.dates.get(path, Dates())

    def read(self, file: SourceFile) -> Document:
        """Read one file. Raises UnreadableDocument with the reason for the report."""
        place = self._folder / file.path
        try:
            if place.stat().st_size > self._max_bytes:
                raise UnreadableDocument("it has become too large since it was seen")
            data = place.read_bytes()
            page = reader_of(format_of(file.path))(data, Options(file.path, self._slugs))
            check_length(len(page.text))
        except OSError as error:
            raise UnreadableDocument(f"it cannot be opened: {error.strerror}") from error
        except RecursionError as error:
            raise UnreadableDocument("its parts are nested too deeply") from error
        return self._document(file, page, self._digest(file.path, data))

    def raw(self, path: str) -> str:
        """Return all text that stands in a file in any form; empty where none is found."""
        try:
            place = self._folder / path
            return raw(format_of(path), place.read_bytes()[: self._max_bytes])
        except OSError:
            return ""

    def _document(self, file: SourceFile, page: Page, digest: str) -> Document:
        facts, removals = self._facts.get(file.path, {}), Removals()
        title = page.title or str(facts.get("title") or "") or readable_name(file.path)
        return Document(
            id=document_id(self._root, file.path),
            root=self._root,
            path=file.path,
            title=one_line(title, removals).strip(),
            text=page.text,
            digest=digest,
            url=page.url or self._url(file.path),
            anchors=page.anchors,
            metadata=self._metadata(file.path, page.metadata, facts, removals),
            warnings=tuple(dict.fromkeys((*page.warnings, *removals.sentences()))),
        )

    def _metadata(
        self, path: str, own: Metadata, facts: Mapping[str, Any], removals: Removals
    ) -> Metadata:
        if facts:
            own = filled(
                own, metadata({str(key).lower(): one for key, one in facts.items()}, Removals())
            )
        dates = self._dates(path)
        known = {"created": dates.created, "updated": dates.updated}
        for name, day in known.items():
            if day and not happened(day, f"date in git ({name})", removals):
                known[name] = None
        return filled(own, Metadata(created=known["created"], updated=known["updated"]))

    def _url(self, path: str) -> str:
        if not self._template:
            return ""
        pure = PurePosixPath(path)
        folder = "" if str(pure.parent) == "." else str(pure.parent)
        stem = pure.name.split(".")[0] or pure.name
        page = f"{folder}/{stem}" if folder else stem
        parts = {"path": path, "stem": stem, "dir": folder, "page": page}
        return self._template.format(**{key: quote(part, safe="/") for key, part in parts.items()})
