"""A session is begun where the app is an agent, ended always, and never in the way."""

from __future__ import annotations

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply.pace import SESSIONS, Pace
from bot.slack.reply.places import Target
from bot.slack.reply.session import OF_THE_MOMENT, Session
from tests.fakes.slack_web import QUESTION, FakeSlack

METHOD = "agents.sessions.setStatus"


def _session(slack: FakeSlack, pace: Pace) -> Session:
    return Session(slack, Target("T1", "C1", "100.000001", "U1", question=QUESTION), pace)


async def test_it_is_begun_once_and_ended_once() -> None:
    """Slack does not take a session out of its work by itself."""
    slack = FakeSlack(agent=True)
    session = _session(slack, Pace())
    for _ in range(2):
        await session.begin()
    for _ in range(2):
        await session.end()

    assert ["processing", "active"] == [given["status"] for given in slack.named(METHOD)]


async def test_an_app_that_is_no_agent_asks_once() -> None:
    """What Slack says of the app holds for the whole process."""
    slack, pace = FakeSlack(), Pace()
    for _ in range(2):
        session = _session(slack, pace)
        await session.begin()
        await session.end()

    assert 1 == slack.counts[METHOD]
    assert not pace.sessions


@pytest.mark.parametrize("error", sorted(OF_THE_MOMENT))
async def test_a_failure_of_the_moment_is_let_go(error: str) -> None:
    """The next question tries again; a session that may have begun is ended."""
    slack, pace = FakeSlack(agent=True), Pace()
    slack.fails[METHOD] = [SlackRefused(METHOD, error), SlackRefused(METHOD, error)]
    session = _session(slack, pace)
    await session.begin()
    await session.end()

    assert pace.sessions
    assert 2 == slack.counts[METHOD]


async def test_no_more_are_begun_than_slack_takes() -> None:
    """A refusal for haste would hold up the answer: beyond the limit there is no session."""
    slack, pace = FakeSlack(agent=True), Pace(clock=lambda: 0.0)
    for _ in range(SESSIONS + 5):
        session = _session(slack, pace)
        await session.begin()
        await session.end()

    assert 2 * SESSIONS == slack.counts[METHOD]
