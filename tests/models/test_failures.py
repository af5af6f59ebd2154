"""Tests of what a service's errors mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelError, ModelRefused, ModelRejected, ModelUnavailable
from retrieval.models.failures import Place, Refused, failure

PLACE = Place("models.example:8000", "some-model")


@pytest.mark.parametrize(
    ("refused", "kind"),
    [
        (Refused(401), ModelRejected),
        (Refused(404), ModelRejected),
        (Refused(413), ModelRejected),
        (Refused(418, "", "teapot"), ModelRejected),
        (Refused(400, "context_length_exceeded"), ModelRejected),
        (Refused(400, "content_filter"), ModelRefused),
        (Refused(429), ModelUnavailable),
        (Refused(429, "insufficient_quota"), ModelUnavailable),
        (Refused(502), ModelUnavailable),
        (Refused.in_stream("server_error", "overloaded"), ModelUnavailable),
        (Refused.in_stream("400", "bad"), ModelRejected),
        (Refused.in_stream("", "This model's maximum context length is 8192"), ModelRejected),
    ],
)
def test_each_error_has_its_family(refused: Refused, kind: type[ModelError]) -> None:
    """What must be mended, what was declined and what may pass are told apart."""
    raised = failure(refused, PLACE)

    assert isinstance(raised, kind)
    assert PLACE.host in str(raised)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 503, 529])
def test_what_may_pass_is_known(status: int) -> None:
    """Overload and time-outs pass; a lack of credit does not, whatever its status."""
    assert Refused(status).passing
    assert not Refused(status, "insufficient_quota").passing


@settings(deadline=None)
@given(st.integers(300, 599), st.text(st.characters(), max_size=300))
def test_every_error_is_one_short_line(status: int, message: str) -> None:
    """Whatever a service writes, the sentence for a person has one line and an end."""
    words = str(failure(Refused(status, "", message), PLACE))

    assert len(words) < 400
    assert 1 == len(words.splitlines())
