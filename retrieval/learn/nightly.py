"""The nightly number: all labelled cases measured, held against earlier runs, and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from retrieval.learn.causes import causes
from retrieval.learn.drops import (
    BEFORE,
    LOOK_BACK,
    Reference,
    Scores,
    by_case,
    compare,
    drops,
    references,
)
from retrieval.learn.duty import held
from retrieval.learn.evaluate import Progress
from retrieval.learn.inventory import old
from retrieval.learn.losses import Lost, TwoRuns, fate
from retrieval.learn.measuring import Measurement, Measuring, NightlyLedger, may_pass
from retrieval.learn.nightly_told import NIGHTS, Night, message
from retrieval.learn.paired import Paired
from retrieval.learn.ticketing import Ticketing
from retrieval.ports import (
    Clock,
    Duty,
    NightlyRun,
    Ticket,
    Ticketer,
)
from retrieval.tracing import digest

DUTY, SETTLING, ANEW = "nightly", "tickets", "nightly anew"
NEWS = timedelta(days=1)
"""How long a night's number is news: the next night has another."""


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told: the maintainers' channel, empty where there is none, and the tracker.

    `names` says of a collection whether the message may name its pages, `ticket_names` whether a
    ticket may: as far as all who read it may search them.
    """

    channel: str = ""
    team: str = ""
    ticketer: Ticketer | None = None
    names: Callable[[str], bool] = lambda _: False
    ticket_names: Callable[[str], bool] = lambda _: False


class Nightly:
    """Measures, compares and tells; done twice it is done once."""

    def __init__(
        self, books: NightlyLedger, measuring: Measuring, told: Told, clock: Clock
    ) -> None:
        """Take the ledger, what is measured, who is told, and the time."""
        self._books = books
        self._measured = Measurement(books, measuring, clock)
        self._told = told
        self._clock = clock
        self._ticketing = Ticketing(books.tickets, books.nightly_runs, told.ticketer)

    async def once(self, period: str, progress: Progress) -> Night | None:
        """Do the run of a period; None where it is done, or somebody is at it, or it is given up.

        One that measured nothing is not done: it can be begun again. Where there was nothing to
        measure, or to measure on, that is no attempt: once there is something it is measured.
        """
        async with held(self._books.duties, DUTY, period) as hold:
            if hold is None:
                return None
            night = await self.run(period, progress)
            hold.done, hold.counted = not night.run.failure, may_pass(night.run)
            return night

    async def again(self, period: str, progress: Progress) -> Night | None:
        """Measure a period again, whatever there is; None where another process is doing just that.

        It can be done any number of times, one after the other, however many were killed.
        """
        async with held(self._books.duties, ANEW, period) as hold:
            if hold:
                hold.done = hold.counted = False
            elif await self._under_way(ANEW, period):
                return None
            return await self.run(period, progress, again=True)

    async def _under_way(self, name: str, period: str) -> bool:
        """Whether somebody holds a duty now."""
        duty = await self._books.duties.latest(name)
        return bool(duty and duty.period == period and duty.until > self._clock.now())

    async def run(self, period: str, progress: Progress, *, again: bool = False) -> Night:
        """Measure, keep, compare, tell. What an earlier try of the period measured is taken over.

        `again`: measure again, whatever there is.
        """
        earlier = await self._earlier()
        done = [one.id for one in earlier if one.period == period and not one.failure]
        whole = [] if again else await self._books.nightly_runs.whole(done[:1])
        if not whole:
            await self._measured.count_written()
        run = (
            whole[0]
            if whole
            else await self._keep(await self._measured.run(period, progress), earlier)
        )
        night = await self._compare(run, earlier)
        await self._tell(night)
        return night

    async def look(self, period: str, progress: Progress) -> Night:
        """Measure and compare; keep nothing, tell nobody, open and close no ticket."""
        run = await self._measured.run(period, progress)
        return await self._compare(run, await self._earlier(), dry=True)

    async def accept(self, key: str) -> Ticket:
        """Take what fell for what is meant. Raises TicketMissing, TicketError."""
        return await self._ticketing.accept(key)

    async def settle(self) -> Sequence[str]:
        """Open the tickets that could not be opened, one process at once; return what is wrong."""
        if not await self._ticketing.waiting():
            return []
        period = f"{self._clock.now():%Y-%m-%dT%H:%M}"
        async with held(self._books.duties, SETTLING, period) as hold:
            return (await self._ticketing.settle())[1] if hold else []

    async def done(self, period: str) -> Night | None:
        """Return what the run of a period measured; None where nothing was. Changes nothing."""
        earlier = await self._earlier()
        done = [one.id for one in earlier if one.period == period and not one.failure]
        whole = await self._books.nightly_runs.whole(done[:1])
        return await self._compare(whole[0], earlier, dry=True) if whole else None

    async def standing(self, period: str) -> Duty | None:
        """Return how far the run of a period is; None where nobody began it."""
        duty = await self._books.duties.latest(DUTY)
        return duty if duty and duty.period == period else None

    async def _keep(self, run: NightlyRun, earlier: Sequence[NightlyRun]) -> NightlyRun:
        """Keep a run; that there is still nothing to measure is kept once a period."""
        same = [one for one in earlier if (one.period, one.failure) == (run.period, run.failure)]
        if run.failure and not may_pass(run) and same:
            return same[0]
        return replace(run, id=await self._books.nightly_runs.record(run))

    async def _earlier(self) -> Sequence[NightlyRun]:
        """Return the runs of the last weeks, the newest first."""
        return await self._books.nightly_runs.latest(since=self._clock.now() - LOOK_BACK * 2)

    async def _compare(
        self, run: NightlyRun, earlier: Sequence[NightlyRun], *, dry: bool = False
    ) -> Night:
        """Hold a run against earlier ones; open and close tickets, unless it is `dry`."""
        earlier = [one for one in earlier if one.id != run.id]
        warnings = old(run.index, run.started)
        if run.failure:
            return Night(run, _shown(earlier, run), warnings=warnings)
        after = by_case(run)
        closed, problems = ([], []) if dry else await self._ticketing.recover(run, after)
        chosen = references(earlier, run, await self._accepted())
        read = {one.id: one for one in await self._whole(chosen)}
        held_against = {
            kind: Reference.of(read[one.id]) for kind, one in chosen.items() if one.id in read
        }
        night = Night(
            run,
            _shown(earlier, run),
            changed=_changed(held_against, after),
            drops=drops(after, held_against, await self._ticketing.known()),
            closed=closed,
        )
        standing = [
            ticket
            for ticket in await self._books.tickets.standing()
            if ticket.content.get("run") != run.id
        ]
        night = replace(
            explained(night),
            standing=standing,
            warnings=[*warnings, *problems],
        )
        return night if dry else await self._ticket(night)

    async def _ticket(self, night: Night) -> Night:
        """Open the tickets that are due."""
        settled, problems = await self._ticketing.settle()
        opened, unopened = await self._ticketing.give(explained(night, self._told.ticket_names))
        warnings = [*night.warnings, *problems, *unopened]
        return replace(night, opened=[*settled, *opened], warnings=warnings)

    async def _whole(self, chosen: Mapping[str, NightlyRun]) -> Sequence[NightlyRun]:
        """Read the runs to compare with whole."""
        return await self._books.nightly_runs.whole([one.id for one in chosen.values()])

    async def _accepted(self) -> datetime | None:
        """Return since when what had fallen is accepted as it is."""
        tickets = await self._books.tickets.accepted()
        since = [datetime.fromisoformat(ticket.content["since"]) for ticket in tickets]
        return max(since, default=None)

    async def _tell(self, night: Night) -> None:
        """Write to the maintainers; once a week is enough for what is missing and stays so."""
        if not self._told.channel:
            return
        run = night.run
        key, until = f"nightly:{run.period}:{run.id}", run.started + NEWS
        if run.failure and not run.scores:
            key = f"nightly:{run.started:%G-W%V}:{digest(run.failure)[:16]}"
            until = run.started + timedelta(weeks=1)
        to, team = self._told.channel, self._told.team
        notify = self._books.outbox.notify
        said = message(explained(night, self._told.names))
        await notify(to, said, key=key, team=team, within=True, until=until)


def _shown(earlier: Sequence[NightlyRun], run: NightlyRun) -> list[NightlyRun]:
    """Return the earlier runs that measured something, the last of each period, newest first."""
    found: dict[str, NightlyRun] = {}
    for one in earlier:
        if one.period != run.period and not one.failure:
            found.setdefault(one.period, one)
    return list(found.values())[:NIGHTS]


def _changed(references: Mapping[str, Reference], after: Scores) -> Paired | None:
    """Compare recall with the run before."""
    before = references.get(BEFORE)
    return compare(before.scores, after, "found") if before else None


def explained(night: Night, names: Callable[[str], bool] = lambda _: True) -> Night:
    """Find the likely causes of what fell most surely, and what became of each lost case.

    `names` says of a collection whether its pages may be named to those who will read of it.
    """
    if not night.drops:
        return night
    drop = night.drops[0]
    before, after = by_case(drop.against), by_case(night.run)
    lost = drop.paired.worse
    runs = TwoRuns(drop.against, night.run, names=names)
    return replace(
        night,
        causes=causes(lost, drop.against, night.run, (before, after), names),
        fates={case: fate(Lost(before[case], after[case]), runs) for case in lost},
    )
