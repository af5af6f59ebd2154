"""The vendors' errors reach the log without what a person wrote."""

from __future__ import annotations

import logging

from structlog.testing import capture_logs

from bot.log import VENDORS, quiet_vendors


def test_a_vendors_error_is_a_line_without_its_message() -> None:
    """Which part and what kind of error are told; the message may quote a payload."""
    kept = {name: logging.getLogger(name).__dict__.copy() for name in VENDORS}
    try:
        quiet_vendors()
        with capture_logs() as lines:
            error = ValueError("what Ann asked")
            logging.getLogger("slack_bolt.App").error("%s", "what Ann asked", exc_info=error)
            logging.getLogger("slack_bolt.App").warning("what Ann asked")
    finally:
        for name, state in kept.items():
            logging.getLogger(name).__dict__.update(state)

    assert ["vendor_error"] == [line["event"] for line in lines]
    assert ("slack_bolt.App", "ValueError") == (lines[0]["vendor"], lines[0]["error"])
    assert "Ann" not in str(lines)
