"""Tests of retrieval/ledger/answering.py: what listens at a port, told by what it says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from retrieval.errors import LedgerError
from retrieval.ledger import answering
from retrieval.ledger.ledger import Ledger


@asynccontextmanager
async def _listening(said: bytes, *, stays: bool = True) -> AsyncIterator[int]:
    """Answer every client with the same words, and stay or hang up; yield the port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if stays:
            await reader.read(1)
        writer.write(said)
        if stays:
            await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.mark.parametrize(
    ("said", "stays", "sentence"),
    [
        (b"N", True, ""),
        (b"S", True, ""),
        (b"E\0\0\0\x20", True, ""),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", True, "what answers at h/app is no PostgreSQL"),
        (b"\x15\x03\x01", True, "what answers at h/app is no PostgreSQL"),
        (b"220 mail\r\n", False, "what answers at h/app is no PostgreSQL"),
        (b"", True, "says nothing, so no PostgreSQL answers there"),
        (b"", False, "says nothing, so no PostgreSQL answers there"),
    ],
)
async def test_what_listens_is_told_by_its_first_byte(
    said: bytes, stays: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of three letters is PostgreSQL's; nothing at all may be a forwarder."""
    monkeypatch.setattr(answering, "SECONDS", 0.2)
    async with _listening(said, stays=stays) as port:
        told = await answering.strange([("127.0.0.1", port)], "h/app")

    assert (sentence in told) if sentence else told == ""


async def test_a_port_where_nothing_listens_is_not_strange() -> None:
    """The server is not started, and that is said elsewhere; nor is a socket in a folder."""
    async with _listening(b"") as port:
        pass

    assert "" == await answering.strange([("127.0.0.1", port)], "h/app")
    assert "" == await answering.strange([], "h/app")


async def test_one_server_of_several_is_enough() -> None:
    """What another port says does not matter then."""
    async with _listening(b"HTTP/1.1 400") as web, _listening(b"N") as server:
        told = await answering.strange([("127.0.0.1", web), ("127.0.0.1", server)], "h/app")

    assert "" == told


@pytest.mark.parametrize("query", ["", "sslmode=disable", "sslmode=require"])
async def test_another_server_at_the_ledger_s_port(query: str) -> None:
    """Neither TLS nor a lost connection is blamed; the host and the port are to be checked."""
    async with _listening(b"HTTP/1.1 400 Bad Request\r\n\r\n", stays=False) as port:
        with pytest.raises(LedgerError) as told:
            async with Ledger.open(f"postgresql://u:p@127.0.0.1:{port}/x?{query}", busy_seconds=0):
                pass

    assert "is no PostgreSQL. Check the host and the port in DATABASE_URL." in str(told.value)


async def test_postgresql_itself_is_not_strange(postgresql_url: str) -> None:
    """It answers with its letter."""
    there = urlsplit(postgresql_url)

    assert "" == await answering.strange([(there.hostname or "", there.port or 0)], "h/app")
