"""Who is meant, who may ask, and what comes along with a question: the whole bot, over sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import cast
from bot.slack import phrases
from retrieval.values import Trace
from tests.playground import ADA, BEN, BOT, CHLOE, GENERAL, HELP, LEADS, Pg
from tests.scenarios.conftest import Desk, bot_in, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

VPN = "How do I install the VPN client?"
POLICY = f"""
bots = ["{{bot}}"]
[collections.docs]
open = true
[channels.{GENERAL}]
listen = "mentions"
[channels.{HELP}]
listen = "questions"
"""


async def _trace(desk: Desk, channel: str, ts: str, thread_ts: str = "") -> Trace:
    """Wait for the answer to a message; return its trace."""
    answer = await desk.answer(channel, ts, thread_ts)
    async with desk.ledger() as ledger:
        return await ledger.find(payload_of(answer)["trace_id"])


async def test_colleagues_in_the_bots_thread_are_left_alone(desk: Desk) -> None:
    """Complaints A1, A7 and B19: what they say to each other gets no answer and no status.

    Whoever wonders about the silence is told the reason, and nobody else sees it.
    """
    ts = desk.pg.ask(VPN, BEN)
    await desk.answer(GENERAL, ts)
    await desk.idle()
    before = len(desk.pg.called("assistant.threads.setStatus"))
    desk.pg.say(ADA, GENERAL, "did you restart your laptop?", ts)
    aside = desk.pg.say(BEN, GENERAL, "yes, why?", ts)
    desk.pg.say(ADA, GENERAL, f"<@{CHLOE}> can you look?", ts)
    await desk.idle()

    assert 1 == len(desk.pg.answers(GENERAL, ts))
    assert before == len(desk.pg.called("assistant.threads.setStatus"))

    desk.pg.react(CHLOE, GENERAL, aside, "thinking_face")
    (told,) = await desk.pg.wait_for(lambda: desk.pg.whispers(CHLOE))
    assert phrases.why("people are talking in the bot's thread") == told["text"]
    assert [] == desk.pg.whispers(ADA)


async def test_after_a_persons_correction_the_bot_waits_to_be_mentioned(desk: Desk) -> None:
    """Issue 6.6: a follow-up is for the people then; a mention brings the bot back."""
    ts = desk.pg.ask(VPN, BEN)
    await desk.answer(GENERAL, ts)
    desk.pg.say(ADA, GENERAL, "actually the portal has moved, it is on the intranet now", ts)
    desk.pg.say(BEN, GENERAL, "and on a Mac?", ts)
    await desk.idle()
    assert 1 == len(desk.pg.answers(GENERAL, ts))

    again = desk.pg.say(BEN, GENERAL, f"<@{BOT}> and on a Mac?", ts)
    assert payload_of(await desk.answer(GENERAL, again, ts))["trace_id"]


async def test_a_mention_in_mid_thread_asks_the_thread(desk: Desk) -> None:
    """Complaint C22: what a person wrote before is searched, and not the words of the mention."""
    ts = desk.pg.say(ADA, HELP, "The VPN on my Mac does not connect")
    reply = desk.pg.say(BEN, HELP, f"<@{BOT}> any idea?", ts)
    trace = await _trace(desk, HELP, reply, ts)

    assert "The VPN on my Mac does not connect" == trace.question.text
    assert () == trace.question.history
    assert trace.answer
    assert "Office" in " ".join(claim.text for claim in trace.answer.claims)


async def test_text_files_are_read_and_others_named(desk: Desk) -> None:
    """Issue 6.7: a log comes along as what was said; a picture is named as not read."""
    files = [("vpn.log", b"error: profile Office missing"), ("shot.png", b"\x89PNG\r\n")]
    ts = desk.pg.say(ADA, GENERAL, f"<@{BOT}> {VPN}", files=files)
    answer = await desk.answer(GENERAL, ts)
    async with desk.ledger() as ledger:
        trace = await ledger.find(payload_of(answer)["trace_id"])

    assert ["vpn.log:\nerror: profile Office missing"] == [t.text for t in trace.question.history]
    assert "shot.png" in text_of(answer)


async def test_a_linked_message_is_read(desk: Desk) -> None:
    """Issue 6.7: "can you answer this?" with the address of a message asks that message."""
    linked = desk.pg.say(CHLOE, HELP, "How many weeks of parental leave are paid?")
    link = f"https://playground.slack.com/archives/{HELP}/p{linked.replace('.', '')}"
    ts = desk.pg.ask(f"can you answer this? <{link}>")
    trace = await _trace(desk, GENERAL, ts)

    assert "How many weeks of parental leave are paid?" == trace.question.text


PRESENT = [person for person in cast.others() if not person.deleted]


@pytest.mark.parametrize("index", range(len(PRESENT)))
async def test_strange_askers(desk: Desk, index: int) -> None:
    """Issue 6.12: guests, bots and other accounts: nothing is read or shown for them.

    A colleague with another language, or of the same workspace in an organisation, is answered.
    """
    person = PRESENT[index]
    desk.pg.workspace.add_person(person)
    if person.id not in desk.pg.workspace.channel(HELP).members:
        desk.pg.workspace.channel(HELP).members.append(person.id)
    before = len(desk.pg.calls)
    ts = desk.pg.ask(VPN, person.id, HELP)
    await desk.idle()
    since = {call.method for call in desk.pg.calls[before:]}
    refused = person.guest or person.bot or person.stranger

    if refused:
        assert since <= {"users.info", "conversations.info", "chat.postEphemeral"}
        assert [] == desk.pg.answers(HELP, ts)
    else:
        assert 1 == len(desk.finished(HELP, ts))


@pytest.mark.asyncio(loop_scope="function")
async def test_channels_are_heard_by_the_policy(data: Path, pg: Pg, tmp_path: Path) -> None:
    """Mentions alone, own threads, or every question, as the file says; a listed bot by mention."""
    echo = next(person for person in cast.others() if person.bot)
    pg.workspace.add_person(echo)
    pg.workspace.channel(LEADS).members.append(echo.id)
    bot = pg.workspace.post_as_bot(echo.id, LEADS, "hello")
    path = tmp_path / "policy.toml"
    path.write_text(POLICY.format(bot=pg.messages(LEADS)[-1]["bot_id"]), encoding="utf-8")
    async with bot_in(pg, data, policy=path) as desk:
        asked = pg.ask(VPN)
        question = pg.say(ADA, HELP, VPN)
        chat = pg.say(ADA, HELP, "lunch is ready")
        listed = pg.workspace.post_as_bot(echo.id, LEADS, f"<@{BOT}> {VPN}")
        await desk.answer(GENERAL, asked)
        await desk.answer(HELP, question)
        pg.say(ADA, GENERAL, "and on a Mac?", asked)
        await desk.idle()

        assert 1 == len(pg.answers(GENERAL, asked))
        assert [] == pg.answers(HELP, chat)
        assert 1 == len(desk.finished(LEADS, listed.ts))
        assert [] == desk.finished(LEADS, bot.ts)
