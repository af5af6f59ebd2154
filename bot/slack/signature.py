"""Whether a request over HTTP is Slack's: signed with the app's secret, and signed lately."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping

OLDEST_SECONDS = 300
"""Slack advises to refuse what was signed longer ago: it may be somebody's recording."""
VERSION = "v0"
SIGNATURE, TIMESTAMP = "X-Slack-Signature", "X-Slack-Request-Timestamp"

_DIGITS = re.compile(r"[0-9]{1,12}")


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a body: HMAC-SHA256 of version, time and body, in hexadecimal.

    https://docs.slack.dev/authentication/verifying-requests-from-slack
    """
    base = f"{VERSION}:{timestamp}:".encode() + body
    return f"{VERSION}=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


def flaw(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> str:
    """Say in a few words why a request is not Slack's; empty where it is.

    Whatever stands in the headers, nothing is raised: a timestamp may be no number, and a
    signature no ASCII.
    """
    timestamp, given = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    if not timestamp or not given:
        return "not signed"
    if not _DIGITS.fullmatch(timestamp):
        return "signed at no time"
    if abs(now - int(timestamp)) > OLDEST_SECONDS:
        return "signed too long ago"
    ours = sign(secret, timestamp, body).encode()
    return "" if hmac.compare_digest(given.encode("utf-8", "replace"), ours) else "signed otherwise"
