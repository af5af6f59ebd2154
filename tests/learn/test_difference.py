"""Two runs part where they part, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.difference import Change, HopDiff, bare, diff
from retrieval.values import Dropped, Question, Trace
from tests.fakes.replayed import ASKED, answered, shelf
from tests.fakes.team import OPEN, ScriptedReranker, facts


def _parted(before: Trace, after: Trace) -> dict[str, list[Change]]:
    return {hop.hop: list(hop.changes) for hop in diff(before, after) if not hop.same}


async def test_two_runs_of_one_path_do_not_part() -> None:
    """Times, ids and the configuration's name are no difference."""
    one, other = await answered(), await answered()
    assert other.packed
    later = replace(other, configuration="c2", packed=replace(other.packed, seconds=9.0))

    assert one.id != later.id
    assert {} == _parted(one, later)
    assert ["rewrite", "search", "rank", "pack", "write", "verify", "answer"] == [
        hop.hop for hop in diff(one, later)
    ]


async def test_a_page_that_came_is_gained_and_one_that_went_is_lost() -> None:
    """With the leg that found it and its rank there, and what became of the others."""
    store = shelf()
    del store.documents["vpn.md"]
    store.put(facts("days.md", "Days"), "Staff get days of leave, how many do they get?\n")

    parted = _parted(await answered(), await answered(store=store))
    asked = repr(ASKED.text)

    assert Change(f"words {asked}: days.md[0]", "", "rank 1") in parted["search"]
    assert Change(f"words {asked}: vpn.md[1]", "rank 2", "") in parted["search"]
    assert Change(f"words {asked}: leave.md[0]", "rank 1", "rank 2") in parted["search"]
    assert Change("vpn.md[1]", "rank 2", "") in parted["rank"]
    assert [change.what for change in parted["pack"]][:1] == ["S1"]
    assert parted["write"][0].after.startswith("Staff get days of leave")
    assert "days.md" in parted["answer"][0].after


async def test_another_question_is_searched_otherwise() -> None:
    """The wording, the searches and their terms are named."""
    parted = _parted(await answered(), await answered(Question("Which client?", OPEN)))

    assert {"standalone", f"search {ASKED.text!r}", "search 'Which client?'"} <= {
        change.what for change in parted["rewrite"]
    }


async def test_what_no_words_are_made_of_is_named_by_its_field() -> None:
    """Scores that are otherwise in an order that is the same are a difference all the same."""
    one = await answered()
    other = await answered(reranker=ScriptedReranker([9.0, 8.0]))

    assert {"rank": [Change("hits", "as recorded", "otherwise than recorded")]} == {
        name: changes for name, changes in _parted(one, other).items() if name == "rank"
    }


async def test_a_claim_that_is_dropped_now_is_told_with_the_check() -> None:
    """And that of a run that went no further."""
    one = await answered()
    assert one.draft
    dropped = Dropped(one.draft.claims[0], "quote", "it does not stand there")
    short = replace(one, draft=None, verdicts=(), packed=None)

    assert [
        Change(
            "claim 1",
            "Staff get 30 days of leave. (shown)",
            "Staff get 30 days of leave. (dropped by quote: it does not stand there)",
        )
    ] == _parted(one, replace(one, verdicts=(dropped,)))["verify"]
    assert {"pack", "write", "verify"} == set(_parted(one, short))
    assert [] == [hop for hop in diff(short, short) if hop.hop in {"pack", "write"}]


async def test_a_bare_trace_holds_no_name_of_its_own() -> None:
    """Also where a failure names the trace in its sentence."""
    trace = await answered()
    assert trace.answer
    failed = replace(trace, answer=replace(trace.answer, reason=f"See {trace.id}."))

    told = bare(failed).answer

    assert told
    assert ("See .", "") == (told.reason, told.trace_id)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_compared(one: str, other: str) -> None:
    """Whatever was asked; two questions part where their texts do."""
    before, after = (Trace("t", "", "", Question(text, OPEN)) for text in (one, other))

    assert all(isinstance(hop, HopDiff) for hop in diff(before, after))
