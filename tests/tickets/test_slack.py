"""Tests of retrieval/tickets/slack.py: messages by way of the outbox, each once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.tickets.slack import SlackTickets
from tests.fakes.clock import FakeClock


async def test_a_ticket_is_a_message_and_its_end_an_answer_below(tmp_path: Path) -> None:
    """Opened twice it is there once; closed, its thread says so."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        tickets = SlackTickets(ledger.outbox, "C1", "T1")
        opened = [await tickets.open("drop-1", "Fell", "Body") for _ in range(2)]
        (message,) = await ledger.outbox.due(seconds=60)
        await ledger.outbox.sent(message, "C1:17.0")
        await tickets.close("drop-1", opened[0].ref, "Back.")
        (closing,) = await ledger.outbox.due(seconds=60)
        found, said = await tickets.find("drop-1"), await tickets.reach()

    assert ["C1", "C1"] == [one.ref for one in opened]
    assert ("C1", "**Fell**\nBody") == (message.payload["to"], message.payload["text"])
    assert ("Closed: Back.", "17.0") == (closing.payload["text"], closing.payload["thread"])
    assert [True, True] == [one.payload.get("within") for one in (message, closing)]
    assert (None, "messages to C1") == (found, said)


async def test_a_ticket_that_outlives_its_notice_is_named_when_it_closes(tmp_path: Path) -> None:
    """The outbox has forgotten where its message stands."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db", clock=clock) as ledger:
        tickets = SlackTickets(ledger.outbox, "C1", "T1")
        opened = await tickets.open("drop-1", "Fell", "Body")
        (message,) = await ledger.outbox.due(seconds=60)
        await ledger.outbox.sent(message, "C1:17.0")
        await ledger.outbox.purge(clock.now() + timedelta(days=8))
        await tickets.close("drop-1", opened.ref, "Back.")
        (closing,) = await ledger.outbox.due(seconds=60)

    assert "drop-1 is closed: Back." == closing.payload["text"]
    assert "thread" not in closing.payload
