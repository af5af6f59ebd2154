"""Questions asked in a workspace and answered by the whole bot, over real sockets."""

from __future__ import annotations

import pytest

from bot.slack import phrases
from retrieval.errors import LedgerError
from tests.playground import ADA, BEN, BOT, CHLOE, DIRECT, GENERAL, GUS, HELP, PARTNERS, SAM
from tests.scenarios.conftest import Desk, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAVE = "How many weeks of paid parental leave do parents get?"
VPN = "How do I install the VPN client?"


async def test_a_mention_is_answered_in_its_thread(desk: Desk) -> None:
    """One mention, two events, one answer with its quote, source, buttons and trace."""
    ts = desk.pg.ask(LEAVE)
    answer = await desk.answer(GENERAL, ts)
    await desk.idle()

    assert 1 == len(desk.pg.answers(GENERAL, ts))
    assert "26 weeks" in text_of(answer)
    assert "footnote_feedback" in text_of(answer)
    assert payload_of(answer)["trace_id"]
    assert desk.pg.called("assistant.threads.setStatus")
    assert [] == desk.pg.statuses()


async def test_a_direct_message_is_answered_under_itself(desk: Desk) -> None:
    """Two direct messages have an answer each, in a thread of their own."""
    first, second = desk.pg.say(ADA, DIRECT, LEAVE), desk.pg.say(ADA, DIRECT, VPN)

    assert "26 weeks" in text_of(await desk.answer(DIRECT, first))
    assert "self-service portal" in text_of(await desk.answer(DIRECT, second))
    assert (first, second) == tuple(
        one["thread_ts"]
        for one in (*desk.pg.answers(DIRECT, first), *desk.pg.answers(DIRECT, second))
    )


async def test_a_follow_up_needs_no_mention(desk: Desk) -> None:
    """In the bot's thread a reply is a question, with the thread as its history.

    Complaints C26 and C27: after exactly one exchange, and what is searched is more than the reply.
    """
    ts = desk.pg.ask(VPN, BEN)
    await desk.answer(GENERAL, ts)
    reply = desk.pg.say(BEN, GENERAL, "and on a Mac?", ts)
    answer = await desk.answer(GENERAL, reply, ts)
    async with desk.ledger() as ledger:
        trace = await ledger.find(payload_of(answer)["trace_id"])

    (first, second) = trace.question.history
    assert ("user", VPN) == (first.role, first.text)
    assert "assistant" == second.role
    assert second.text.startswith("Install the VPN client from the self-service portal.")
    assert trace.queries
    assert any("vpn" in search.text.lower() for search in trace.queries.searches)


async def test_a_follow_up_before_the_answer_is_heard(desk: Desk) -> None:
    """A reply that comes while the first question is still in work is answered after it."""
    ts = desk.pg.ask(VPN)
    await desk.pg.settled()
    reply = desk.pg.say(ADA, GENERAL, "and on a Mac?", ts)

    await desk.answer(GENERAL, ts)
    await desk.answer(GENERAL, reply, ts)
    assert 2 == len(desk.pg.answers(GENERAL, ts))


async def test_talk_among_colleagues_is_left_alone(desk: Desk) -> None:
    """No row, no call and no message for what is not addressed to the bot."""
    await desk.idle()
    calls = len(desk.pg.calls)
    ts = desk.pg.say(ADA, GENERAL, "lunch?")
    desk.pg.say(BEN, GENERAL, "yes!", ts)
    desk.pg.edit(ADA, GENERAL, ts, "lunch at one?")
    await desk.idle()

    assert [] == desk.pg.answers(GENERAL, ts)
    assert calls == len(desk.pg.calls)


async def test_what_is_not_in_the_pages_is_refused_with_the_nearest(desk: Desk) -> None:
    """A refusal is an answer: it says so, names pages, and can be judged (complaint A5)."""
    ts = desk.pg.ask("Who won the chess championship of 1972?")
    answer = await desk.answer(GENERAL, ts)
    async with desk.ledger() as ledger:
        trace = await ledger.find(payload_of(answer)["trace_id"])

    assert trace.answer is not None
    assert "not_in_context" == trace.answer.outcome
    assert phrases.refusal() in text_of(answer)
    assert phrases.nearest() in text_of(answer)
    assert trace.answer.nearest
    assert all(f"- {hit.document.title}" in text_of(answer) for hit in trace.answer.nearest)
    assert "footnote_feedback" in text_of(answer)


@pytest.mark.parametrize("text", ["", " ", ":wave:", "👋 !?"])
async def test_a_mention_alone_is_told_how_to_ask(desk: Desk, text: str) -> None:
    """Only a mention, or a mention with emoji: one sentence in place, and no search."""
    ts = desk.pg.ask(text)
    answer = await desk.answer(GENERAL, ts)

    assert "" == payload_of(answer)["trace_id"]
    assert answer["text"]


@pytest.mark.parametrize(("channel", "before"), [(GENERAL, f"<@{BOT}> "), (DIRECT, "")])
async def test_a_file_is_not_read_and_that_is_said(desk: Desk, channel: str, before: str) -> None:
    """A question with a file is answered by its text, with a note; no mention is sent besides."""
    ts = desk.pg.say(ADA, channel, f"{before}{LEAVE}", files=("photo.png",))
    answer = await desk.answer(channel, ts)

    assert "26 weeks" in text_of(answer)
    assert "file" in text_of(answer)


async def test_a_file_alone_is_not_read_and_that_is_said(desk: Desk) -> None:
    """A mention with a file and no text: how to ask, and that the file was not read."""
    ts = desk.pg.say(ADA, GENERAL, f"<@{BOT}>", files=("photo.png",))
    answer = await desk.answer(GENERAL, ts)

    assert phrases.note("files_unread", "photo.png") in text_of(answer)


async def test_a_text_file_alone_is_what_is_asked(desk: Desk) -> None:
    """A mention with a file and no text: what the file says is answered."""
    ts = desk.pg.say(ADA, GENERAL, f"<@{BOT}>", files=(("pasted.txt", LEAVE.encode()),))
    answer = await desk.answer(GENERAL, ts)

    assert "26 weeks" in text_of(answer)
    assert "not read" not in text_of(answer)


async def test_a_broadcast_in_a_question_notifies_nobody(desk: Desk) -> None:
    """What was asked with <!channel> is answered without it; what is repeated of it is text."""
    ts = desk.pg.ask(f"<!channel> {LEAVE}")
    answer = await desk.answer(GENERAL, ts)
    before = len(desk.pg.whispers(BEN))
    desk.pg.command(BEN, GENERAL, f"/footnote {LEAVE} (for <!subteam^S0001>)")
    said = await desk.pg.wait_for(lambda: desk.pg.whispers(BEN)[before:])

    assert "<!" not in text_of(answer)
    assert "(for &lt;!subteam^S0001&gt;)" in said[0]["text"]
    assert "<!" not in said[0]["text"]


async def test_a_question_of_forty_thousand_characters_is_cut(desk: Desk) -> None:
    """The answer says that the question was cut."""
    ts = desk.pg.ask(f"{LEAVE} " + "paid leave " * 3_500)
    answer = await desk.answer(GENERAL, ts)

    assert phrases.note("question_cut", "4000") in text_of(answer)


async def test_an_edit_is_not_answered_again(desk: Desk) -> None:
    """Whoever edits an answered question is told, alone, to ask again."""
    ts = desk.pg.ask(LEAVE, BEN)
    await desk.answer(GENERAL, ts)
    desk.pg.edit(BEN, GENERAL, ts, f"<@{BOT}> {VPN}")
    await desk.idle()

    assert 1 == len(desk.pg.answers(GENERAL, ts))
    assert any("again" in text_of(one) for one in desk.pg.whispers(BEN))


async def test_an_edit_that_brings_the_mention_is_a_question(desk: Desk) -> None:
    """A message that gains its first mention is answered, once."""
    ts = desk.pg.say(ADA, GENERAL, LEAVE)
    desk.pg.edit(ADA, GENERAL, ts, f"<@{BOT}> {LEAVE}")

    assert "26 weeks" in text_of(await desk.answer(GENERAL, ts))
    await desk.idle()
    assert 1 == len(desk.pg.answers(GENERAL, ts))


async def test_a_redelivered_question_is_answered_once(desk: Desk) -> None:
    """Every event about a message comes three times, before and after the answer: one row."""
    before = await desk.taken(BEN)
    ts = desk.pg.ask(LEAVE, BEN)
    assert 2 <= desk.pg.redeliver(ts)
    await desk.answer(GENERAL, ts)
    desk.pg.redeliver(ts)
    await desk.idle()

    assert 1 == len(desk.pg.answers(GENERAL, ts))
    assert 1 == await desk.taken(BEN) - before


async def test_a_deleted_question_has_no_answer(desk: Desk) -> None:
    """A question that is deleted at once leaves no message, no status and no unfinished row."""
    ts = desk.pg.ask(LEAVE)
    desk.pg.delete(ADA, GENERAL, ts)
    await desk.idle()

    assert [] == desk.pg.answers(GENERAL, ts)
    assert [] == desk.pg.statuses()


async def test_ten_questions_in_a_second_are_all_answered(desk: Desk) -> None:
    """From one person, at once: each is answered once, and no status is left standing."""
    asked = [desk.pg.ask(f"{LEAVE} ({number})", CHLOE, HELP) for number in range(10)]
    for ts in asked:
        await desk.answer(HELP, ts, seconds=60)
    await desk.idle()

    assert [1] * 10 == [len(desk.pg.answers(HELP, ts)) for ts in asked]
    assert [] == desk.pg.statuses()


@pytest.mark.parametrize(("user", "channel"), [(GUS, HELP), (SAM, PARTNERS), (ADA, PARTNERS)])
async def test_who_or_where_is_not_allowed_is_told_so(desk: Desk, user: str, channel: str) -> None:
    """A guest, somebody from outside, a channel that outsiders read: a word in private alone.

    Nothing is shown to the others who read along, and a second question that day says it once.
    """
    for _ in range(2):
        ts = desk.pg.ask(LEAVE, user, channel)
        await desk.idle()
    (told,) = await desk.pg.wait_for(lambda: desk.pg.whispers(user, channel))

    assert "I do not answer" in told["text"] or "I answer only" in told["text"]
    assert [] == desk.pg.answers(channel, ts)
    assert [] == desk.pg.statuses()


async def test_a_trace_of_every_answer_is_kept(desk: Desk) -> None:
    """The trace id of a message leads to its trace; another does not."""
    answer = await desk.answer(GENERAL, desk.pg.ask(VPN))
    async with desk.ledger() as ledger:
        trace = await ledger.find(payload_of(answer)["trace_id"])
        with pytest.raises(LedgerError):
            await ledger.find("0" * 12)

    assert VPN == trace.question.text
    assert (ADA, GENERAL) == (trace.question.asker, trace.question.place)
