"""How the app is set up at Slack: its agent view, and against its manifest events and tabs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.settings import BotSettings, secret
from bot.slack.check import APP_PAGE, Check
from bot.slack.needs import EVENTS
from bot.slack.payload import mapping
from bot.slack.refused import MANIFEST, SlackRefused
from bot.slack.web import SlackWeb, open_web

NOWHERE = "D000000000"
"""A conversation that nobody has: what asks for it changes nothing."""
NO_AGENT = frozenset(
    {"unknown_method", "feature_not_enabled", "not_enabled", "method_deprecated", "missing_scope"}
)
"""How Slack refuses what only an app with an agent view may call."""
AGENT_MEND = "Switch Agents & AI Apps on for the app, as slack-manifest.yaml has it."


async def agent(web: SlackWeb) -> Check:
    """Ask for what only agents may do, where it can change nothing, and see how it is refused."""
    prompts = [{"title": "Hello", "message": "Hello"}]
    calls = (
        ("assistant.threads.setSuggestedPrompts", {"prompts": prompts}),
        ("agents.sessions.setStatus", {"thread_ts": "1.000001", "status": "active"}),
    )
    for method, arguments in calls:
        try:
            await web.call(method, channel_id=NOWHERE, **arguments)
        except SlackRefused as refused:
            if refused.error in NO_AGENT:
                said = f"{method} is refused: {refused.error}"
                return Check("slack agent view", ok=False, said=said, mend=AGENT_MEND)
    return Check("slack agent view", ok=True, said="Slack takes the calls of an agent")


async def app_of(web: SlackWeb, bot: str) -> str:
    """Return the id of the app that a bot is of; empty where Slack does not say."""
    try:
        reply = await web.call("bots.info", bot=bot)
    except SlackRefused:
        return ""
    return str(mapping(reply, "bot").get("app_id") or "")


async def settings_of_the_app(bot: BotSettings, app: str) -> list[Check]:
    """Compare the app's manifest with what the bot needs, where a token lets one read it."""
    page = f"{APP_PAGE}/{app}" if app else APP_PAGE
    token = secret(bot.config_token)
    if not token:
        said = (
            "the bot's tokens cannot show events and tabs: SLACK_CONFIG_TOKEN can (made at "
            f"{APP_PAGE}, good for 12 hours); or look yourself whether {page}/event-subscriptions "
            f"lists {', '.join(EVENTS)}, and whether {page}/app-home has the Messages Tab on and "
            "not read-only"
        )
        return [Check("slack app", ok=True, said=said)]
    async with open_web(token, base_url=bot.api_url) as web:
        try:
            reply = await web.call(MANIFEST, app_id=app)
        except SlackRefused as refused:
            mend = f"Make a new app configuration token at {APP_PAGE}, by somebody who may see it."
            return [Check("slack app", ok=False, said=str(refused), mend=mend)]
    return compare(_read(reply.get("manifest")), page)


def _read(manifest: object) -> Mapping[str, Any]:
    """Return a manifest that may come as JSON."""
    if isinstance(manifest, str):
        try:
            manifest = json.loads(manifest)
        except (ValueError, RecursionError):
            return {}
    return manifest if isinstance(manifest, Mapping) else {}


def compare(manifest: Mapping[str, Any], page: str) -> list[Check]:
    """Say what of the bot's events and surfaces an app's manifest lacks."""
    features, settings = mapping(manifest, "features"), mapping(manifest, "settings")
    home = mapping(features, "app_home")
    told = mapping(settings, "event_subscriptions").get("bot_events")
    missing = sorted(EVENTS.keys() - set(map(str, told if isinstance(told, list) else ())))
    surfaces = {
        "messages tab": home.get("messages_tab_enabled") is True
        and home.get("messages_tab_read_only_enabled") is not True,
        "home tab": home.get("home_tab_enabled") is True,
        "interactivity": mapping(settings, "interactivity").get("is_enabled") is True,
        "agent view in the manifest": isinstance(features.get("agent_view"), Mapping),
    }
    mends = {
        "messages tab": f"Switch it on and read-only off at {page}/app-home; without it people "
        "read that sending messages to this app has been turned off.",
        "home tab": f"Switch it on at {page}/app-home.",
        "interactivity": f"Switch it on at {page}/interactive-messages.",
        "agent view in the manifest": AGENT_MEND,
    }
    said = f"missing: {', '.join(missing)}" if missing else f"all {len(EVENTS)} that the bot hears"
    mend = f"Subscribe to them at {page}/event-subscriptions, and install the app again."
    events = Check("slack events", not missing, said, mend if missing else "")
    return [
        events,
        *(
            Check(f"slack {name}", on, "on" if on else "off", "" if on else mends[name])
            for name, on in surfaces.items()
        ),
    ]
