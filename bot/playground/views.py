"""Modals and home tabs: kept by id, at most three on top of each other."""

from __future__ import annotations

import uuid

from bot.playground.archive import Archive
from bot.playground.elements import filled
from bot.playground.values import Json, Refused

STACK = 3
"""Modals that may lie on top of each other (Slack's views.push)."""


class Views:
    """Keeps the open modals of each person, and each person's home."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._stacks: dict[str, list[Json]] = {}
        self._homes: dict[str, Json] = {}

    def stack(self, user: str) -> list[Json]:
        """Return somebody's open modals, the one on top last."""
        return list(self._stacks.get(user, ()))

    def home(self, user: str) -> Json | None:
        """Return what the app has published for somebody."""
        return self._homes.get(user)

    def open(self, user: str, view: Json) -> Json:
        """Open a first modal in place of those that are open."""
        self._stacks[user] = []
        return self.push(user, view)

    def push(self, user: str, view: Json) -> Json:
        """Open a modal on top; refuses with "push_limit_reached"."""
        stack = self._stacks.setdefault(user, [])
        if len(stack) >= STACK:
            raise Refused("push_limit_reached")
        shown = _fresh(view, f"V{uuid.uuid4().hex[:10].upper()}")
        shown["root_view_id"] = stack[0]["id"] if stack else shown["id"]
        shown["previous_view_id"] = stack[-1]["id"] if stack else None
        stack.append(shown)
        self._record(user)
        return shown

    def update(
        self, view: Json, *, view_id: str = "", external_id: str = "", seen: str = ""
    ) -> Json:
        """Change a view; refuses with "not_found", or "hash_conflict" by the hash `seen`."""
        user, place = self._find(view_id, external_id)
        old = self._stacks[user][place]
        if seen and seen != old["hash"]:
            raise Refused("hash_conflict")
        kept = {name: old[name] for name in ("root_view_id", "previous_view_id")}
        self._stacks[user][place] = _fresh(view, old["id"]) | kept
        self._record(user)
        return self._stacks[user][place]

    def publish(self, user: str, view: Json, seen: str = "") -> Json:
        """Set somebody's home; refuses with "hash_conflict"."""
        old = self._homes.get(user)
        if seen and old and seen != old["hash"]:
            raise Refused("hash_conflict")
        ident = old["id"] if old else f"V{uuid.uuid4().hex[:10].upper()}"
        self._homes[user] = _fresh(view, ident)
        self._record(user)
        return self._homes[user]

    def get(self, user: str, view_id: str) -> Json:
        """Return one of somebody's open modals, or their home; refuses with "not_found"."""
        home = self.home(user)
        for view in [*self.stack(user), *([home] if home else [])]:
            if view["id"] == view_id:
                return view
        raise Refused("not_found")

    def close(self, user: str, *, everything: bool = False) -> list[Json]:
        """Close the modal on top, or all of them; return those that were closed."""
        stack = self._stacks.get(user, [])
        every = everything or bool(stack and stack[-1]["clear_on_close"])
        self._stacks[user] = [] if every else stack[:-1]
        self._record(user)
        return stack[::-1] if every else stack[-1:]

    def _find(self, view_id: str, external_id: str) -> tuple[str, int]:
        for user, stack in self._stacks.items():
            for place, view in enumerate(stack):
                if view["id"] == view_id or (
                    external_id and view.get("external_id") == external_id
                ):
                    return user, place
        raise Refused("not_found")

    def _record(self, user: str) -> None:
        data = {"user": user, "stack": self.stack(user), "home": self.home(user)}
        self._archive.log.record(self._archive.now(), "views", "", data, user)


def _fresh(view: Json, ident: str) -> Json:
    """Return a view as it is kept; its blocks and elements get the ids that they lack."""
    blocks = [{"block_id": uuid.uuid4().hex[:5], **block} for block in view["blocks"]]
    return {
        "private_metadata": "",
        "callback_id": "",
        "external_id": "",
        "submit": None,
        "close": None,
        "clear_on_close": False,
        "notify_on_close": False,
        **view,
        "blocks": blocks,
        "id": ident,
        "hash": f"{uuid.uuid4().int % 10**10}.{uuid.uuid4().hex[:8]}",
        "state": {"values": filled(blocks, {})},
    }
