"""Tests of bot/slack/grading.py: members grade what was put before them, and nobody else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.facts import Lookup
from bot.slack.grading import Grading
from bot.slack.web import RESPONSE
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports.grades import Sample
from tests.fakes.clock import FakeClock
from tests.fakes.reception import ANN, BEN, MAIN, PRESSED, answered, row, slack

NOON = datetime(2025, 1, 1, tzinfo=UTC)
RULES = Policy(
    {"docs": CollectionPolicy(open=True, support="C7")},
    maintainers=(MAIN,),
    maintainers_channel="C9",
)
PRESS = replace(PRESSED, kind="grade", subject="right", about="s1|t1", channel="C7", private=False)


async def _pressed(ledger: Ledger, found: Inbound = PRESS, **person: Any) -> tuple[str, Any]:
    """Press a button in the support channel, whose members are Ann and the bot."""
    members = {"members": [ANN, "UBOT"]}
    users = {"user": {"team_id": "T1", **person}}
    web = slack(**{"conversations.members": members, "users.info": users})
    grading = Grading(web, ledger, RULES, FakeClock(), Lookup(web, "T1", "UBOT"))
    return await grading(await row(ledger, found)), web


async def _sampled(ledger: Ledger, kind: str = "channel") -> None:
    """Have two answers in a sample, both asked in a kind of place."""
    for name, ts in (("t1", "2.0"), ("t2", "3.0")):
        await answered(ledger, name, kind=kind, ts=(ts,))
    await ledger.grades.draw(Sample("s1", NOON, NOON, 1, ("t1", "t2")))


async def test_a_member_grades_and_the_next_answer_comes(ledger: Ledger) -> None:
    """The grade is kept, its case made, its giver thanked, and what is left is put up."""
    await _sampled(ledger)

    result, web = await _pressed(ledger)

    (grade,) = await ledger.grades.of(("t1", "t2"))
    assert ("right", "t1", ANN, "right") == (result, grade.trace_id, grade.person, grade.grade)
    assert ["grade"] == [case.kind for case in await ledger.cases.list()]
    assert "1 left of this sample" in str(web.called(RESPONSE))
    (job,) = await ledger.outbox.due(seconds=1)
    assert job.payload["within"]
    assert ("C7", "s1|t2") == (job.payload["to"], job.payload["buttons"][0]["value"])


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"user": BEN}, "not_a_member"),
        ({"channel": "C1"}, "not_a_member"),
        ({"subject": "great"}, "not_a_member"),
        ({"about": "s1|t9"}, "not_in_a_sample"),
        ({"about": "s9|t1"}, "not_in_a_sample"),
        ({"about": "nonsense"}, "not_in_a_sample"),
    ],
)
async def test_a_forged_press_changes_nothing(
    ledger: Ledger, change: dict[str, Any], result: str
) -> None:
    """Nor does one of whoever is no member of the channel that was asked."""
    await _sampled(ledger)

    ended, web = await _pressed(ledger, replace(PRESS, **change))

    assert result == ended
    assert [] == await ledger.grades.of(("t1", "t2", "t9"))
    assert [] == await ledger.cases.list()
    assert web.called(RESPONSE)


async def test_what_was_asked_in_private_is_graded_by_nobody_here(ledger: Ledger) -> None:
    """Whoever guesses its trace gets no further."""
    await _sampled(ledger, "direct")

    ended, _ = await _pressed(ledger)

    assert ("not_a_member", []) == (ended, await ledger.grades.of(("t1",)))


async def test_the_last_grade_of_a_person_counts(ledger: Ledger) -> None:
    """Whoever presses another button changes their mind."""
    await _sampled(ledger)
    await _pressed(ledger)
    await _pressed(ledger, replace(PRESS, key="k2", ts="8.0", subject="wrong"))

    (grade,) = await ledger.grades.of(("t1",))
    assert "wrong" == grade.grade


@pytest.mark.parametrize("person", [{"team_id": "T9"}, {"is_restricted": True}])
async def test_guests_and_people_of_another_organisation_do_not_grade(
    ledger: Ledger, person: dict[str, Any]
) -> None:
    """Though they are members of a channel that is shared with them."""
    await _sampled(ledger)

    ended, _ = await _pressed(ledger, **person)

    assert ("not_a_member", []) == (ended, await ledger.grades.of(("t1", "t2")))
