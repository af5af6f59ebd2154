"""The bot as it is in use, in a process of its own, that writes down when things happened.

    python -m benchmarks._timed FILE

runs `python -m bot` until it is told to stop, then writes one JSON object to FILE:
- rows: for each question, by its message: seconds from the arrival of its first event's bytes at
  the socket until `inbox.put` has returned, and of these the seconds within `put`;
- claims: thread, moment of verification (wall clock) and text of each claim.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from aiohttp.client_proto import ResponseHandler
from slack_sdk.socket_mode.aiohttp import SocketModeClient

from bot import __main__ as command
from bot.slack.app import Receiver
from bot.slack.reply import Reply
from retrieval.ledger.leasing import Leasing
from retrieval.values import VerifiedClaim


class Notes:
    """What is written down."""

    def __init__(self) -> None:
        self.bytes_came = 0.0
        self.arrived: dict[str, float] = {}
        self.rows: dict[str, tuple[float, float]] = {}
        self.claims: list[tuple[str, float, str]] = []

    def watch(self) -> None:
        """Take the place of what is watched."""
        self._watch_arrivals()
        self._watch_rows()
        self._watch_claims()

    def _watch_arrivals(self) -> None:
        came, enqueue, take = (
            ResponseHandler.data_received,
            SocketModeClient.enqueue_message,
            Receiver.take,
        )
        last: list[float] = []

        def data_received(handler: ResponseHandler, data: bytes) -> None:
            self.bytes_came = time.perf_counter()
            came(handler, data)

        async def enqueue_message(client: SocketModeClient, message: str) -> None:
            if '"events_api"' in message:
                last.append(self.bytes_came)
            await enqueue(client, message)

        async def timed_take(receiver: Receiver, payload: Any, attempt: str = "") -> int:
            event = payload.get("event", {})
            if last:  # In the order of their arrival: the library begins on each as it comes.
                self.arrived.setdefault(f"{event.get('channel')}:{event.get('ts')}", last.pop(0))
            return await take(receiver, payload, attempt)

        ResponseHandler.data_received = data_received  # type: ignore[method-assign]
        SocketModeClient.enqueue_message = enqueue_message  # type: ignore[method-assign]
        Receiver.take = timed_take  # type: ignore[method-assign]

    def _watch_rows(self) -> None:
        put = Leasing.put

        async def timed_put(
            rows: Leasing, kind: str, lane: str, payload: Any, *rest: Any, **more: Any
        ) -> bool:
            began = time.perf_counter()
            new = await put(rows, kind, lane, payload, *rest, **more)
            ended = time.perf_counter()
            arrived = self.arrived.get(f"{payload.get('channel')}:{payload.get('ts')}")
            if new and kind == "question" and arrived is not None:
                self.rows[payload["ts"]] = (ended - arrived, ended - began)
            return new

        Leasing.put = timed_put  # type: ignore[method-assign]

    def _watch_claims(self) -> None:
        claim = Reply.claim

        async def timed_claim(reply: Reply, verified: VerifiedClaim) -> None:
            thread = reply._messages._target.thread_ts  # noqa: SLF001 - nobody else asks
            self.claims.append((thread, time.time(), verified.text))
            await claim(reply, verified)

        Reply.claim = timed_claim  # type: ignore[method-assign]


def main() -> int:
    """Run the bot; write what was noted."""
    path, notes = Path(sys.argv.pop()), Notes()
    notes.watch()
    code = command.main()
    told = {"rows": list(notes.rows.values()), "claims": notes.claims}
    path.write_text(json.dumps(told), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
