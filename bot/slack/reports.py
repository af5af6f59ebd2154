"""What the bot tells of itself, line by line: whether it is well, what may be searched, cases.

The lines are Markdown; whoever shows them sends them through the sanitiser.
"""

from __future__ import annotations

import asyncio

from bot.inbound import lanes
from bot.slack import phrases
from bot.slack.reception import Collection, Reception
from retrieval.errors import StoreError
from retrieval.learn.listed import short
from retrieval.policy import Reason
from retrieval.text.shorten import shorten_line

MOST_DAYS = 12
MOST_CASES = 10
SHOWN_QUESTION = 120
"""Characters of a question that stands in a list."""

Lines = list[str]


async def status(reception: Reception, user: str, channel: str) -> Lines:
    """Say whether the bot is well, and what somebody may search from a channel."""
    up, here = await asyncio.gather(
        reception.access.searchable(), reception.may_search(user, channel)
    )
    if isinstance(here, Reason) and here != Reason.NOTHING:
        return [phrases.refused(str(here))]
    lines = [phrases.well() if up else phrases.unwell()]
    if up and (age := await changed(reception)):
        lines.append(age)
    if isinstance(here, Reason):
        lines.append(phrases.refused(str(here)))
    elif up:
        named = _named(await reception.pages(here))
        lines.append(phrases.you_may_search(named) if named else phrases.no_index())
    if (await reception.books.places.find(reception.team, channel)).muted_by:
        lines.append(phrases.muted_here())
    return lines


async def changed(reception: Reception) -> str:
    """Say when the index last changed; empty where nobody knows."""
    at = await reception.changed()
    if at is None:
        return ""
    seconds = max(0, int(reception.clock.now().timestamp() - at))
    return phrases.index_changed(phrases.ago(seconds))


async def policy(reception: Reception, user: str, channel: str) -> Lines:
    """Say what the policy takes a place for, and what may be searched there and directly."""
    place = await reception.place(channel)
    lines = [phrases.policy_place(place.kind if place else "unknown")]
    if place and place.shared:
        lines.append(phrases.policy_place("shared"))
    for head, where in ((phrases.policy_here(), channel), (phrases.policy_directly(), "")):
        found = await reception.may_search(user, where)
        said = phrases.refused(str(found)) if isinstance(found, Reason) else ", ".join(found)
        lines.append(f"{head} {said}")
    return lines + _closed(reception)


def _closed(reception: Reception) -> Lines:
    """Say of each collection on which days to come its people do not work."""
    lines, now = [], reception.clock.now()
    for name, one in sorted(reception.access.policy.collections.items()):
        hours = one.helping.hours
        days = [f"{day}" for day in hours.closed if day >= hours.local(now).date()]
        if days:
            more = ["…"] if len(days) > MOST_DAYS else []
            lines.append(phrases.policy_closed(name, ", ".join([*days[:MOST_DAYS], *more])))
    return lines


async def cases(reception: Reception, user: str) -> Lines:
    """List the open cases; of one about pages that somebody may not search, not the question."""
    found = await reception.open_cases(most=MOST_CASES)
    lines = []
    for case in found:
        asked = shorten_line(str(case.content.get("question", "")), SHOWN_QUESTION)
        shown = asked if await reception.readable(case, user) else phrases.hidden_question()
        state, day = phrases.case_state(case.state), f"{case.made:%Y-%m-%d}"
        lines.append(phrases.case_line(short(case.id), day, state, shown))
    return lines or [phrases.no_cases()]


async def index(reception: Reception) -> Lines:
    """Tell of the health of the index: pages, age, alarms, and how long the queue is."""
    books, lines = reception.books, Lines()
    try:
        async with asyncio.timeout(1.5):
            named = _named(await reception.pages(tuple(reception.access.policy.collections)))
        lines.append(named or phrases.no_index())
    except (StoreError, TimeoutError):
        lines.append(phrases.unwell())
    if age := await changed(reception):
        lines.append(age)
    now = reception.clock.now()
    for watcher in await books.watchers.all():
        late = int((now - watcher.behind).total_seconds() // 60) if watcher.behind else -1
        name = watcher.collection
        lines.append(phrases.behind(name, late) if late >= 0 else phrases.up_to_date(name))
    alarms = await books.alarms.standing()
    lines += [f"{alarm.subject}: {alarm.said}" for alarm in alarms] or [phrases.all_well()]
    backlog = await books.inbox.backlog(within=(lanes(reception.team),))
    lines.append(phrases.queue(backlog.waiting, backlog.working))
    return lines


def _named(found: list[Collection]) -> str:
    return ", ".join(phrases.pages_of(one.name, one.pages) for one in found)
