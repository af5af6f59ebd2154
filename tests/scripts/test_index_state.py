"""How an index stands, told in lines that a person reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from retrieval.ports import Alarm, PageEntry, Run, Watcher
from retrieval.upkeep.canaries import Agreement
from retrieval.upkeep.checking import Findings, Waiting
from retrieval.upkeep.generations import cuts
from scripts.index_state import _stopped, as_json, findings_lines, lines
from tests.upkeep.test_generations import facts

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
USED = replace(facts("0002", in_use=True), documents=3, chunks=9, embedder="hash 16")
BIG = PageEntry("/docs", "big.md", "1", "d", 99)
SMALL = PageEntry("/docs", "s.md", "2", "d", 1)
FOUND = {
    "collections": [
        {
            "name": "docs",
            "in_use": USED,
            "generations": [
                replace(facts("0003"), held=True),
                USED,
                replace(facts("0001"), damage="The file is damaged."),
            ],
            "runs": [Run("docs", "/docs", "watch", NOON, 1.0, seen=3, error="a.md: not text")],
            "waiting": [
                Waiting("/docs", new=("a.md",), oldest=NOON),
                Waiting("/gone", problem="There is no folder /gone."),
                Waiting("/fine"),
            ],
            "cuts": cuts([BIG, *[SMALL] * 30]),
            "agreement": Agreement(0.5, "A sentence."),
        }
    ],
    "watchers": [Watcher("docs", "/docs", NOON, behind=NOON)],
    "alarms": [Alarm("stale", "docs /docs", "It is late.", NOON)],
}


def test_everything_is_told() -> None:
    """Generations, what waits, outliers, canaries, runs, watchers and alarms."""
    told = "\n".join(lines(FOUND))

    for part in (
        "generation 0003 (waits for swap)",
        "generation 0002 (in use): 3 documents, 9 chunks",
        "generation 0001 (kept): The file is damaged.",
        "/docs: 1 new, 0 changed, 0 gone; the oldest change is of 2026-01-01 12:00:00 UTC",
        "/gone: There is no folder /gone.",
        "/fine: up to date",
        "big.md has 99",
        "least cosine 0.500",
        "(watch) /docs: 3 seen, 0 new, 0 changed, 0 deleted, 0 failed, 1.0 s: a.md: not text",
        "behind since 2026-01-01 12:00:00 UTC",
        "ALARM since 2026-01-01 12:00:00 UTC: It is late.",
    ):
        assert part in told


def test_a_run_that_was_cut_off_is_no_success() -> None:
    """Until the next one of its folder has come to an end, whatever runs of others came to."""
    cut = Run("docs", "/docs", "command", NOON, 1.0, seen=3, error="Cut off: It is away.")
    well, other = replace(cut, error=""), replace(cut, root="/other", error="a.md: not text")

    assert [True, True] == [_stopped([cut, well]), _stopped([other, cut])]
    assert [False, False] == [_stopped([well, cut]), _stopped([other])]


def test_a_run_that_was_cut_off_may_have_put_less() -> None:
    """What it sent last may not have arrived."""
    cut = Run("docs", "/docs", "command", NOON, 1.0, seen=3, new=2, error="Cut off: It is away.")
    told = "\n".join(lines({**FOUND, "collections": [{**FOUND["collections"][0], "runs": [cut]}]}))

    assert "3 seen, at most 2 new, 0 changed" in told


def test_a_time_that_is_not_known_is_not_told() -> None:
    """A generation whose making was cut off may have none."""
    told = "\n".join(findings_lines(Findings(replace(USED, changed=None), (), None, ())))

    assert "changed" not in told


def test_json_has_it_all() -> None:
    """By stable names."""
    said = as_json(FOUND)
    (docs,) = said["collections"]

    assert ("0002", 3, 9, NOON) == (
        docs["in_use"],
        docs["documents"],
        docs["chunks"],
        docs["oldest_change_waiting"],
    )
    assert ["0003", "0002", "0001"] == [one["name"] for one in docs["generations"]]
    assert [["/docs", NOON]] == [[one["root"], one["behind"]] for one in said["watchers"]]
    assert ["stale"] == [one["kind"] for one in said["alarms"]]


def test_a_check_is_told_with_its_faults() -> None:
    """And says so where there are none."""
    bad = list(findings_lines(Findings(USED, (), None, ("A fault.",))))
    good = list(findings_lines(Findings(USED, (), Agreement(), ())))

    late = list(findings_lines(Findings(USED, (Waiting("/docs", new=("a.md",)),), None, ())))

    assert "the index is not what its folders hold now" == late[-1]
    assert "FAULT: A fault." in bad
    assert "nothing is wrong" in good
    assert "nothing is wrong" not in bad


def test_a_check_names_the_command_that_completes_a_generation() -> None:
    """That of all of its collection: beside one in use a build does, and indexing does not."""
    held = replace(facts("0003", complete=False), held=True, without_vectors=2)
    told = "\n".join(findings_lines(Findings(held, (), None, ()), [held, USED]))

    assert "Run `python -m scripts.index build` to complete it" in told
