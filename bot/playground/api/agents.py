"""assistant.threads.* and agents.sessions.*: statuses, titles, prompts and sessions."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.state import Workspace
from bot.playground.values import Json, Refused

SESSIONS = {"active", "processing", "suspended", "closed"}
STATUS_MOST = 10
PROMPTS_MOST = 4
TITLE_MOST = 200
ASSISTANT = ("assistant:write", "chat:write")
WRITE = ("chat:write",)
UNHEARD = "missing_agent_session_stopped_event_subscription"


def _agent(call: Call) -> None:
    if "agent" not in call.workspace.app.features:
        raise Refused("feature_not_enabled")


def _thread(call: Call) -> tuple[str, str]:
    channel = call.channel(name="channel_id")
    if call.me not in channel.members:
        raise Refused("channel_not_found")
    ts = call.ts("thread_ts", "invalid_thread_ts")
    if call.workspace.archive.find(channel.id, ts) is None:
        raise Refused("invalid_thread_ts")
    return channel.id, ts


def _status(call: Call) -> Json:
    channel, ts = _thread(call)
    if "status" not in call.arguments.values:
        call.arguments.need("status")
    phrases = call.arguments.items("loading_messages", "invalid_arguments") or []
    if len(phrases) > STATUS_MOST or not all(isinstance(one, str) for one in phrases):
        raise Refused("invalid_arguments")
    call.workspace.statuses.set(channel, ts, call.arguments.text("status"), phrases)
    return {}


def _title(call: Call) -> Json:
    thread = _thread(call)
    call.workspace.panel.entitle(thread, call.arguments.need("title")[:TITLE_MOST])
    return {}


def _prompts(call: Call) -> Json:
    _agent(call)
    channel = call.channel(name="channel_id")
    prompts = call.arguments.items("prompts", "invalid_arguments")
    told = [one for one in prompts or () if isinstance(one, dict)]
    if not told or len(told) > PROMPTS_MOST or any(_incomplete(prompt) for prompt in told):
        raise Refused("invalid_arguments")
    if not call.arguments.text("thread_ts"):  # with one, Slack says ok and shows nothing
        title = call.arguments.text("title")
        call.workspace.panel.suggest(channel.id, {"title": title, "prompts": told})
    return {}


def _incomplete(prompt: Json) -> bool:
    return not all(isinstance(prompt.get(name), str) for name in ("title", "message"))


def _session(call: Call) -> Json:
    _agent(call)
    thread = _thread(call)
    workspace = call.workspace
    status = call.arguments.need("status")
    set_session(workspace, thread, status)
    if call.arguments.has("title") and thread not in workspace.panel.titles:
        workspace.panel.entitle(thread, call.arguments.text("title")[:TITLE_MOST])
    if status == "processing" and "agent_session_stopped" not in workspace.app.events:
        return {"warning": UNHEARD, "response_metadata": {"warnings": [UNHEARD]}}
    return {}


def _rename(call: Call) -> Json:
    thread = _thread(call)
    if thread not in call.workspace.panel.sessions:
        raise Refused("session_not_found")
    call.workspace.panel.entitle(thread, call.arguments.need("title")[:TITLE_MOST])
    return {}


def set_session(workspace: Workspace, thread: tuple[str, str], status: str) -> None:
    """Set how the app's session in a (channel, thread) stands.

    Raises:
        Refused: "invalid_arguments" for a status that Slack does not know.
    """
    workspace.panel.enter(thread, known_session(status))


def known_session(status: str) -> str:
    """Return a status of a session that Slack knows; refuses with "invalid_arguments"."""
    if status not in SESSIONS:
        raise Refused("invalid_arguments")
    return status


METHODS = {
    "assistant.threads.setStatus": Method(_status, 4, WRITE),
    "assistant.threads.setTitle": Method(_title, 4, ASSISTANT),
    "assistant.threads.setSuggestedPrompts": Method(_prompts, 4, ASSISTANT),
    "agents.sessions.setStatus": Method(_session, 3, WRITE),
    "agents.sessions.rename": Method(_rename, 3, WRITE),
}
