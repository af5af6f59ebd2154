"""The buttons of messages, each with what pressing it asks for.

Values carry ids, and what their presser has written: what they mean is looked up when the row is
dealt with, and so is who may press.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.inbound import (
    AFRESH,
    CASE_ACTION,
    FEEDBACK_ACTION,
    MUTE_ACTION,
    SHARE_ACTION,
    Heard,
    Ignore,
    Inbound,
    Kind,
    read_opinion,
)
from bot.slack.actions import (
    AFRESH_ACTION,
    AGAIN_ACTION,
    HUMAN_ACTION,
    QUOTES_ACTION,
    SEARCH_ACTION,
    STOP_ACTION,
    read_again,
)
from bot.slack.answered import KEEP_ACTION, read_keep
from bot.slack.card import (
    ASSIGN_ACTION,
    BACK_ACTION,
    CLAIM_ACTION,
    RESOLVE_ACTION,
    SOLVED_ACTION,
)
from bot.slack.holding import ACCEPT, DISCARD
from bot.slack.judged import PAGE_ACTION, REASON_ACTIONS, reason_of
from bot.slack.payload import Payload, kind_of
from retrieval.ports.gating import GATE_ACCEPT, GATE_DISCARD
from retrieval.ports.grades import GRADE_ACTION, GRADES


@dataclass(frozen=True, slots=True)
class Press:
    """A button that somebody pressed in a message: which one, on what, and when.

    `private` means that only its presser sees the message.
    """

    action_id: str
    value: str
    user: str
    team: str
    channel: str
    ts: str
    thread_ts: str
    when: str
    response_url: str
    private: bool

    def inbound(self, kind: Kind, **more: Any) -> Inbound:
        """Return the row that the press asks for."""
        place = f"{self.team}:{self.channel}:{self.ts}"
        found: dict[str, Any] = {
            "kind": kind,
            "key": f"action:{place}:{self.user}:{self.when}:{self.action_id}",
            "message_key": place,
            "team": self.team,
            "channel": self.channel,
            "channel_kind": kind_of({"channel": self.channel}),
            "user": self.user,
            "ts": self.ts,
            "thread_ts": self.thread_ts,
            "source": "button",
            "private": self.private,
            "response_url": self.response_url,
        }
        return Inbound(**(found | more))


def _opinion(press: Press, _: Payload) -> Heard:
    """Keep an opinion of the answer that the button stands under."""
    opinion = read_opinion(press.value)
    if not opinion:
        return Ignore("a button that is not ours")
    value, trace_id = opinion
    place = f"{press.team}:{press.channel}:{press.ts}"
    return press.inbound(
        "feedback",
        key=f"action:{place}:{press.user}:{press.when}:{value:+d}",
        value=value,
        trace_id=trace_id,
        answer_ts=press.ts,
        response_url=press.response_url if press.private else "",
    )


def _share(press: Press, _: Payload) -> Heard:
    """Share a private answer; once it is shared, pressing again only says so."""
    return press.inbound("share", trace_id=press.value)


def _mute(press: Press, _: Payload) -> Heard:
    return press.inbound("mute", subject="mute")


def _stop(press: Press, _: Payload) -> Heard:
    return press.inbound("stop", thread_ts=press.value or press.thread_ts)


def _human(press: Press, _: Payload) -> Heard:
    """Hand a question over; whether it is with people already is looked up then."""
    return press.inbound("human", trace_id=press.value)


def _handed(press: Press, _: Payload) -> Heard:
    """Do something with a question that was handed over."""
    asked = {CLAIM_ACTION: "claim", BACK_ACTION: "hand_back", SOLVED_ACTION: "solved"}
    return press.inbound("escalation", about=press.value, subject=asked[press.action_id])


def _gate(press: Press, _: Payload) -> Heard:
    """Decide about what the gate holds back; its key is the value."""
    subject = ACCEPT if press.action_id == GATE_ACCEPT else DISCARD
    return press.inbound("gate", subject=subject, about=press.value)


def _again(press: Press, _: Payload) -> Heard:
    """Ask an edited question again, once for each edit."""
    found = read_again(press.value)
    if not found:
        return Ignore("a button that says nothing")
    ts, root, text = found
    place = f"{press.team}:{press.channel}:{ts}"
    edit = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    return press.inbound(
        "question",
        key=f"again:{place}:{edit}",
        message_key=f"again.{edit}:{place}",
        ts=ts,
        thread_ts="" if root == ts else root,
        text=text,
        source="again",
        subject="edited",
        private=False,
        response_url="",
    )


def _afresh(press: Press, _: Payload) -> Heard:
    """Answer a question afresh, once for each answer, whoever presses first."""
    if not press.value.strip():
        return Ignore("a button that says nothing")
    place = f"{press.team}:{press.channel}:{press.ts}"
    return press.inbound(
        "question",
        key=f"afresh:{place}",
        message_key=f"afresh:{place}",
        text=press.value,
        source="again",
        subject=AFRESH,
        response_url=press.response_url if press.private else "",
    )


def _keep(press: Press, _: Payload) -> Heard:
    """Keep what somebody wrote as the answer."""
    found = read_keep(press.value)
    if not found:
        return Ignore("a button that says nothing")
    trace_id, ts, root = found
    return press.inbound("keep", trace_id=trace_id, ts=ts, thread_ts=root)


def _reason(press: Press, _: Payload) -> Heard:
    """Say why an answer is disliked."""
    return press.inbound("reason", trace_id=press.value, subject=reason_of(press.action_id))


def _grade(press: Press, _: Payload) -> Heard:
    """Grade an answer that was put before people."""
    subject = press.action_id.removeprefix(GRADE_ACTION)
    return press.inbound("grade", about=press.value, subject=subject)


PRESSES: Mapping[str, Callable[[Press, Payload], Heard]] = {
    FEEDBACK_ACTION: _opinion,
    SHARE_ACTION: _share,
    MUTE_ACTION: _mute,
    STOP_ACTION: _stop,
    HUMAN_ACTION: _human,
    **dict.fromkeys(REASON_ACTIONS, _reason),
    KEEP_ACTION: _keep,
    AGAIN_ACTION: _again,
    GATE_ACCEPT: _gate,
    GATE_DISCARD: _gate,
    CLAIM_ACTION: _handed,
    BACK_ACTION: _handed,
    SOLVED_ACTION: _handed,
    AFRESH_ACTION: _afresh,
    **{f"{GRADE_ACTION}{grade}": _grade for grade in GRADES},
}
"""What a button of a message asks for, by its `action_id`."""
PROMPTS: Mapping[str, str] = {
    CASE_ACTION: "case",
    PAGE_ACTION: "right_page",
    QUOTES_ACTION: "quotes",
    SEARCH_ACTION: "search",
    ASSIGN_ACTION: "handed",
    RESOLVE_ACTION: "handed",
}
"""Who answers a button inside the acknowledgement, by its `action_id`; it may stand anywhere."""
