"""A sample -> messages with buttons for those who help with its pages, a few at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from retrieval.errors import TraceMissing
from retrieval.learn.grading_told import NAMES, message
from retrieval.policy import Policy
from retrieval.ports import Button, Cases, Notifier, Traces
from retrieval.ports.grades import GRADE_ACTION, GRADES, Gradable, Grades, Sample

BATCH = 5
"""Messages that wait for a grade at most; a grade makes room for the next."""
LOOKED_AT = 200
"""Messages at most that are looked at in one go."""


class GradingLedger(Traces, Protocol):
    """The ledger, as far as it is needed here."""

    @property
    def grades(self) -> Grades:
        """The samples."""

    @property
    def cases(self) -> Cases:
        """What grades become."""

    @property
    def outbox(self) -> Notifier:
        """What is to be said."""


@dataclass(frozen=True, slots=True)
class Posted:
    """How many messages were posted now, wait for a grade, and may not be shown to anybody."""

    new: int
    waiting: int
    hidden: int


def value(sample: str, trace: str) -> str:
    """Return what a button carries."""
    return f"{sample}|{trace}"


def read_value(text: str) -> tuple[str, str] | None:
    """Read what a button carries: sample and trace; None for anything else."""
    sample, bar, trace = text.partition("|")
    return (sample, trace) if bar and sample and trace and "|" not in trace else None


def whom(answer: Gradable, policy: Policy) -> str:
    """Return the channel that may be shown an answer and grades it; empty where there is none.

    That is the support channel of a collection that was searched, else the maintainers' channel.
    The question must have been asked in a public channel, and everything that was searched must
    be open, or have that very channel for its support. Whether others read that channel, guests
    or another organisation, only Slack knows: the bot looks before it delivers the message.
    """
    searched = [policy.collections.get(name) for name in answer.collections]
    if answer.kind != "channel" or not searched or None in searched:
        return ""
    channels = [one.support for one in searched if one and one.support]
    for channel in [*channels, policy.maintainers_channel]:
        if channel and all(one and (one.open or one.support == channel) for one in searched):
            return channel
    return ""


async def post(
    books: GradingLedger,
    sample: Sample,
    answers: Sequence[Gradable],
    policy: Policy,
    batch: int = BATCH,
) -> Posted:
    """Post the next answers of a sample, so that at most a batch waits. Raises LedgerError.

    Whoever calls it again, or at the same time, posts none twice.
    """
    graded = {grade.trace_id for grade in await books.grades.of(sample.traces)}
    known = {one.trace_id: one for one in answers}
    left = [known[name] for name in sample.traces if name in known and name not in graded]
    shown = [(one, channel) for one in left if (channel := whom(one, policy))]
    new = waiting = 0
    for one, channel in shown[:LOOKED_AT]:
        if waiting >= batch:
            break
        try:
            text, links = message(await books.find(one.trace_id))
        except TraceMissing:
            continue
        waiting += 1
        new += await books.outbox.notify(
            channel,
            text,
            key=f"grade:{sample.id}:{one.trace_id}",
            team=policy.team,
            links=links,
            buttons=_buttons(sample.id, one.trace_id),
            within=True,
        )
    return Posted(new, waiting, len(left) - len(shown))


def _buttons(sample: str, trace: str) -> tuple[Button, ...]:
    """Return a button for each grade."""
    return tuple(
        Button(f"{GRADE_ACTION}{grade}", NAMES[grade].capitalize(), value(sample, trace))
        for grade in GRADES
    )
