"""Tests of how long a service is waited for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from retrieval.models.patience import pause


@pytest.mark.parametrize(
    ("headers", "attempt", "seconds"),
    [
        ({}, 1, 0.5),
        ({}, 3, 2.0),
        ({"retry-after": "7"}, 1, 7.0),
        ({"retry-after-ms": "250", "retry-after": "7"}, 1, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 2, 1.0),
        ({"retry-after": "-3"}, 1, 0.5),
        ({"retry-after": "inf"}, 1, 0.5),
        ({"retry-after": "nan"}, 1, 0.5),
    ],
)
def test_the_pause_is_what_the_service_asks_or_doubles(
    headers: dict[str, str], attempt: int, seconds: float
) -> None:
    """A sensible Retry-After is obeyed; without one, each pause is twice the one before."""
    assert seconds == pause(headers, attempt, 0.5)


def test_a_date_to_come_back_at_is_obeyed() -> None:
    """RFC 9110 lets Retry-After be a date; one in the past means no wish."""
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)

    assert 28 <= pause({"retry-after": soon}, 1, 0.5) <= 30
