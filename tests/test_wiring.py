"""The parts fit together: a folder is indexed and asked through the door, with real adapters."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
import structlog

from retrieval import wiring
from retrieval.errors import IndexMissing, InputError, LedgerError, SettingsError
from retrieval.ledger.ledger import Ledger
from retrieval.settings import Settings, load
from retrieval.values import Answer
from retrieval.wiring_configuration import today

ROOT = Path(__file__).parents[1]

PAGES = {
    "leave.md": "# Parental leave\n\nParents get 26 weeks of paid leave.\n\n"
    "## How to apply\n\nWrite to people@example.com at least eight weeks before.\n",
    "vpn.md": "# VPN\n\nInstall the VPN client from the self-service portal.\n",
}


@pytest.fixture(name="settings")
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Keep everything in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    for name, text in PAGES.items():
        (tmp_path / "pages").mkdir(exist_ok=True)
        (tmp_path / "pages" / name).write_text(text, encoding="utf-8")
    return load(data=tmp_path / "data")


async def _index(settings: Settings, collection: str = "docs") -> None:
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    report = await ingest.run(wiring.folder_reader(settings, Path("pages")), collection)
    assert report.succeeded


async def test_a_folder_becomes_an_answer_with_its_proof(settings: Settings) -> None:
    """Read, chunk, embed, search, quote and verify, with nothing faked."""
    await _index(settings)

    async with wiring.open_answerer(settings) as footnote:
        scope = await footnote.scope()
        answer = await footnote.ask("How many weeks of paid parental leave do parents get?", scope)
        trace = await footnote.traces.find(answer.trace_id)

    assert "answered" == answer.outcome
    assert "26 weeks" in answer.claims[0].text
    assert "leave.md" == answer.claims[0].citations[0].document.path
    assert trace.answer is not None
    assert answer.claims == trace.answer.claims


async def test_a_scope_is_the_collection_that_was_named(settings: Settings) -> None:
    """Another collection's pages are not in reach."""
    await _index(settings)
    await _index(settings, "other")

    async with wiring.open_answerer(settings) as footnote:
        assert ("docs", "other") == (await footnote.scope()).collections
        assert ("other",) == (await footnote.scope("other")).collections
        with pytest.raises(InputError, match=r"no collection 'third'. There are: docs, other"):
            await footnote.scope("third")


async def test_nothing_indexed_says_what_to_run(settings: Settings) -> None:
    """Without an index the operator is told the command that makes one."""
    async with wiring.open_answerer(settings) as footnote:
        with pytest.raises(IndexMissing, match=r"scripts\.ingest"):
            await footnote.scope()


async def test_the_same_settings_are_one_configuration(settings: Settings) -> None:
    """A configuration's id is that of its content, so that any past one can be told apart."""
    await _index(settings)
    async with wiring.open_answerer(settings) as one, wiring.open_answerer(settings) as two:
        scope = await one.scope()
        first = await one.traces.find((await one.ask("VPN client?", scope)).trace_id)
        second = await two.traces.find((await two.ask("VPN client?", scope)).trace_id)

    assert first.configuration
    assert first.configuration == second.configuration


def _notes(path: Path) -> None:
    path.write_text("These are my notes, not a ledger. " * 99)


def _damaged(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00" + b"\x10\x00\x01\x01\x00\x40\x20\x20" + b"\x00" * 9000)


def _without_a_table(path: Path) -> None:
    asyncio.run(_migrated(path))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE configurations")
        connection.commit()


async def _migrated(path: Path) -> None:
    async with Ledger.open(f"sqlite:///{path}"):
        pass


@pytest.mark.parametrize(
    ("url", "prepare", "sentence"),
    [
        ("sqlite:///ledger.db", _notes, "is not a ledger"),
        ("sqlite:///ledger.db", _damaged, "The ledger"),
        ("sqlite:///ledger.db", _without_a_table, "lost a table"),
        ("sqlite:///ledger.db", Path.mkdir, "cannot be opened"),
        ("sqlite:///nodir/sub/x.db", None, "folder does not exist: nodir/sub"),
        ("postgresql+nosuch://localhost/x", None, "must begin with postgresql://"),
    ],
)
def test_a_ledger_that_cannot_be_used_costs_no_answer(
    settings: Settings, url: str, prepare: Callable[[Path], None] | None, sentence: str
) -> None:
    """The answer is given, what is wrong is told once, and only the trace is not kept."""
    if prepare:
        prepare(Path("ledger.db"))
    chosen = settings.model_copy(update={"database_url": url})

    async def ask() -> tuple[Answer, tuple[str, ...]]:
        await _index(settings)
        async with wiring.open_answerer(chosen) as footnote:
            scope = await footnote.scope()
            answer = await footnote.ask(
                "How many weeks of paid parental leave do parents get?", scope
            )
            with pytest.raises(LedgerError, match=sentence):
                await footnote.traces.find(answer.trace_id)
            return answer, footnote.warnings

    answer, warnings = asyncio.run(ask())

    assert "answered" == answer.outcome
    assert 1 == len(warnings)
    assert warnings[0].startswith("The trace was not kept: ")
    assert sentence in warnings[0]
    assert not Path("nodir").exists()


async def test_a_busy_ledger_does_not_hold_up_the_answer(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process writes, opening waits for a little and goes on without a ledger."""
    path = settings.data / "footnote.db"
    path.parent.mkdir()
    await _migrated(path)
    monkeypatch.setattr("retrieval.ledger.engine.ANSWERING_SECONDS", 0.05)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with wiring.open_answerer(settings) as footnote:
            warnings = footnote.warnings

    assert ["The ledger is busy" in warning for warning in warnings] == [True]


async def test_a_ledger_that_is_asked_for_fails_with_its_sentence(settings: Settings) -> None:
    """What cannot do without the ledger does not go on without it."""
    chosen = settings.model_copy(update={"database_url": "sqlite:///nodir/x.db"})

    with pytest.raises(LedgerError, match="does not exist"):
        async with wiring.open_ledger(chosen):
            pass


def test_a_synonyms_file_that_is_wrong_is_named(settings: Settings) -> None:
    """The file and the line are in the message."""
    folder = settings.synonyms_folder
    folder.mkdir(parents=True)
    (folder / "docs.txt").write_text("vpn\n", encoding="utf-8")

    with pytest.raises(InputError, match=r"Line 1 of .*docs\.txt"):
        today(settings)


def test_a_folder_without_a_model_is_named(settings: Settings, tmp_path: Path) -> None:
    """An embedding model's folder must hold one."""
    chosen = settings.model_copy(update={"embedding_model": str(tmp_path)})

    with pytest.raises(SettingsError, match=str(tmp_path)):
        wiring.embedder(chosen)


def test_an_embedding_model_that_is_not_there_is_named(settings: Settings) -> None:
    """A path is a path, not the name of a service's model."""
    chosen = settings.model_copy(update={"embedding_model": "/nope/dir"})

    with pytest.raises(SettingsError, match="/nope/dir, which is not there"):
        wiring.embedder(chosen)


@pytest.mark.parametrize("command", ["ask", "ingest", "evaluate", "explain", "doctor", "tune"])
def test_help_loads_nothing_heavy(command: str) -> None:
    """`--help` of a command brings no model, database or service client into memory."""
    code = (
        "import sys, runpy\n"
        "sys.argv = ['x', '--help']\n"
        "try: runpy.run_module('scripts.' + sys.argv[0], run_name='__main__')\n"
        "except SystemExit: pass\n"
    ).replace("'scripts.' + sys.argv[0]", f"'scripts.{command}'")
    code += "print([n for n in ('numpy', 'onnxruntime', 'sqlalchemy', 'openai', 'pydantic', 'lxml')"
    code += " if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert "[]" == done.stdout.strip().splitlines()[-1]


class _Terminal(io.StringIO):
    """Standard error that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), _Terminal()], ids=["piped", "terminal"])
def test_the_log_is_json_where_nobody_watches(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One object a line, with level and time, from the level that is set; else lines for people."""
    monkeypatch.setattr("sys.stderr", stream)
    wiring.configure_log("info")
    log = structlog.get_logger()
    log.debug("too_fine")
    log.info("asked", trace="0é", hits=3)
    lines = stream.getvalue().splitlines()

    assert 1 == len(lines)
    if stream.isatty():
        assert "asked" in lines[0]
        assert not lines[0].startswith("{")
    else:
        told = json.loads(lines[0])
        assert datetime.fromisoformat(told.pop("timestamp")).tzinfo
        assert {"event": "asked", "level": "info", "trace": "0é", "hits": 3} == told
