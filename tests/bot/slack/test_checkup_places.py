"""What the policy names and Slack does not know is named, with the mend."""

from __future__ import annotations

from bot.playground.values import Channel
from bot.slack.checkup_places import places
from bot.slack.refused import SlackRefused
from retrieval.policy import ChannelPolicy, CollectionPolicy, Policy
from tests.bot.slack.test_checkup import checks_of
from tests.fakes.slack import FakeWeb
from tests.playground import ADA, BEN, GENERAL, HELP, LEADS, RANDOM, playground

DOCS = {"docs": CollectionPolicy(open=True)}


async def test_a_policy_whose_ids_all_work_is_one_line() -> None:
    """Channels that the bot is in, and people who are there."""
    rules = Policy(
        DOCS,
        maintainers=(ADA,),
        maintainers_channel=LEADS,
        channels={GENERAL: ChannelPolicy(auto=True)},
    )
    async with playground() as pg:
        checks = await checks_of(pg.env(), rules)

    assert "all 3 channels and people" in checks["slack policy"].said


async def test_a_maintainers_channel_that_others_read_is_named() -> None:
    """A guest reads along in #help: what names questions is not posted there."""
    async with playground() as pg:
        checks = await checks_of(pg.env(), Policy(DOCS, maintainers_channel=HELP))

    check = checks[f"slack channel {HELP}"]
    assert not check.ok
    assert "what names questions is not posted there" in check.said
    assert "[maintainers]" in check.mend


async def test_channels_that_are_gone_closed_or_without_the_bot_are_named() -> None:
    """With what the policy has them for, and how to mend it."""
    rules = Policy(
        {"docs": CollectionPolicy(open=True, support="C0NOWHERE1")},
        maintainers_channel="C0CLOSED01",
        channels={RANDOM: ChannelPolicy(listen="questions", auto=True)},
    )
    async with playground() as pg:
        pg.workspace.add_channel(
            Channel("C0CLOSED01", "closed", "channel", 0, [ADA], archived=True)
        )
        checks = await checks_of(pg.env(), rules)

    unknown, closed = checks["slack channel C0NOWHERE1"], checks["slack channel C0CLOSED01"]
    outside = checks[f"slack channel {RANDOM}"]
    assert [False] * 3 == [one.ok for one in (unknown, closed, outside)]
    assert "helps with docs" in unknown.said
    assert "take the id out of the policy" in unknown.mend
    assert "#closed is archived; it is the maintainers' channel" in closed.said
    assert "not a member of #random" in outside.said
    assert "listens to questions and is answered unasked" in outside.said
    assert "Invite the bot to #random." == outside.mend


async def test_a_channel_that_was_renamed_is_still_known() -> None:
    """The policy holds ids; names are for people."""
    rules = Policy(DOCS, channels={GENERAL: ChannelPolicy(auto=True)})
    async with playground() as pg:
        pg.workspace.rename(GENERAL, "all-of-us")
        checks = await checks_of(pg.env(), rules)

    assert checks["slack policy"].ok


async def test_people_who_left_or_never_were_are_named() -> None:
    """Maintainers, and those who may search a collection."""
    rules = Policy({"docs": CollectionPolicy(people=frozenset({BEN}))}, maintainers=("U0NOBODY01",))
    async with playground() as pg:
        pg.workspace.change_person(BEN, deleted=True)
        checks = await checks_of(pg.env(), rules)

    assert not checks["slack person U0NOBODY01"].ok
    assert "has left the workspace" == checks[f"slack person {BEN}"].said


async def test_a_slack_that_does_not_answer_is_no_fault_of_the_policy() -> None:
    """The mend is to look again later."""
    late = SlackRefused("conversations.info", "fatal_error")
    rules = Policy(DOCS, maintainers=("U1",), channels={"C1": ChannelPolicy()})
    web = FakeWeb({"conversations.info": late, "users.info": late})

    assert {"Run the doctor again later."} == {one.mend for one in await places(web, rules)}
