"""What the entries of pages said, remembered for as long as no entry is written or removed.

Elasticsearch numbers what is written to an index one by one and never gives a number twice
(`_seq_no`). An entry that was written later than the last one known has a higher number, and one
that was removed is lacking in their count: where both the highest number and the count are as they
were, the entries are. So a search asks for these two beside its legs, and for the entries
themselves only where they are not known yet, or the index has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from retrieval.stores.elastic_known import Place, Raw
from retrieval.stores.elastic_reading import Entries
from retrieval.values import DocumentFacts

MOST = 20_000
"""Entries of an index that are remembered, about a kilobyte each; then it begins again."""


class Mark(NamedTuple):
    """What tells one state of the entries of an index from every other."""

    last: int
    entries: int


Marks = Mapping[str, Mark]
"""The mark of each index that has an entry at all."""


def marks_of(response: Mapping[str, Any]) -> Marks:
    """Return the marks that a search found; {} where it failed in part."""
    if "error" in response or response.get("_shards", {}).get("failed"):
        return {}
    found = response.get("aggregations", {})
    found = found.get("everywhere", {}).get("pages", found)
    return {
        bucket["key"]: Mark(int(bucket["last"]["value"]), bucket["doc_count"])
        for bucket in found.get("indices", {}).get("buckets", ())
    }


class Pages:
    """The entries that one process has read, of the latest state of each index."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Mark, dict[str, tuple[str, DocumentFacts]]]] = {}

    def entries(self, marks: Marks, found: Iterable[Raw]) -> Entries | None:
        """Return the entries of the pages found, for the states that `marks` tell.

        None where one is not known, or a chunk is of another revision than its entry names.
        """
        revisions: dict[Place, str] = {}
        facts: dict[Place, DocumentFacts] = {}
        for raw in found:
            if raw.place not in revisions:
                index, page = raw.place
                mark, known = self._known.get(index, _NOTHING)
                if page not in known or marks.get(index) != mark:
                    return None
                revisions[raw.place], facts[raw.place] = known[page]
            if revisions[raw.place] != raw.source["revision"]:
                return None
        return Entries(revisions, facts)

    def keep(self, marks: Marks, entries: Entries) -> None:
        """Remember entries, read in one and the same search as the marks of their indices."""
        for place, facts in entries.facts.items():
            index, page = place
            if index not in marks:
                continue
            mark, known = self._known.get(index, _NOTHING)
            if mark != marks[index] or len(known) >= MOST:
                self._known[index] = marks[index], (known := {})
            known[page] = entries.revisions[place], facts


_NOTHING: tuple[Mark, dict[str, tuple[str, DocumentFacts]]] = (Mark(-1, -1), {})
