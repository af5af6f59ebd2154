"""The channels and people that the policy names, held against what Slack knows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.slack.check import Check
from bot.slack.facts import MEMBERS, Lookup
from bot.slack.payload import mapping
from bot.slack.refused import SlackRefused
from bot.slack.web import Web
from retrieval.policy import Policy

LATER = "Run the doctor again later."
"""The mend of what nobody knows now."""
UNKNOWN = frozenset({"channel_not_found", "user_not_found", "user_not_visible"})


async def places(web: Web, rules: Policy, team: str = "", bot_user: str = "") -> list[Check]:
    """Check every channel and person; what the policy says of all others holds meanwhile.

    With the workspace and the bot's own id it is known who reads along in a channel.
    """
    checks = await channels(web, rules)
    if team and all(check.ok for check in checks):
        checks += await _read_along(Lookup(web, team, bot_user), rules.maintainers_channel)
    checks += [await _person(web, user) for user in _people(rules)]
    wrong = [check for check in checks if not check.ok]
    if wrong or not checks:
        return wrong
    said = f"Slack knows all {len(checks)} channels and people that it names"
    return [Check("slack policy", ok=True, said=said)]


async def channels(web: Web, rules: Policy) -> list[Check]:
    """Check the channels that the policy names, one after the other."""
    return [await _channel(web, channel, use) for channel, use in uses(rules).items()]


async def _read_along(lookup: Lookup, channel: str) -> list[Check]:
    """Say that guests or another organisation read what names questions, where they do."""
    try:
        if not channel or await lookup.within(channel):
            return []
    except SlackRefused:
        return []
    said = (
        "guests or people of another organisation read the maintainers' channel, or it has more "
        f"than {MEMBERS} members: what names questions is not posted there"
    )
    mend = "Name a channel of full members under [maintainers] in the policy, see docs/nightly.md."
    return [Check(f"slack channel {channel}", ok=False, said=said, mend=mend)]


def uses(rules: Policy) -> Mapping[str, str]:
    """Return the channels that a policy names, and what each is there for."""
    found: dict[str, list[str]] = {}
    if rules.maintainers_channel:
        found.setdefault(rules.maintainers_channel, []).append("is the maintainers' channel")
    for channel, told in rules.channels.items():
        heard = " and is answered unasked" if told.auto else ""
        found.setdefault(channel, []).append(f"listens to {told.listen}{heard}")
    for name, collection in rules.collections.items():
        for channel in sorted(collection.channels):
            found.setdefault(channel, []).append(f"may search {name}")
        if collection.support:
            found.setdefault(collection.support, []).append(f"helps with {name}")
    return {channel: ", ".join(told) for channel, told in found.items()}


def _people(rules: Policy) -> list[str]:
    """Return the people that a policy names."""
    named = [*rules.maintainers, *(p for c in rules.collections.values() for p in sorted(c.people))]
    return list(dict.fromkeys(named))


async def _channel(web: Web, channel: str, use: str) -> Check:
    """Say whether the bot can work in a channel."""
    name = f"slack channel {channel}"
    try:
        reply = await web.call("conversations.info", channel=channel)
    except SlackRefused as refused:
        if refused.error in UNKNOWN:
            said = f"Slack does not know it, or does not show it to the bot; by the policy it {use}"
            mend = "Invite the bot there if it is private, or take the id out of the policy."
            return Check(name, ok=False, said=said, mend=mend)
        return Check(name, ok=False, said=str(refused), mend=LATER)
    found = mapping(reply, "channel")
    called = f"#{found.get('name') or channel}"
    if found.get("is_archived") is True:
        mend = "Take its id out of the policy, or bring it back."
        return Check(name, ok=False, said=f"{called} is archived; it {use}", mend=mend)
    if not _inside(found):
        mend = f"Invite the bot to {called}."
        said = f"the bot is not a member of {called} and hears nothing there; it {use}"
        return Check(name, ok=False, said=said, mend=mend)
    return Check(name, ok=True, said=f"{called} {use}")


def _inside(found: Mapping[str, Any]) -> bool:
    """Whether the bot is in a channel; direct and group messages are such that it is."""
    return found.get("is_member") is not False or bool(found.get("is_im") or found.get("is_mpim"))


async def _person(web: Web, user: str) -> Check:
    """Say whether Slack knows somebody."""
    name, mend = f"slack person {user}", "Take the id out of the policy."
    try:
        reply = await web.call("users.info", user=user)
    except SlackRefused as refused:
        if refused.error not in UNKNOWN:
            mend = LATER
        return Check(name, ok=False, said=str(refused), mend=mend)
    if mapping(reply, "user").get("deleted") is True:
        return Check(name, ok=False, said="has left the workspace", mend=mend)
    return Check(name, ok=True, said="known")
