"""Tests of retrieval/learn/nightly_told.py: what the maintainers read of a night."""

from __future__ import annotations

from dataclasses import replace

from retrieval.learn.causes import REMOVED, Cause
from retrieval.learn.drops import BEFORE, WEEKS, Drop
from retrieval.learn.figures import figures
from retrieval.learn.nightly_told import (
    LONGEST,
    SHOWN,
    Night,
    as_data,
    chart,
    message,
    ticket_body,
    ticket_title,
)
from retrieval.learn.paired import paired
from retrieval.ports import NightlyRun, Ticket
from tests.learn.test_drops import NOW, run, scored

IDS = {f"{n:03}": True for n in range(120)}


def _run(days: int, right: int) -> NightlyRun:
    """Make a run that found so many of a hundred."""
    scores = scored([True] * right + [False] * (100 - right), citations=2, valid=2)
    return run(days, scores, figures=figures(scores, {}, NOW))


def _drop(lost: int = 20, cases: int = 120, kind: str = BEFORE) -> Drop:
    before = dict(list(IDS.items())[:cases])
    after = {case: n >= lost for n, case in enumerate(before)}
    return Drop("found", kind, _run(1, 95), paired(before, after))


def test_a_quiet_night() -> None:
    """The number, the one before, the chart of the weeks, and that nothing changed."""
    night = Night(_run(0, 90), [_run(1, 90), _run(2, 80)], changed=paired(IDS, IDS))
    said = message(night)

    assert said.startswith("**Nightly, 30 Nov:** recall@5 90.0 %, 90.0 % on 29 Nov; 100 of 100")
    assert "recall@5         ▁██  90.0 %" in said
    assert "No case changed, of 120." in said
    assert "Drop" not in said


def test_a_first_night_says_that_there_is_nothing_to_compare() -> None:
    """And draws what it has."""
    assert "This is the first run" in message(Night(_run(0, 90)))


def test_a_bad_night_names_what_was_lost_and_why() -> None:
    """The cases, the drop with its test, the cause, and the tickets."""
    drop = _drop()
    ticket = Ticket("drop-1", NOW, "open", "github", "7", "https://x.example/7")
    night = Night(
        _run(0, 75),
        [_run(1, 95)],
        changed=drop.paired,
        drops=[drop],
        causes=[Cause(REMOVED, "Documents were removed.", ("000",))],
        opened=[ticket],
        closed=[replace(ticket, url="", by="", ref="")],
        warnings=["The index of docs is old."],
    )
    said = message(night)

    assert f"Lost (20): {', '.join(f'`{n:03}`' for n in range(SHOWN))} and 8 more" in said
    assert "recall@5 fell from 100.0 % to 83.3 % since the run of 29 Nov" in said
    assert "20 were lost and 0 gained (p = 9.5e-07)." in said
    assert "Likely cause: Documents were removed." in said
    assert "Ticket opened: https://x.example/7" in said
    assert "Recovered, ticket closed: drop-1" in said
    assert said.endswith("The index of docs is old.")


def test_a_ticket_that_is_still_open_is_named() -> None:
    """The number stays low, and says whose cases it is that are not told of again."""
    lost = {"found": ["a", "b"], "said": ["b", "c"]}
    ticket = Ticket("drop-1", NOW, "open", "github", "7", "https://x.example/7", {"lost": lost})
    said = message(Night(_run(0, 75), [_run(1, 75)], standing=[ticket]))

    assert "- Ticket still open, whose 3 lost cases are not told again: https://x.example/7" in said
    assert ["drop-1"] == [
        one["key"] for one in as_data(Night(_run(0, 75), standing=[ticket]))["standing"]
    ]


def test_a_fall_within_the_day_names_the_hour() -> None:
    """The first day has no other run to compare with than its own first."""
    drop = _drop()
    said = message(Night(drop.against, changed=drop.paired, drops=[drop]))

    assert f"since the run of 29 Nov, {drop.against.started:%H:%M}: on the same" in said


def test_what_opens_no_ticket_says_why() -> None:
    """Too few cases, or perhaps chance; a decay names the best of the weeks."""
    few, chance, slow = (
        message(Night(_run(0, 75), drops=[drop]))
        for drop in (_drop(cases=50), _drop(lost=4), _drop(kind=WEEKS))
    )

    assert "Below 100 cases no ticket is made." in few
    assert "That may be chance: no ticket is made." in chance
    assert "since the best of the last four weeks, the run of 29 Nov" in slow


def test_a_night_that_measured_nothing_says_so() -> None:
    """In one sentence."""
    failed = NightlyRun("2026-11-30", NOW, 0.0, failure="No document is indexed.")

    assert "**Nightly, 30 Nov:** nothing was measured. No document is indexed." == message(
        Night(failed, [_run(1, 90)])
    )
    assert "No document is indexed." == as_data(Night(failed))["failure"]


def test_a_ticket_names_pages_and_cases_and_quotes_nobody() -> None:
    """Title, causes in order, the fate of each lost case, and how it is closed."""
    causes = [Cause(REMOVED, "Documents were removed.", ()), Cause("x", "Of no known cause.", ())]
    fates = {"000": "`docs:a.md` is not in the index any more"}
    night = Night(_run(0, 75), drops=[_drop(lost=80)], causes=causes, fates=fates)
    body = ticket_body(night, "drop-1")

    assert "Footnote: recall@5 fell from 100.0 % to 33.3 %, 80 cases lost" == ticket_title(night)
    assert "1. Documents were removed.\n2. Of no known cause." in body
    assert "- `000`: `docs:a.md` is not in the index any more" in body
    assert "and 20 more" in body
    assert "python -m scripts.nightly --accept drop-1" in body


def test_a_message_is_never_longer_than_slack_takes() -> None:
    """Whatever stands in it."""
    night = Night(_run(0, 75), warnings=["long " * 1_000])

    assert LONGEST == len(message(night))


def test_the_chart_shows_four_weeks_at_most() -> None:
    """The newest on the right; the table of refusals below, where there is one."""
    night = Night(_run(0, 90), [_run(day, 90) for day in range(1, 60)])
    lines = chart(night)

    assert ["```", "```"] == [lines[0], lines[-1]]
    assert 28 == len(lines[1].removeprefix(f"{'recall@5':<16} ").split(" ")[0])


def test_the_data_is_plain() -> None:
    """For other programs: figures, what changed, drops with their test, tickets."""
    drop = _drop()
    night = Night(_run(0, 75), changed=drop.paired, drops=[drop], opened=[Ticket("k", NOW)])
    found = as_data(night)

    assert 20 == len(found["lost"])
    assert ("found", "before", True, 120) == (
        found["drops"][0]["measure"],
        found["drops"][0]["against"]["kind"],
        found["drops"][0]["certain"],
        found["drops"][0]["n"],
    )
    assert [{"key": "k", "by": "", "ref": "", "url": ""}] == found["opened"]
