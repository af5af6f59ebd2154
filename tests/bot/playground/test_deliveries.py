"""The schedule of deliveries: again, twice, out of order, and never at first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import cast, manifest, server
from bot.playground.deliveries import Deliveries
from tests.playground import ADA, DIRECT, GENERAL, ManualClock


class _Carrier:
    """Notes what it is to bring."""

    timed_out = "timeout"

    def __init__(self) -> None:
        self.told = []
        self.dropped = []

    def carry(self, delivery):
        text = delivery.payload.get("event", {}).get("text", "")
        self.told.append((delivery.attempt, delivery.reason, text))

    def drop(self, delivery):
        self.dropped.append(delivery)


@pytest.fixture(name="desk")
def _desk():
    return _new()


def _new():
    app = cast.app(scopes=manifest.SCOPES, events=manifest.EVENTS)
    workspace = server.furnished(ManualClock(), "http://127.0.0.1:1/", app).workspace
    carrier = _Carrier()
    deliveries = Deliveries(carrier)
    deliveries.follow(workspace)
    return workspace, carrier, deliveries


def _later(workspace, deliveries, seconds):
    workspace.clock.move(seconds)
    deliveries.tick()


def test_a_first_try_that_failed_is_repeated_at_once_and_the_others_when_due(desk):
    """A failure does not shorten the minute nor the five."""
    workspace, carrier, deliveries = desk
    workspace.post(ADA, DIRECT, "a")
    (one,) = deliveries._pending
    deliveries.failed(one, "http_error")
    deliveries.tick()
    for wait in (59, 1, 299, 1):
        deliveries.failed(one, "connection_failed")
        _later(workspace, deliveries, wait)
    deliveries.failed(one, "http_error")

    reasons = ["http_error", "connection_failed", "connection_failed"]
    assert [(0, "", "a"), *[(n, why, "a") for n, why in enumerate(reasons, 1)]] == carrier.told
    assert (0, 1) == (deliveries.pending, len(deliveries.given_up))


def test_a_delivery_that_wants_no_retry_has_none(desk):
    """It is given up at once."""
    workspace, carrier, deliveries = desk
    workspace.post(ADA, DIRECT, "a")
    deliveries.failed(deliveries._pending[0], "http_error", again=False)
    _later(workspace, deliveries, 400)

    assert (1, 1) == (len(carrier.told), len(deliveries.given_up))


def test_an_interaction_is_tried_once(desk):
    """The person is told that nothing came of it."""
    workspace, carrier, deliveries = desk
    view = {"type": "modal", "blocks": []}
    workspace.submit(ADA, workspace.views.open(ADA, view)["id"])
    _later(workspace, deliveries, 3)

    assert 1 == len(carrier.told)
    told = [one for one in workspace.log.since(0) if one.kind == "unanswered"]
    assert [(ADA, "view_submission")] == [(one.only_for, one.data["type"]) for one in told]


def test_a_duplicate_is_no_retry_and_has_an_id_of_its_own(desk):
    """slackapi/node-slack-sdk#2141."""
    workspace, carrier, deliveries = desk
    ts = workspace.post(ADA, GENERAL, "@footnote a").ts
    count = deliveries.duplicate(ts, times=2)

    ids = {one.payload["event_id"] for one in deliveries._pending}
    assert (4, 6, 6) == (count, len(ids), len(carrier.told))
    assert {0} == {attempt for attempt, _, _ in carrier.told}


def test_a_lost_first_try_comes_as_a_retry(desk):
    """agno-agi/agno#10073: the only one that arrives says that it is one."""
    workspace, carrier, deliveries = desk
    deliveries.losing = 1
    workspace.post(ADA, DIRECT, "a")
    workspace.post(ADA, DIRECT, "b")
    _later(workspace, deliveries, 3)

    assert [(0, "", "b"), (1, "timeout", "a"), (1, "timeout", "b")] == carrier.told


def test_what_is_held_comes_in_the_order_that_is_wanted(desk):
    """The newest first where none is given."""
    workspace, carrier, deliveries = desk
    for order in (None, [1, 2, 0], [2]):
        deliveries.hold()
        for text in "abc":
            workspace.post(ADA, DIRECT, text)
        deliveries.release(order)

    texts = "".join(text for _, _, text in carrier.told)
    assert ["cba", "bca", "cab"] == [texts[at : at + 3] for at in (0, 3, 6)]


def test_an_acknowledgement_ends_a_delivery_once(desk):
    """A second one does nothing."""
    workspace, carrier, deliveries = desk
    workspace.post(ADA, DIRECT, "a")
    (one,) = deliveries._pending
    deliveries.acknowledged(one)
    deliveries.acknowledged(one)

    assert (0, [one]) == (deliveries.pending, carrier.dropped)


@given(st.permutations(range(4)))
def test_no_order_loses_or_doubles_what_was_held(order):
    """Each is delivered once."""
    workspace, carrier, deliveries = _new()
    deliveries.hold()
    for text in "abcd":
        workspace.post(ADA, DIRECT, text)
    deliveries.release(order[:3])

    assert ["a", "b", "c", "d"] == sorted(text for _, _, text in carrier.told)
