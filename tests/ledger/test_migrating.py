"""Tests of retrieval/ledger/migrating.py: the migrations as Alembic has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from retrieval.ledger import migrating
from retrieval.ledger.engine import newest_schema

CODE = """
import asyncio, sys
from retrieval.ledger.ledger import Ledger
async def main():
    async with Ledger.open(sys.argv[1]):
        pass
asyncio.run(main())
print([name for name in sys.modules if name.partition(".")[0] == "alembic"])
"""


def test_the_newest_schema_is_alembics_own() -> None:
    """A migration's file begins with its number, and none is passed by."""
    assert migrating.migrations().get_current_head() == newest_schema()


def test_a_ledger_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    """It takes longer to load than the rest, and every command opens the ledger."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", CODE, url]
    first, second = (
        subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )

    assert "alembic" in first
    assert "[]\n" == second
