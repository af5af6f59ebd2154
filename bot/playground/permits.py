"""What lets an app answer a person for a while: trigger ids and response addresses."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from bot.playground.archive import Archive
from bot.playground.values import Refused

TRIGGER_LIFE = 3.0
"""Seconds in which a trigger id opens a modal, once."""
RESPONSE_LIFE = 1_800.0
RESPONSE_USES = 5
"""A response address serves five times within half an hour."""


@dataclass(slots=True)
class Trigger:
    """Permission to open a modal for somebody, for a moment."""

    user: str
    ends: float
    used: bool = False


@dataclass(slots=True)
class ResponseAddress:
    """Permission to write where somebody pressed, chose or commanded something.

    `ts` is the message that it can replace: the one pressed, or the last that came by the address
    of a command; empty where there is none.
    """

    channel: str
    ts: str
    thread_ts: str
    user: str
    ends: float
    uses: int = 0


class Permits:
    """Gives out trigger ids and response addresses, and knows which of them still count."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._triggers: dict[str, Trigger] = {}
        self._addresses: dict[str, ResponseAddress] = {}

    def trigger(self, user: str) -> str:
        """Return a new trigger id for somebody."""
        ident = f"{uuid.uuid4().int % 10**13}.{uuid.uuid4().int % 10**13}.{uuid.uuid4().hex}"
        self._triggers[ident] = Trigger(user, self._archive.now() + TRIGGER_LIFE)
        return ident

    def use(self, trigger_id: str) -> str:
        """Spend a trigger id; return whose it is.

        Raises:
            Refused: "invalid_trigger_id", "exchanged_trigger_id" or "expired_trigger_id".
        """
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise Refused("invalid_trigger_id")
        if trigger.used:
            raise Refused("exchanged_trigger_id")
        if trigger.ends < self._archive.now():
            raise Refused("expired_trigger_id")
        trigger.used = True
        return trigger.user

    def address(self, user: str, channel: str, ts: str = "", thread_ts: str = "") -> str:
        """Return the key of a new response address."""
        key = uuid.uuid4().hex
        ends = self._archive.now() + RESPONSE_LIFE
        self._addresses[key] = ResponseAddress(channel, ts, thread_ts, user, ends)
        return key

    def respond(self, key: str) -> ResponseAddress:
        """Use a response address; refuses with "used_url" or "expired_url"."""
        address = self._addresses.get(key)
        if address is None or address.ends < self._archive.now():
            raise Refused("expired_url")
        if address.uses >= RESPONSE_USES:
            raise Refused("used_url")
        address.uses += 1
        return address

    def peek(self, key: str) -> ResponseAddress | None:
        """Return a response address without using it, None where there is none."""
        return self._addresses.get(key)

    def tick(self) -> None:
        """Forget triggers and addresses that are long over."""
        past = self._archive.now() - RESPONSE_LIFE
        self._triggers = {key: one for key, one in self._triggers.items() if one.ends > past}
        self._addresses = {key: one for key, one in self._addresses.items() if one.ends > past}
