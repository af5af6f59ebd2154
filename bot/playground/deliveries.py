"""What the app is sent, until it is acknowledged or given up: the schedule of all deliveries."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bot.playground.events import callback, events_of
from bot.playground.state import Workspace
from bot.playground.values import Change, Json

KEPT = 1_000
"""Payloads kept, so that one can be delivered again on demand."""
GAPS = (3.0, 60.0, 300.0)
"""Seconds from each try to the next: Slack waits 3 s for an acknowledgement, then tries at once,
a minute later, and five minutes after that."""
WINDOW = 3.0
"""Seconds in which a delivery is to be acknowledged."""

Kind = Literal["events_api", "interactive", "slash_commands"]

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Delivery:
    """A payload on its way; `due` is when it is tried again, or given up.

    `reason` is why it is sent again, `failed` whether its last try is known to have failed;
    `names` are the envelopes that it was sent in.
    """

    workspace: Workspace
    kind: Kind
    payload: Json
    key: str = ""
    attempt: int = 0
    due: float = 0.0
    reason: str = ""
    failed: bool = False
    names: list[str] = field(default_factory=list)

    @property
    def person(self) -> str:
        """Who waits for an answer to it, nobody for an event."""
        if self.kind == "slash_commands":
            return str(self.payload["user_id"])
        return str(self.payload["user"]["id"]) if self.kind == "interactive" else ""

    @property
    def about(self) -> str:
        """The ts of the message that an event is about."""
        event = self.payload.get("event", {})
        item = event.get("item", {})
        return str(item.get("ts") or event.get("deleted_ts") or event.get("ts") or "")


class Carrier(Protocol):
    """Brings deliveries to the app."""

    timed_out: str
    """What is given as the reason when an acknowledgement did not come in time."""

    def carry(self, delivery: Delivery) -> None:
        """Send it once; what comes of it is told to `Deliveries`."""

    def drop(self, delivery: Delivery) -> None:
        """Forget it: no answer to it counts any more."""


class Deliveries:
    """Sends each thing that happens in time, again where it must, in the order that is wanted."""

    def __init__(self, carrier: Carrier) -> None:
        self.carrier = carrier
        self.given_up: deque[Json] = deque(maxlen=KEPT)
        self.losing = 0
        """How many first tries of the next events never arrive."""
        self._pending: list[Delivery] = []
        self._sent: deque[Delivery] = deque(maxlen=KEPT)
        self._held: list[Delivery] | None = None
        self._swap = False

    def follow(self, workspace: Workspace) -> None:
        """Deliver what happens in a workspace from now on."""
        workspace.log.listen(lambda change: self._told(workspace, change))

    @property
    def pending(self) -> int:
        """How many deliveries wait for their acknowledgement."""
        return len(self._pending)

    # --- what tests and tapes do --------------------------------------------------------------

    def redeliver(self, ts: str) -> int:
        """Deliver every event about a message once more, as a retry; return how many there were."""
        again = self._about(ts)
        for one in again:
            self._start(Delivery(one.workspace, one.kind, one.payload, attempt=1, reason="timeout"))
        return len(again)

    def duplicate(self, ts: str, times: int = 1) -> int:
        """Deliver every event about a message again under new event ids, as no retry.

        slackapi/node-slack-sdk#2141: up to eleven deliveries of one message.
        """
        again = self._about(ts) * times
        for one in again:
            payload = callback(one.payload["event"], one.workspace)
            self._start(Delivery(one.workspace, one.kind, payload))
        return len(again)

    def hold(self) -> None:
        """Keep what happens from now on back, until it is released."""
        self._held = self._held or []

    def release(self, order: Sequence[int] | None = None) -> int:
        """Deliver what was held back, the newest first or in the order given; return how many."""
        held, self._held = self._held or [], None
        wanted = range(len(held) - 1, -1, -1) if order is None else order
        for place in wanted:
            self._start(held[place])
        for place in set(range(len(held))) - set(wanted):
            self._start(held[place])
        return len(held)

    # --- what carriers tell -------------------------------------------------------------------

    def acknowledged(self, delivery: Delivery, answer: Json | None = None) -> None:
        """End a delivery; do what the answer of an interaction asks for."""
        if self._forget(delivery) and delivery.kind != "events_api":
            delivery.workspace.interactions.answered(delivery.key, answer or {})

    def failed(self, delivery: Delivery, reason: str, *, again: bool = True) -> None:
        """Note that a try failed: the first is repeated at once, the others when they are due."""
        delivery.reason, delivery.failed = reason, True
        last = delivery.kind != "events_api" or delivery.attempt == len(GAPS)
        if last or not again:
            self._give_up(delivery)
        elif delivery.attempt == 0:
            delivery.due = delivery.workspace.now()

    def tick(self) -> None:
        """Deliver again what was not acknowledged in time; give up what never was."""
        for delivery in list(self._pending):
            if delivery.workspace.now() < delivery.due:
                continue
            if delivery.kind != "events_api" or delivery.attempt == len(GAPS):
                self._give_up(delivery)
            else:
                delivery.attempt += 1
                delivery.reason = delivery.reason if delivery.failed else self.carrier.timed_out
                delivery.failed = False
                self._send(delivery)

    # --- inside -------------------------------------------------------------------------------

    def _told(self, workspace: Workspace, change: Change) -> None:
        for delivery in self._of(workspace, change):
            if delivery.kind == "events_api":
                self._sent.append(delivery)
            if self._held is not None:
                self._held.append(delivery)
            else:
                self._start(delivery)

    def _of(self, workspace: Workspace, change: Change) -> list[Delivery]:
        if change.kind == "interaction":
            data = change.data
            unwanted = "interactive" not in workspace.app.features
            if unwanted and data["form"] == "interactive":
                return []
            return [Delivery(workspace, data["form"], data["payload"], data["key"])]
        events = events_of(change, workspace)
        if len(events) > 1:  # a message and its mention come in either order
            self._swap = not self._swap
            events = events[::-1] if self._swap else events
        return [Delivery(workspace, "events_api", callback(one, workspace)) for one in events]

    def _about(self, ts: str) -> list[Delivery]:
        return [one for one in self._sent if one.about == ts]

    def _start(self, delivery: Delivery) -> None:
        self._pending.append(delivery)
        self._send(delivery)

    def _send(self, delivery: Delivery) -> None:
        gaps: Any = GAPS if delivery.kind == "events_api" else ()
        wait = gaps[delivery.attempt] if delivery.attempt < len(gaps) else WINDOW
        delivery.due = delivery.workspace.now() + wait
        if self.losing and delivery.kind == "events_api" and not delivery.attempt:
            self.losing -= 1
            return
        self.carrier.carry(delivery)

    def _give_up(self, delivery: Delivery) -> None:
        if not self._forget(delivery):
            return
        self.given_up.append(delivery.payload)
        kind = delivery.payload.get("type", delivery.kind)
        logger.warning("nobody acknowledged a payload of type %s", kind)
        delivery.workspace.record("unanswered", "", delivery.person, type=kind)

    def _forget(self, delivery: Delivery) -> bool:
        """Take a delivery off; False where that was done before."""
        if delivery not in self._pending:
            return False
        self._pending.remove(delivery)
        self.carrier.drop(delivery)
        return True
