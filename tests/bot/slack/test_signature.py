"""Whose a request is: signed with the secret, lately, whatever else stands in its headers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.signature import SignatureVerifier

from bot.slack.signature import SIGNATURE, TIMESTAMP, flaw, sign

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
NOW = 1_531_420_618.0


def _headers(timestamp: str, signature: str) -> dict[str, str]:
    return {TIMESTAMP: timestamp, SIGNATURE: signature}


@given(st.binary(max_size=200).filter(lambda body: body.isascii()))
def test_slacks_own_library_signs_alike(body: bytes) -> None:
    """What it generates is what we expect."""
    theirs = SignatureVerifier(SECRET).generate_signature(timestamp="1531420618", body=body)

    assert theirs == sign(SECRET, "1531420618", body)
    assert "" == flaw(SECRET, _headers("1531420618", str(theirs)), body, NOW)


@pytest.mark.parametrize(
    ("late", "expected"),
    [(0, ""), (300, ""), (301, "signed too long ago"), (-301, "signed too long ago")],
)
def test_an_old_signature_is_refused(late: float, expected: str) -> None:
    """Five minutes either way, as Slack advises: it may be a recording."""
    headers = _headers("1531420618", sign(SECRET, "1531420618", b"{}"))

    assert expected == flaw(SECRET, headers, b"{}", NOW + late)


@pytest.mark.parametrize(
    ("timestamp", "signature", "expected"),
    [
        ("", "v0=1", "not signed"),
        ("1531420618", "", "not signed"),
        ("now", "v0=1", "signed at no time"),
        ("1531420618.5", "v0=1", "signed at no time"),
        ("١٥٣١٤٢٠٦١٨", "v0=1", "signed at no time"),
        ("9" * 400, "v0=1", "signed at no time"),
        ("1531420618", "v0=ä\udc80", "signed otherwise"),
        ("1531420618", sign("another", "1531420618", b"{}"), "signed otherwise"),
        ("1531420618", sign(SECRET, "1531420618", b"{ }"), "signed otherwise"),
        ("1531420618", sign(SECRET, "1531420617", b"{}"), "signed otherwise"),
    ],
)
def test_what_is_not_signed_by_slack_is_refused(
    timestamp: str, signature: str, expected: str
) -> None:
    """No number, no ASCII, another secret, another body, another time."""
    assert expected == flaw(SECRET, _headers(timestamp, signature), b"{}", NOW)


@given(st.text(max_size=60), st.text(max_size=60), st.binary(max_size=60))
def test_no_garbage_is_slacks(timestamp: str, signature: str, body: bytes) -> None:
    """Nothing is raised either."""
    assert flaw(SECRET, _headers(timestamp, signature), body, NOW)
