"""Say what is wrong with this installation, the Slack app included, and how to mend it."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.errors import FootnoteError, SettingsError, StoreError
from retrieval.text.counted import number_of
from scripts.doctor_findings import (
    Finding,
    about_nightly,
    about_settings,
    exit_code,
    idle,
    rules_of,
    waiting,
    wrong,
)
from scripts.terminal import print_json, run

if TYPE_CHECKING:
    from retrieval.ports import Store
    from retrieval.settings import Settings
    from retrieval.values import Scope

LEAST_FREE_BYTES = 200_000_000
CHECK_SECONDS = 30.0
NETWORK_FILESYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p"})
"""SQLite's write-ahead log needs shared memory, which these do not have (sqlite.org/wal.html)."""


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.doctor",
        description="Check settings, folders, index, models, ledger, model service and Slack app, "
        "and say how to fix what is wrong. Exit code 1 when something is, 2 when settings are.",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    return parser


async def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    from retrieval import wiring

    try:
        settings = wiring.settings()
    except FootnoteError as error:
        findings = [wrong("settings", error, "See docs/settings.md.")]
        findings += about_settings()
    else:
        findings = [
            Finding("settings", ok=True, said="all settings can be read"),
            *about_settings(),
        ]
        findings += [finding async for finding in examine(settings)]
    if options.json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            print(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.check}: {finding.said}")
            if finding.mend:
                print(f"      -> {finding.mend}")
    return exit_code(findings)


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Do every check, each within its time; one that breaks is a finding of its own."""
    checks: dict[str, Callable[[Settings], Awaitable[list[Finding]]]] = {
        "folder": _folder,
        "sqlite": _sqlite,
        "embedder": _embedder,
        "index": _index,
        "ledger": _ledger,
        "service": _service,
        "reranker": _reranker,
        "nightly": about_nightly,
        "slack": _slack,
    }
    for name, check in checks.items():
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                for finding in await check(settings):
                    yield finding
        except TimeoutError:
            said = f"no end after {CHECK_SECONDS:.0f} seconds"
            yield Finding(name, ok=False, said=said, mend="Is another process holding it?")
        except SettingsError as error:
            yield wrong(name, error, "See docs/settings.md.")
        except FootnoteError as error:
            yield Finding(name, ok=False, said=str(error), mend="See docs/troubleshooting.md.")


async def _folder(settings: Settings) -> list[Finding]:
    """Check that the data folder can be written, has room, and is on this machine."""
    folder = settings.data.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except OSError as error:
        mend = "Make the folder writable, or name another one in FOOTNOTE_DATA."
        return [Finding("folder", ok=False, said=f"{folder}: {error.strerror}", mend=mend)]
    kind = _filesystem(folder)
    if kind in NETWORK_FILESYSTEMS:
        mend = "Name a folder on a local disk in FOOTNOTE_DATA."
        return [Finding("folder", ok=False, said=f"{folder} is on {kind}", mend=mend)]
    enough = free >= LEAST_FREE_BYTES
    mend = "" if enough else "Free some space before indexing."
    return [Finding("folder", enough, f"{folder}, {free // 1_000_000:,} MB free", mend)]


def _filesystem(folder: Path) -> str:
    """Return the kind of file system that holds a folder, empty where that cannot be told."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    best, kind = "", ""
    for line in mounts.splitlines():
        _, point, found, *_ = line.split()
        inside = folder == Path(point) or Path(point) in folder.parents
        if inside and len(point) >= len(best):
            best, kind = point, found
    return kind


async def _sqlite(_: Settings) -> list[Finding]:
    """Check that this Python's SQLite has full-text search."""
    version = sqlite3.sqlite_version
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='trigram')")
    except sqlite3.OperationalError:
        mend = "Use a Python whose SQLite is 3.34 or later with FTS5, as python.org's is."
        return [Finding("sqlite", ok=False, said=f"{version} lacks FTS5", mend=mend)]
    finally:
        connection.close()
    return [Finding("sqlite", ok=True, said=f"{version} with full-text search")]


async def _embedder(settings: Settings) -> list[Finding]:
    """Check that the embedding model loads and puts like to like."""
    from retrieval import wiring

    model = wiring.embedder(settings)
    near = await model.passages(["The invoice was paid.", "The bill has been settled."])
    far = await model.query("A herd of elephants crossed the river.")
    works = float(near[0] @ near[1]) > float(near[0] @ far)
    hint = "It puts like texts no nearer than unlike ones: check FOOTNOTE_EMBEDDING_MODEL."
    mend = "" if works else hint
    return [Finding("embedder", works, f"{model.identity}, {model.dims} dimensions", mend)]


async def _index(settings: Settings) -> list[Finding]:
    """Check every collection: readable, complete, made by today's embedder."""
    from retrieval import wiring, wiring_indexed
    from retrieval.values import Scope

    server = await _elasticsearch(settings)
    if not all(finding.ok for finding in server):
        return server
    model = wiring.embedder(settings)
    store = wiring.store(settings, model)
    try:
        names = await store.collections()
        others = await idle(settings, names)
        if not names and not others:
            mend = "Run python -m scripts.ingest PATH."
            mend = await wiring_indexed.unsearchable(settings) or mend
            return [*server, Finding("index", ok=False, said="nothing is indexed yet", mend=mend)]
        found = [await _readable(store, Scope((name,)), model.identity) for name in names]
        for place, name in enumerate(names):
            if not found[place].ok and (waits := await waiting(settings, name, model.identity)):
                found[place] = replace(found[place], mend=waits)
        return [*server, *found, *others]
    finally:
        await store.close()


async def _elasticsearch(settings: Settings) -> list[Finding]:
    """Check that Elasticsearch is one we can use, and what we may do there, where it is set."""
    from retrieval import wiring_stores

    if not settings.has_elasticsearch:
        return []
    name, mend = "elasticsearch", "See docs/production.md."
    try:
        server = await wiring_stores.server(settings)
    except FootnoteError as error:
        return [Finding(name, ok=False, said=str(error), mend=mend)]
    said = f"version {server.version}, may {server.may}" + (server.note and f"; {server.note}")
    return [Finding(name, ok=server.answers, said=said, mend="" if server.answers else mend)]


async def _readable(store: Store, scope: Scope, identity: str) -> Finding:
    """Check one collection; one that cannot be read keeps none of the others from being checked."""
    name = f"index '{scope.collections[0]}'"
    try:
        return await _collection(name, store, scope, identity)
    except StoreError as error:
        return Finding(name, ok=False, said=str(error), mend="See docs/troubleshooting.md.")


async def _collection(name: str, store: Store, scope: Scope, identity: str) -> Finding:
    """Check one collection."""
    census = await store.within(scope).census()
    said = f"{number_of(census.documents, 'document')}, {number_of(census.chunks, 'chunk')}"
    again = "Run python -m scripts.ingest on its folders again."
    made_by = census.embedder[scope.collections[0]]
    if made_by != identity:
        said += f", made with another embedder ({made_by or 'none'})"
        return Finding(name, ok=False, said=said, mend=again)
    if census.without_vectors:
        said += f", {census.without_vectors:,} of them not embedded yet"
        return Finding(name, ok=False, said=said, mend=again)
    return Finding(name, ok=census.documents > 0, said=said, mend="" if census.documents else again)


async def _ledger(settings: Settings) -> list[Finding]:
    """Check that the ledger opens, with its migrations, and can be written."""
    from retrieval import wiring, wiring_ledger

    if wiring_ledger.is_server(settings):
        probed = await wiring_ledger.probe(settings)
        findings = [Finding(f"ledger {p.what}", p.ok, p.said, p.mend) for p in probed]
        if not probed[-1].ready or not all(p.ok for p in probed):
            return findings
    else:
        findings = []
    async with wiring.open_ledger(settings) as ledger:
        await ledger.configure({"doctor": "writes"})
    return [*findings, Finding("ledger", ok=True, said="opens, and can be written")]


async def _service(settings: Settings) -> list[Finding]:
    """Check that the model service answers, where one is configured."""
    from retrieval import wiring
    from retrieval.ports import ChatRequest, Message

    if not settings.has_service:
        return [Finding("service", ok=True, said="none configured; the quoting writer answers")]
    schema = {
        "type": "object",
        "properties": {"ready": {"type": "boolean"}},
        "required": ["ready"],
        "additionalProperties": False,
    }
    message = Message("user", 'Reply with {"ready": true}')
    findings = []
    for name in dict.fromkeys([settings.writer_model, settings.rewriter_model]):
        chat = wiring.chat(settings, name)
        request = ChatRequest((message,), "ready", schema, max_tokens=20)
        said = "".join([piece.text async for piece in chat.stream(request)])
        findings.append(Finding(f"service {name}", bool(said.strip()), "answers"))
    return findings


async def _reranker(settings: Settings) -> list[Finding]:
    """Check that the reranker answers in time, where it is not the built-in one."""
    from retrieval import wiring

    if not (settings.rerank_url or settings.rerank_model):
        return []
    name, seconds = await wiring.try_reranker(settings)
    late = seconds > settings.rerank_seconds
    mend = "Raise FOOTNOTE_RERANK_SECONDS, or choose a faster one." if late else ""
    return [Finding("reranker", not late, f"{name}, {seconds:.1f} s for two passages", mend)]


async def _slack(_: Settings) -> list[Finding]:
    """Check the Slack app's tokens, scopes and connection, where the bot's settings are right."""
    from bot.settings import by_http, configured, load

    if not configured():
        said = "no tokens are set; the bot needs them, all else does not (docs/slack.md)"
        return [Finding("slack", ok=True, said=said)]
    try:
        bot = load(http=by_http())
    except SettingsError:
        return []  # Said of the bot's settings.
    from bot.slack.checkup import checkup

    rules = rules_of(bot.policy)
    return [Finding(c.name, c.ok, c.said, c.mend) async for c in checkup(bot, rules)]


if __name__ == "__main__":
    run(main)
