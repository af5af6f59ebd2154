"""The line that says what was searched: its asker changes it in a window, and it is asked again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from bot.inbound import Acknowledged, Inbound
from bot.slack import phrases
from bot.slack.actions import SEARCH_ACTION
from bot.slack.correction import SEARCHED
from bot.slack.interactions import home, pressed_button
from bot.slack.payload import Facts, Payload, kind_of, mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.reply.quoted import open_search
from bot.slack.web import Web
from retrieval.errors import LedgerError
from retrieval.ports import Postings, Traces

ABOUT = ("trace", "channel", "root", "ts", "private")
"""What a window remembers of the answer that it is about."""


@dataclass(frozen=True, slots=True)
class EditSearch:
    """Opens what was searched for whoever asked, and for nobody else."""

    web: Web
    traces: Traces
    postings: Postings
    facts: Facts

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window, or say in private why not."""
        press = pressed_button(payload, SEARCH_ACTION, self.facts)
        if press is None:
            return Acknowledged()
        try:
            trace = await self.traces.find(press.value)
            posting = await self.postings.of_trace(trace.id)
        except LedgerError:
            trace, posting = None, None
        found = press.inbound("home")
        if trace is None or trace.id != press.value or not posting or posting.team != found.team:
            await tell(self.web, found, phrases.not_kept())
        elif press.user != posting.asker:
            await tell(self.web, found, phrases.only_the_asker())
        else:
            private = not posting.thread_ts
            about = {
                "trace": trace.id,
                "channel": press.channel,
                "root": posting.thread_ts or press.thread_ts,
                "ts": posting.question_ts or press.ts,
                "private": private,
            }
            searched = trace.queries.standalone if trace.queries else trace.question.text
            await self._open(string(payload, "trigger_id"), searched, json.dumps(about))
        return Acknowledged()

    async def _open(self, trigger_id: str, searched: str, about: str) -> None:
        try:
            await open_search(self.web, trigger_id, searched, about)
        except SlackRefused as refused:
            structlog.get_logger().warning("search_not_shown", error=refused.error)


@dataclass(frozen=True, slots=True)
class SearchAgain:
    """Takes what was typed, and asks it as it is, in the thread of the answer."""

    facts: Facts

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Commit the question, or ask for words where there are none."""
        if string(payload, "type") != "view_submission":
            return Acknowledged()
        view = mapping(payload, "view")
        about, text = _about(string(view, "private_metadata")), _typed(view)
        user, team = string(mapping(payload, "user"), "id"), home(payload, self.facts)
        if about is None or not user:
            return Acknowledged()
        if not text:
            wrong = {SEARCH_ACTION: phrases.nothing_typed()}
            return Acknowledged({"response_action": "errors", "errors": wrong})
        once, place = string(view, "id"), f"{team}:{about['channel']}:{about['ts']}"
        asked = Inbound(
            kind="question",
            key=f"again:{team}:{once}",
            message_key=f"again.{once}:{place}",
            team=team,
            channel=about["channel"],
            channel_kind=kind_of({"channel": about["channel"]}),
            user=user,
            ts=about["ts"],
            thread_ts="" if about["root"] == about["ts"] else about["root"],
            text=text,
            trace_id=about["trace"],
            source="again",
            private=about["private"] == "yes",
            subject=SEARCHED,
        )
        return Acknowledged(rows=(asked,))


def _about(metadata: str) -> dict[str, str] | None:
    """Read what a window remembers; None where that is not what it should be."""
    try:
        read = json.loads(metadata)
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, Mapping) or any(name not in read for name in ABOUT):
        return None
    texts = {name: string(read, name) for name in ABOUT}
    known = texts["channel"] and texts["ts"]
    return {**texts, "private": "yes" if read["private"] is True else ""} if known else None


def _typed(view: Payload) -> str:
    """Return what was typed."""
    values = mapping(mapping(view, "state"), "values")
    return string(mapping(mapping(values, SEARCH_ACTION), SEARCH_ACTION), "value").strip()
