"""What is posted for a question is noted in its row, and kept once there is an answer."""

from __future__ import annotations

from bot.slack.desk import Exchange, keep, open_reply
from bot.slack.reply import Posted
from retrieval.ledger.ledger import Ledger
from tests.fakes.desk import ASKED, GIVEN, a_desk, leased_work, working_slack


async def test_a_message_is_noted_before_the_answer_is_known(ledger: Ledger) -> None:
    """Whoever takes the question over finds the message in the row."""
    desk = a_desk(ledger, working_slack())
    exchange = Exchange(ASKED, await leased_work(ledger))
    reply = open_reply(desk, exchange)
    await reply.say("One moment.")
    await reply.close()

    assert ["6.0"] == exchange.work.noted["ts"]
    assert exchange.posted is not None
    assert None is await ledger.postings.of_question("T1", "C1", "5.0")


async def test_where_an_answer_stands_is_kept(ledger: Ledger) -> None:
    """Under the trace of the answer, with who asked and how it ended."""
    exchange = Exchange(ASKED, await leased_work(ledger), answer=GIVEN)
    await keep(a_desk(ledger, working_slack()), exchange, Posted("C1", ("6.0", "7.0")))
    posting = await ledger.postings.find("T1", "C1", "7.0")

    assert posting is not None
    assert ("t1", "UANN", "5.0", "answered") == (
        posting.trace_id,
        posting.asker,
        posting.question_ts,
        posting.outcome,
    )
