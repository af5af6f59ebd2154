"""The buttons that open a window on a question that was handed over, and what comes of these.

Who may is looked at when a window opens, and once more when what was typed is dealt with.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.inbound import Acknowledged, Inbound
from bot.slack import phrases
from bot.slack.card import ASSIGN_ACTION, RESOLVE_ACTION
from bot.slack.escalation import ASSIGN, RESOLVE, written
from bot.slack.interactions import home, pressed_button
from bot.slack.known_page import KnownPages
from bot.slack.payload import Facts, Payload, kind_of, mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.handed import (
    ANSWER_FIELD,
    ASSIGN_VIEW,
    PAGE_FIELD,
    PERSON_FIELD,
    RESOLVE_VIEW,
    open_assign,
    open_resolve,
)
from bot.slack.reply.privately import tell
from bot.slack.routing import Routing
from bot.slack.web import Web
from retrieval.errors import EscalationMissing
from retrieval.ports import Escalation, Escalations
from retrieval.ports.escalations import UNRESOLVED

Opening = Callable[[Web, str, str], Awaitable[None]]
WINDOWS: dict[str, Opening] = {ASSIGN_ACTION: open_assign, RESOLVE_ACTION: open_resolve}
"""The window that a button opens."""


@dataclass(frozen=True, slots=True)
class OpenHanded:
    """Opens a window for those who were told, or says in private why not."""

    web: Web
    escalations: Escalations
    routing: Routing
    facts: Facts

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window of the button. Raises LedgerError."""
        for action, window in WINDOWS.items():
            press = pressed_button(payload, action, self.facts)
            if press is None:
                continue
            found = press.inbound("escalation", about=press.value)
            now = await self._find(found)
            if refused := await self._refused(found, now):
                await tell(self.web, found, refused)
            else:
                about = f"{press.value} {press.channel}"
                await self._open(window, string(payload, "trigger_id"), about)
        return Acknowledged()

    async def _find(self, found: Inbound) -> Escalation | None:
        try:
            now = await self.escalations.find(found.about)
        except EscalationMissing:
            return None
        return now if (now.id, now.team) == (found.about, found.team) else None

    async def _refused(self, found: Inbound, now: Escalation | None) -> str:
        """Say why somebody may not; empty where they may."""
        if now is None:
            return phrases.not_known_any_more()
        if now.state not in UNRESOLVED:
            return phrases.over_already()
        try:
            here = found.channel_kind == "direct" or found.channel == now.to
            may = here and await self.routing.member(now.to, found.user)
        except SlackRefused:
            may = False
        return "" if may else phrases.not_a_member()

    async def _open(self, window: Opening, trigger_id: str, about: str) -> None:
        try:
            await window(self.web, trigger_id, about)
        except SlackRefused as refused:
            structlog.get_logger().warning("window_not_opened", error=refused.error)


@dataclass(frozen=True, slots=True)
class TakeHanded:
    """Takes what was typed or picked in such a window, as a row to be dealt with."""

    facts: Facts
    pages: KnownPages

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Commit it, or ask for words where there are none."""
        view, user = mapping(payload, "view"), string(mapping(payload, "user"), "id")
        about, name = string(view, "private_metadata"), string(view, "callback_id")
        if string(payload, "type") != "view_submission" or not about or not user:
            return Acknowledged()
        if name == ASSIGN_VIEW:
            person = _said(view, PERSON_FIELD, "selected_user")
            return self._row(payload, ASSIGN, person) if person else Acknowledged()
        answer = _said(view, ANSWER_FIELD, "value").strip()
        if name == RESOLVE_VIEW and answer:
            page = _said(view, PAGE_FIELD, "value").strip()
            if not page or await self.pages.takes(page, about.partition(" ")[0]):
                return self._row(payload, RESOLVE, written(answer, page))
            unknown = {PAGE_FIELD: phrases.no_such_page()}
            return Acknowledged({"response_action": "errors", "errors": unknown})
        wrong = {ANSWER_FIELD: phrases.answer_missing()}
        return Acknowledged({"response_action": "errors", "errors": wrong})

    def _row(self, payload: Payload, subject: str, text: str) -> Acknowledged:
        """Return the row that a window asks for, once for each window that was opened."""
        view, team = mapping(payload, "view"), home(payload, self.facts)
        about, _, channel = string(view, "private_metadata").partition(" ")
        user = string(mapping(payload, "user"), "id")
        row = Inbound(
            kind="escalation",
            key=f"window:{team}:{string(view, 'id')}:{user}",
            message_key=f"{team}:escalation:{about}",
            team=team,
            channel=channel or user,
            channel_kind=kind_of({"channel": channel}) if channel else "direct",
            user=user,
            ts="",
            text=text,
            about=about,
            subject=subject,
        )
        return Acknowledged(rows=(row,))


def _said(view: Payload, field: str, name: str) -> str:
    """Return what a field says."""
    values = mapping(mapping(view, "state"), "values")
    return string(mapping(mapping(values, field), field), name)
