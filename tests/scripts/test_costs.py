"""`scripts.costs`: what the models cost, by day, collection and stage."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Charge
from retrieval.values import Draft, Price, Queries, Question, Scope, Trace, Usage
from scripts import costs

DAY, NEXT = datetime(2026, 1, 2, 23, tzinfo=UTC), datetime(2026, 1, 3, 1, tzinfo=UTC)
PAID = Usage(1_000, 600, 50, cost=0.002, currency="USD", model="large")
UNPRICED = Usage(100, 0, 5, estimated=True, model="small")


def charge(usage: Usage, stage: str = "write", asked: datetime = DAY, *where: str) -> Charge:
    """Return a charge of one question."""
    return Charge("t", asked, where or ("docs",), stage, usage)


def test_charges_are_added_up_by_day_collection_stage_and_model() -> None:
    """Each line has its calls, its tokens, the cached share and its cost."""
    lines = costs.summed(
        [charge(PAID), charge(PAID), charge(PAID, "write", NEXT), charge(PAID, "write", DAY, "hr")],
        {},
    )

    assert [("2026-01-02", "docs", 2), ("2026-01-02", "hr", 1), ("2026-01-03", "docs", 1)] == [
        (line.day, line.collection, line.calls) for line in lines
    ]
    assert (2_000, 0.6, 100, 0.004) == (
        lines[0].prompt_tokens,
        lines[0].cached_share,
        lines[0].completion_tokens,
        lines[0].cost,
    )


def test_what_has_no_price_is_said_and_is_no_part_of_a_sum() -> None:
    """An unknown cost is not nothing."""
    lines = costs.summed([charge(PAID), charge(UNPRICED)], {})
    totals = costs.total(lines)

    assert [("", 0.0, 1), ("USD", 0.002, 0)] == [
        (line.currency, line.cost, line.unpriced) for line in totals
    ]
    assert "no price" in costs.table(lines)[-1]
    assert "~100" in costs.table(lines)[-1]


def test_a_price_that_was_set_later_counts() -> None:
    """A question that was asked before the table had its model is priced by the table of now."""
    prices = {"small": Price(10.0, 1.0, 100.0, "EUR"), "large": Price(9.0, 9.0, 9.0, "EUR")}
    lines = costs.summed([charge(UNPRICED), charge(PAID)], prices)

    assert [("large", "USD", 0.002), ("small", "EUR", 0.0015)] == [
        (line.model, line.currency, line.cost) for line in lines
    ]


def test_a_name_cannot_forge_a_line() -> None:
    """A model's name with a line break stays on its line."""
    lines = costs.table(costs.summed([charge(Usage(1, model="a\nb"))], {}))

    assert 2 == len(lines)


Run = Callable[..., Any]


@pytest.fixture(name="ran")
async def _ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Return what runs the command over a ledger with one question of each of two days."""
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path}/ledger.db"
    monkeypatch.setenv("DATABASE_URL", url)
    question = Question("q", Scope(("docs",)))
    async with Ledger.open(url) as ledger:
        for name, asked in (("a", DAY), ("b", NEXT)):
            queries = Queries(question, "q", (), "small", usage=UNPRICED)
            draft = Draft("large", "answered", (), usage=PAID)
            trace = Trace(name, asked.isoformat(), "", question, queries=queries, draft=draft)
            await ledger.record(trace)

    async def run(*options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["costs", *options])
        code = await costs.main()
        return (code, *capsys.readouterr())

    return run


async def test_the_table_is_printed_with_its_totals(ran: Run) -> None:
    """A line a day, collection and stage, the totals last, and which model has no price."""
    code, out, err = await ran()
    rows: Sequence[Sequence[str]] = [line.split() for line in out.splitlines()]

    assert 0 == code
    assert ["day", "collection", "stage", "model", "calls", "in", "cached", "out", "cost"] == rows[
        0
    ]
    assert ["2026-01-02", "docs", "rewrite", "small"] == rows[1][:4]
    assert ["total", "2", "2000", "60%", "100", "0.0040", "USD"] == rows[-1]
    assert "No price is known of small" in err


async def test_a_span_of_days_includes_both(ran: Run) -> None:
    """`--until` is the last day that counts."""
    for options, days in (
        (("--since", "2026-01-03"), {"2026-01-03"}),
        (("--until", "2026-01-02"), {"2026-01-02"}),
        (("--since", "2026-01-02", "--until", "2026-01-03"), {"2026-01-02", "2026-01-03"}),
    ):
        _, out, _ = await ran(*options, "--json")
        assert days == {line["day"] for line in json.loads(out)["lines"]}


async def test_no_charge_is_said(ran: Run) -> None:
    """An empty span is no error, and prints an empty list as JSON."""
    code, out, err = await ran("--since", "2030-01-01")
    _, printed, _ = await ran("--since", "2030-01-01", "--json")

    assert (0, "") == (code, out)
    assert "No model was charged for" in err
    assert {"lines": [], "totals": []} == json.loads(printed)


async def test_a_day_that_is_none_is_used_wrongly(ran: Run) -> None:
    """It leaves with 2, and says what a day looks like."""
    with pytest.raises(SystemExit) as left:
        await ran("--since", "yesterday")

    assert 2 == left.value.code


@pytest.mark.parametrize("since", ["0001-01-01", "2026-01-03", "9999-12-31"])
async def test_the_last_day_that_there_is_ends_a_span(ran: Run, since: str) -> None:
    """No day follows it, and none need; the first day that there is begins one."""
    code, out, _ = await ran("--since", since, "--until", "9999-12-31", "--json")

    days = {"0001-01-01": {"2026-01-02", "2026-01-03"}, "2026-01-03": {"2026-01-03"}}
    assert 0 == code
    assert days.get(since, set()) == {line["day"] for line in json.loads(out)["lines"]}


async def test_a_span_that_ends_before_it_begins_is_used_wrongly(
    ran: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """It leaves with 2 and says what is wrong, where an empty list would be taken for no cost."""
    with pytest.raises(SystemExit) as left:
        await ran("--since", "2026-01-03", "--until", "2026-01-02")

    assert 2 == left.value.code
    assert "--since must not be later than --until" in capsys.readouterr().err
