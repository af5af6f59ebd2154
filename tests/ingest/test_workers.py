"""Other processes read and cut: the same, in the same order, whatever a document does to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import aclosing
from functools import partial
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ingest.cutting import Outcome, cut
from retrieval.ingest.workers import AHEAD, LEAST_BYTES, Workers
from retrieval.ports import FileReader, SourceFile
from tests.fakes.pages import FakeCutter
from tests.fakes.troublesome import TroublesomeReader, broken_cutter

ROOT = Path(__file__).parents[2]


async def _outcomes(workers: Workers, reader: FileReader) -> list[Outcome]:
    async with aclosing(workers.outcomes(reader, reader.scan().files)) as outcomes:
        return [outcome async for outcome in outcomes]


def _texts(outcomes: list[Outcome]) -> list[str]:
    return [str(o) if isinstance(o, UnreadableDocument) else o[0].text for o in outcomes]


async def test_documents_come_in_order_and_as_in_one_process(evaldata: Path) -> None:
    """Eighty pages of the handbooks become the same chunks, with the real cutter."""
    make = partial(wiring.cutter, "", 250)
    reader = wiring.folder_reader(wiring.settings(), evaldata / "handbooks" / "corpus")
    files = reader.scan().files[::30]
    cutter = make()
    assert isinstance(reader, FileReader)
    async with aclosing(Workers(make, count=2).outcomes(reader, files)) as outcomes:
        found = [outcome async for outcome in outcomes]

    assert len(files) > AHEAD
    assert [cut(reader, cutter, file) for file in files] == found


async def test_documents_that_end_or_hold_up_their_process_are_named() -> None:
    """One dies, one hangs without a turn for other threads, one is odd; the others are cut."""
    texts = {"a": "A", "b": "die", "c": "hang", "d": "refuse", "e": "break", "f": "F"}
    workers = Workers(FakeCutter, count=2, seconds=0.5)

    assert [
        "A",
        "the process that read it came to an end, perhaps for want of memory",
        "reading it took longer than 0.5 s",
        "it is not text",
        "it could not be understood (IndexError: list index out of range)",
        "F",
    ] == _texts(await _outcomes(workers, TroublesomeReader(texts)))


async def test_what_a_library_prints_is_no_answer() -> None:
    """Standard output of the processes is not what the answers come through."""
    found = _texts(
        await _outcomes(Workers(FakeCutter, count=2), TroublesomeReader({"a": "chatter"}))
    )

    assert ["chatter"] == found


async def test_processes_are_as_many_as_told_and_load_no_model() -> None:
    """They are other processes than this one, and onnxruntime is in none of them."""
    make = partial(wiring.cutter, "", 250)
    reader = TroublesomeReader({f"{n:02}": "who" for n in range(40)})
    found = {
        tuple(text.split()) for text in _texts(await _outcomes(Workers(make, count=2), reader))
    }

    assert {1, 2} >= {len(found)}
    assert {"False"} == {loaded for _, loaded in found}
    assert str(os.getpid()) not in {process for process, _ in found}


async def test_processes_that_cannot_start_are_told() -> None:
    """A sentence and no wait for what will never be ready."""
    with pytest.raises(ReaderError, match="could not be started"):
        await _outcomes(Workers(broken_cutter, count=2), TroublesomeReader({"a": "A"}))


def test_only_many_documents_pay_for_processes() -> None:
    """A small folder, or a machine of one core, does without."""
    workers = Workers(FakeCutter, count=2, least=5)
    small, large = SourceFile("a.md", "0", 9), SourceFile("a.pdf", "0", LEAST_BYTES)

    assert [False, True, True] == [workers.pay(f) for f in ([small] * 4, [small] * 5, [large])]
    assert not Workers(FakeCutter, count=1, least=5).pay([small] * 5)


# Whoever runs the tests may ignore SIGINT, which is inherited.
_RUN = """
import asyncio, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from retrieval.ingest.workers import Workers
from scripts.terminal import run
from tests.fakes.pages import FakeCutter
from tests.fakes.troublesome import TroublesomeReader

async def main():
    reader = TroublesomeReader({"a": "A", "b": "hang", "c": "hang", "d": "D"})
    workers = Workers(FakeCutter, count=2, seconds=SECONDS)
    async for _ in workers.outcomes(reader, reader.scan().files):
        print("one is done", flush=True)

run(main)
"""


@pytest.mark.parametrize(
    ("sent", "seconds", "code", "said"),
    [(signal.SIGINT, 300.0, 130, "Stopped."), (signal.SIGKILL, 1.0, -9, "")],
    ids=["interrupted", "killed"],
)
def test_no_process_is_left_behind(sent: int, seconds: float, code: int, said: str) -> None:
    """Standard error, which all of them hold, is at its end; even those that hang are gone."""
    with subprocess.Popen(
        [sys.executable, "-c", _RUN.replace("SECONDS", str(seconds))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "one is done\n" == process.stdout.readline()
        process.send_signal(sent)
        _, error = process.communicate(timeout=20)

    assert code == process.returncode
    assert error.startswith(said)
    assert "Traceback" not in error
