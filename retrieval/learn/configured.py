"""Configurations and weights before the gate: they pass once they are compared on the cases.

A new index waits beside the one in use until it may replace it. A configuration (prompts, settings,
weights, synonyms) cannot wait: what a release or a setting changed is running already. So one that
was never compared with the last that passed is reported, at start-up and in the maintainers'
channel, until it is compared or accepted. Learnt weights are files, and wait beside those in use
like an index.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from retrieval.learn.gate import (
    HELD_ALARM,
    MOST_CASES,
    GateLedger,
    about,
    ruled,
    subject_of,
)
from retrieval.learn.labelled import labelled
from retrieval.learn.ruling import NO_CASES, compare
from retrieval.learn.rulings_told import buttons, notice, told
from retrieval.learn.scoring import CaseScore
from retrieval.ports import Channel, Clock, EvalCase, Ruling
from retrieval.ports.gating import (
    ACCEPTED,
    CONFIGURATION,
    HELD,
    PASSED,
    UNMEASURED,
)

FIRST = "It is the first configuration, so there is nothing to compare it with."
MOST_HELD = 10_000
NEVER = "It was never compared with the last one that passed. Run python -m scripts.compare --gate."


class Configurations(Protocol):
    """The configurations of a ledger."""

    async def configuration(self, configuration_id: str) -> Mapping[str, Any]:
        """Return a configuration by its id. Raises LedgerError."""


Score = Callable[[Sequence[EvalCase]], Awaitable[Sequence[CaseScore]]]
"""Scores cases. Raises FootnoteError."""


async def rule(books: GateLedger, asked: Ruling, before: Score, after: Score) -> Ruling:
    """Rule about something by the labelled cases; the ruling is not kept yet.

    `asked` is the ruling without what the cases say: its collection, where it has one, says which
    cases count.
    """
    cases = labelled(await books.cases.list(most=MOST_CASES))
    if asked.collection:
        cases = about(asked.collection, cases)
    if not cases:
        return replace(asked, state=PASSED, said=NO_CASES)
    return ruled(asked, compare(cases, await before(cases), await after(cases)))


async def keep(books: GateLedger, ruling: Ruling, channel: Channel) -> None:
    """Keep a ruling; where it holds something back, raise the alarm and tell the maintainers."""
    if ruling.state == UNMEASURED:
        return
    await books.rulings.keep(ruling)
    if ruling.state != HELD:
        await books.alarms.end(HELD_ALARM, subject_of(ruling))
        return
    await books.alarms.give(HELD_ALARM, subject_of(ruling), told(ruling))
    if channel.id:
        await books.outbox.notify(
            channel.id,
            notice(ruling),
            key=f"gate:{ruling.key}:{ruling.made:%Y-%m-%d}",
            team=channel.team,
            buttons=buttons(ruling),
            within=True,
        )


async def look(
    books: GateLedger, configurations: Configurations, name: str, clock: Clock, channel: Channel
) -> Ruling:
    """Rule about the running configuration without asking a question: has it passed before?

    A new one passes if there is no configuration to compare it with, or no case to compare it by;
    otherwise it is held back until it is compared or accepted. Raises LedgerError.
    """
    for one in await books.rulings.latest(CONFIGURATION, states=(HELD,), most=MOST_HELD):
        if one.name != name:  # It does not run any more: nothing is wrong with what does.
            await books.alarms.end(HELD_ALARM, subject_of(one))
    known = await books.rulings.find(CONFIGURATION, "", name)
    if known:
        if known.state == HELD:
            await books.alarms.give(HELD_ALARM, subject_of(known), told(known))
        return known
    passed = await books.rulings.latest(CONFIGURATION, states=(PASSED, ACCEPTED), most=1)
    found = Ruling(CONFIGURATION, "", name, PASSED, clock.now(), said=FIRST)
    if passed:
        found = replace(found, against=passed[0].name)
        if labelled(await books.cases.list(most=MOST_CASES)):
            changed = await _changed(configurations, passed[0].name, name)
            found = replace(found, state=HELD, said=f"Changed: {', '.join(changed)}. {NEVER}")
        else:
            found = replace(found, said=NO_CASES)
    await keep(books, found, channel)
    return found


async def _changed(configurations: Configurations, before: str, after: str) -> list[str]:
    """Name what differs between two configurations, in dotted keys."""
    old, new = [_flat(await configurations.configuration(name)) for name in (before, after)]
    keys = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    return keys[:_SHOWN] + ([f"and {len(keys) - _SHOWN} more"] if len(keys) > _SHOWN else [])


_SHOWN = 8
_DEEP = 3


def _flat(content: Mapping[str, Any], above: str = "", depth: int = 1) -> dict[str, Any]:
    """Return nested data by dotted keys, down to a few levels."""
    found: dict[str, Any] = {}
    for name, value in content.items():
        key = f"{above}{name or 'shipped'}"
        if isinstance(value, Mapping) and depth < _DEEP:
            found |= _flat(value, f"{key}.", depth + 1)
        else:
            found[key] = value
    return found
