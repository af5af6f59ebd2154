"""A line to a server on this machine that is cut at a chosen moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass(slots=True)
class Line:
    """What passes from clients to a server and back; every cut is used up by one connection."""

    host: str
    port: int
    word: bytes = b""
    """The line is cut when a client sends this."""
    cuts: int = 0
    """How many more times it is cut."""
    heard: bool = False
    """Whether the server hears that word, its answer being lost, or is cut off before."""
    gone: bool = False
    """Whether, once it was cut, nobody is there to answer."""
    seen: int = 0
    """How many times the word has passed or was cut."""
    _busy: set[asyncio.Task[None]] = field(default_factory=set)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either side ends it or the line is cut."""
        if self.gone and not self.cuts:
            writer.close()
            return
        there, back = await asyncio.open_connection(self.host, self.port)
        down = asyncio.create_task(self._carry(there, writer))
        self._busy.add(down)
        try:
            await self._up(reader, back, there, down)
        finally:
            down.cancel()
            await asyncio.gather(down, return_exceptions=True)
            self._busy.discard(down)
            for end in (writer, back):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()

    async def _up(
        self,
        reader: asyncio.StreamReader,
        back: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        down: asyncio.Task[None],
    ) -> None:
        """Carry what the client says; cut the line at the word."""
        with suppress(OSError):
            while data := await reader.read(65_536):
                found = bool(self.word) and self.word in data
                self.seen += found
                if found and self.cuts:
                    self.cuts -= 1
                    if self.heard:
                        down.cancel()
                        await asyncio.gather(down, return_exceptions=True)
                        back.write(data)
                        await there.read(65_536)  # It is done there, and nobody is told.
                    return
                back.write(data)
                await back.drain()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what the server says; its end is the end of the client's."""
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def line(host: str, port: int) -> AsyncIterator[tuple[Line, int]]:
    """Open a line to a server; it listens on the port that is given with it."""
    carried = Line(host, port)
    server = await asyncio.start_server(carried.accept, "127.0.0.1", 0)
    try:
        yield carried, server.sockets[0].getsockname()[1]
    finally:
        server.close()
