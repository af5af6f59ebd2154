"""What is meant by "that is not it", and by a search that somebody changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Inbound
from bot.slack.correction import NOT_IT, SEARCHED, Corrections, Meant, beyond
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from retrieval.values import Trace
from tests.test_tracing import TRACE

SAID = Inbound(
    "question", "k", "T1:C1:9.0", "T1", "C1", "channel", "UANN", "9.0", thread_ts="5.0",
    text="No, that is not it", source="again", subject=NOT_IT,
)  # fmt: skip


async def _answered(ledger: Ledger, trace: Trace = TRACE, root: str = "5.0") -> None:
    """Keep an answer in a thread."""
    await ledger.configure({"k": 60})
    await ledger.record(replace(trace, configuration=""))
    await ledger.postings.keep(Posting(trace.id, "T1", "C1", root, ("6.0",), "UANN", root))


def _corrections(ledger: Ledger) -> Corrections:
    return Corrections(ledger.postings, ledger, ledger.rewrites)


def _cited() -> set[str]:
    assert TRACE.answer
    return {c.document.key for claim in TRACE.answer.claims for c in claim.citations}


async def test_the_same_is_searched_without_the_pages_that_were_cited(ledger: Ledger) -> None:
    """As it stood alone, for the asker said nothing else; people are offered."""
    await _answered(ledger)
    meant = await _corrections(ledger).meant(SAID)

    assert TRACE.queries
    assert TRACE.queries.standalone == meant.text
    assert _cited() == set(meant.without) != set()
    assert meant.as_is
    assert meant.corrects


async def test_what_is_said_besides_is_what_is_searched(ledger: Ledger) -> None:
    """In the thread, so it may lean on what was said before."""
    await _answered(ledger)
    meant = await _corrections(ledger).meant(replace(SAID, text="No, that's not it. And on a Mac?"))

    assert ("And on a Mac?", False) == (meant.text, meant.as_is)
    assert _cited() == set(meant.without)


async def test_without_an_answer_before_it_is_a_question_like_any_other(ledger: Ledger) -> None:
    """An answer in another thread is none of this one's."""
    await _answered(ledger, root="1.0")

    assert Meant(SAID.text, corrects=True) == await _corrections(ledger).meant(SAID)


async def test_a_changed_search_is_searched_as_it_was_written(ledger: Ledger) -> None:
    """Nobody words it anew; all other questions mean themselves."""
    changed = replace(SAID, subject=SEARCHED, text="vpn mac")
    plain = replace(SAID, subject="", source="mention")

    assert Meant("vpn mac", as_is=True) == await _corrections(ledger).meant(changed)
    assert Meant(SAID.text) == await _corrections(ledger).meant(plain)


async def test_what_somebody_made_of_a_search_is_kept_once(ledger: Ledger) -> None:
    """With the thread, what was searched, and what should have been."""
    await _answered(ledger)
    changed = replace(SAID, subject=SEARCHED, text="vpn mac", trace_id=TRACE.id)
    for _ in range(2):
        await _corrections(ledger).learn(changed)
    await _corrections(ledger).learn(replace(changed, key="other", trace_id="gone"))
    (case,) = await ledger.rewrites.list()

    assert TRACE.queries
    assert (TRACE.id, "UANN", "C1", "vpn mac") == (
        case.trace_id,
        case.person,
        case.place,
        case.wanted,
    )
    assert (TRACE.question.text, TRACE.question.history) == (case.asked, case.turns)
    assert TRACE.queries.standalone == case.rewrite


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("No, that is not it", ""),
        ("no that's not what I meant, I meant the mac client", "I meant the mac client"),
        ("That's not it! That is wrong. How do I do it on a Mac?", "How do I do it on a Mac?"),
        ("wrong page", ""),
        ("That's not it, thanks", ""),
        ("That's not it. Where is it? Wrong page. How do I do it?", "How do I do it?"),
        ("not it. " * 4_990, ""),
        ("not it. " * 900 + "Where is it on a Mac?", "Where is it on a Mac?"),
        ("How long is the leave?", ""),
    ],
)
def test_what_a_correction_says_besides(text: str, more: str) -> None:
    """What follows it is what its author wants to know."""
    assert more == beyond(text)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    """What is said besides stands in what was said."""
    assert len(beyond(text)) <= len(text)
