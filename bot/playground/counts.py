"""What a tape waits for and expects: conditions and figures of the playground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.playground.acts import Acts
from bot.playground.values import Message


class Counts:
    """Looks at what has come of a tape's steps."""

    def __init__(self, acts: Acts) -> None:
        self._acts = acts
        self._start = acts.playground.workspace.now()

    def holds(self, name: str, value: Any) -> bool:
        """Whether a condition of a step is true."""
        playground = self._acts.playground
        if name == "connected":
            return len(playground.link.ready) >= int(value)
        if name == "called":
            calls = (one for one in playground.faults.calls if one.at >= self._start)
            return any(call.method == value for call in calls)
        if name == "acknowledged":
            return not playground.deliveries.pending
        channel, ts = self._acts.named[str(value)]
        if name == "status":
            return bool(playground.workspace.status(channel, ts))
        said = self._acts.answers(channel, ts)
        writing = [one for one in said if one.streaming == "in_progress"]
        if name == "answered":
            return bool(said) and not writing and not playground.workspace.status(channel, ts)
        return bool(writing if name == "streaming" else said)

    def figures(self, wanted: Mapping[str, Any]) -> list[tuple[str, int, int]]:
        """Count what is expected: its name, how many there are, how many there should be."""
        space, deliveries = self._acts.playground.workspace, self._acts.playground.deliveries
        plain = {
            "statuses": len(space.statuses.standing()),
            "streams": len(space.streams.open()),
            "pending": deliveries.pending,
            "given_up": len(deliveries.given_up),
        }
        figures = [(name, plain[name], int(wanted[name])) for name in plain if name in wanted]
        for name, count in dict(wanted.get("answers", {})).items():
            there = self._acts.answers(*self._acts.named[name])
            figures.append((f"answers to {name}", len(there), int(count)))
        for name, count in dict(wanted.get("whispers", {})).items():
            there = self._whispers(self._acts.person(name))
            figures.append((f"whispers to {name}", len(there), int(count)))
        return figures

    def _whispers(self, user: str) -> list[Message]:
        space = self._acts.playground.workspace
        every = [one for room in space.channels for one in space.archive.whispers(user, room)]
        return [one for one in every if one.by_app]
