"""What there is and what is indexed -> what a run does: read, take out, rename."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from retrieval.ports import Scan, SourceFile


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done for a root: files to read, with the path of the earlier self."""

    files: tuple[tuple[SourceFile, str], ...]
    gone: tuple[str, ...]
    renamed: int


def plan_of(scan: Scan, known: Mapping[str, str]) -> Plan:
    """Compare what is there with what is indexed; the same content elsewhere is a rename.

    What cannot be opened now is not gone.
    """
    there = {file.path for file in scan.files}
    away = {path: digest for path, digest in known.items() if path not in there}
    gone = {path: digest for path, digest in away.items() if not scan.hides(path)}
    by_digest = {digest: path for path, digest in gone.items()}
    changed: list[tuple[SourceFile, str]] = []
    renamed = 0
    for file in scan.files:
        if known.get(file.path) == file.digest:
            continue
        earlier = by_digest.pop(file.digest, "") if file.path not in known else ""
        if earlier:
            gone.pop(earlier)
            renamed += 1
        changed.append((file, earlier))
    return Plan(tuple(changed), tuple(gone), renamed)
