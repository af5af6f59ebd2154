"""Index folders of documents, or bring their index up to date."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.ingest.missed import told
from retrieval.ingest.naming import MANUAL, own_collection
from retrieval.ingest.roots import around
from retrieval.signals import stop_signal
from retrieval.text.counted import number_of
from scripts.terminal import complain, passing, print_json, progress, run, visible

if TYPE_CHECKING:
    from retrieval.ingest.report import Progress, Report
    from retrieval.settings import Settings
    from retrieval.wiring_upkeep import Keeping

SHOWN = 10
"""Files named for each reason; `--json` names all."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.ingest",
        description="Index what is new or changed under each path and remove what is gone. Words "
        "can be searched as soon as a page is read; meaning follows. It can be stopped at any "
        "time and run again. Exit code 1 when anything failed or nothing was found.",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a folder or a file")
    parser.add_argument("--collection", help="default: docs")
    parser.add_argument(
        "--own",
        action="store_true",
        help="use a collection for this PATH alone, named after it; `scripts.ask --docs PATH` "
        "searches that",
    )
    parser.add_argument(
        "--forget",
        action="store_true",
        help="take the pages of each PATH out of the index, be it still there or not",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="go on, and index what changes, until it is stopped (Ctrl-C)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--quiet", action="store_true", help="say only what went wrong")
    parser.add_argument(
        "--partly",
        action="store_true",
        help="exit code 0 when some page of each PATH can be searched, whatever else failed",
    )
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    if options.own and (options.collection is not None or len(options.paths) > 1):
        parser.error("--own takes one PATH, and names its collection itself")
    if options.collection is None:
        options.collection = own_collection(options.paths[0]) if options.own else MANUAL.name
    from retrieval import wiring

    settings = wiring.settings()
    paths = [path.expanduser() for path in options.paths]
    if options.forget:
        return await _forget(settings, options.collection, paths)
    if options.watch:
        return await _follow(settings, options.collection, paths)
    reports = await _once(settings, options, paths)
    if options.json:
        print_json([as_json(report) for report in reports])
    else:
        for report in reports:
            _tell(report, quiet=options.quiet)
    good = _searchable if options.partly else _succeeded
    return 0 if len(reports) == len(paths) and all(map(good, reports)) else 1


def _succeeded(report: Report) -> bool:
    """Whether all that was found is indexed."""
    return report.succeeded


def _searchable(report: Report) -> bool:
    """Whether something of what was found can be searched."""
    return report.seen > len(report.failed)


async def _once(
    settings: Settings, options: argparse.Namespace, paths: Sequence[Path]
) -> list[Report]:
    """Index each path; one that cannot be read at all is told, and the others go on."""
    from retrieval import wiring
    from retrieval.errors import ReaderError

    readers = [wiring.folder_reader(settings, path, options.collection) for path in paths]
    reports: list[Report] = []
    async with _keeping(settings, aloud=False) as keeping:
        try:
            for reader in readers:
                watch = _brief if options.quiet else Watch()
                try:
                    run = keeping.refresher.run(reader, options.collection, "command", watch)
                    reports.append(await run)
                except ReaderError as error:
                    complain(visible(str(error)))
                finally:
                    passing()
        finally:
            if keeping.unkept:
                complain(keeping.unkept)
    return reports


def _keeping(settings: Settings, *, aloud: bool) -> AbstractAsyncContextManager[Keeping]:
    """Open what runs are kept and judged by; `aloud`: alarms are events in the log as well.

    A run that ends by saying what went wrong need not log it too, unless a log was asked for.
    """
    from bot.settings import policy_file
    from retrieval import wiring, wiring_upkeep

    model = wiring.embedder(settings)
    ingest = wiring_upkeep.guarded(settings, model, policy_file=policy_file())
    aloud = aloud or "log_level" in settings.model_fields_set
    return wiring_upkeep.open_keeping(settings, ingest, policy_file(), aloud=aloud)


async def _follow(settings: Settings, collection: str, paths: Sequence[Path]) -> int:
    """Index what changes under the paths until told to stop; 1 where one is not there at all."""
    from retrieval import wiring, wiring_upkeep
    from retrieval.errors import PathUnusable

    if missing := [path for path in paths if not path.exists()]:
        raise PathUnusable(f"There is no folder or file {missing[0]}.")
    if "log_level" not in settings.model_fields_set:
        wiring.configure_log("info")
    readers = [wiring.folder_reader(settings, path, collection) for path in paths]
    async with _keeping(settings, aloud=True) as keeping:
        if keeping.warning:
            complain(keeping.warning)
        complain("Following: " + visible(", ".join(reader.root for reader in readers)))
        stop = stop_signal()
        await wiring_upkeep.follower(settings, keeping).run(readers, collection, stop)
    complain("Stopped. What was finished is kept.")
    return 0


async def _forget(settings: Settings, collection: str, paths: Sequence[Path]) -> int:
    """Take whole sources out of the index; 1 where one of them was not in it."""
    from retrieval import wiring

    index = wiring.index(settings)
    whole = True
    for root in [str(path.resolve()) for path in paths]:
        pages = await index.forget(collection, root)
        print(visible(f"{root}: {number_of(pages, 'page')} taken out of '{collection}'"))
        if not pages:
            complain(visible(_unforgotten(root, collection, await index.roots(collection))))
        whole = whole and pages > 0
        await _forget_alarms(settings, collection, root)
    return 0 if whole else 1


def _unforgotten(root: str, collection: str, roots: Sequence[str]) -> str:
    """Say why no page of a path was taken out of a collection, and what can be done."""
    if outer := around(root, roots):
        return (
            f"Its pages are those of {outer[0]}, which is indexed: leave them out with"
            " FOOTNOTE_EXCLUDES and index that folder again."
        )
    there = ", ".join(roots[:SHOWN]) + (", ..." if len(roots) > SHOWN else "")
    known = f"These are: {there}." if roots else "Nothing is indexed there."
    return f"No page of {root} is in the collection '{collection}'. {known}"


async def _forget_alarms(settings: Settings, collection: str, root: str) -> None:
    """Let nothing be said any more of a root that is not indexed."""
    from retrieval import wiring, wiring_upkeep
    from retrieval.errors import LedgerError

    try:
        async with wiring.open_ledger(settings) as ledger:
            await ledger.watchers.leave(collection, root)
            await wiring_upkeep.watchman(ledger, None).forget(collection, root)
    except LedgerError as error:
        complain(f"Its alarms stand, if there are any: {error}")


def _brief(at: Progress) -> None:
    """Show how far a quiet run is, on a line that does not stay."""
    passing(f"Indexing: {at.phase}, {at.done} of {at.total} …")


class Watch:
    """Shows each phase on a line of its own."""

    def __init__(self) -> None:
        self._steps: dict[str, Any] = {}

    def __call__(self, at: Progress) -> None:
        """Show how far a phase is."""
        step = self._steps.setdefault(at.phase, progress(at.phase))
        step(at.done, at.total)


def _tell(report: Report, *, quiet: bool) -> None:
    """Print what a run did, and what went wrong."""
    for line in problems(report):
        complain(visible(line))
    if quiet:
        if missing := told(report.skipped):
            complain(visible(f"{missing} Run scripts.ingest without --quiet to see all."))
        return
    print(
        f"{report.root} in '{report.collection}': {report.seen} seen, {report.new} new, "
        f"{report.changed} changed, {report.unchanged} unchanged, {report.deleted} deleted, "
        f"{len(report.failed)} failed; {number_of(report.chunks, 'chunk')}, "
        f"{report.embeddings} embedded, "
        f"{report.seconds:.1f} s"
    )
    if report.gate and report.current:
        print(visible(f"  {report.gate}"))
    for warning in report.warnings[:SHOWN]:
        print(f"  {visible(warning)}")
    _more(len(report.warnings))
    for skipped in report.skipped[:SHOWN]:
        print(visible(f"  skipped {skipped.path}: {skipped.reason}"))
    _more(len(report.skipped))


def _more(count: int) -> None:
    """Say how many lines were not shown."""
    if count > SHOWN:
        print(f"  ... and {count - SHOWN} more; --json names all")


def problems(report: Report) -> list[str]:
    """Say in sentences what made a run fail, or what it has yet to do."""
    lines = [f"Not indexed: {failed.path}: {failed.reason}" for failed in report.failed[:SHOWN]]
    if len(report.failed) > SHOWN:
        lines.append(f"... and {len(report.failed) - SHOWN} more; --json names all.")
    if report.kept:
        stay = ("page stays in the index as it was", "pages stay in the index as they were")
        names = ", ".join(report.kept[:SHOWN]) + (", ..." if len(report.kept) > SHOWN else "")
        lines.append(f"{number_of(len(report.kept), *stay)}: {names}.")
    if report.nothing_found:
        seen = (
            f"; {number_of(len(report.skipped), 'file was', 'files were')} skipped"
            if report.skipped
            else ""
        )
        lines.append(
            f"No document was found under {report.root}{seen}. The index is unchanged. Footnote "
            "reads .md, .mdx, .html, .erb, .txt, .rst, .ipynb, .pdf and .docx files."
        )
    if report.embedding_error:
        lines.append(
            f"Embedding stopped: {report.embedding_error} The words can be searched; run the "
            "same command again to go on."
        )
    if report.held:
        lines.append(
            "What was filled is not the index that is searched: it waits for"
            " `python -m scripts.index swap`."
        )
    if report.gate and not report.current:
        lines.append(f"The index that is searched stays. {report.gate}")
    if report.roots_to_come:
        lines.append(
            "The index is being rebuilt and is not yet the one that is searched. Index these "
            f"as well: {', '.join(report.roots_to_come)}."
        )
    return lines


def as_json(report: Report) -> dict[str, Any]:
    """Put a report in the stable form that other programs read."""
    return {**dataclasses.asdict(report), "succeeded": report.succeeded}


if __name__ == "__main__":
    run(main)
