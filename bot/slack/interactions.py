"""Buttons, commands, shortcuts, modals and the app's own tabs -> what there is to do about them.

What must be answered inside the acknowledgement becomes a `Prompt`; Slack does not deliver any of
these again, so what starts work becomes a row.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.inbound import Heard, Ignore, Inbound, Kind, Prompt
from bot.slack.actions import SEARCH_VIEW
from bot.slack.asked import question
from bot.slack.case_form import CASE_VIEW
from bot.slack.decode import LONGEST
from bot.slack.judged import PAGE_VIEW
from bot.slack.material import channels, file_ids, links, pasted, shown
from bot.slack.payload import (
    Facts,
    Payload,
    delivery,
    kind_of,
    mapping,
    string,
    team_of,
    word,
)
from bot.slack.presses import PRESSES, PROMPTS, Press
from bot.slack.reply.handed import ASSIGN_VIEW, RESOLVE_VIEW

SURFACES = ("app_home_opened", "app_context_changed", "agent_session_stopped")
"""The types of event that tell of the app's own tabs and its panel."""
ASK_SHORTCUT = "footnote_ask"
"""The `callback_id` of the message shortcut; the manifest declares it."""

VIEWS: Mapping[str, str] = {
    SEARCH_VIEW: "search_again",
    PAGE_VIEW: "page_said",
    CASE_VIEW: "case_said",
    ASSIGN_VIEW: "handed_over",
    RESOLVE_VIEW: "handed_over",
}
"""Who answers for a modal, by its `callback_id`."""


def interaction(payload: Payload, facts: Facts) -> Heard | None:
    """Decide about what a person pressed, chose, typed after a slash or submitted.

    None where the payload is none of these. Never raises, whatever the payload.
    """
    if string(payload, "command"):
        return Prompt("command", payload)
    match word(payload, "type"):
        case "block_actions":
            return _actions(payload, facts)
        case "message_action":
            return _shortcut(payload, facts)
        case "view_submission" | "view_closed" | "block_suggestion":
            listener = VIEWS.get(string(mapping(payload, "view"), "callback_id"))
            return Prompt(listener, payload) if listener else Ignore("a modal that is not ours")
        case "shortcut":
            return Ignore("a shortcut that is not ours")
    return None


def surface(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about an event of the app's own tabs, or of its panel."""
    kind = word(event, "type")
    if kind == "app_context_changed":
        return Ignore("what somebody looks at comes with their question")
    tabs: Mapping[str, Kind] = {"home": "home", "messages": "opened"}
    asked = "stop" if kind == "agent_session_stopped" else tabs.get(string(event, "tab"))
    user, channel = string(event, "user"), string(event, "channel")
    if not asked or not user or not channel:
        return Ignore(f"nothing to do for {kind}")
    team, ts = team_of(payload, facts), string(event, "event_ts")
    root = string(event, "thread_ts") if asked == "stop" else ""
    return Inbound(
        kind=asked,
        key=delivery(payload, event),
        message_key=f"{team}:{channel}:{root or ts}",
        team=team,
        channel=channel,
        channel_kind=kind_of(event),
        user=user,
        ts=root or ts,
        thread_ts=root,
        about=looked_at(event),
        subject=string(mapping(event, "view"), "hash") if asked == "home" else "",
    )


def looked_at(event: Payload) -> str:
    """Return the channel that somebody looks at beside the panel, by an event's context."""
    for name in ("app_context", "context"):
        entities = mapping(event, name).get("entities")
        for entity in entities if isinstance(entities, list) else ():
            if not isinstance(entity, Mapping):
                continue
            if string(entity, "type") == "slack#/types/channel_id":
                return string(entity, "value")
            if string(entity, "type") == "slack#/types/message_context":
                return string(mapping(entity, "value"), "channel_id")
    return ""


# --- buttons --------------------------------------------------------------------------------


def _actions(payload: Payload, facts: Facts) -> Heard:
    """Decide about a button by the first of its actions that is ours."""
    actions = payload.get("actions")
    for action in actions if isinstance(actions, list) else ():
        name = string(action, "action_id") if isinstance(action, Mapping) else ""
        if name in PROMPTS:
            return Prompt(PROMPTS[name], payload)
        if name in PRESSES:
            press = read_press(payload, action, facts)
            return PRESSES[name](press, payload) if press else Ignore("a button without a place")
    return Ignore("a button that is not ours")


def pressed_button(payload: Payload, action_id: str, facts: Facts) -> Press | None:
    """Return the press of one button in a message; None where it is not among what was pressed."""
    actions = payload.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, Mapping) and string(action, "action_id") == action_id:
            return read_press(payload, action, facts)
    return None


def read_press(payload: Payload, action: Payload, facts: Facts) -> Press | None:
    """Read a button pressed in a message; None where its place or its presser is missing."""
    box, message = mapping(payload, "container"), mapping(payload, "message")
    channel = string(mapping(payload, "channel"), "id") or string(box, "channel_id")
    ts = string(box, "message_ts") or string(message, "ts")
    user = string(mapping(payload, "user"), "id")
    if not channel or not ts or not user or user == facts.bot_user:
        return None
    return Press(
        action_id=string(action, "action_id"),
        value=string(action, "value"),
        user=user,
        team=home(payload, facts),
        channel=channel,
        ts=ts,
        thread_ts=string(box, "thread_ts") or string(message, "thread_ts"),
        when=string(action, "action_ts") or string(payload, "trigger_id"),
        response_url=string(payload, "response_url"),
        private=box.get("is_ephemeral") is True,
    )


def home(payload: Payload, facts: Facts) -> str:
    """Return the workspace that an interaction is for: the bot's own, where that is known."""
    return (
        facts.team
        or string(mapping(payload, "team"), "id")
        or string(mapping(payload, "user"), "team_id")
    )


# --- the message shortcut -------------------------------------------------------------------


def _shortcut(payload: Payload, facts: Facts) -> Heard:
    """Decide about a message that somebody asks about: a question of theirs, for them alone."""
    message, user = mapping(payload, "message"), string(mapping(payload, "user"), "id")
    channel = string(mapping(payload, "channel"), "id")
    ts = string(message, "ts") or string(payload, "message_ts")
    if string(payload, "callback_id") != ASK_SHORTCUT:
        return Ignore("a shortcut that is not ours")
    if not channel or not ts or not user or user == facts.bot_user:
        return Ignore("a shortcut without a place or a person")
    team, root = home(payload, facts), string(message, "thread_ts")
    files = message.get("files")
    when = string(payload, "trigger_id") or string(payload, "action_ts")
    return Inbound(
        kind="question",
        key=f"shortcut:{team}:{channel}:{ts}:{user}:{when}",
        message_key=f"{team}:{channel}:{ts}:asked-by-{user}:{when}",
        team=team,
        channel=channel,
        channel_kind=kind_of({"channel": channel}),
        user=user,
        ts=ts,
        thread_ts="" if root == ts else root,
        text=question(shown(message)),
        cut=len(shown(message)) > LONGEST,
        files=len(files) if isinstance(files, list) else 0,
        file_ids=file_ids(message),
        channels=channels(string(message, "text")),
        links=links(message),
        pasted=pasted(message),
        source="shortcut",
        private=True,
        response_url=string(payload, "response_url"),
        about=ts,
    )
