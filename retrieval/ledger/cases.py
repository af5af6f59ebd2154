"""The eval cases: questions with all that was known of their answers, kept in SQL.

An answer that somebody judged has one case under its trace's own id, however many do: `person`
is who did first, and the content's `persons` are those who dislike it now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection, select

from retrieval.errors import CaseMissing, CaseUnfit
from retrieval.ledger import case_rows, deciding, judging, tables
from retrieval.ledger.complaint import blank
from retrieval.ledger.database import Database, insert_new, one_after_the_other, one_id
from retrieval.ports import KINDS, STATES, CaseEvent, EvalCase, Label, Wording

LONGEST_ID = 64
_CASES, _EVENTS = tables.cases.c, tables.case_events.c


class LedgerCases:
    """Cases in the ledger; implements the ports `Cases` and `Wordings`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def list(
        self, *, state: str = "", kind: str = "", most: int = 100, folded: bool = False
    ) -> Sequence[EvalCase]:
        """Return cases of a state and a kind, or of all, newest first.

        Raises:
            LedgerError: The ledger cannot be read.
        """
        wanted = select(tables.cases).order_by(_CASES.made.desc(), _CASES.id).limit(most)
        if state:
            wanted = wanted.where(_CASES.state == state)
        if kind:
            wanted = wanted.where(_CASES.kind == kind)
        if not folded:
            wanted = wanted.where(_CASES.folded_into == "")
        return await self._database.read(lambda connection: case_rows.read(connection, wanted))

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it.

        Raises:
            CaseMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """
        return await self._database.read(
            lambda connection: case_rows.one(connection, _id(connection, case_id))
        )

    async def add(self, case: EvalCase) -> bool:
        """Keep a case that no opinion made; False where one of that id is there.

        What its content does not say is taken from its trace, where that is recorded.

        Raises:
            CaseUnfit: Its id, kind or state is none.
            LedgerError: It cannot be written.
        """
        if not 0 < len(case.id) <= LONGEST_ID:
            raise CaseUnfit(f"The id of a case has 1 to {LONGEST_ID} characters, not {case.id!r}.")
        if case.kind not in KINDS or case.state not in STATES:
            raise CaseUnfit(f"There are no cases of kind {case.kind!r} and state {case.state!r}.")

        def add(connection: Connection) -> bool:
            known = judging.known(connection, case.trace_id) if case.trace_id else None
            whole = replace(case, content={**(known or blank()), **case.content})
            new = insert_new(connection, tables.cases)
            return connection.execute(new, [case_rows.row(whole)]).rowcount > 0

        return await self._database.write(add)

    async def label(self, case_id: str, label: Label, *, by: str) -> EvalCase:
        """Say what is right about a case, over what was said before; a new one is triaged.

        Raises:
            CaseMissing: None has that id.
            LedgerError: It cannot be written.
        """
        return await self._change(case_id, by, partial(deciding.label, label=label))

    async def move(self, case_id: str, state: str, *, note: str, by: str) -> EvalCase:
        """Decide about a case.

        Raises:
            CaseMissing: None has that id.
            CaseUnfit: There is no such state, or it needs a reason.
            LedgerError: It cannot be written.
        """
        return await self._change(case_id, by, partial(deciding.move, state=state, note=note))

    async def ask_in(self, case_id: str, collections: Sequence[str], *, by: str) -> EvalCase:
        """Say in which collections a case is asked that was made of no answer of ours.

        Raises:
            CaseMissing: None has that id.
            CaseUnfit: It was made of an answer, which was asked somewhere.
            LedgerError: It cannot be written.
        """
        names = list(collections)
        return await self._change(case_id, by, partial(deciding.ask_in, collections=names))

    async def fold(self, case_id: str, into: str, *, by: str) -> EvalCase:
        """Fold a case into another that asks the same; into nothing ("") unfolds it.

        Raises:
            CaseMissing: None has that id.
            CaseUnfit: It would be folded into itself.
            LedgerError: It cannot be written.
        """

        def fold(connection: Connection, act: deciding.Act) -> None:
            deciding.fold(connection, act, into=_id(connection, into) if into.strip() else "")

        return await self._change(case_id, by, fold)

    async def history(self, case_id: str) -> Sequence[CaseEvent]:
        """Return what was done with a case, oldest first."""
        wanted = select(tables.case_events).where(_EVENTS.case == case_id).order_by(_EVENTS.id)
        found = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [CaseEvent(row.case, row.at, row.by, row.what, row.state, row.note) for row in found]

    async def wordings(self) -> Sequence[Wording]:
        """Return the questions of all cases, newest first; folded and withdrawn ones left out."""
        wanted = (
            select(_CASES.id, _CASES.standalone)
            .where(_CASES.folded_into == "", _CASES.state != "withdrawn")
            .order_by(_CASES.made.desc(), _CASES.id)
        )
        return await self._database.read(
            lambda connection: [Wording(*row) for row in connection.execute(wanted)]
        )

    async def _change(
        self, case_id: str, by: str, change: Callable[[Connection, deciding.Act], None]
    ) -> EvalCase:
        """Change a case in a transaction of its own, and return it as it is then."""
        now = self._database.clock.now()

        def work(connection: Connection) -> EvalCase:
            found = _id(connection, case_id)
            # Opinions on the answer wait here too.
            one_after_the_other(connection, found)
            change(connection, deciding.Act(found, by, now))
            return case_rows.one(connection, found)

        return await self._database.write(work)


def _id(connection: Connection, start: str) -> str:
    """Return the one id that begins so. Raises CaseMissing."""
    return one_id(connection, _CASES.id, start.strip(), CaseMissing)
