"""The answer as people and as programs read it."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

import pytest

from retrieval.answer.rewrite import rewrite
from retrieval.errors import InputError, StoreUnavailable
from retrieval.values import (
    Answer,
    Candidates,
    Citation,
    Outcome,
    Question,
    VerifiedClaim,
)
from scripts import ask, ingest
from tests.fakes.team import OPEN, facts

PAGE = facts("leave.md", "Leave", verified=date(2025, 6, 1), owner="#people")
CITED = Citation("S1", PAGE, "**26 weeks** of leave", 10, 31, "c1", "h1", "How long", "how-long")


def _answer(**more: object) -> Answer:
    given: dict[str, object] = {
        "outcome": Outcome.ANSWERED,
        "claims": (VerifiedClaim("26 weeks of leave.", (CITED,)),),
        "sources": (),
        "nearest": (),
        "notes": (),
        "trace_id": "abc123",
        "seconds": 0.25,
    }
    return Answer(**{**given, **more})  # type: ignore[arg-type]


async def test_json_has_the_stable_fields() -> None:
    """Other programs read these names."""
    queries = await rewrite(Question("How much leave?", OPEN), None, {})

    found = ask.as_json(_answer(), queries)

    assert [
        "outcome",
        "text",
        "claims",
        "sources",
        "nearest",
        "notes",
        "standalone",
        "queries",
        "trace_id",
        "seconds",
    ] == list(found)
    assert {
        "document": "leave.md",
        "heading": "How long",
        "url": "",
        "quote": "**26 weeks** of leave",
        "last_verified": "2025-06-01",
    } == found["claims"][0]["citations"][0]


@pytest.fixture(name="indexed")
def _indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test, with a page to index."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "vpn.md").write_text("# VPN\n\nThe VPN client is in the portal.\n")
    return tmp_path


async def test_what_was_searched_is_told_as_it_was_meant() -> None:
    """A program reads the words that were searched, not the slip."""
    watch = ask._Watch(show=False)
    await watch(await rewrite(Question("How many vaccation days?", OPEN), None, {}))
    await watch(Candidates((), respelt=(("vaccation", "vacation"),)))

    found = ask.as_json(_answer(), watch.queries)

    assert "How many vacation days?" == found["standalone"]
    assert ["How many vacation days?"] == found["queries"]


async def _run(command: object, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["x", *arguments])
    return await command.main()  # type: ignore[attr-defined,no-any-return]


async def test_the_commands_index_and_answer(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`ingest` then `ask`: exit code 0, the answer and its trace on standard output."""
    assert 0 == await _run(ingest, monkeypatch, "pages")
    assert "1 seen, 1 new" in capsys.readouterr().out
    assert 0 == await _run(ask, monkeypatch, "Where is the VPN client?", "--trace")

    told = capsys.readouterr().out
    assert "The VPN client is in the portal" in told
    assert "trace " in told


@pytest.mark.parametrize(
    "question", ['"unbalanced', "title: NEAR(x)", "C++ OR *", "支払いの更新", "a" * 40_000]
)
async def test_any_question_ends_in_an_answer_or_a_sentence(
    indexed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    question: str,
) -> None:
    """Search syntax, other scripts, emoji and length are just text."""
    await _run(ingest, monkeypatch, "pages", "--quiet")
    code = await _run(ask, monkeypatch, "--", question)

    told = capsys.readouterr()
    assert 0 == code
    assert "Traceback" not in told.out + told.err


@pytest.mark.parametrize("options", [[], ["--trace"], ["--json"]])
async def test_an_answer_whose_ledger_cannot_be_opened(
    indexed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
) -> None:
    """The answer is shown with exit code 0; standard error says why its trace is not kept."""
    await _run(ingest, monkeypatch, "pages", "--quiet")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///nodir/x.db")
    assert 0 == await _run(ask, monkeypatch, "Where is the VPN client?", *options)

    told = capsys.readouterr()
    assert "The VPN client is in the portal" in told.out
    assert 1 == told.err.count("The trace was not kept: The ledger's folder does not exist: nodir.")
    assert 1 == told.err.count("nodir")
    assert "trace_not_kept" not in told.err

    monkeypatch.setenv("FOOTNOTE_LOG_LEVEL", "warning")
    await _run(ask, monkeypatch, "Where is the VPN client?", *options)
    assert "trace_not_kept" in capsys.readouterr().err


async def test_a_server_that_cannot_be_reached_is_said_once(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard error has its sentence, and no line of a log that says the same."""
    monkeypatch.setenv("ELASTICSEARCH_URL", "http://127.0.0.1:1")
    with pytest.raises(StoreUnavailable) as raised:
        await _run(ask, monkeypatch, "Where is the VPN client?")

    assert "cannot be reached at http://127.0.0.1:1" in str(raised.value)
    assert "" == capsys.readouterr().err


async def test_a_folder_that_has_no_collection_of_its_own_is_named(
    indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the command that gives it one, and not by a name that nobody has chosen."""
    await _run(ingest, monkeypatch, "pages", "--quiet")
    with pytest.raises(InputError, match=r"elsewhere is not indexed by itself: run .* --own "):
        await _run(ask, monkeypatch, "--docs", "elsewhere", "Where is the VPN client?")


@pytest.mark.parametrize("question", ["  ", "🙂", '"', "?!"])
async def test_a_question_without_words_is_wrong_use(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Nothing asked leaves with 2."""
    with pytest.raises(SystemExit) as left:
        await _run(ask, monkeypatch, "--", question)

    assert 2 == left.value.code


@pytest.mark.parametrize("damaged", ["asked", "docs", "team"])
async def test_a_damaged_collection_keeps_none_of_the_others_from_answering(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damaged: str,
) -> None:
    """The answer comes from a healthy one, and a note names the file that is damaged alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# Leave\n\nParents get 26 weeks of paid leave.\n")
    for collection in ("asked", "docs", "team"):
        monkeypatch.setattr(sys, "argv", ["ingest", "pages", "--quiet", "--collection", collection])
        assert 0 == await ingest.main()
    path = tmp_path / "data" / "index" / f"{damaged}.0001.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:20_000] + b"\xa5" * (len(whole) - 20_000))
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["ask", "How many weeks of leave do parents get?", "--json"])
    code = await ask.main()
    said = json.loads(capsys.readouterr().out)

    assert (0, "answered") == (code, said["outcome"])
    (note,) = [one["subject"] for one in said["notes"] if one["kind"] == "search_degraded"]
    assert note.startswith(f"'{damaged}' could not be searched: The index {path} is damaged.")
    assert 1 == note.count(".0001.db")
