"""What a run says in the end."""

from __future__ import annotations

import time

from retrieval.ingest.report import Report, Tally
from retrieval.ports import Completion, Scan, Skipped, SourceFile
from tests.fakes.pages import page

DONE = Completion("0001", current=True, without_vectors=0)


def _report(*, seen: int = 1, failed: int = 0, embedding_error: str = "") -> Report:
    files = tuple(SourceFile(f"{n}.md", "0", 1) for n in range(seen))
    tally = Tally("docs", "here", Scan(files, ()))
    tally.failed += [Skipped("x.md", "bad")] * failed
    tally.embedding_error = embedding_error
    return tally.report(DONE, time.monotonic())


def test_a_run_succeeds_when_nothing_failed_and_something_was_found() -> None:
    """No document, a failed one, or embedding that stopped is a failure."""
    assert _report().succeeded
    assert not _report(failed=1).succeeded
    assert not _report(embedding_error="gone").succeeded
    assert not _report(seen=0).succeeded
    assert _report(seen=0).nothing_found


def test_new_and_changed_pages_are_counted_apart_with_their_warnings() -> None:
    """A warning carries the path of its page."""
    tally = Tally("docs", "here", Scan((), (Skipped("a.bin", "not text"),)))
    tally.put(page("a.md", "A"), 2, new=True)
    odd = page("b.md", "B")
    tally.put(type(odd)("i", "r", "b.md", "B", "B", "0", warnings=("hidden text",)), 3, new=False)
    report = tally.report(DONE, time.monotonic())

    assert (1, 1, 5) == (report.new, report.changed, report.chunks)
    assert (("b.md: hidden text",), "a.bin") == (report.warnings, report.skipped[0].path)
