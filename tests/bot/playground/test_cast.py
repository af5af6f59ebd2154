"""The people and channels of a new workspace."""

from __future__ import annotations

from bot.playground import cast


def test_everybody_in_a_channel_is_somebody():
    """And nobody is named twice."""
    people = [person.id for person in cast.people()]
    members = {member for channel in cast.channels(0) for member in channel.members}

    assert len(people) == len(set(people))
    assert members <= set(people)


def test_everybody_but_the_bot_has_a_direct_conversation_with_it():
    """One each."""
    directs = [channel for channel in cast.channels(0) if channel.kind == "direct"]

    others = [person.id for person in cast.people() if not person.bot]
    assert [{other, cast.BOT} for other in others] == [set(one.members) for one in directs]


def test_there_is_every_kind_of_conversation_and_one_without_the_bot():
    """So that each case can be tried."""
    channels = cast.channels(0)

    assert {"channel", "private", "group", "direct"} == {channel.kind for channel in channels}
    assert ["random"] == [one.name for one in channels if cast.BOT not in one.members]
    assert ["partners"] == [one.name for one in channels if one.shared]


def test_a_key_makes_the_tokens_of_one_run():
    """Of the kinds that Slack has."""
    app = cast.app(frozenset(), frozenset(), key="k")

    assert ("xoxb-playground-k", "xapp-playground-k") == (app.bot_token, app.app_token)


def test_others_are_nobody_of_the_usual_ones():
    """They can be added to a workspace as it is."""
    usual = {person.id for person in cast.people()}

    assert not usual & {person.id for person in cast.others()}
