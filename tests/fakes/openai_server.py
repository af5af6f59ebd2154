"""A model service on 127.0.0.1 that does as it is told, and misbehaves as real ones do.

Each request takes the next step of the script, or the last one again when the script is at its
end. What was asked is kept in `requests`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from ssl import SSLContext
from types import TracebackType
from typing import Any, Self

STALL = "stall"
"""A piece that never comes: the connection stays open and silent."""
DROP = "drop"
"""Here the connection is cut."""
USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 20,
    "total_tokens": 120,
    "prompt_tokens_details": {"cached_tokens": 64},
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: its path, its headers and its JSON."""

    path: str
    headers: Mapping[str, str]
    json: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Respond:
    """What the service does for one request: one body, or a stream of events."""

    status: int = 200
    body: Any = None
    events: tuple[Any, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


Step = Respond | Callable[[Asked], Respond]


def chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    """Return a chunk of a streamed reply."""
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


def says(
    *pieces: str, finish: str | None = "stop", usage: Mapping[str, Any] | None = USAGE
) -> Respond:
    """Stream the pieces, among which STALL and DROP may stand; then the finish and the usage."""
    events: list[Any] = [chunk({"role": "assistant", "content": ""})]
    events += [piece if piece in {STALL, DROP} else chunk({"content": piece}) for piece in pieces]
    if finish:
        events.append(chunk({}, finish))
    if usage is not None:
        events.append({"id": "c", "choices": [], "usage": dict(usage)})
    return Respond(events=(*events, "[DONE]"))


def error(
    status: int, message: str = "no", code: str = "", headers: Mapping[str, str] | None = None
) -> Respond:
    """Reply with an error as OpenAI words it."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code or None}}
    return Respond(status, body, headers=headers or {})


def rejecting(phrases: Mapping[str, str], then: Respond) -> Step:
    """Reject with 400 a request whose JSON has one of the phrases in it, with that message."""

    def step(asked: Asked) -> Respond:
        text = json.dumps(asked.json)
        found = next((message for phrase, message in phrases.items() if phrase in text), None)
        return then if found is None else error(400, found)

    return step


def vectors(rows: Sequence[Sequence[float]], order: Iterable[int] | None = None) -> Respond:
    """Reply with these vectors, listed in `order` if it is given."""
    places = list(range(len(rows)) if order is None else order)
    data = [{"object": "embedding", "index": i, "embedding": list(rows[i])} for i in places]
    return Respond(body={"object": "list", "data": data, "model": "m", "usage": {}})


class OpenAIServer:
    """The service; use it as an async context manager."""

    def __init__(self, *script: Step, ssl: SSLContext | None = None) -> None:
        self.script = list(script)
        self._ssl = ssl
        self.requests: list[Asked] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The base URL for a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, ssl=self._ssl)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while asked := await _read(reader):
                self.requests.append(asked)
                step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
                await _respond(writer, step(asked) if callable(step) else step)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode().strip().split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(first.split()[1], headers, json.loads(body))


async def _respond(writer: asyncio.StreamWriter, response: Respond) -> None:
    kind = "text/event-stream" if response.events else "application/json"
    headers = {"content-type": kind, **response.headers}
    head = [f"HTTP/1.1 {response.status} X"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    if not response.events:
        body = response.body if isinstance(response.body, bytes) else _json(response.body)
        head.append(f"content-length: {len(body)}")
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        await writer.drain()
        return
    writer.write("\r\n".join([*head, "transfer-encoding: chunked", "", ""]).encode())
    for event in response.events:
        await writer.drain()
        if event == STALL:
            await asyncio.Event().wait()
        if event == DROP:
            raise ConnectionResetError
        data = b"data: " + (event.encode() if isinstance(event, str) else _json(event)) + b"\n\n"
        writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    writer.write(b"0\r\n\r\n")
    await writer.drain()


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()
