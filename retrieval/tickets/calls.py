"""Calls to a tracker's web API: JSON in and out, within a time, tried again a few times."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from typing import IO, Any
from urllib.parse import urlsplit

from retrieval.errors import TicketError

SECONDS = 15.0
TRIES = 3
FIRST_WAIT, LONGEST_WAIT = 1.0, 20.0
"""Seconds before a call is tried again: twice as long each time, or as long as the tracker asks."""
MOST_BYTES = 4_000_000
SHOWN = 200
"""Characters of a tracker's own message that an error repeats."""

NOT_NOW = frozenset({429, 503})
"""It has done nothing, and may later."""
PASSING = NOT_NOW | {500, 502, 504}
"""It may have done something: only what changes nothing is asked again."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows nothing: our key is for the address that was set."""

    def redirect_request(  # noqa: PLR0913, PLR0917
        self,
        req: urllib.request.Request,  # noqa: ARG002 (the base class's names)
        fp: IO[bytes],  # noqa: ARG002
        code: int,  # noqa: ARG002
        msg: str,  # noqa: ARG002
        headers: Message,  # noqa: ARG002
        newurl: str,  # noqa: ARG002
    ) -> None:
        """Return no request to go on with."""
        return


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tracker answered: the status, and its JSON (None where there is none)."""

    status: int
    data: Any


@dataclass(frozen=True, slots=True)
class Calls:
    """A tracker at an address, with the headers that say who asks; those never print.

    `wait` is what the waits before further tries are multiplied by.
    """

    base: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seconds: float = SECONDS
    wait: float = 1.0

    @property
    def host(self) -> str:
        """The host, which is all of an address that may be told: paths can be secrets."""
        return urlsplit(self.base).hostname or "?"

    async def ask(
        self,
        method: str,
        path: str = "",
        body: Any = None,
        *,
        headers: Mapping[str, str] | None = None,
        fine: tuple[int, ...] = (),
    ) -> Reply:
        """Make a call; a status below 300, or among `fine`, comes back.

        Raises:
            TicketError: Any other, or no answer at all; the sentence names host and status.
        """
        raw = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        sent = {"Accept": "application/json", "User-Agent": "footnote", **self.headers}
        sent |= {"Content-Type": "application/json"} if raw is not None else {}
        request = urllib.request.Request(  # noqa: S310 - settings allow http and https alone
            self.base + path, raw, {**sent, **(headers or {})}, method=method
        )
        for attempt in range(TRIES):
            last = attempt == TRIES - 1
            try:
                status, wait, text = await asyncio.to_thread(self._once, request)
            except (OSError, HTTPException) as error:
                if last or not _again(method, error):
                    raise TicketError(self._silent(error)) from None
                wait = 0.0
            else:
                if last or status not in (PASSING if method == "GET" else NOT_NOW):
                    return self._judged(status, text, fine)
            await asyncio.sleep(self.wait * min(LONGEST_WAIT, wait or FIRST_WAIT * 2**attempt))
        raise AssertionError("the last try returns or raises")

    def _once(self, request: urllib.request.Request) -> tuple[int, float, str]:
        """Make one call; return its status, how long to wait before another, and its text."""
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=self.seconds) as reply:
                return reply.status, 0.0, reply.read(MOST_BYTES).decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            with error:
                text = error.read(MOST_BYTES).decode("utf-8", "replace")
            asked = error.headers.get("Retry-After", "") if error.headers else ""
            return error.code, float(asked) if asked.isdecimal() else 0.0, text

    def _judged(self, status: int, text: str, fine: tuple[int, ...]) -> Reply:
        """Return a reply. Raises TicketError for one that is no success."""
        try:
            data = json.loads(text) if text.strip() else None
        except ValueError:
            data = None
        if status < 300 or status in fine:
            return Reply(status, data)
        said = self._hidden(_message(data))
        mend = {401: " Check FOOTNOTE_TICKETS_TOKEN.", 403: " Check what the token may do."}
        raise TicketError(
            f"The tracker at {self.host} answered {status}{said and f': {said}'}."
            f"{mend.get(status, '')}"
        )

    def _silent(self, error: Exception) -> str:
        """Say that no answer came."""
        reason = getattr(error, "reason", None) or error
        return f"The tracker at {self.host} does not answer ({self._hidden(str(reason))[:SHOWN]})."

    def _hidden(self, text: str) -> str:
        """Take our key out of what a tracker said, should it repeat it."""
        for value in self.headers.values():
            for secret in value.split():
                text = text.replace(secret, "...") if len(secret) > 8 else text
        return text[:SHOWN]


def _again(method: str, error: Exception) -> bool:
    """Whether a call that got no answer can be made again: not where it may have been done."""
    refused = isinstance(getattr(error, "reason", error), ConnectionRefusedError)
    return method == "GET" or refused


def _message(data: Any) -> str:
    """Return a tracker's own words on what is wrong, on one line."""
    if not isinstance(data, dict):
        return ""
    parts = [data.get("message"), *(data.get("errorMessages") or ())]
    errors = data.get("errors")
    parts += [f"{key}: {said}" for key, said in errors.items()] if isinstance(errors, dict) else []
    return " ".join(" ".join(part.split()) for part in parts if isinstance(part, str)).rstrip(".")
