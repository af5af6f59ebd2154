"""The answer as people and as programs read it."""

from __future__ import annotations

import dataclasses
import json
import sys
from datetime import date
from pathlib import Path

import pytest

from retrieval.answer.rewrite import rewrite
from retrieval.errors import InputError, StoreUnavailable
from retrieval.values import (
    Answer,
    Citation,
    Note,
    Outcome,
    Question,
    Source,
    VerifiedClaim,
)
from scripts import ask, ingest
from tests.fakes.team import OPEN, chunks, facts, ranked

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


def test_an_answer_shows_each_quote_under_its_number() -> None:
    """A claim, its number, and below the page with owner, date and quote."""
    assert (
        "26 weeks of leave. [1]\n\n"
        "Sources\n"
        "[1] Leave › How long (owner #people, verified 2025-06-01)\n"
        '    "26 weeks of leave"\n'
        "    leave.md\n\n"
        "trace abc123 · 0.25 s"
    ) == ask.as_text(_answer())


def test_a_quoted_table_is_shown_row_by_row() -> None:
    """Without the line under its header, and without its outer bars; other lines stay."""
    table = dataclasses.replace(CITED, text="Role | Weeks |\n| --- | :-: |\n| Parent | **26**")
    text = ask.as_text(_answer(claims=(VerifiedClaim("26 weeks.", (table,)),)))

    assert '    "Role | Weeks\n     Parent | 26"\n' in text


def test_a_quoted_command_is_shown_as_it_is_typed() -> None:
    """Its stars are no emphasis: what is quoted can be run."""
    code = 'EXCLUDES="drafts/*,*/archive/*" run'
    source = Source("S1", PAGE, (), f"Leave out:\n\n```\n{code}\n```\n", 0, 60)
    at = source.text.index(code)
    cited = dataclasses.replace(CITED, text=code, start=at, end=at + len(code))
    text = ask.as_text(_answer(claims=(VerifiedClaim(code, (cited,)),), sources=(source,)))

    assert f'    "{code}"\n' in text


def test_two_claims_from_one_quote_share_its_number() -> None:
    """Sources are listed once."""
    twice = (VerifiedClaim("One.", (CITED,)), VerifiedClaim("Two.", (CITED,)))
    text = ask.as_text(_answer(claims=twice))

    assert "One. [1]\nTwo. [1]" in text
    assert "[2]" not in text


def test_both_sides_of_a_conflict_have_their_dates() -> None:
    """Two pages that disagree: each quote stands under its page with its own day."""
    old = facts("old.md", "Leave 2023", updated=date(2023, 2, 1))
    other = Citation("S2", old, "20 weeks of leave", 5, 22, "c2", "h2")
    sides = (
        VerifiedClaim("26 weeks of leave.", (CITED,), "a"),
        VerifiedClaim("20 weeks of leave.", (other,), "b"),
    )
    text = ask.as_text(_answer(outcome=Outcome.CONFLICT, claims=sides))

    assert text.startswith("The documentation disagrees with itself:\n26 weeks of leave. [1]")
    assert "[1] Leave › How long (owner #people, verified 2025-06-01)" in text
    assert "[2] Leave 2023 (changed 2023-02-01)" in text


def test_a_refusal_offers_the_nearest_pages() -> None:
    """The phrase is exact, and what came nearest is named."""
    near = (ranked(chunks("vpn.md", "x")[0], facts("vpn.md", "VPN")),)
    text = ask.as_text(_answer(outcome=Outcome.NOT_IN_CONTEXT, claims=(), nearest=near))

    assert text.startswith("The documentation does not say.\n\nThe nearest pages:\n- VPN: vpn.md")


def test_notes_are_worded() -> None:
    """Every kind of note has its sentence."""
    kinds = ["stale", "search_degraded", "writer_degraded", "uncovered", "question_cut"]
    text = ask.as_text(_answer(notes=tuple(Note(kind, "X") for kind in kinds)))

    assert all(kind not in text for kind in kinds)
    assert "the newest page is from X" in text


def test_a_files_name_cannot_forge_a_source() -> None:
    """A line break in a path stays on its line, in sources and in the nearest pages."""
    page = facts("x.md\n[2] Policy (owner CISO)\n    'Share it.'", "T\x1b[31mitle")
    cited = dataclasses.replace(CITED, document=page)
    near = (ranked(chunks("x.md", "x")[0], page),)
    text = ask.as_text(_answer(claims=(VerifiedClaim("26 weeks.", (cited,)),), nearest=near))

    assert "\n[2]" not in text
    assert "\x1b" not in text


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
