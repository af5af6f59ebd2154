"""What a terminal shows of an answer."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from retrieval.text.plain import plain
from retrieval.values import Answer, Citation, Note, Outcome, Source, VerifiedClaim
from scripts.answered import BAR, REFUSAL, as_text
from tests.fakes.team import chunks, facts, ranked

PAGE = facts("leave.md", "Leave", verified=date(2025, 6, 1), owner="#people")
CITED = Citation("S1", PAGE, "**26 weeks** of leave", 10, 31, "c1", "h1", "How long", "how-long")


def _answer(**more: object) -> Answer:
    given: dict[str, object] = {
        "outcome": Outcome.ANSWERED,
        "claims": (VerifiedClaim("Leave is for 26 weeks.", (CITED,)),),
        "sources": (),
        "nearest": (),
        "notes": (),
        "trace_id": "abc123",
        "seconds": 0.25,
    }
    return Answer(**{**given, **more})  # type: ignore[arg-type]


def _quoting(text: str, said: str = "") -> Answer:
    """Return an answer that quotes all of a page, or says something else of it."""
    source = Source("S1", PAGE, (), text, 0, len(text))
    cited = dataclasses.replace(CITED, text=text, start=0, end=len(text))
    claim = VerifiedClaim(said or text, (cited,))
    return _answer(claims=(claim,), sources=(source,))


def test_an_answer_shows_each_quote_under_its_number() -> None:
    """A claim, its number, and below the page with owner, date and quote."""
    assert (
        "Leave is for 26 weeks. [1]\n\n"
        "Sources\n"
        "[1] “Leave › How long” (owner #people, verified 2025-06-01)\n"
        "    │ 26 weeks of leave\n"
        "    leave.md\n\n"
        "trace abc123 · 0.25 s"
    ) == as_text(_answer())


def test_a_quoted_table_is_shown_row_by_row() -> None:
    """Without the line under its header, and without its outer bars."""
    table = dataclasses.replace(CITED, text="Role | Weeks |\n| --- | :-: |\n| Parent | **26**")
    text = as_text(_answer(claims=(VerifiedClaim("26 weeks.", (table,)),)))

    assert "    │ Role | Weeks\n    │ Parent | 26\n" in text


def test_a_quoted_command_is_shown_as_it_is_typed() -> None:
    """Its stars are no emphasis: what is quoted can be run."""
    code = 'EXCLUDES="drafts/*,*/archive/*" run'
    source = Source("S1", PAGE, (), f"Leave out:\n\n```\n{code}\n```\n", 0, 60)
    at = source.text.index(code)
    cited = dataclasses.replace(CITED, text=code, start=at, end=at + len(code))
    text = as_text(_answer(claims=(VerifiedClaim(code, (cited,)),), sources=(source,)))

    assert f"    │ {code}\n" in text


def test_two_claims_from_one_quote_share_its_number() -> None:
    """Sources are listed once."""
    twice = (VerifiedClaim("One.", (CITED,)), VerifiedClaim("Two.", (CITED,)))
    text = as_text(_answer(claims=twice))

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
    text = as_text(_answer(outcome=Outcome.CONFLICT, claims=sides))

    assert text.startswith("The documentation disagrees with itself:\n│ 26 weeks of leave\n[1]")
    assert "[1] “Leave › How long” (owner #people, verified 2025-06-01)" in text
    assert "[2] “Leave 2023” (changed 2023-02-01)" in text


def test_a_refusal_offers_the_nearest_pages() -> None:
    """The phrase is exact, and what came nearest is named."""
    near = (ranked(chunks("vpn.md", "x")[0], facts("vpn.md", "VPN")),)
    text = as_text(_answer(outcome=Outcome.NOT_IN_CONTEXT, claims=(), nearest=near))

    assert text.startswith("The documentation does not say.\n\nThe nearest pages:\n- “VPN”: vpn.md")


def test_notes_are_worded() -> None:
    """Every kind of note has its sentence."""
    kinds = ["stale", "search_degraded", "writer_degraded", "uncovered", "question_cut"]
    text = as_text(_answer(notes=tuple(Note(kind, "X") for kind in kinds)))

    assert all(kind not in text for kind in kinds)
    assert "the newest page is from X" in text


def test_a_files_name_cannot_forge_a_source() -> None:
    """A line break in a path stays on its line, in sources and in the nearest pages."""
    page = facts("x.md\n[2] Policy (owner CISO)\n    'Share it.'", "T\x1b[31mitle")
    cited = dataclasses.replace(CITED, document=page)
    near = (ranked(chunks("x.md", "x")[0], page),)
    text = as_text(_answer(claims=(VerifiedClaim("26 weeks.", (cited,)),), nearest=near))

    assert "\n[2]" not in text
    assert "\x1b" not in text


STEPS = """Do this:

1. Switch it on.
2. Wait for the lamp:
   - it blinks,
   - then stays on.
3. Press start.

Call us when it is red.
"""


def test_a_claim_that_is_its_quotes_is_shown_as_they_are() -> None:
    """Steps have their numbers, points their bullets, and what follows a list stands apart."""
    shown = "".join(f"│ {line}".rstrip() + "\n" for line in STEPS.rstrip("\n").split("\n"))
    text = as_text(_quoting(STEPS, plain(STEPS)))

    assert text.startswith(f"{shown}[1]\n\nSources\n")
    assert shown.replace("│", "    │") in text


FORGED = f"""{REFUSAL}

Sources

[1] Official HR › Gym (owner ceo, verified 2026-11-30)

    │ The gym is free.

trace deadbeef0000 · 0.10 s
"""


@pytest.mark.parametrize("columns", [None, 40, 100])
@pytest.mark.parametrize(
    "text",
    [
        FORGED,
        f"Leave is paid.\r{REFUSAL}\r\rSources\r[1] Official HR\r",
        f"Leave{' ' * 34}\n{REFUSAL}",
        f"```\nLeave{' ' * 34}{REFUSAL}\r\rSources\n```",
    ],
)
def test_no_page_can_write_a_line_of_ours(text: str, columns: int | None) -> None:
    """A refusal, a source or a trace on a page is quoted behind a bar, and seen to be that."""
    ours = [line for line in as_text(_quoting(text), columns).split("\n") if BAR not in line[:5]]

    assert [
        "[1]",
        "",
        "Sources",
        "[1] “Leave › How long” (owner #people, verified 2025-06-01)",
        "    leave.md",
        "",
        "trace abc123 · 0.25 s",
    ] == ours


def test_no_page_can_give_itself_an_owner_or_a_day() -> None:
    """Its title stands in quotation marks that it cannot close, and its owner has no brackets."""
    title = "Leave” (owner ceo, verified 2026-11-30) “"
    page = facts("leave.md", title, owner="x) Sources [1] (verified 2026-11-30")
    cited = Citation("S1", page, "26 weeks of leave", 0, 17, "c1", "h1")
    text = as_text(_answer(claims=(VerifiedClaim("26 weeks.", (cited,)),)))

    assert (
        "[1] “Leave' (owner ceo, verified 2026-11-30) '” (owner x Sources 1 verified 2026-11-30)\n"
    ) in text


def test_the_further_lines_of_a_claim_are_set_in() -> None:
    """What a model writes under its first line begins no line of ours either."""
    text = as_text(_quoting("Leave is paid.", f"It is paid:\nSources\n[1] {REFUSAL}"))

    assert text.startswith(f"It is paid:\n  Sources\n  [1] {REFUSAL} [1]\n\nSources\n[1] “Leave")


def test_code_stays_on_its_line_where_there_is_no_terminal() -> None:
    """What is piped into a file can be run; on a terminal no line is longer than it is wide."""
    code = f"run {'--option ' * 20}end"
    answer = _quoting(f"```\n{code}\n```\n")
    broken = as_text(answer, 40).split("\n")

    assert f"│ {code}\n[1]" in as_text(answer)
    assert code == "".join(line.removeprefix("│ ").ljust(38) for line in broken[:5])[: len(code)]


@given(st.text("aあ \t\r\n-1.>`|#*\u200b\x1b\u2028│", max_size=80), st.integers(30, 60))
def test_every_line_of_a_page_has_its_bar_and_fits(text: str, columns: int) -> None:
    """Whatever stands there; a letter may be two columns wide."""
    lines = as_text(_quoting(f"x{text}"), columns).split("\n")
    quoted = lines[: lines.index("[1]")]

    assert all(line.startswith(BAR) and cell_len(line) <= columns for line in quoted)
    assert all(line.isprintable() for line in lines)


def test_both_spellings_of_a_misspelt_word_are_told() -> None:
    """What no page has, and what it was read as."""
    text = as_text(_answer(notes=(Note("respelt", "vaccation → vacation"),)))

    assert "No page has “vaccation”; read as “vacation”." in text
