"""Puts together what finds gaps in the documentation, and the week's digest; beside `wiring`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring, wiring_stores
from retrieval.policy import Policy, load
from retrieval.text.counted import number_of

if TYPE_CHECKING:
    from retrieval.learn.gaps import Finder, Found, Visible
    from retrieval.ledger.ledger import Ledger
    from retrieval.ports.unmet import Unmet
    from retrieval.settings import Settings

WEEK = timedelta(days=7)
DUTY = "gaps"
"""The name of the duty of a week's digest."""


@asynccontextmanager
async def open_finder(
    settings: Settings, ledger: Ledger, visible: Visible
) -> AsyncIterator[Finder]:
    """Build what finds gaps, over a ledger and the index of the settings."""
    from retrieval.learn.gaps import Finder
    from retrieval.learn.nearest_page import NearestPage

    model = wiring.embedder(settings)
    index = wiring.store(settings, model)
    try:
        yield Finder(ledger.unmet, model, visible, NearestPage(ledger, index))
    finally:
        await index.close()
        await wiring_stores.close_connections()


def operator(*, private: bool) -> Visible:
    """Return what the person who runs a command may see: public questions, or with `private` all.

    Questions that were asked outside of Slack are their own.
    """
    from retrieval.learn.gaps import Visible

    def read(one: Unmet) -> bool:
        return private or one.kind == "channel" or not (one.channel or one.team)

    return Visible(read)


def channel(policy: Policy) -> Visible:
    """Return what readers of the maintainers' channel may see: what is public in the workspace.

    Other questions are not even counted there. Pages are named as far as `Policy.names` allows.
    """
    from retrieval.learn.gaps import Visible

    def name(collection: str) -> bool:
        return policy.names(policy.maintainers_channel, collection)

    def read(one: Unmet) -> bool:
        return one.kind == "channel" and all(map(name, one.collections))

    return Visible(read, name, counted=False)


async def reask(settings: Settings, found: Found, ledger: Ledger) -> Found:
    """Ask one question of each gap again, and drop the gaps that are answered now.

    No trace is kept of it, and no earlier answer repeated.
    """
    from retrieval.values import Outcome, Question, Scope
    from retrieval.wiring_learn import open_path

    left = []
    async with open_path(settings) as path:
        there = await path.store.collections()
        for gap in found.gaps:
            trace = await ledger.find(gap.traces[-1])
            names = [name for name in trace.question.scope.collections if name in there]
            text = trace.queries.standalone if trace.queries else trace.question.text
            answer = await path.answerer.answer(Question(text, Scope(tuple(names))))
            if gap.disliked or answer.outcome is not Outcome.ANSWERED:
                left.append(gap)
    closed = sum(gap.times for gap in found.gaps) - sum(gap.times for gap in left)
    return replace(found, gaps=tuple(left), closed=found.closed + closed)


async def post(settings: Settings, ledger: Ledger, policy_file: Path | None, now: datetime) -> str:
    """Post the digest of the week once; return a sentence on what came of it, or "".

    It may be called any number of times and by several processes: the first call of a week counts.
    """
    from retrieval.learn.duty import held
    from retrieval.learn.gaps_told import digest

    policy = load(policy_file) if policy_file else None
    if policy is None or not policy.maintainers_channel:
        return ""
    week = f"{now:%G-W%V}"
    async with held(ledger.duties, DUTY, week) as hold:
        if hold is None:
            return ""
        since = now - WEEK
        async with open_finder(settings, ledger, channel(policy)) as finder:
            found = await finder.find(since)
        if found.gaps:
            text, links = digest(found, f"{since:%Y-%m-%d}")
            to, team = policy.maintainers_channel, policy.team
            key, until = f"gaps:{week}", now + WEEK
            await ledger.outbox.notify(
                to, text, key=key, team=team, links=links, within=True, until=until
            )
    return f"The digest of {week}: {number_of(len(found.gaps), 'gap')}."
