"""users.* and usergroups.*: who is in the workspace."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.api.paging import page
from bot.playground.shapes import group_shape, person_shape
from bot.playground.values import Json

READ = ("users:read",)


def _info(call: Call) -> Json:
    person = call.workspace.person(call.arguments.need("user"))
    return {"user": person_shape(person, locale=call.arguments.flag("include_locale"))}


def _list(call: Call) -> Json:
    people = list(call.workspace.people.values())
    part, fields = page(call, people, lambda person: person.id, 1_000)
    whole = call.arguments.flag("include_locale")
    members = [person_shape(person, locale=whole) for person in part]
    return {"members": members, "cache_ts": int(call.workspace.now()), **fields}


def _groups(call: Call) -> Json:
    return {
        "usergroups": [group_shape(group, call.workspace.team) for group in call.workspace.groups]
    }


METHODS = {
    "usergroups.list": Method(_groups, 2, ("usergroups:read",)),
    "users.info": Method(_info, 4, READ),
    "users.list": Method(_list, 2, READ),
}
