"""Look after the ledger: back it up and restore it, check it, forget what is old."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.text.counted import number_of
from scripts.terminal import complain, print_json, progress, run

if TYPE_CHECKING:
    from retrieval.settings import Settings

COPIES = frozenset({".db", ".sqlite", ".sqlite3"})
"""How the name of a backup ends that is to be an SQLite file itself."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.ledger",
        description="Look after the ledger, in SQLite or PostgreSQL. Bots may run meanwhile, but "
        "for restore.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, said: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=said, description=said)
        command.add_argument("--json", action="store_true", help="print what is found as JSON")
        return command

    backup = add("backup", "Write what one moment shows to a new file, and read it back.")
    backup.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="for instance ledger.jsonl.gz, which either database can restore; .db copies an "
        "SQLite ledger as it is, to be used in its place",
    )
    restore = add("restore", "Put a backup into an empty ledger, wholly or not at all.")
    restore.add_argument("file", type=Path, metavar="FILE", help="made by backup, not a .db")
    add("check", "Look it over; exit code 1 when something is wrong.")
    prune = add("prune", "Forget what is old. What eval cases need stays, and so do costs.")
    prune.add_argument("--days", type=int, metavar="N", help="default: FOOTNOTE_RETENTION_DAYS")
    prune.add_argument("--dry-run", action="store_true", help="only count what would go")
    prune.add_argument(
        "--vacuum",
        action="store_true",
        help="give the space back to the disk; in SQLite nobody can write meanwhile",
    )
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    parser = arguments()
    options = parser.parse_args()
    from retrieval import wiring
    from retrieval.settings import LEAST_DAYS

    settings = wiring.settings()
    if options.command == "prune":
        options.days = settings.retention_days if options.days is None else options.days
        if options.days < LEAST_DAYS:
            parser.error(
                f"--days must be {LEAST_DAYS} or more: answers and cases need what is newer"
            )
    command = {"backup": _backup, "restore": _restore, "check": _check, "prune": _prune}
    return await command[options.command](settings, options)


async def _backup(settings: Settings, options: argparse.Namespace) -> int:
    """Back the ledger up."""
    from retrieval import wiring_ledger

    copy = options.file.suffix in COPIES
    async with wiring_ledger.open_keeping(settings) as keeping:
        head = await keeping.backup(options.file, progress("backup"), copy=copy)
    size = options.file.stat().st_size
    if options.json:
        told = {"file": options.file, "bytes": size, "schema": head.schema, "rows": head.tables}
        print_json(told)
    else:
        what = "the file as it is" if copy else number_of(head.rows, "row")
        print(f"{options.file}: {what}, schema {head.schema}, {size:,} bytes, read back.")
    return 0


async def _restore(settings: Settings, options: argparse.Namespace) -> int:
    """Restore a backup."""
    from retrieval import wiring_ledger

    if options.file.suffix in COPIES:
        file = options.file.resolve()
        complain(
            f"{options.file} is a ledger itself: set DATABASE_URL=sqlite:///{file}. To"
            " move it to another database, back it up from there to a name that ends in .jsonl.gz,"
            " and restore that."
        )
        return 2
    async with wiring_ledger.open_keeping(settings, make=True) as keeping:
        head = await keeping.restore(options.file, progress("restore"))
    if options.json:
        print_json({"made": head.made, "schema": head.schema, "rows": head.tables})
    else:
        print(f"{number_of(head.rows, 'row')} restored, as they were at {head.made}.")
    return 0


async def _check(settings: Settings, options: argparse.Namespace) -> int:
    """Check the ledger."""
    from retrieval import wiring_ledger

    async with wiring_ledger.open_keeping(settings) as keeping:
        found = asdict(await keeping.check())
    if options.json:
        print_json(found)
    else:
        _print(found)
    return 1 if found["faults"] else 0


def _print(found: Mapping[str, Any]) -> None:
    """Print what a check found."""
    print(f"schema {found['schema'] or 'none'}, {found['bytes']:,} bytes")
    for name, count in found["rows"].items():
        print(f"  {name:16} {count:>10,}")
    for fault in found["faults"]:
        print(f"FAIL  {fault}")
    if not found["faults"]:
        print("Nothing is wrong with it.")


async def _prune(settings: Settings, options: argparse.Namespace) -> int:
    """Forget what is old."""
    from retrieval import wiring_ledger

    before = datetime.now(UTC) - timedelta(days=options.days)

    def say(name: str, rows: int) -> None:
        complain(f"{name}: {rows:,} so far")

    async with wiring_ledger.open_keeping(settings) as keeping:
        gone = await keeping.prune(before, say, dry=options.dry_run)
        if options.vacuum and not options.dry_run:
            await keeping.vacuum()
    gone = {name: rows for name, rows in gone.items() if rows}
    if options.json:
        print_json({"before": before, "dry_run": options.dry_run, "rows": gone})
        return 0
    would = "would go" if options.dry_run else "gone"
    for name, rows in gone.items():
        print(f"  {name:16} {rows:>10,} {would}")
    verbs = (
        ("row would go", "rows would go") if options.dry_run else ("row is gone", "rows are gone")
    )
    print(f"Older than {before:%Y-%m-%d}: {number_of(sum(gone.values()), *verbs)}.")
    return 0


if __name__ == "__main__":
    run(main)
