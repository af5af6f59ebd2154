"""Drops -> tickets: opened once each, and closed when what fell is back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

import structlog

from retrieval.errors import TicketError
from retrieval.learn.chart import percent
from retrieval.learn.drops import NAMES, POINTS, Scores, by_case, compare, verdicts
from retrieval.learn.nightly_told import Night, ticket_body, ticket_title
from retrieval.ports import NightlyRun, NightlyRuns, Opened, Ticket, Ticketer, Tickets
from retrieval.text.counted import number_of

OPENING = "opening"
LEDGER = "ledger"
"""Who has the tickets where there is no tracker."""


class Ticketing:
    """Opens and closes tickets: each is begun in the ledger, so that a killed run opens no other.

    Without a tracker they are in the ledger alone, which keeps a drop from being told again.
    """

    def __init__(self, tickets: Tickets, runs: NightlyRuns, ticketer: Ticketer | None) -> None:
        """Take where tickets are noted, the runs that they are about, and the tracker."""
        self._tickets = tickets
        self._runs = runs
        self._ticketer = ticketer

    async def known(self) -> dict[str, set[str]]:
        """Return the cases for whose loss there is a ticket, by measure."""
        found: dict[str, set[str]] = {}
        for ticket in await self._tickets.standing():
            for measure, cases in ticket.content.get("lost", {}).items():
                found.setdefault(measure, set()).update(cases)
        return found

    async def waiting(self) -> bool:
        """Whether a ticket was begun and is not known to be open."""
        return any(ticket.state == OPENING for ticket in await self._tickets.standing())

    async def settle(self) -> tuple[list[Ticket], list[str]]:
        """Open what was begun and is not known to be open; return that, and why some are not."""
        opened, problems = [], []
        for ticket in await self._tickets.standing():
            if ticket.state != OPENING:
                continue
            try:
                opened.append(await self._open(ticket, again=True))
            except TicketError as error:
                problems.append(_unopened(error))
        return opened, problems

    async def give(self, night: Night) -> tuple[list[Ticket], list[str]]:
        """Open one ticket for all that certainly fell in a night; return it, or why not."""
        certain = [drop for drop in night.drops if drop.certain]
        if not certain:
            return [], []
        night = replace(night, drops=certain)
        key = key_of(night)
        content = {
            "title": ticket_title(night),
            "body": ticket_body(night, key),
            "run": night.run.id,
            "since": night.run.started.isoformat(),
            "against": {drop.measure: drop.against.id for drop in reversed(certain)},
            "lost": {drop.measure: list(drop.paired.worse) for drop in reversed(certain)},
            "causes": [cause.kind for cause in night.causes],
        }
        if not await self._tickets.open(key, content):
            return [], []
        try:
            ticket = Ticket(key, night.run.started, content=content)
            return [await self._open(ticket, again=False)], []
        except TicketError as error:
            return [], [_unopened(error)]

    async def recover(self, run: NightlyRun, after: Scores) -> tuple[list[Ticket], list[str]]:
        """Close the tickets of what is back; return them, and what went wrong."""
        closed, problems = [], []
        for ticket in await self._tickets.standing():
            said = await self._back(ticket, after)
            if not said or ticket.content.get("run") == run.id:
                continue
            try:
                problems += await self._close(ticket, said)
                closed.append(ticket)
            except TicketError as error:
                problems.append(f"The ticket {ticket.key} could not be closed: {error}")
        return closed, problems

    async def accept(self, key: str) -> Ticket:
        """Take what fell for what is meant: close its ticket, and compare with nothing older.

        Raises TicketMissing, TicketError.
        """
        ticket = await self._tickets.find(key)
        if ticket.state in {OPENING, "open"}:
            problems = await self._close(ticket, "A maintainer accepted it.", "accepted")
            for problem in problems:
                structlog.get_logger().warning("ticket_left", reason=problem)
        return await self._tickets.find(ticket.key)

    async def _open(self, ticket: Ticket, *, again: bool) -> Ticket:
        """Open a ticket in the tracker, unless an earlier try has."""
        by, opened = LEDGER, Opened("")
        if self._ticketer:
            by, content = self._ticketer.name, ticket.content
            there = await self._ticketer.find(ticket.key) if again else None
            opened = there or await self._ticketer.open(
                ticket.key, content["title"], content["body"]
            )
        await self._tickets.opened(ticket.key, by=by, ref=opened.ref, url=opened.url)
        return replace(ticket, state="open", by=by, ref=opened.ref, url=opened.url)

    async def _close(self, ticket: Ticket, said: str, state: str = "closed") -> list[str]:
        """Close a ticket where it was opened; say what has to be done by hand."""
        problems = []
        if ticket.state == "open" and ticket.by != LEDGER:
            if self._ticketer and self._ticketer.name == ticket.by:
                await self._ticketer.close(ticket.key, ticket.ref, said)
            else:
                problems.append(
                    f"Close {ticket.url or ticket.ref} by hand: it is in {ticket.by}, which is "
                    "not set any more."
                )
        await self._tickets.closed(ticket.key, state)
        return problems

    async def _back(self, ticket: Ticket, after: Scores) -> str:
        """Say that all that a ticket is about is back, or nothing."""
        said = []
        for measure, against in ticket.content.get("against", {}).items():
            lost = ticket.content["lost"][measure]
            told = await self._measure_back(measure, against, lost, after)
            if not told:
                return ""
            said.append(told)
        return " ".join(dict.fromkeys(said))

    async def _measure_back(
        self, measure: str, against: int, lost: Iterable[str], after: Scores
    ) -> str:
        """Say that a measure is back on the cases that it fell on, or nothing."""
        now = verdicts(after, measure)
        whole = await self._runs.whole([against])
        if not whole:
            left = [case for case in lost if now.get(case) is False]
            return "" if left else "Every lost case that is still measured is right again."
        found = compare(by_case(whole[0]), after, measure)
        if found.before - found.after > POINTS + 1e-9:
            return ""
        if not found.n:
            return "None of its cases is measured any more."
        return (
            f"On the same {number_of(found.n, 'case')} {NAMES[measure]} is back at "
            f"{percent(found.after)}, {percent(found.before)} before the drop."
        )


def key_of(night: Night) -> str:
    """Name what fell in a night: the same loss of the same night has the same name."""
    lost = sorted({case for drop in night.drops for case in drop.paired.worse})
    digest = hashlib.sha256("\0".join(lost).encode()).hexdigest()[:10]
    return f"drop-{night.run.period}-{digest}"


def _unopened(error: TicketError) -> str:
    return f"The ticket could not be opened, and will be tried again: {error}"
