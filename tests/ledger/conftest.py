"""Ledgers of both databases."""

from __future__ import annotations

import pytest

from tests.contracts.test_queue_contract import LEDGERS


@pytest.fixture(name="ledger_url", params=LEDGERS)
def _ledger_url(request: pytest.FixtureRequest) -> str:
    """The address of a ledger that is not there yet."""
    return LEDGERS[request.param](request)
