"""What stands in for a ledger that cannot be opened, so that answers are given all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from retrieval.errors import LedgerError
from retrieval.tracing import configuration_id
from retrieval.values import Trace


class NoLedger:
    """Keeps nothing, and says why; implements the port `Traces`."""

    def __init__(self, reason: str) -> None:
        """Take the sentence that says why the ledger cannot be opened."""
        self.reason = reason

    async def record(self, trace: Trace) -> NoReturn:  # noqa: ARG002
        """Say why the trace is not kept. Raises LedgerError, always."""
        raise LedgerError(self.reason)

    async def find(self, trace_id: str) -> NoReturn:  # noqa: ARG002
        """Say why there is nothing to be found. Raises LedgerError, always."""
        raise LedgerError(self.reason)

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Name a configuration as the ledger does, without keeping it."""
        return configuration_id(configuration)
