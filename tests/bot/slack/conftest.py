"""Fixtures of the tests of the Slack app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger
