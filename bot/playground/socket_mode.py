"""Socket Mode: connections, envelopes and acknowledgements."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.playground.deliveries import Deliveries, Delivery
from bot.playground.state import Workspace
from bot.playground.values import Json, Refused

CONNECTIONS = 10
"""Connections that an app may have at a time."""
BUILD = 1


@dataclass(slots=True, eq=False)
class Connection:
    """One socket of the app; a retiring one gets no more events."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None = None
    outgoing: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)
    retiring: bool = False


class Link:
    """Brings deliveries to the app's sockets, each to one of them in turn."""

    timed_out = "timeout"

    def __init__(self, workspace: Workspace) -> None:
        self.connections: list[Connection] = []
        self.disabled = False
        """Whether Socket Mode was turned off in the app's settings."""
        self.deliveries = Deliveries(self)
        self.deliveries.follow(workspace)
        self._workspace = workspace
        self._tickets: set[str] = set()
        self._envelopes: dict[str, Delivery] = {}
        self._turn = 0

    @property
    def pending(self) -> int:
        """How many deliveries wait for their acknowledgement."""
        return self.deliveries.pending

    @property
    def ready(self) -> list[Connection]:
        """The connections that take deliveries."""
        return [one for one in self.connections if not (one.retiring or one.socket.closed)]

    @property
    def given_up(self) -> deque[Json]:
        """What was never acknowledged."""
        return self.deliveries.given_up

    def ticket(self) -> str:
        """Return a ticket that opens one socket; refuses with "socket_mode_not_enabled"."""
        if self.disabled:
            raise Refused("socket_mode_not_enabled")
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
        """Ask every connection to come again, as Slack does from time to time.

        A "warning" comes some seconds before: the connection still serves. After "link_disabled"
        no connection is given out any more.
        """
        self.disabled = self.disabled or reason == "link_disabled"
        for connection in self.connections:
            connection.retiring = reason != "warning"
            connection.outgoing.put_nowait(_disconnect(reason))
            if self.disabled:
                connection.outgoing.put_nowait(None)

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
        """Deliver again what was not acknowledged in time."""
        self.deliveries.tick()

    def redeliver(self, ts: str) -> int:
        """Deliver every event about a message once more, as a retry; return how many there were."""
        return self.deliveries.redeliver(ts)

    def carry(self, delivery: Delivery) -> None:
        """Send a delivery in an envelope, where a socket is there to take it."""
        ready = self.ready
        if not ready:
            return
        envelope = {
            "envelope_id": str(uuid.uuid4()),
            "type": delivery.kind,
            "accepts_response_payload": delivery.kind != "events_api",
            "payload": delivery.payload,
        }
        if delivery.kind == "events_api":
            told = {"retry_attempt": delivery.attempt, "retry_reason": delivery.reason}
            envelope |= told
        delivery.names.append(str(envelope["envelope_id"]))
        self._envelopes[delivery.names[-1]] = delivery
        self._turn += 1
        ready[self._turn % len(ready)].outgoing.put_nowait(envelope)

    def drop(self, delivery: Delivery) -> None:
        """Forget the envelopes of a delivery."""
        for envelope_id in delivery.names:
            self._envelopes.pop(envelope_id, None)

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
        if delivery is not None:
            answer = payload if isinstance(payload, dict) else None
            self.deliveries.acknowledged(delivery, answer)

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
        if message is None:
            await connection.socket.close()
            return
        try:
            await connection.socket.send_json(message)
        except ConnectionError:
            return  # what was not acknowledged is delivered again


def _disconnect(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "playground"}}
