"""reactions.*: once for each name, and taken back once."""

from __future__ import annotations

from tests.playground import ADA, BOT, GENERAL, refusal


async def test_a_reaction_is_added_once_and_taken_back_once(pg, web):
    """The second time Slack says already_reacted, and no_reaction."""
    ts = pg.ask("a")
    given = {"channel": GENERAL, "timestamp": ts, "name": "eyes"}
    await web.reactions_add(**given)
    twice = await refusal(web.reactions_add(**given))
    found = await web.reactions_get(channel=GENERAL, timestamp=ts)
    await web.reactions_remove(**given)
    none = await refusal(web.reactions_remove(**given))

    reactions = found["message"]["reactions"]
    assert [{"name": "eyes", "users": [BOT], "count": 1}] == reactions
    assert ("already_reacted", "no_reaction") == (twice, none)
    assert "reactions" not in pg.messages()[0]


async def test_reactions_of_several_people_are_counted(pg, web):
    """In the order in which they came."""
    ts = pg.ask("a")
    pg.react(ADA, GENERAL, ts, "+1")
    await web.reactions_add(channel=GENERAL, timestamp=ts, name="+1")

    assert [{"name": "+1", "users": [ADA, BOT], "count": 2}] == pg.messages()[0]["reactions"]


async def test_a_reaction_to_nothing_is_refused(web):
    """By the name of what is wrong."""
    missing = web.reactions_add(channel=GENERAL, timestamp="1.000001", name="eyes")
    unnamed = web.reactions_add(channel=GENERAL, timestamp="1.000001", name="no name")

    assert "message_not_found" == await refusal(missing)
    assert "invalid_name" == await refusal(unnamed)


async def test_a_skin_tone_belongs_to_the_name(pg, web):
    """Slack writes it behind two colons."""
    ts = pg.ask("a")
    await web.reactions_add(channel=GENERAL, timestamp=ts, name="+1::skin-tone-3")

    assert "+1::skin-tone-3" == pg.messages()[0]["reactions"][0]["name"]
