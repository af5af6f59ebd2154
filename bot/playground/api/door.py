"""auth.test, apps.connections.open and what tells about team, app and blocks."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.blocks import check
from bot.playground.values import Json, Refused


def _test(call: Call) -> Json:
    app, team = call.workspace.app, call.workspace.team
    return {
        "url": team.url,
        "team": team.name,
        "user": call.workspace.person(app.user_id).name,
        "team_id": team.id,
        "user_id": app.user_id,
        "bot_id": app.bot_id,
        "is_enterprise_install": False,
    }


def _connect(call: Call) -> Json:
    base = call.workspace.team.url.replace("http", "ws", 1)
    return {"url": f"{base}link/?ticket={call.link.ticket()}&app_id={call.workspace.app.id}"}


def _manifest(call: Call) -> Json:
    app = call.workspace.app
    if call.arguments.need("app_id") != app.id:
        raise Refused("invalid_app_id")
    on = {name: name in app.features for name in ("home", "messages", "interactive")}
    features: Json = {
        "bot_user": {"display_name": app.name},
        "app_home": {"home_tab_enabled": on["home"], "messages_tab_enabled": on["messages"]},
    }
    if "agent" in app.features:
        features["agent_view"] = {"agent_description": ""}
    told = {
        "display_information": {"name": app.name},
        "features": features,
        "oauth_config": {"scopes": {"bot": sorted(app.scopes)}},
        "settings": {
            "event_subscriptions": {"bot_events": sorted(app.events)},
            "interactivity": {"is_enabled": on["interactive"]},
        },
    }
    return {"manifest": told}


def _team(call: Call) -> Json:
    team = call.workspace.team
    return {
        "team": {
            "id": team.id,
            "name": team.name,
            "domain": team.domain,
            "url": team.url,
            "email_domain": "",
        }
    }


def _bot(call: Call) -> Json:
    app = call.workspace.app
    if call.arguments.text("bot", app.bot_id) != app.bot_id:
        raise Refused("bot_not_found")
    bot = {"id": app.bot_id, "app_id": app.id, "user_id": app.user_id, "name": app.name}
    return {"bot": bot | {"deleted": False, "updated": 0}}


def _validate(call: Call) -> Json:
    name = next((one for one in ("blocks", "message", "view") if call.arguments.has(one)), "")
    if name == "blocks":
        blocks = call.arguments.items("blocks", "invalid_blocks_format") or []
    else:
        holder = call.arguments.mapping(name, "invalid_arguments") if name else None
        if holder is None or not isinstance(holder.get("blocks"), list):
            raise Refused("invalid_arguments")
        blocks = holder["blocks"]
    problems = [problem.rpartition(" [json-pointer:") for problem in check(blocks)]
    if problems:
        errors = [_error(message, pointer.rstrip("]")) for message, _, pointer in problems]
        raise Refused("invalid_blocks", errors=errors)
    return {}


def _error(message: str, pointer: str) -> Json:
    field = pointer.rpartition("/")[2]
    return {"code": "invalid", "message": message, "field": field, "pointer": pointer}


METHODS = {
    "auth.test": Method(_test, 4),
    "api.test": Method(lambda call: {"args": dict(call.arguments.values)}, 4, caller="anyone"),
    "apps.connections.open": Method(_connect, 3, caller="app"),
    "apps.manifest.export": Method(_manifest, 3, caller="config"),
    "team.info": Method(_team, 3, ("team:read",)),
    "bots.info": Method(_bot, 3, ("users:read",)),
    "blocks.validate": Method(_validate, 4, caller="anyone"),
}
