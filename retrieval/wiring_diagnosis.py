"""Puts together what finds out where right pages are lost; beside `wiring`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring, wiring_upkeep
from retrieval.ports import Reader

if TYPE_CHECKING:
    from retrieval.learn.diagnosing import AnswersStepwise, Diagnoser
    from retrieval.learn.indexed import Pages, ReaderOf
    from retrieval.settings import Settings


def pages(settings: Settings, reader: ReaderOf | None = None) -> Pages:
    """Build what looks pages up in the index of the settings, as it stands now.

    `reader` returns who reads a root of a collection; by default it is a folder of this machine.
    """
    from retrieval.learn.indexed import Pages

    def folder(_: str, root: str) -> Reader | None:
        return wiring.folder_reader(settings, Path(root)) if Path(root).exists() else None

    return Pages(wiring_upkeep.shelf(settings), reader or folder)


def diagnoser(
    settings: Settings, path: AnswersStepwise, reader: ReaderOf | None = None
) -> Diagnoser:
    """Build what diagnoses questions over the index of the settings; `reader` as of `pages`."""
    from retrieval.learn.diagnosing import Diagnoser

    return Diagnoser(path, pages(settings, reader))
