"""What was recorded of configurations and generations -> the states that answers were given in.

A state is a configuration and the generation of each collection; each differs from the one before
it in one thing. Pages that are indexed in place change within a generation: what stood in it on an
earlier day is not recorded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from retrieval.errors import InputError
from retrieval.ports import ConfigurationFacts

NOW = "now"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Begun:
    """When a generation of a collection was begun."""

    since: datetime
    collection: str
    generation: str


@dataclass(frozen=True, slots=True)
class State:
    """What answered from a moment on; `what` is what made it another one than the state before."""

    since: datetime
    configuration: str
    generations: Mapping[str, str]
    what: str = ""

    @property
    def name(self) -> str:
        """What it is called: its configuration and its generations."""
        of = [f"{collection} {made}" for collection, made in sorted(self.generations.items())]
        return ", ".join([f"configuration {self.configuration[:12]}", *of])


def timeline(
    configurations: Sequence[ConfigurationFacts], generations: Sequence[Begun], now: State
) -> tuple[State, ...]:
    """Return the states in the order of first use, the last one being that of `now`.

    Before the first configuration, or the first generation of a collection, that is known, the
    earliest known one is taken.
    """
    wanted = [begun for begun in generations if begun.collection in now.generations]
    events = sorted(
        [
            *((one.since, "", one.id) for one in configurations),
            *((one.since, one.collection, one.generation) for one in wanted),
        ]
    )
    first = {collection: made for _, collection, made in reversed(events)}
    configuration = first.pop("", now.configuration)
    state = State(
        events[0][0] if events else now.since, configuration, {**now.generations, **first}
    )
    states = [state]
    for since, collection, made in events:
        state = _after(state, since, collection, made)
        if state.what and state != states[-1]:
            states.append(state)
    if (state.configuration, state.generations) != (now.configuration, now.generations):
        states.append(replace(now, what="what is used now"))
    return tuple(states)


def _after(state: State, since: datetime, collection: str, made: str) -> State:
    """Return the state that an event makes of another; the same where it changes nothing."""
    if not collection:
        if made == state.configuration:
            return state
        return replace(state, since=since, configuration=made, what=f"configuration {made[:12]}")
    if state.generations.get(collection) == made:
        return state
    generations = {**state.generations, collection: made}
    what = f"generation {made} of {collection}"
    return replace(state, since=since, generations=generations, what=what)


def locate(states: Sequence[State], name: str) -> int:
    """Return the place of the state that is named.

    A name is "now", a date or a moment (what answered then; UTC), a generation (0003, or
    docs:0003) or the id of a configuration, or the start of one: the first state with it.

    Raises:
        InputError: None is called so, or several configurations begin so.
    """
    if name == NOW:
        return len(states) - 1
    if _DATE.match(name):
        moment = _moment(name)
        return max(0, sum(state.since <= moment for state in states) - 1)
    collection, _, made = name.rpartition(":")
    for place, state in enumerate(states):
        known = state.generations
        if made in ([known.get(collection)] if collection else known.values()):
            return place
    ids = {state.configuration for state in states if state.configuration.startswith(name)}
    if len(ids) != 1:
        how = "Several configurations begin with" if ids else "No version is called"
        raise InputError(
            f"{how} {name!r}. Give a configuration's id, a generation, a date, or `{NOW}`."
        )
    return next(place for place, state in enumerate(states) if state.configuration in ids)


def _moment(name: str) -> datetime:
    try:
        moment = datetime.fromisoformat(name)
    except ValueError:
        raise InputError(f"{name!r} is no date, as in 2026-11-30 or 2026-11-30T12:00.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
