"""What people do in a playground -> the steps of a tape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.state import Workspace
from bot.playground.tapes import Step, Tape
from bot.playground.values import Change, Json


class Recorder:
    """Listens to a workspace, and keeps what people did there; what the app did it leaves out."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._start = workspace.now()
        self._steps: list[Step] = []
        self._names: dict[tuple[str, str], str] = {}
        workspace.log.listen(self._heard)

    def tape(self, about: str = "") -> Tape:
        """Return what was recorded, with the expectation of one answer to each question."""
        steps = list(self._steps)
        asked = {
            str(step.fields["name"]): 1
            for step in steps
            if step.do == "post" and self._is_question(step.fields)
        }
        last = steps[-1].at if steps else 0.0
        if asked:
            wanted = {"answers": asked, "statuses": 0, "streams": 0}
            steps.append(Step(last, "expect", wanted, {}))
        return Tape(about, tuple(steps))

    def _is_question(self, fields: Mapping[str, Any]) -> bool:
        mention = f"<@{self._workspace.app.user_id}>" in str(fields["text"])
        return "thread" not in fields and (mention or fields["in"] == "dm")

    def _heard(self, change: Change) -> None:
        kinds: dict[str, Callable[[Change], Json | None]] = {
            "message": self._message,
            "changed": self._changed,
            "deleted": self._deleted,
            "reaction_added": lambda one: self._reaction(one, "react"),
            "reaction_removed": lambda one: self._reaction(one, "unreact"),
            "interaction": self._interaction,
            "home_opened": lambda one: {"do": "home", "as": self._who(one), "tab": one.data["tab"]},
            "halted": lambda one: self._on(one, "stop", one.data["thread_ts"]),
        }
        told = kinds[change.kind](change) if change.kind in kinds else None
        if told:
            do = str(told.pop("do"))
            at = max(0.0, change.at - self._start)
            self._steps.append(Step(at, do, told, {}))

    def _message(self, change: Change) -> Json | None:
        message = change.data["message"]
        if message.get("bot_id"):
            return None
        place = (change.channel, message["ts"])
        self._names[place] = f"m{len(self._names) + 1}"
        told = {"do": "post", "as": self._name(message["user"]), "in": self._room(change.channel)}
        told |= {"text": message["text"], "name": self._names[place]}
        root = self._names.get((change.channel, message.get("thread_ts", "")))
        return told | ({"thread": root} if root and root != told["name"] else {})

    def _changed(self, change: Change) -> Json | None:
        now, before = change.data["message"], change.data["previous"]
        if now.get("bot_id") or now.get("edited") == before.get("edited"):
            return None
        told = self._on(change, "edit", now["ts"], now["user"])
        return told and told | {"text": now["text"]}

    def _deleted(self, change: Change) -> Json | None:
        before = change.data["previous"]
        if before.get("bot_id"):
            return None
        return self._on(change, "delete", change.data["ts"], before["user"])

    def _reaction(self, change: Change, do: str) -> Json | None:
        if change.data["user"] == self._workspace.app.user_id:
            return None
        message = change.data["message"]
        answer = bool(message.get("bot_id"))
        ts = message.get("thread_ts", "") if answer else change.data["ts"]
        told = self._on(change, do, ts)
        more = {"with": change.data["reaction"]} | ({"to": "answer"} if answer else {})
        return told and told | more

    def _interaction(self, change: Change) -> Json | None:
        payload = change.data["payload"]
        if change.data["form"] == "slash_commands":
            text = f"{payload['command']} {payload['text']}".strip()
            who = self._name(payload["user_id"])
            return {"do": "command", "as": who, "in": self._room(change.channel), "text": text}
        user = payload["user"]["id"]
        if payload["type"] == "message_action":
            told = self._on(change, "shortcut", payload["message_ts"], user)
            return told and told | {"callback": payload["callback_id"]}
        if payload["type"] != "block_actions" or "message" not in payload:
            return None
        action = payload["actions"][0]
        told = self._on(change, "press", payload["message"].get("thread_ts", ""), user)
        return told and told | {"action": action["action_id"], "value": action.get("value", "")}

    def _on(self, change: Change, do: str, ts: str, user: str = "") -> Json | None:
        """Return a step about a message that has a name, None for any other."""
        name = self._names.get((change.channel, ts))
        if name is None:
            return None
        return {"do": do, "as": self._name(user or change.data["user"]), "of": name}

    def _who(self, change: Change) -> str:
        return self._name(change.data["user"])

    def _name(self, user: str) -> str:
        return self._workspace.people[user].name if user in self._workspace.people else user

    def _room(self, channel: str) -> str:
        room = self._workspace.channels[channel]
        ours = room.kind == "direct" and self._workspace.app.user_id in room.members
        return "dm" if ours else room.name or room.id
