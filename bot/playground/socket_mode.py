"""Socket Mode: connections, envelopes, acknowledgements and what is delivered again."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.playground.events import callback, events_of
from bot.playground.state import Workspace
from bot.playground.values import Change, Json

KEPT = 1_000
"""Payloads kept, so that one can be delivered again on demand."""
GAPS = (3.0, 60.0, 300.0)
"""Seconds from each try to the next: Slack waits 3 s for an acknowledgement, then tries at once,
a minute later, and five minutes after that."""
WINDOW = 3.0
"""Seconds in which an envelope is to be acknowledged."""
CONNECTIONS = 10
"""Connections that an app may have at a time."""
BUILD = 1
COMMAND = "slash_commands"
"""The type of an envelope with a command in it."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Delivery:
    """An envelope on its way, until it is acknowledged or given up."""

    kind: str
    payload: Json
    key: str = ""
    attempt: int = 0
    sent: float = 0.0
    envelopes: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Connection:
    """One socket of the app; a retiring one gets no more events."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None = None
    outgoing: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)
    retiring: bool = False


class Link:
    """Delivers what happens to the app's sockets, each event to one of them in turn."""

    def __init__(self, workspace: Workspace) -> None:
        self.connections: list[Connection] = []
        self.given_up: deque[Json] = deque(maxlen=KEPT)
        self._workspace = workspace
        self._tickets: set[str] = set()
        self._pending: dict[int, Delivery] = {}
        self._envelopes: dict[str, Delivery] = {}
        self._sent: deque[Json] = deque(maxlen=KEPT)
        self._turn = 0
        self._swap = False
        workspace.log.listen(self._told)

    @property
    def pending(self) -> int:
        """How many envelopes wait for their acknowledgement."""
        return len(self._pending)

    def ticket(self) -> str:
        """Return a ticket that opens one socket."""
        ticket = str(uuid.uuid4())
        self._tickets.add(ticket)
        return ticket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Hold one socket open until either side closes it."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=403, text="invalid ticket")
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        if len(self.connections) >= CONNECTIONS:
            await socket.send_json(_disconnect("too_many_websockets"))
            await socket.close()
            return socket
        self.connections.append(connection)
        connection.outgoing.put_nowait(self._hello(request.host))
        writer = asyncio.create_task(_write(connection))
        try:
            await self._read(connection)
        finally:
            self.connections.remove(connection)
            writer.cancel()
        return socket

    def refresh(self, reason: str = "refresh_requested") -> None:
        """Ask every connection to come again, as Slack does from time to time."""
        for connection in self.connections:
            connection.retiring = True
            connection.outgoing.put_nowait(_disconnect(reason))

    def cut(self) -> None:
        """Break every connection off without a word, as a failing network does."""
        for connection in self.connections:
            connection.retiring = True
            if connection.transport is not None:
                connection.transport.abort()

    async def close(self) -> None:
        """Close every connection."""
        for connection in list(self.connections):
            await connection.socket.close()

    def tick(self) -> None:
        """Deliver again what was not acknowledged in time; give up what never was."""
        now = self._workspace.now()
        for delivery in list(self._pending.values()):
            waited = now - delivery.sent
            if delivery.kind != "events_api" or delivery.attempt == len(GAPS):
                if waited >= WINDOW:
                    self._give_up(delivery)
            elif waited >= GAPS[delivery.attempt]:
                delivery.attempt += 1
                self._send(delivery)

    def _told(self, change: Change) -> None:
        if change.kind == "interaction":
            if "interactive" in self._workspace.app.features or change.data["form"] == COMMAND:
                data = change.data
                self._deliver(Delivery(data["form"], data["payload"], data["key"]))
            return
        events = events_of(change, self._workspace)
        if len(events) > 1:  # a message and its mention come in either order
            self._swap = not self._swap
            events = events[::-1] if self._swap else events
        for event in events:
            payload = callback(event, self._workspace)
            self._sent.append(payload)
            self._deliver(Delivery("events_api", payload))

    def redeliver(self, ts: str) -> int:
        """Deliver every event about a message once more, as a retry; return how many there were."""
        again = [payload for payload in self._sent if _about(payload) == ts]
        for payload in again:
            self._deliver(Delivery("events_api", payload, attempt=1))
        return len(again)

    def _deliver(self, delivery: Delivery) -> None:
        self._pending[id(delivery)] = delivery
        self._send(delivery)

    def _send(self, delivery: Delivery) -> None:
        delivery.sent = self._workspace.now()
        ready = [one for one in self.connections if not (one.retiring or one.socket.closed)]
        if not ready:
            return
        envelope = {
            "envelope_id": str(uuid.uuid4()),
            "type": delivery.kind,
            "accepts_response_payload": delivery.kind != "events_api",
            "payload": delivery.payload,
        }
        if delivery.kind == "events_api":
            reason = "timeout" if delivery.attempt else ""
            envelope |= {"retry_attempt": delivery.attempt, "retry_reason": reason}
        delivery.envelopes.append(str(envelope["envelope_id"]))
        self._envelopes[delivery.envelopes[-1]] = delivery
        self._turn += 1
        ready[self._turn % len(ready)].outgoing.put_nowait(envelope)

    async def _read(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type != WSMsgType.TEXT:
                continue
            try:
                told = json.loads(message.data)
            except ValueError:
                continue  # Slack's sockets are not bothered by text such as "ping"
            if isinstance(told, dict) and isinstance(told.get("envelope_id"), str):
                self._acknowledged(told["envelope_id"], told.get("payload"))

    def _acknowledged(self, envelope_id: str, payload: object) -> None:
        delivery = self._envelopes.get(envelope_id)
        if delivery is None:
            return
        self._forget(delivery)
        if delivery.kind != "events_api":
            answer = payload if isinstance(payload, dict) else {}
            self._workspace.interactions.answered(delivery.key, answer)

    def _give_up(self, delivery: Delivery) -> None:
        self._forget(delivery)
        self.given_up.append(delivery.payload)
        logger.warning("nobody acknowledged a payload of type %s", delivery.payload.get("type"))
        data = {"type": delivery.payload.get("type", delivery.kind)}
        only = _person(delivery)
        self._workspace.log.record(self._workspace.now(), "unanswered", "", data, only)

    def _forget(self, delivery: Delivery) -> None:
        self._pending.pop(id(delivery), None)
        for envelope_id in delivery.envelopes:
            self._envelopes.pop(envelope_id, None)

    def _hello(self, host: str) -> Json:
        debug = {"host": host, "build_number": BUILD, "approximate_connection_time": 18_060}
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "debug_info": debug,
            "connection_info": {"app_id": self._workspace.app.id},
        }


async def _write(connection: Connection) -> None:
    while not connection.socket.closed:
        message = await connection.outgoing.get()
        try:
            await connection.socket.send_json(message)
        except ConnectionError:
            return  # what was not acknowledged is delivered again


def _person(delivery: Delivery) -> str:
    """Return who waits for an answer to a delivery, nobody for an event."""
    if delivery.kind == COMMAND:
        return str(delivery.payload["user_id"])
    return str(delivery.payload["user"]["id"]) if delivery.kind == "interactive" else ""


def _about(payload: Json) -> str:
    event = payload["event"]
    return str(event.get("item", {}).get("ts") or event.get("deleted_ts") or event.get("ts"))


def _disconnect(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "playground"}}
