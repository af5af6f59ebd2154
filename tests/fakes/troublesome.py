"""A reader of files for other processes: some end the process that reads them, or hang."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from retrieval.errors import UnreadableDocument
from retrieval.ports import Scan, SourceFile
from retrieval.values import Document
from tests.fakes.pages import FakeCutter, digest, page


def _die() -> NoReturn:
    os._exit(9)


def _hang() -> None:
    """Run a regular expression that never gives other threads a turn."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def _refuse() -> NoReturn:
    raise UnreadableDocument("it is not text")


def _break() -> NoReturn:
    raise IndexError("list index out of range")


def _chatter() -> None:
    sys.stdout.write("library: something looks odd\n")
    sys.stdout.flush()


_TROUBLE = {"die": _die, "hang": _hang, "refuse": _refuse, "break": _break, "chatter": _chatter}


@dataclass(frozen=True)
class TroublesomeReader:
    """Files in memory, by path; a text that names a trouble makes it."""

    texts: Mapping[str, str]
    root: str = "/pages"
    version: str = "reader 1"

    def scan(self) -> Scan:
        """List what is there."""
        files = [SourceFile(path, digest(text), len(text)) for path, text in self.texts.items()]
        return Scan(tuple(sorted(files, key=lambda file: file.path)), ())

    def read(self, file: SourceFile) -> Document:
        """Read one file, or do what its text says."""
        text = self.texts[file.path]
        if text in _TROUBLE:
            _TROUBLE[text]()
        if text == "who":
            text = f"{os.getpid()} {'onnxruntime' in sys.modules}"
        return page(file.path, text, root=self.root)

    def at(self, root: str) -> TroublesomeReader:
        """Read the same files under another root."""
        return replace(self, root=root)


def broken_cutter() -> FakeCutter:
    """End the process before it has begun."""
    _die()
