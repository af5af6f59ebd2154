"""A database user for one test."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from retrieval.ledger.engine import connect
from retrieval.ledger.serving import Served


@asynccontextmanager
async def role(url: str, rights: str, *grants: str) -> AsyncIterator[str]:
    """Make a user with rights for a while; in `grants` its name stands for {}."""
    name = f"role_{uuid.uuid4().hex[:12]}"
    await sql(url, f"CREATE ROLE {name} {rights}", *(grant.format(name) for grant in grants))
    try:
        yield name
    finally:
        await sql(url, f"DROP OWNED BY {name}", f"DROP ROLE {name}")


async def sql(url: str, *statements: str) -> None:
    """Execute statements in one transaction."""
    served = connect(url)
    assert isinstance(served, Served)
    try:
        for statement in statements:
            await served.write(lambda there, sql=statement: there.exec_driver_sql(sql))
    finally:
        await served.close()
