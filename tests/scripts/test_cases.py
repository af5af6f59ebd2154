"""Tests of scripts/cases.py: what people disliked, listed, shown and exported."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.errors import CaseMissing, InputError
from retrieval.learn.questions import load
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from retrieval.values import Ranked, Turn
from scripts import cases as command
from scripts import evaluate
from tests.test_tracing import QUESTION, RANKED, TRACE

Run = Callable[..., Awaitable[str]]


@pytest.fixture(name="run")
def _run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run the command and return what it printed on both streams."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/ledger.db")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    async def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["cases", *words])
        assert 0 == await command.main()
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


@pytest.fixture(name="disliked")
async def _disliked(run: Run, tmp_path: Path) -> Ledger:
    """Three disliked answers, the last one's dislike taken back."""
    now = datetime.now(UTC)
    thread = (Turn("user", "We have a VPN.\nRight?"), Turn("assistant", "Yes."))
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for number, name in enumerate(("aaa", "abb", "ccc")):
            question = replace(QUESTION, text=f"Question {name}?", history=thread)
            ranked = Ranked((RANKED,) * 12, (), "identity")
            queries = replace(TRACE.queries, question=question, standalone=question.text)  # type: ignore[type-var]
            trace = replace(TRACE, id=name, question=question, ranked=ranked, queries=queries)
            await ledger.record(trace)
            given = now + timedelta(seconds=number)
            await ledger.feedback.give(Opinion(name, "U2", -1, "button", "T1:C1", given))
        await ledger.feedback.withdraw("ccc", "U2", source="button", value=-1)
        return ledger


async def test_nothing_is_a_sentence(run: Run) -> None:
    """Without cases there is nothing to list or to export, which is no failure."""
    assert "There are no cases. One is made" in await run("list")
    assert "[]" == (await run("list", "--json")).strip()
    assert "There are no cases to export." in await run("export")


@pytest.mark.usefixtures("disliked")
async def test_cases_are_listed_newest_first(run: Run) -> None:
    """A line each, with id, date, state, outcome, place and question."""
    ccc, abb, aaa = (await run("list")).splitlines()

    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert f"abb  {today}  new  answered  T1:C1  Question abb?" == abb
    assert ("ccc", "withdrawn") == (ccc.split()[0], ccc.split()[2])
    assert aaa.startswith("aaa")


@pytest.mark.usefixtures("disliked")
async def test_a_list_can_be_narrowed(run: Run) -> None:
    """By state, and to so many; what is left out is said."""
    assert ["abb", "aaa"] == [
        line.split()[0] for line in (await run("list", "--state", "new")).splitlines()
    ]
    short = await run("list", "--most", "1")
    assert short.startswith("ccc")
    assert "more than these 1" in short


@pytest.mark.usefixtures("disliked")
async def test_a_list_is_drawn_for_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal it is a table."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    drawn = await run("list")

    assert "━" in drawn
    assert "Question abb?" in drawn


@pytest.mark.usefixtures("disliked")
async def test_a_case_is_shown_whole(run: Run) -> None:
    """Who, where, thread, answer, proof, hits, versions, and how to see every hop."""
    text = await run("show", "ab")

    for told in (
        "case: abb, new, made",
        "where: T1:C1",
        "disliked by: U2",
        "question: Question abb?",
        "  user: We have a VPN. Right?",
        "  Secret question? (asked)",
        "outcome: answered",
        "  Secret claim",
        '  claim 1: "Secret" a.md',
        "  1. a.md chunk digest score 0.5000 (words 1)",
        "  and 2 more (--json has them)",
        "  S1 a.md",
        "  writer: quoting",
        "python -m scripts.explain abb",
    ):
        assert told in text
    assert "nobody any more" in await run("show", "ccc")
    assert 12 == len(json.loads(await run("show", "abb", "--json"))["content"]["hits"])


@pytest.mark.usefixtures("disliked")
async def test_a_case_that_is_not_there(run: Run) -> None:
    """An unknown id is a sentence, and so is a start that several have."""
    with pytest.raises(CaseMissing, match="no case zz"):
        await run("show", "zz")
    with pytest.raises(CaseMissing, match="Several cases begin with a: aaa, abb"):
        await run("show", "a")


@pytest.mark.usefixtures("disliked")
async def test_an_export_is_a_questions_file(run: Run, tmp_path: Path) -> None:
    """Standing cases become questions, oldest first, with thread and wording, and no person."""
    said = await run("export", "--out", "cases.jsonl")
    first, second = load(tmp_path / "cases.jsonl")
    printed = await run("export", "--state", "all")

    assert "2 in cases.jsonl. Add gold_docs" in said
    assert ("aaa", "abb") == (first.id, second.id)
    assert ("Question abb?", "Question abb?") == (second.text, second.standalone)
    assert ("user", "assistant") == tuple(turn.role for turn in second.history)
    assert (None, "", ()) == (second.answerable, second.answer, second.gold)
    assert 3 == len(printed.splitlines())
    assert "U2" not in printed


@pytest.mark.usefixtures("disliked")
async def test_an_export_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    """A folder in the file's place is a sentence."""
    with pytest.raises(InputError, match="cannot be written"):
        await run("export", "--out", str(tmp_path))


@pytest.mark.usefixtures("disliked")
async def test_an_export_can_be_evaluated_before_it_has_gold_pages(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines without a right page are asked; the report says that they are not measured."""
    await run("export", "--out", "cases.jsonl")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "vpn.md").write_text("# VPN\n\nThe VPN client is on the portal.\n")
    report = tmp_path / "report.json"
    monkeypatch.setattr(sys, "argv", ["evaluate", "cases.jsonl", "--json", str(report)])
    code = await evaluate.main()

    assert 0 == code
    assert "2 say nothing of what answers them and are only asked" in capsys.readouterr().out
    assert 2 == json.loads(report.read_text())["pooled"]["unlabelled"]


@pytest.mark.usefixtures("disliked")
async def test_what_moves_the_cursor_is_written_out(run: Run, tmp_path: Path) -> None:
    """An escape sequence or a lone surrogate in a question reaches neither terminal nor file."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        question = replace(QUESTION, text="\x1b[2Jgone\ud800")
        await ledger.record(replace(TRACE, id="odd", question=question))
        now = datetime.now(UTC)
        await ledger.feedback.give(Opinion("odd", "U2", -1, "button", "T1:C1", now))
    printed = await run("list") + await run("show", "odd")
    await run("export", "--out", "cases.jsonl")

    assert "\x1b" not in printed
    assert "\\u001b[2Jgone\\ud800" in printed
    assert "\x1b[2Jgone\ud800" == load(tmp_path / "cases.jsonl")[-1].text


@pytest.mark.parametrize(
    "words", [[], ["show"], ["list", "--state", "old"], ["list", "--most", "0"], ["list", "--x"]]
)
async def test_wrong_use_exits_with_two(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be understood is told by argparse."""
    monkeypatch.setattr(sys, "argv", ["cases", *words])
    with pytest.raises(SystemExit) as caught:
        await command.main()

    assert 2 == caught.value.code
