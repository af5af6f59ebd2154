"""Tests of retrieval/learn/configured.py: what runs is told where it was never compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from retrieval.learn.configured import keep, look, rule
from retrieval.learn.scoring import CaseScore
from retrieval.ports import Channel, EvalCase, Ruling
from tests.fakes.gate import Books, case

CONTENTS = {
    "a": {"prompts": {"write": "Be brief."}, "settings": {"sources": 5}, "weights": {"": 1}},
    "b": {"prompts": {"write": "Be long."}, "settings": {"sources": 5}, "weights": {"": 1}},
}
CHANNEL = Channel("C0MAINTAIN")


class _Configurations:
    async def configuration(self, configuration_id: str) -> dict[str, Any]:
        return CONTENTS[configuration_id]


async def _look(books: Books, name: str) -> Ruling:
    return await look(books, _Configurations(), name, books.clock, CHANNEL)


async def test_the_first_configuration_passes() -> None:
    """There is nothing to compare it with; nobody is written to."""
    books = Books([case("c1")])
    found = await _look(books, "a")

    assert ("passed", []) == (found.state, books.said)
    assert found == await _look(books, "a")


async def test_a_changed_one_is_told_once_until_it_is_accepted() -> None:
    """With what changed in it, and one button; going back to the one that passed is no change."""
    books = Books([case("c1")])
    await _look(books, "a")
    found = [await _look(books, "b") for _ in range(2)]
    standing = [len(books.standing)]
    back = await _look(books, "a")
    standing.append(len(books.standing))
    await _look(books, "b")
    standing.append(len(books.standing))
    ((channel, text, buttons),) = books.said
    await books.decide(found[0], "accepted", by="U1")

    assert [1, 0, 1] == standing
    assert ["held", "held", "passed"] == [one.state for one in (*found, back)]
    assert "C0MAINTAIN" == channel
    assert "prompts.write" in text
    assert "sources" not in text
    assert ["Accept"] == [button.label for button in buttons]
    assert "accepted" == (await _look(books, "b")).state


async def test_the_alarm_of_each_that_does_not_run_any_more_goes() -> None:
    """However many were tried: once the setting is back, nothing is wrong."""
    books = Books([case("c1")])
    await _look(books, "a")
    for number in range(25):
        ruling = Ruling("configuration", "", f"{number:016x}", "held", books.clock.now())
        await keep(books, ruling, CHANNEL)
    standing = len(books.standing)
    await _look(books, "a")

    assert (25, 0) == (standing, len(books.standing))


async def test_without_cases_a_changed_one_passes_and_says_so() -> None:
    """There is nothing to compare it by."""
    books = Books()
    await _look(books, "a")
    found = await _look(books, "b")

    assert ("passed", []) == (found.state, books.said)
    assert "No labelled case" in found.said


async def test_a_ruling_by_the_cases_takes_those_of_its_collection() -> None:
    """What is worse is held back and told; what passes later ends the alarm."""
    books = Books([case("c1"), replace(case("h1", "hr:a.md"), content={"collections": ["hr"]})])
    asked: list[str] = []

    async def good(cases: Sequence[EvalCase]) -> Sequence[CaseScore]:
        asked.extend(one.id for one in cases)
        return [CaseScore(one.id, "docs", 1, right=one.label.right) for one in cases]

    async def bad(cases: Sequence[EvalCase]) -> Sequence[CaseScore]:
        return [CaseScore(one.id, "docs", None, right=one.label.right) for one in cases]

    wanted = Ruling("weights", "docs", "ab", "passed", books.clock.now())
    held = await rule(books, wanted, good, bad)
    await keep(books, held, CHANNEL)
    standing = dict(books.standing)
    passed = await rule(books, wanted, good, good)
    await keep(books, passed, CHANNEL)

    assert ("held", "passed") == (held.state, passed.state)
    assert ["c1"] * 3 == asked
    assert ["held docs ab"] == list(standing)
    assert {} == books.standing
    assert 1 == len(books.said)
