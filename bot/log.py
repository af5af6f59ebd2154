"""The vendors' own logs, in one form with ours and without the payloads that they may quote."""

from __future__ import annotations

import logging

import structlog

VENDORS = ("slack_bolt", "slack_sdk", "aiohttp", "asyncio")


class _Handler(logging.Handler):
    """Writes the vendors' errors as lines of ours: which part of them and what kind of error."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line. The message itself may quote a person, so it stays out."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        structlog.get_logger().error(
            "vendor_error", vendor=record.name, where=record.funcName, error=kind
        )


def quiet_vendors() -> None:
    """Send the vendors' errors to our log; what is less than an error is dropped."""
    for name in VENDORS:
        logger = logging.getLogger(name)
        logger.handlers = [_Handler(level=logging.ERROR)]
        logger.setLevel(logging.ERROR)
        logger.propagate = False
