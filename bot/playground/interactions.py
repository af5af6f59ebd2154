"""Buttons, modals and what belongs to them: trigger ids and response addresses."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.playground.archive import Archive
from bot.playground.blocks import check_view
from bot.playground.values import App, Channel, Json, Message, Person, Refused, Team
from bot.playground.views import Views

TRIGGER_LIFE = 3.0
"""Seconds in which a trigger id opens a modal, once."""
RESPONSE_LIFE = 1_800.0
PRESSED = {"actions", "context_actions", "section"}
"""Blocks with elements that can be pressed."""
RESPONSE_USES = 5
"""A response address serves five times within half an hour."""


@dataclass(slots=True)
class Trigger:
    """Leave to open a modal for somebody, for a moment."""

    user: str
    ends: float
    used: bool = False


@dataclass(slots=True)
class ResponseAddress:
    """Leave to write where a button was pressed."""

    channel: str
    ts: str
    thread_ts: str
    user: str
    ends: float
    uses: int = 0


class Interactions:
    """Turns what people press and submit into the payloads that Slack sends."""

    def __init__(self, archive: Archive, views: Views, team: Team, app: App) -> None:
        self._archive = archive
        self._views = views
        self._team = team
        self._app = app
        self._triggers: dict[str, Trigger] = {}
        self._addresses: dict[str, ResponseAddress] = {}
        self._submitted: dict[str, tuple[str, str]] = {}

    def press(
        self, person: Person, channel: Channel, message: Message, action: tuple[str, str]
    ) -> str:
        """Send a block_actions payload for (action id, value); return its trigger id.

        Raises:
            Refused: "action_not_found" when the message has no such element, or it is no longer
                there to be pressed.
        """
        block, element = _element(message.blocks, *action)
        trigger = self.trigger(person.id)
        stamp = self._archive.stamp()
        acted = _acted(block, element, action[1]) | {"action_ts": stamp}
        payload = self._base("block_actions", person, trigger) | {
            "container": {
                "type": "message",
                "message_ts": message.ts,
                "channel_id": channel.id,
                "is_ephemeral": bool(message.only_for),
                **({"thread_ts": message.thread_ts} if message.thread_ts else {}),
            },
            "channel": {"id": channel.id, "name": channel.name or "directmessage"},
            "message": self._archive.shape(message),
            "state": {"values": {}},
            "response_url": self._address(person, message),
            "actions": [acted],
        }
        self._send(payload, channel.id)
        return trigger

    def submit(self, person: Person, view_id: str, values: Json) -> str:
        """Send a view_submission payload; return a key by which its answer finds the modal."""
        view = dict(self._views.get(person.id, view_id))
        view["state"] = {"values": values}
        view |= {
            "team_id": self._team.id,
            "app_id": self._app.id,
            "bot_id": self._app.bot_id,
            "app_installed_team_id": self._team.id,
        }
        payload = self._base("view_submission", person, self.trigger(person.id))
        key = uuid.uuid4().hex
        self._submitted[key] = (person.id, view_id)
        self._send(payload | {"view": view, "response_urls": []}, "", key)
        return key

    def answered(self, key: str, response: Json) -> None:
        """Do what the acknowledgement of a submitted modal asks for."""
        user, view_id = self._submitted.pop(key, ("", ""))
        action = response.get("response_action", "")
        view = response.get("view")
        if not user or (action in {"update", "push"} and check_view(view, "modal")):
            return
        if action == "errors":
            data = {"user": user, "view_id": view_id, "errors": response.get("errors", {})}
            self._archive.log.record(self._archive.now(), "view_errors", "", data, user)
        elif action == "update":
            self._views.update(response["view"], view_id=view_id)
        elif action == "push":
            self._views.push(user, response["view"])
        else:
            self._views.close(user, everything=action == "clear")

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

    def respond(self, key: str) -> ResponseAddress:
        """Use a response address; refuses with "used_url" or "expired_url"."""
        address = self._addresses.get(key)
        if address is None or address.ends < self._archive.now():
            raise Refused("expired_url")
        if address.uses >= RESPONSE_USES:
            raise Refused("used_url")
        address.uses += 1
        return address

    def tick(self) -> None:
        """Forget triggers and addresses that are long over."""
        past = self._archive.now() - RESPONSE_LIFE
        self._triggers = {key: one for key, one in self._triggers.items() if one.ends > past}
        self._addresses = {key: one for key, one in self._addresses.items() if one.ends > past}

    def _base(self, kind: str, person: Person, trigger: str) -> Json:
        return {
            "type": kind,
            "user": {
                "id": person.id,
                "username": person.name,
                "name": person.name,
                "team_id": person.team,
            },
            "api_app_id": self._app.id,
            "token": "verification-token",
            "trigger_id": trigger,
            "team": {"id": self._team.id, "domain": self._team.domain},
            "enterprise": None,
            "is_enterprise_install": False,
        }

    def _address(self, person: Person, message: Message) -> str:
        key = uuid.uuid4().hex
        self._addresses[key] = ResponseAddress(
            message.channel,
            message.ts,
            message.thread_ts,
            person.id,
            self._archive.now() + RESPONSE_LIFE,
        )
        return f"{self._team.url}actions/{self._team.id}/{key}"

    def _send(self, payload: Json, channel: str, key: str = "") -> None:
        data = {"payload": payload, "key": key}
        person = payload["user"]["id"]
        self._archive.log.record(self._archive.now(), "interaction", channel, data, person)


def _element(blocks: Sequence[Json], action_id: str, value: str) -> tuple[Json, Json]:
    """Find an element by its action id; among several, the one with the value."""
    found = [
        (block, element)
        for block in blocks
        for element in _elements(block)
        if isinstance(element, dict) and element.get("action_id") == action_id
    ]
    for block, element in found:
        if element.get("value") == value:
            return block, element
    if not found:
        raise Refused("action_not_found")
    return found[0]


def _elements(block: Json) -> list[Any]:
    if block["type"] not in PRESSED:
        return []
    return [*block.get("elements", ()), block.get("accessory")]


def _acted(block: Json, element: Json, value: str) -> Json:
    kind = element["type"]
    acted: dict[str, Any] = {
        "type": kind,
        "action_id": element["action_id"],
        "block_id": block.get("block_id", ""),
    }
    if kind == "button":
        return acted | {name: element[name] for name in ("text", "value") if name in element}
    if kind == "feedback_buttons":
        sides = [element["positive_button"], element["negative_button"]]
        pressed = next((side for side in sides if side["value"] == value), None)
        if pressed is None:
            raise Refused("action_not_found")
        return acted | {"text": pressed["text"], "value": value}
    if kind in {"static_select", "radio_buttons", "overflow"}:
        chosen = [one for one in element.get("options", ()) if one.get("value") == value]
        return acted | {"selected_option": chosen[0] if chosen else None}
    return acted | {"value": value or element.get("value", "")}
