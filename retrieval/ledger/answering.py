"""Asks what listens where a PostgreSQL should: a mistyped port is often another server's.

Every PostgreSQL, and every pooler before one, answers the question whether it speaks TLS with one
letter (https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest). What
answers otherwise is none, whatever the driver makes of it. What takes a connection and says nothing
may also be a forwarder whose server is away.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Sequence
from contextlib import suppress

from retrieval.ledger.address import Place

SECONDS = 1.0
"""How long to wait for the letter; a server that is there takes milliseconds."""

_ASKING = struct.pack("!ii", 8, 80877103)
_LETTERS = (b"S", b"N", b"E")
"""Yes, no, and the beginning of an error."""
_OTHER = (
    "The ledger cannot be opened: what answers at {where} is no PostgreSQL. Check the host and the "
    "port in DATABASE_URL."
)
_SILENT = (
    "The ledger cannot be reached: what listens at {where} says nothing, so no PostgreSQL answers "
    "there. Check the host and the port in DATABASE_URL; if they are right, look after the server."
)


async def strange(places: Sequence[Place], where: str) -> str:
    """Say that something else than PostgreSQL listens; "" where it does, or nothing listens."""
    said = [one for one in await asyncio.gather(*map(_answer, places)) if one is not None]
    if not said or any(one in _LETTERS for one in said):
        return ""
    return (_OTHER if any(said) else _SILENT).format(where=where)


async def _answer(place: Place) -> bytes | None:
    """Return the first byte that is answered, none where nothing is, None of a closed port."""
    try:
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_connection(*place)
    except OSError:
        return None
    try:
        async with asyncio.timeout(SECONDS):
            writer.write(_ASKING)
            return await reader.read(1)
    except OSError:
        return b""
    finally:
        writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(SECONDS):
                await writer.wait_closed()
