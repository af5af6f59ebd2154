"""What comes by response addresses, and with a command's acknowledgement."""

from __future__ import annotations

import aiohttp

from bot.playground.events import events_of
from tests.playground import ADA, BEN, GENERAL, RANDOM


def _sent(pg):
    changes = pg.workspace.log.since(0)
    return [one.data for one in changes if one.kind == "interaction"][-1]


async def _respond(pg, **body):
    url = _sent(pg)["payload"]["response_url"]
    async with aiohttp.ClientSession() as http, http.post(url, json=body) as answer:
        return answer.status, await answer.text()


async def test_a_command_is_answered_privately_even_where_the_app_is_not(pg):
    """Only who typed it sees the answer; the channel sees nothing."""
    pg.command(ADA, RANDOM, "/footnote how?")
    await _respond(pg, text="So.")

    assert ["So."] == [one["text"] for one in pg.whispers(ADA, RANDOM)]
    assert ([], []) == (pg.whispers(BEN, RANDOM), pg.messages(RANDOM))


async def test_what_a_command_said_first_can_be_replaced_and_taken_away(pg):
    """By the same address."""
    pg.command(ADA, GENERAL, "/footnote how?")
    await _respond(pg, text="Searching.")
    await _respond(pg, text="So.", replace_original=True)
    replaced = [one["text"] for one in pg.whispers(ADA)]
    await _respond(pg, delete_original=True)

    assert (["So."], []) == (replaced, pg.whispers(ADA))


async def test_an_answer_in_the_channel_is_told_as_a_bots_message(pg):
    """Without a user, with the app's own ids (bolt-python#683)."""
    pg.command(ADA, GENERAL, "/footnote how?")
    await _respond(pg, text="So.", response_type="in_channel")
    changes = pg.workspace.log.since(0)
    (event,) = [one for change in changes for one in events_of(change, pg.workspace)]

    app = pg.workspace.app
    assert ("bot_message", app.bot_id, app.id, False) == (
        event["subtype"],
        event["bot_id"],
        event["app_id"],
        "user" in event,
    )


async def test_a_command_can_be_answered_with_its_acknowledgement(pg):
    """That uses none of the address up; nothing said shows nothing."""
    answered = pg.workspace.interactions.answered
    pg.command(ADA, GENERAL, "/footnote how?")
    answered(_sent(pg)["key"], {"text": "At once."})
    sent = [await _respond(pg, text=str(number)) for number in range(6)]
    pg.command(ADA, GENERAL, "/footnote how?")
    answered(_sent(pg)["key"], {})

    assert ["At once.", "0", "1", "2", "3", "4"] == [one["text"] for one in pg.whispers(ADA)]
    assert [200] * 5 + [404] == [status for status, _ in sent]
