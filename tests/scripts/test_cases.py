"""Tests of scripts/cases.py: what people disliked, listed, shown and exported."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import CaseMissing, CaseUnfit, InputError
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from scripts import cases as command
from tests.scripts.conftest import Run
from tests.test_tracing import QUESTION, TRACE

SAME = (
    "When are salaries paid?",
    "when are salaries PAID",
    "When is the salary paid?",
    "Where do I park?",
)


async def test_nothing_is_a_sentence(run_cases: Run) -> None:
    """Without cases there is nothing to list or to export, which is no failure."""
    assert "There are no cases. One is made" in await run_cases("list")
    assert "[]" == (await run_cases("list", "--json")).strip()
    assert "There are no cases to export." in await run_cases("export")
    assert "No two cases seem to ask the same." in await run_cases("merge")


async def test_a_case_takes_over_the_label_of_what_is_folded_into_it(
    run_cases: Run, tmp_path: Path
) -> None:
    """It is said, and only where it happens."""
    rows = [{"id": f"c{n}", "question": text} for n, text in enumerate(SAME)]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    await run_cases("import", "in.jsonl")
    await run_cases("label", "c1", "--refuse")
    told = [await run_cases("merge", case, "c0") for case in ("c1", "c2")]

    assert ["c1 is folded into c0.", "c0 has taken over what is right about it."] == (
        told[0].strip().splitlines()
    )
    assert "c2 is folded into c0." == told[1].strip()


@pytest.mark.usefixtures("disliked")
async def test_cases_are_listed_newest_first(run_cases: Run) -> None:
    """A line each, with id, date, state, outcome, place and question."""
    ccc, abb, aaa = (await run_cases("list")).splitlines()

    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert f"abb  {today}  complaint  new  answered  T1:C1  Question abb?" == abb
    assert ("ccc", "withdrawn") == (ccc.split()[0], ccc.split()[3])
    assert aaa.startswith("aaa")


@pytest.mark.usefixtures("disliked")
async def test_a_list_can_be_narrowed(run_cases: Run) -> None:
    """By state, and to so many; what is left out is said."""
    assert ["abb", "aaa"] == [
        line.split()[0] for line in (await run_cases("list", "--state", "new")).splitlines()
    ]
    short = await run_cases("list", "--most", "1")
    assert short.startswith("ccc")
    assert "more than these 1" in short


@pytest.mark.usefixtures("disliked")
async def test_a_list_is_drawn_for_a_terminal(
    run_cases: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal it is a table."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    drawn = await run_cases("list")

    assert "━" in drawn
    assert "Question abb?" in drawn


@pytest.mark.usefixtures("disliked")
async def test_a_case_is_shown_whole(run_cases: Run) -> None:
    """Who, where, thread, answer, proof, hits, versions, and how to see every hop."""
    text = await run_cases("show", "ab")

    for told in (
        "case: abb, complaint, new, made",
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
    assert "nobody any more" in await run_cases("show", "ccc")
    assert 12 == len(json.loads(await run_cases("show", "abb", "--json"))["content"]["hits"])


@pytest.mark.usefixtures("disliked")
async def test_a_case_that_is_not_there(run_cases: Run) -> None:
    """An unknown id is a sentence, and so is a start that several have."""
    with pytest.raises(CaseMissing, match="no case zz"):
        await run_cases("show", "zz")
    with pytest.raises(CaseMissing, match="Several cases begin with a: aaa, abb"):
        await run_cases("show", "a")


@pytest.mark.usefixtures("disliked")
async def test_a_case_is_labelled(run_cases: Run) -> None:
    """Each part that is named is said anew, the others stay."""
    text = await run_cases("label", "ab", "--right", "docs:pay.md", "--must-say", "25|twenty-fifth")
    kept = await run_cases("label", "abb", "--state", "kept", "--note", "was wrong twice", "--json")
    cleared = json.loads(await run_cases("label", "abb", "--clear", "--refuse", "--json"))["label"]

    assert "  page: docs:pay.md" in text
    assert "  must say: 25 or twenty-fifth" in text
    assert "scripts.cases labelled" in text
    assert ("kept", ["docs:pay.md"], "was wrong twice") == (
        json.loads(kept)["state"],
        json.loads(kept)["label"]["right"],
        json.loads(kept)["label"]["note"],
    )
    assert ([], False, "") == (cleared["right"], cleared["answerable"], cleared["note"])


@pytest.mark.usefixtures("disliked")
async def test_a_page_that_nobody_knows_is_refused(run_cases: Run) -> None:
    """A link of no page, a path of no page, a page of no collection; one named whole is taken."""
    for page in ("https://wiki.example/no", "hr:pay.md", "nosuchpage.md"):
        with pytest.raises(InputError, match="is named"):
            await run_cases("label", "abb", "--right", page)
    taken = await run_cases("label", "abb", "--right", "docs:gone.md")
    assert "  page: docs:gone.md" in taken
    assert "docs:gone.md is not indexed. It is taken as right all the same." in taken


@pytest.mark.usefixtures("disliked")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--refuse", "--right", "docs:a.md"], "--refuse says that no page answers"),
        (["--refuse", "--expected", "Yes."], "--refuse says that no page answers"),
        (["--must-say", ""], "What --must-say is given is empty"),
        (["--must-say", "25|"], "What --must-say is given is empty"),
        (["--must-not-say", " "], "What --must-not-say is given is empty"),
        (["--expected", ""], "What --expected is given is empty"),
        (["--right", ""], "What --right is given is empty"),
        (["--note", " "], "What --note is given is empty"),
    ],
)
async def test_a_label_that_contradicts_itself_is_refused(
    run_cases: Run, words: list[str], said: str
) -> None:
    """And nothing is changed: neither the state, nor the label that was there."""
    label = ("--right", "docs:pay.md", "--expected", "On the 25th.", "--must-say", "25")
    await run_cases("label", "abb", *label)
    before = json.loads(await run_cases("show", "abb", "--json"))
    with pytest.raises(InputError, match=said):
        await run_cases("label", "abb", *words)
    after = json.loads(await run_cases("show", "abb", "--json"))

    assert (before["state"], before["label"]) == (after["state"], after["label"])


async def test_a_long_question_is_cut_where_it_is_printed(run_cases: Run, tmp_path: Path) -> None:
    """In lists, and shown; whole as JSON. One longer than is asked is not imported."""
    asked = "Why? " * 780
    rows = [{"id": f"c{n}", "question": f"{asked}{n}", "gold_docs": ["a.md"]} for n in range(2)]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    said = await run_cases("import", "in.jsonl", "--collection", "hr")
    lists = [(await run_cases(*words)).splitlines() for words in (["list"], ["merge"])]
    shown = (await run_cases("show", "c0")).splitlines()
    whole = json.loads(await run_cases("show", "c0", "--json"))["content"]["question"]
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "d", "question": "x" * 4001}), "utf-8")

    assert "The collection hr is not indexed: its cases cannot be asked yet." in said
    assert all(len(line) < 400 for lines in lists for line in lines)
    assert 1_900 < max(map(len, shown)) < 2_100
    assert f"{asked}0" == whole
    with pytest.raises(InputError, match="line 1: the question has 4,001 characters"):
        await run_cases("import", "in.jsonl")


@pytest.mark.usefixtures("disliked")
async def test_dropping_needs_a_reason(run_cases: Run) -> None:
    """Whoever meets the case later wants to know."""
    with pytest.raises(CaseUnfit, match="Say why"):
        await run_cases("label", "abb", "--state", "dropped")
    await run_cases("label", "abb", "--state", "dropped", "--note", "no question")

    assert ["aaa"] == [
        o.split()[0] for o in (await run_cases("list", "--state", "standing")).splitlines()
    ]


async def test_cases_that_ask_the_same_are_merged(run_cases: Run, tmp_path: Path) -> None:
    """They are told of, folded one by one or all that are worded the same, and unfolded."""
    rows = [{"id": f"c{n}", "question": text} for n, text in enumerate(SAME)]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    await run_cases("import", "in.jsonl")
    told = await run_cases("merge")
    shown = await run_cases("show", "c0")
    near = await run_cases("merge", "c2", "c0")
    same = json.loads(await run_cases("merge", "--same", "--json"))
    listed = await run_cases("list")
    undone = await run_cases("merge", "--undo", "c2")

    assert ["c0", "c1", "c2"] == [row.split()[0] for row in told.splitlines()[:3]]
    assert "cases that seem to ask the same" in shown
    assert "c2 is folded into c0." in near
    assert [{"stays": "c0", "others": ["c1"], "same": True}] == same
    assert ["c0", "c3"] == sorted(row.split()[0] for row in listed.splitlines())
    assert "(+2)" in listed
    assert "c2 stands by itself again." in undone
    assert "No two cases seem to ask the same" in await run_cases("merge", "--same")


@pytest.mark.usefixtures("disliked")
async def test_what_moves_the_cursor_is_written_out(run_cases: Run, tmp_path: Path) -> None:
    """An escape sequence or a lone surrogate in a question reaches neither terminal nor file."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        question = replace(QUESTION, text="\x1b[2Jgone\ud800")
        await ledger.record(replace(TRACE, id="odd", question=question))
        now = datetime.now(UTC)
        await ledger.feedback.give(Opinion("odd", "U2", -1, "button", "T1:C1", now))
    printed = await run_cases("list") + await run_cases("show", "odd")

    assert "\x1b" not in printed
    assert "\\u001b[2Jgone\\ud800" in printed


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["show"],
        ["list", "--state", "old"],
        ["list", "--most", "0"],
        ["list", "--x"],
        ["merge", "a"],
    ],
)
async def test_wrong_use_exits_with_two(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be understood is told by argparse."""
    monkeypatch.setattr(sys, "argv", ["cases", *words])
    with pytest.raises(SystemExit) as caught:
        await command.main()

    assert 2 == caught.value.code
