"""Tests of scripts/grade.py: one key an answer, back and on, and nothing shown twice."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports.grades import Sample
from scripts import grade
from scripts.grade import Asking, arguments, keys
from tests.test_tracing import TRACE

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SAMPLE = Sample("s1", NOON, NOON, 1, ("t1", "t2", "t3"))


async def _pressed(ledger: Ledger, keys: str, person: str = "ann") -> dict[str, str]:
    """Press keys; return the person's grades."""
    await Asking(ledger, SAMPLE, person, iter(keys)).run()
    given = await ledger.grades.of(SAMPLE.traces)
    return {one.trace_id: one.grade for one in given if one.person == person}


@pytest.fixture(name="url")
async def _url(tmp_path: Path) -> str:
    """The address of a ledger with three answers."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    async with Ledger.open(url) as ledger:
        for name in SAMPLE.traces:
            await ledger.record(replace(TRACE, id=name))
    return url


async def test_one_key_grades_an_answer(url: str) -> None:
    """Other keys do nothing, and each grade makes a case."""
    async with Ledger.open(url) as ledger:
        assert {"t1": "right", "t2": "wrong", "t3": "refuse"} == await _pressed(ledger, "rxwn")
        assert {"t1", "t2", "t3"} == {case.id for case in await ledger.cases.list()}


async def test_back_grades_again_and_skipped_ones_come_again(url: str) -> None:
    """The last grade counts; whoever quits goes on later with what is left."""
    async with Ledger.open(url) as ledger:
        assert {"t1": "wrong", "t2": "partly"} == await _pressed(ledger, "rbwpsbq")
        assert {"t1": "wrong", "t2": "partly", "t3": "right"} == await _pressed(ledger, "r")
        assert {"t1": "right"} == await _pressed(ledger, "r", "bob")


async def test_what_was_graded_is_not_shown_again(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whoever graded it; the end of the input ends it."""
    async with Ledger.open(url) as ledger:
        await _pressed(ledger, "rr")
        capsys.readouterr()
        await _pressed(ledger, "")

    said = capsys.readouterr().out
    assert ("trace t3" in said, "trace t1" in said) == (True, False)
    assert TRACE.question.text in said


async def test_a_report_without_a_sample_says_that_none_was_drawn(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Answers may be there all the same: only where none is does it say so."""
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr("sys.argv", ["grade", "--report"])
    code = await grade.main()

    assert (1, f"{grade.NO_SAMPLE}\n") == (code, capsys.readouterr().err)


@pytest.mark.parametrize("wrong", [["--count", "0"], ["--report", "--slack"]])
def test_used_wrongly_it_says_so(wrong: list[str]) -> None:
    """Exit code 2."""
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args(wrong)

    assert 2 == ended.value.code


def test_keys_are_letters_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody sits at a terminal."""
    monkeypatch.setattr("sys.stdin", io.StringIO("R\n w "))
    found: Iterator[str] = keys()

    assert ["r", "w"] == list(found)
