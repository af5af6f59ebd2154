"""Tests of retrieval/tickets/slack.py: messages by way of the outbox, each once."""

from __future__ import annotations

from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.tickets.slack import SlackTickets


async def test_a_ticket_is_a_message_and_its_end_an_answer_below(tmp_path: Path) -> None:
    """Opened twice it is there once; closed, its thread says so."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        tickets = SlackTickets(ledger.outbox, "C1", "T1")
        opened = [await tickets.open("drop-1", "Fell", "Body") for _ in range(2)]
        (message,) = await ledger.outbox.due(seconds=60)
        await ledger.outbox.sent(message, "C1 17.0")
        where = await ledger.outbox.where("ticket:drop-1")
        await tickets.close("drop-1", opened[0].ref, "Back.")
        (closing,) = await ledger.outbox.due(seconds=60)
        found, said = await tickets.find("drop-1"), await tickets.reach()

    assert ["C1", "C1"] == [one.ref for one in opened]
    assert ("C1", "**Fell**\nBody") == (message.payload["to"], message.payload["text"])
    assert "Closed: Back." == closing.payload["text"]
    assert (where[1] if where else None) == closing.payload.get("thread")
    assert [True, True] == [one.payload.get("within") for one in (message, closing)]
    assert (None, "messages to C1") == (found, said)
