"""Processes that read and cut documents: all cores work, and no document can stop a run."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import pickle
import queue
import sys
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ingest.cutting import Cutter, Outcome, cut
from retrieval.ingest.pauses import fewer_pauses
from retrieval.ports import FileReader, SourceFile

LEAST = 100
LEAST_BYTES = 2_000_000
"""Documents, or bytes of their files, from which processes pay: starting them takes about a
second, as long as reading and cutting so much does."""
MOST = 4
"""Processes at most: each takes some 60 MB, and storing cannot keep up with more."""
SECONDS = 300.0
"""Time that one document may take: the slowest kind, a PDF of the longest text that is read,
needs two minutes on a slow machine."""
AHEAD = 32
AHEAD_BYTES = 8_000_000
"""Documents, and bytes of their files, read and cut before their turn to be stored."""

_BOOT = "import sys; sys.path[:] = sys.argv[1:];from retrieval.ingest.workers import serve; serve()"
_LENGTH = 8
_STARTING = 60.0


class Workers:
    """Reads and cuts documents in processes of their own, as many as there are cores.

    Args:
        make: makes the cutter in each process; it is sent there, so it must be a function of a
            module, or `functools.partial` of one.
        count: how many processes; 0 for as many as this process may use cores, `MOST` at most.
        seconds: how long one document may take.
        least: how many documents make the processes worth their start.
    """

    def __init__(
        self,
        make: Callable[[], Cutter],
        *,
        count: int = 0,
        seconds: float = SECONDS,
        least: int = LEAST,
    ) -> None:
        self._make = make
        self._count = count or min(_cores(), MOST)
        self._seconds = seconds
        self._least = least

    def pay(self, files: Sequence[SourceFile]) -> bool:
        """Whether these files are done sooner here than in the process that asks."""
        much = sum(file.size for file in files) >= LEAST_BYTES
        return self._count > 1 and (much or len(files) >= self._least)

    async def outcomes(
        self, reader: FileReader, files: Sequence[SourceFile]
    ) -> AsyncGenerator[Outcome, None]:
        """Yield what each file becomes, in order; some are cut ahead while one is being stored.

        A document that ends its process, or takes too long, is an UnreadableDocument like one
        that cannot be read. Raises ReaderError where no process can be started.
        """
        order = _framed((self._make, reader, self._seconds))
        crew = [_Worker(order, self._seconds) for _ in range(self._count)]
        idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in crew:
            idle.put_nowait(worker)

        async def done(file: SourceFile) -> Outcome:
            worker = await idle.get()
            try:
                return await worker.cut(file)
            finally:
                idle.put_nowait(worker)

        ahead: deque[tuple[asyncio.Task[Outcome], int]] = deque()
        held = 0
        try:
            for file in files:
                while ahead and (len(ahead) == AHEAD or held + file.size > AHEAD_BYTES):
                    held -= ahead[0][1]
                    yield await ahead.popleft()[0]
                ahead.append((asyncio.create_task(done(file)), file.size))
                held += file.size
            while ahead:
                yield await ahead.popleft()[0]
        finally:
            for task, _ in ahead:
                task.cancel()
            await asyncio.gather(*(task for task, _ in ahead), return_exceptions=True)
            await asyncio.gather(*(worker.end() for worker in crew))


class _Worker:
    """One process, started when it is first needed and again after a document has ended it."""

    def __init__(self, order: bytes, seconds: float) -> None:
        self._order = order
        self._seconds = seconds
        self._process: asyncio.subprocess.Process | None = None

    async def cut(self, file: SourceFile) -> Outcome:
        """Return what a file becomes, or why it becomes nothing."""
        process = self._process or await self._start()
        try:
            outcome: Outcome = await _asked(process, _framed(file))
        except (ConnectionError, asyncio.IncompleteReadError):
            # The watch of `serve` ends the process with 1.
            late = await process.wait() == 1
            self._process = None
            return UnreadableDocument(
                f"reading it took longer than {self._seconds:g} s"
                if late
                else "the process that read it came to an end, perhaps for want of memory"
            )
        return outcome

    async def _start(self) -> asyncio.subprocess.Process:
        # A session of its own: Ctrl-C is for this process alone, which then ends the others.
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _BOOT,
            *sys.path,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(_asked(process, self._order), _STARTING)
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError) as error:
            raise ReaderError(
                "A process that reads documents could not be started; there may be too little"
                " memory. Run the same command again, it goes on from where it stopped."
            ) from error
        return process

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.communicate()


async def _asked(process: asyncio.subprocess.Process, frame: bytes) -> Outcome:
    """Send a frame and return the answer to it."""
    if process.stdin is None or process.stdout is None:
        raise ConnectionError
    process.stdin.write(frame)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(_LENGTH), "big")
    outcome: Outcome = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301
    return outcome


def serve() -> None:
    """Answer in a process of its own, until the one that started it is gone."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a library prints must not pass for an answer.
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    make, reader, seconds = pickle.loads(orders.get())  # noqa: S301  (from our own process)
    cutter = make()
    gc.collect()
    gc.freeze()
    nowhere = Path(os.devnull).open("w")  # noqa: SIM115  (as long as the process)
    _answer(answers, None)
    with fewer_pauses():
        while True:
            file = pickle.loads(orders.get())  # noqa: S301  (from our own process)
            # Needs no turn of the interpreter: it ends even a regular expression run away.
            faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            outcome = cut(reader, cutter, file)
            faulthandler.cancel_dump_traceback_later()
            _answer(answers, outcome)


def _listen(orders: queue.SimpleQueue[bytes]) -> None:
    """Pass orders on; end the process at once when there can be no more."""
    while len(head := sys.stdin.buffer.read(_LENGTH)) == _LENGTH:
        orders.put(sys.stdin.buffer.read(int.from_bytes(head, "big")))
    os._exit(0)


def _answer(answers: BinaryIO, outcome: Outcome | None) -> None:
    try:
        answers.write(_framed(outcome))
        answers.flush()
    except OSError:
        os._exit(0)


def _framed(value: object) -> bytes:
    """Return a value as bytes, their number before them."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(_LENGTH, "big") + data


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
