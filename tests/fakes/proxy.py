"""A proxy on 127.0.0.1 that opens tunnels to one port, whatever host it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Proxy:
    """Where it listens, and which hosts it was asked for."""

    url: str = ""
    asked: list[str] = field(default_factory=list)


@asynccontextmanager
async def tunnelling(port: int, *, allowed: bool = True) -> AsyncIterator[Proxy]:
    """Run a proxy whose tunnels all lead to `port`; one that is not allowed refuses them."""
    proxy, tasks = Proxy(), set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        proxy.asked.append(head.decode().split()[1])
        if not allowed:
            writer.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
            await writer.drain()
            return
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            await asyncio.gather(_pour(reader, back), _pour(there, writer))
        finally:
            back.transport.abort()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(lambda _: writer.transport.abort())

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until there is no more."""
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            writer.write(piece)
            await writer.drain()
        writer.write_eof()
