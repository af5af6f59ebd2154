"""Tests of retrieval/ledger/backup.py: one file, restored on either database, or refused."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from retrieval.errors import LedgerError
from retrieval.ledger import backup
from retrieval.ledger.engine import migrate, newest_schema, schema
from retrieval.ledger.keeping import Keeping
from retrieval.ledger.ledger import Ledger
from tests.contracts.test_queue_contract import LEDGERS
from tests.ledger.filled import all_rows, count_rows, done, use_everything


def _no_step(_done: int, _of: int) -> None:
    pass


async def _backed_up(url: str, path: Path) -> backup.Head:
    async with Keeping.open(url) as keeping:
        return await keeping.backup(path, _no_step)


async def _restored(url: str, path: Path) -> backup.Head:
    async with Keeping.open(url) as keeping:
        return await keeping.restore(path, _no_step)


@pytest.fixture(name="file")
async def _file(tmp_path: Path) -> Path:
    """A backup of an SQLite ledger with rows in every table."""
    url = f"sqlite:///{tmp_path}/first.db"
    async with Ledger.open(url) as ledger:
        await use_everything(ledger)
    await _backed_up(url, tmp_path / "ledger.jsonl.gz")
    return tmp_path / "ledger.jsonl.gz"


@pytest.mark.parametrize("other", LEDGERS)
async def test_it_is_restored_on_either_database(
    ledger_url: str, other: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every row comes back as it was, and what is put afterwards gets a number of its own."""
    async with Ledger.open(ledger_url) as ledger:
        await use_everything(ledger)
    before = await done(ledger_url, all_rows)
    head = await _backed_up(ledger_url, tmp_path / "b.gz")
    if other == "sqlite":
        target = f"sqlite:///{tmp_path}/target.db"
    elif ledger_url.startswith("postgres"):
        target = ledger_url
        await done(ledger_url, lambda there: migrate(there, "base"))
    else:
        target = request.getfixturevalue("postgresql_url")
    again = await _restored(target, tmp_path / "b.gz")
    after = await done(target, all_rows)
    async with Ledger.open(target) as ledger:
        assert not await ledger.inbox.put("question", "lane", {}, ("key",))
        assert await ledger.inbox.put("question", "lane", {}, ("new",))

    assert before == after
    assert head == again
    assert head.rows == sum(map(len, before.values()))
    assert newest_schema() == head.schema


async def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    ledger_url: str, tmp_path: Path
) -> None:
    """What was backed up under the first schema is restored, then migrated."""
    old = f"sqlite:///{tmp_path}/old.db"
    await done(old, lambda there: migrate(there, "001"))
    add = text("INSERT INTO texts VALUES ('digest', 'text')")
    await done(old, lambda there: there.execute(add))
    head = await _backed_up(old, tmp_path / "b.gz")
    await _restored(ledger_url, tmp_path / "b.gz")

    assert "001" == head.schema
    assert newest_schema() == await done(ledger_url, schema)
    assert 1 == (await done(ledger_url, count_rows))["texts"]


async def test_a_backup_is_of_one_moment(ledger_url: str, tmp_path: Path) -> None:
    """What is put while it is written is not in it, and nobody waits for it."""
    async with Ledger.open(ledger_url) as ledger, Keeping.open(ledger_url) as keeping:
        await use_everything(ledger)
        head = await keeping.backup(tmp_path / "b.gz", _no_step)
        assert await ledger.inbox.put("question", "lane", {}, ("new",))

    assert 1 == head.tables["inbox"]


async def test_only_an_empty_ledger_is_restored_into(ledger_url: str, file: Path) -> None:
    """Where there are rows, none is touched."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.inbox.put("question", "lane", {}, ("mine",))

    with pytest.raises(LedgerError, match="rows in it"):
        await _restored(ledger_url, file)
    assert 1 == (await done(ledger_url, count_rows))["inbox"]


def _signed(*lines: bytes) -> bytes:
    """Put a foot under lines."""
    foot = json.dumps({"sha256": hashlib.sha256(b"".join(lines)).hexdigest()})
    return gzip.compress(b"".join(lines) + foot.encode() + b"\n")


def _spoilt(file: Path) -> dict[str, bytes]:
    """Return files that are not whole, and what is said of them."""
    whole = gzip.decompress(file.read_bytes())
    lines = whole.splitlines(keepends=True)[:-1]
    newer = json.dumps(json.loads(lines[0]) | {"schema": "999"}).encode() + b"\n"
    spoilt = [
        b"",
        file.read_bytes()[:-40],
        gzip.compress(b"".join(lines)),
        gzip.compress(b"".join(whole.splitlines(keepends=True)[1:])),
        gzip.compress(whole.replace(b"Secret", b"Public")),
        _signed(b"{}\n", b"{}\n"),
        _signed(b"[]\n"),
        b"notes, not a backup",
    ]
    return {"newer version": _signed(newer, *lines[1:])} | {
        f"not a whole backup.*|{number}": data for number, data in enumerate(spoilt)
    }


async def test_a_file_that_is_not_whole_restores_nothing(ledger_url: str, file: Path) -> None:
    """Cut off, altered or of another kind, it is refused, and the ledger stays empty."""
    for sentence, data in _spoilt(file).items():
        await asyncio.to_thread(file.write_bytes, data)
        with pytest.raises(LedgerError, match=sentence.split("|")[0]):
            await _restored(ledger_url, file)
    with pytest.raises(LedgerError, match="no file"):
        await _restored(ledger_url, file.with_name("nosuch.gz"))

    async with Ledger.open(ledger_url):
        pass
    assert not any((await done(ledger_url, count_rows)).values())


def test_no_damage_is_read_as_whole(tmp_path: Path) -> None:
    """Any byte that is changed is noticed, or changes nothing that is read."""
    path = tmp_path / "b.gz"
    head = {"footnote-ledger": 1, "schema": "004", "made": "now", "rows": {"texts": 1}}
    row = ["texts", {"digest": "d", "text": "text"}]
    lines = "".join(json.dumps(line) + "\n" for line in (head, row))
    foot = json.dumps({"sha256": hashlib.sha256(lines.encode()).hexdigest()})
    whole = gzip.compress((lines + foot + "\n").encode())
    path.write_bytes(whole)
    wanted = list(backup.read(path))
    chance = random.Random(7)
    for _ in range(300):
        place = chance.randrange(len(whole))
        path.write_bytes(whole[:place] + bytes([chance.randrange(256)]) + whole[place + 1 :])
        try:
            found = list(backup.read(path))
        except LedgerError:
            continue
        assert wanted == found


async def test_a_copy_is_a_ledger_itself(tmp_path: Path) -> None:
    """An SQLite ledger is copied while it is in use; the copy is opened like any other."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    async with Ledger.open(url) as ledger, Keeping.open(url) as keeping:
        await use_everything(ledger)
        await keeping.backup(tmp_path / "copy.db", _no_step, copy=True)

    assert await done(url, all_rows) == await done(f"sqlite:///{tmp_path}/copy.db", all_rows)
    assert 0o600 == (tmp_path / "copy.db").stat().st_mode & 0o777
