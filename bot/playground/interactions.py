"""What people press, command, choose and submit -> the payloads that Slack sends for it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Literal

from bot.playground.archive import Archive
from bot.playground.blocks import check_view
from bot.playground.elements import acted, filled, find
from bot.playground.permits import Permits
from bot.playground.responses import Responses
from bot.playground.values import App, Channel, Json, Message, Person, Refused, Shortcut, Team
from bot.playground.views import Views

Form = Literal["interactive", "slash_commands"]


class Interactions:
    """Turns what people do with the app's surfaces into payloads, and obeys their answers."""

    def __init__(self, archive: Archive, views: Views, team: Team, app: App) -> None:
        self._archive = archive
        self._views = views
        self._team = team
        self._app = app
        self.permits = Permits(archive)
        self.responses = Responses(archive, self.permits, app)
        self._submitted: dict[str, tuple[str, str]] = {}
        self._commanded: dict[str, str] = {}

    def press(
        self, person: Person, channel: Channel, message: Message, action: tuple[str, str]
    ) -> str:
        """Send a block_actions payload for (action id, value); return its trigger id.

        Raises:
            Refused: "action_not_found" when the message has no such element, or it is no longer
                there to be pressed.
        """
        block, element = find(message.blocks, *action)
        trigger = self.permits.trigger(person.id)
        told = acted(block, element, action[1]) | {"action_ts": self._archive.stamp()}
        payload = self._base("block_actions", person, trigger) | {
            "container": {
                "type": "message",
                "message_ts": message.ts,
                "channel_id": channel.id,
                "is_ephemeral": bool(message.only_for),
                **({"thread_ts": message.thread_ts} if message.thread_ts else {}),
            },
            "channel": _place(channel),
            "state": {"values": filled(message.blocks, {})},
            "response_url": self._address(person, message),
            "actions": [told],
        }
        if not message.only_for:  # Slack does not repeat a message that one person alone sees.
            payload["message"] = self._archive.shape(message)
        self._send(payload, channel.id)
        return trigger

    def press_view(self, person: Person, view: Json, action: tuple[str, str], values: Json) -> str:
        """Send a block_actions payload for an element of a modal or a home; return its trigger id.

        `values` are what its inputs say, as a state has them. Refuses with "action_not_found".
        """
        block, element = find(view["blocks"], *action)
        trigger = self.permits.trigger(person.id)
        told = acted(block, element, action[1]) | {"action_ts": self._archive.stamp()}
        shown = self._view(view, values)
        payload = self._base("block_actions", person, trigger) | {
            "container": {"type": "view", "view_id": view["id"]},
            "view": shown,
            "actions": [told],
        }
        self._send(payload, "")
        return trigger

    def submit(self, person: Person, view_id: str, values: Json) -> str:
        """Send a view_submission payload; return a key by which its answer finds the modal."""
        view = self._view(self._views.get(person.id, view_id), values)
        payload = self._base("view_submission", person, self.permits.trigger(person.id))
        key = uuid.uuid4().hex
        self._submitted[key] = (person.id, view_id)
        self._send(payload | {"view": view, "response_urls": []}, "", key)
        return key

    def close(self, person: Person, *, everything: bool = False) -> None:
        """Close the modal on top, or all; tell the app of those that wanted it to be told."""
        closed = self._views.close(person.id, everything=everything)
        cleared = everything or len(closed) > 1
        for view in closed:
            if view["notify_on_close"]:
                payload = self._base("view_closed", person, "")
                del payload["trigger_id"]
                told = {"view": self._view(view, view["state"]["values"]), "is_cleared": cleared}
                self._send(payload | told, "")

    def command(self, person: Person, channel: Channel, name: str, text: str) -> str:
        """Send a slash_commands payload; return its trigger id."""
        payload: Json = {
            "token": "verification-token",
            "team_id": self._team.id,
            "team_domain": self._team.domain,
            "channel_id": channel.id,
            "channel_name": _name(channel),
            "user_id": person.id,
            "user_name": person.name,
            "command": name,
            "text": text,
            "api_app_id": self._app.id,
            "is_enterprise_install": "false",
            "response_url": self._url("commands", self.permits.address(person.id, channel.id)),
            "trigger_id": self.permits.trigger(person.id),
        }
        key = uuid.uuid4().hex
        self._commanded[key] = payload["response_url"].rpartition("/")[2]
        self._send(payload, channel.id, key, "slash_commands")
        return str(payload["trigger_id"])

    def shortcut(
        self, person: Person, shortcut: Shortcut, place: tuple[Channel, Message] | None = None
    ) -> str:
        """Send a message_action payload for a message, else a shortcut; return the trigger id."""
        kind = "message_action" if place else "shortcut"
        trigger = self.permits.trigger(person.id)
        payload = self._base(kind, person, trigger) | {
            "callback_id": shortcut.callback_id,
            "action_ts": self._archive.stamp(),
        }
        if place:
            channel, message = place
            payload |= {
                "channel": _place(channel),
                "message_ts": message.ts,
                "message": self._archive.shape(message),
                "response_url": self._url(
                    "app", self.permits.address(person.id, channel.id, "", message.thread_ts)
                ),
            }
        self._send(payload, place[0].id if place else "")
        return trigger

    def answered(self, key: str, response: Json) -> None:
        """Do what the acknowledgement asks for: of a submitted modal, or of a command."""
        if key in self._commanded:
            self.responses.at_once(self._commanded.pop(key), response)
            return
        user, view_id = self._submitted.pop(key, ("", ""))
        action = response.get("response_action", "")
        view = response.get("view")
        if not user:
            return
        if action in {"update", "push"} and check_view(view, "modal"):
            self._trouble(user)
        elif action == "errors":
            data = {"user": user, "view_id": view_id, "errors": response.get("errors", {})}
            self._archive.log.record(self._archive.now(), "view_errors", "", data, user)
        elif action == "update":
            self._views.update(response["view"], view_id=view_id)
        elif action == "push":
            self._pushed(user, response["view"])
        else:
            self._views.close(user, everything=action == "clear")

    def tick(self) -> None:
        """Forget what is long over."""
        self.permits.tick()

    def _pushed(self, user: str, view: Json) -> None:
        try:
            self._views.push(user, view)
        except Refused:
            self._trouble(user)

    def _trouble(self, user: str) -> None:
        """Let a person see that the app's answer could not be used."""
        data = {"type": "view_submission"}
        self._archive.log.record(self._archive.now(), "unanswered", "", data, user)

    def _view(self, view: Mapping[str, object], values: Json) -> Json:
        return dict(view) | {
            "state": {"values": values},
            "team_id": self._team.id,
            "app_id": self._app.id,
            "bot_id": self._app.bot_id,
            "app_installed_team_id": self._team.id,
        }

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
        place = (message.channel, message.ts, message.thread_ts)
        return self._url("actions", self.permits.address(person.id, *place))

    def _url(self, kind: str, key: str) -> str:
        return f"{self._team.url}{kind}/{self._team.id}/{key}"

    def _send(self, payload: Json, channel: str, key: str = "", form: Form = "interactive") -> None:
        data = {"payload": payload, "key": key, "form": form}
        person = payload["user_id"] if form == "slash_commands" else payload["user"]["id"]
        self._archive.log.record(self._archive.now(), "interaction", channel, data, person)


def _name(channel: Channel) -> str:
    """Return what a payload calls a conversation."""
    return {"direct": "directmessage", "private": "privategroup"}.get(channel.kind, channel.name)


def _place(channel: Channel) -> Json:
    return {"id": channel.id, "name": _name(channel)}
