"""Tests of retrieval/ledger/cases.py: that a case outlives what it was made from.

What all cases keep to stands in tests/contracts/test_opinion_contract.py.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from retrieval.configuration import Configuration, describe
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from tests.fakes.clock import FakeClock
from tests.test_configuration import _team
from tests.test_tracing import TRACE


async def test_a_case_keeps_what_was_known_when_it_was_made(tmp_path: Path) -> None:
    """Its content stands in the case itself; texts of the trace may go."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.record(TRACE)
        opinion = Opinion("t1", "U2", -1, "button", "C1", clock.now())
        await ledger.feedback.give(opinion)
        made = await ledger.cases.find("t1")
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection, connection:
            connection.execute("DELETE FROM texts")
        clock.pass_by(5)
        await ledger.feedback.give(replace(opinion, given=clock.now()))
        later = await ledger.cases.find("t1")

    assert made.made == later.made
    assert "Secret claim" == later.content["answer"]
    assert [clock.now().isoformat()] == [told["given"] for told in later.content["persons"]]


async def test_a_case_knows_embedder_and_prompts(tmp_path: Path) -> None:
    """Of the configuration it repeats the embedder and a digest of each prompt."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        used = await ledger.configure({"embedder": "minilm/384", "write_prompt": "Quote.", "k": 6})
        await ledger.record(replace(TRACE, configuration=used))
        await ledger.feedback.give(Opinion("t1", "U2", -1, "button", "C1", FakeClock().now()))
        versions = (await ledger.cases.find("t1")).content["versions"]

    assert ("minilm/384", ["write"]) == (versions["embedder"], list(versions["prompts"]))


async def test_a_case_knows_them_from_a_configuration_as_it_is_recorded_today(
    tmp_path: Path,
) -> None:
    """What the program itself describes is read, with names and prompts in parts of their own."""
    described = {**describe(Configuration(), _team()), "prompts": {"write": "Quote."}}
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        used = await ledger.configure(described)
        await ledger.record(replace(TRACE, configuration=used))
        await ledger.feedback.give(Opinion("t1", "U2", -1, "button", "C1", FakeClock().now()))
        versions = (await ledger.cases.find("t1")).content["versions"]

    assert ("bag", ["write"]) == (
        versions["embedder"],
        list(versions["prompts"]),
    )
