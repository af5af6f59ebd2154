"""What there is and what is indexed -> what a run does: read, take out, rename."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.ports import SourceFile


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done for a root: files to read, with the path of the earlier self."""

    files: tuple[tuple[SourceFile, str], ...]
    gone: tuple[str, ...]
    renamed: int


def plan_of(files: Sequence[SourceFile], known: Mapping[str, str]) -> Plan:
    """Compare what is there with what is indexed; the same content elsewhere is a rename."""
    there = {file.path for file in files}
    gone = {path: digest for path, digest in known.items() if path not in there}
    by_digest = {digest: path for path, digest in gone.items()}
    changed: list[tuple[SourceFile, str]] = []
    renamed = 0
    for file in files:
        if known.get(file.path) == file.digest:
            continue
        earlier = by_digest.pop(file.digest, "") if file.path not in known else ""
        if earlier:
            gone.pop(earlier)
            renamed += 1
        changed.append((file, earlier))
    return Plan(tuple(changed), tuple(gone), renamed)
