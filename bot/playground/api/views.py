"""views.*: modals, and the home of the app."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.blocks import check_view
from bot.playground.values import Json, Refused


def _view(call: Call, kind: str) -> Json:
    view = call.arguments.mapping("view", "invalid_arguments")
    if view is None:
        call.arguments.need("view")
    problems = check_view(view or {}, kind)
    if problems:
        messages = [f"[ERROR] {problem}" for problem in problems]
        raise Refused("invalid_arguments", response_metadata={"messages": messages})
    return view or {}


def _trigger(call: Call) -> str:
    return call.workspace.interactions.permits.use(call.arguments.need("trigger_id"))


def _open(call: Call) -> Json:
    view = _view(call, "modal")
    return _told(call, call.workspace.views.open(_trigger(call), view))


def _push(call: Call) -> Json:
    view = _view(call, "modal")
    return _told(call, call.workspace.views.push(_trigger(call), view))


def _update(call: Call) -> Json:
    view = _view(call, "modal")
    text = call.arguments.text
    changed = call.workspace.views.update(
        view, view_id=text("view_id"), external_id=text("external_id"), seen=text("hash")
    )
    return _told(call, changed)


def _publish(call: Call) -> Json:
    if "home" not in call.workspace.app.features:
        raise Refused("not_enabled")
    view = _view(call, "home")
    user = call.arguments.need("user_id")
    if user not in call.workspace.people:
        raise Refused("invalid_arguments")
    return _told(call, call.workspace.views.publish(user, view, call.arguments.text("hash")))


def _told(call: Call, view: Json) -> Json:
    workspace = call.workspace
    ours = {"team_id": workspace.team.id, "app_id": workspace.app.id}
    ours |= {"bot_id": workspace.app.bot_id, "app_installed_team_id": workspace.team.id}
    return {"view": view | ours}


METHODS = {
    "views.open": Method(_open, 4),
    "views.push": Method(_push, 4),
    "views.update": Method(_update, 4),
    "views.publish": Method(_publish, 4),
}
