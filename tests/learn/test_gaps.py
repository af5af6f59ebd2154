"""Tests of retrieval/learn/gaps.py: what the documentation lacks, in which order, shown to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from retrieval.learn.gaps import Finder, Found, Visible
from retrieval.learn.gaps_told import as_data, digest, lines
from retrieval.learn.lacking import Page
from retrieval.ports.unmet import Decided, Unmet
from retrieval.text.wording import key
from tests.fakes.team import BagEmbedder

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PERMIT, AGAIN = "How do I get a parking permit?", "Where do I get a parking permit?"
DOG = "Are dogs allowed at work?"
PAGE = Page("docs", "office.md", "Office", "https://x.example/office", "Ann", "About parking.")


def _unmet(name: str, text: str, asker: str, minutes: int = 0, kind: str = "channel") -> Unmet:
    asked = NOON + timedelta(minutes=minutes)
    return Unmet(name, text, asker, asked, ("docs",), False, "T1", "C1", kind)


@dataclass
class Questions:
    """The questions of a period."""

    unmet: Sequence[Unmet]
    later: Mapping[str, datetime] = field(default_factory=dict)
    said: Decided = field(default_factory=Decided)

    async def since(self, moment: datetime, *, most: int) -> Sequence[Unmet]:
        """Return them, newest first."""
        recent = [one for one in self.unmet if one.asked >= moment]
        return sorted(recent, key=lambda one: one.asked, reverse=True)[:most]

    async def decided(self) -> Decided:
        """Return of which somebody said what is right."""
        return self.said

    async def answered(self, since: datetime) -> Mapping[str, datetime]:
        """Return what was answered."""
        return {known: at for known, at in self.later.items() if at >= since}


async def _nearest(traces: Sequence[str]) -> Page | None:
    """Return the one page for whatever was asked in public."""
    return PAGE if traces else None


def _public(one: Unmet) -> bool:
    return one.kind == "channel"


async def _find(unmet: Sequence[Unmet], visible: Visible | None = None) -> Found:
    finder = Finder(Questions(unmet), BagEmbedder(), visible or Visible(_public), _nearest)
    return await finder.find(NOON - timedelta(days=1))


async def test_more_people_come_first_then_what_was_asked_last() -> None:
    """One person who asks often is one person."""
    found = await _find(
        [
            _unmet("t1", PERMIT, "U1"),
            _unmet("t2", AGAIN, "U2", 1),
            *(_unmet(f"d{n}", DOG, "U3", 10 + n) for n in range(4)),
            _unmet("t3", "Who waters the plants on Mondays?", "U4", 60),
        ]
    )

    told = [(gap.people, gap.times, gap.questions[0].text) for gap in found.gaps]
    plants = "Who waters the plants on Mondays?"
    assert [(2, 2, PERMIT), (1, 1, plants), (1, 4, DOG)] == told
    assert (7, 0) == (found.questions, found.closed)


async def test_each_comes_with_the_nearest_page_and_an_outline() -> None:
    """The page's owner is named, and what the page lacks."""
    gap = (await _find([_unmet("t1", PERMIT, "U1"), _unmet("t2", AGAIN, "U2", 1)])).gaps[0]

    assert gap.page
    assert gap.outline
    assert ("Ann", ("permit",)) == (gap.page.owner, gap.outline.lacking)
    assert "Parking permit" == gap.outline.title


async def test_what_may_not_be_counted_makes_no_gap() -> None:
    """Nor is it among the questions of which the gaps are made."""
    private = _unmet("t2", AGAIN, "U2", 1, kind="private")
    visible = Visible(_public, counted=False)
    mixed = await _find([_unmet("t1", PERMIT, "U1"), private], visible)
    alone = await _find([private], visible)

    assert (1, [(1, 0)]) == (mixed.questions, [(gap.people, gap.hidden) for gap in mixed.gaps])
    assert (0, ()) == (alone.questions, alone.gaps)


async def test_what_was_asked_in_private_is_counted_and_not_told() -> None:
    """Neither its words nor its page nor its collections show, in whatever form it is told."""
    secret = "How do I report harassment by Bob?"
    found = await _find([_unmet("t1", secret, "U1", kind="direct")])
    mixed = await _find([_unmet("t1", PERMIT, "U1"), _unmet("t2", AGAIN, "U2", 1, kind="private")])

    gap = found.gaps[0]
    assert (1, 1, 1, (), None, None) == (
        gap.people, gap.times, gap.hidden, gap.questions, gap.page, gap.outline,
    )  # fmt: skip
    told = "\n".join([*lines(found), digest(found, "x")[0], str(as_data(found))])
    assert not {"harassment", "Bob", "docs"} & set(told.replace("?", " ").split())
    assert (2, 1, [PERMIT]) == (
        mixed.gaps[0].people, mixed.gaps[0].hidden, [one.text for one in mixed.gaps[0].questions],
    )  # fmt: skip


async def test_pages_that_readers_may_not_know_are_not_named() -> None:
    """Without the page there is nothing that it lacks."""
    found = await _find([_unmet("t1", PERMIT, "U1")], Visible(_public, lambda _: False))

    assert found.gaps[0].page is None
    assert found.gaps[0].outline
    assert () == found.gaps[0].outline.lacking


async def test_a_gap_whose_questions_are_answered_is_closed() -> None:
    """An answer after the last refusal closes it, an earlier one does not."""
    unmet = [_unmet("t1", PERMIT, "U1", 5), _unmet("t2", DOG, "U2", 5)]
    questions = Questions(
        unmet,
        {key(PERMIT): NOON + timedelta(minutes=9), key(DOG): NOON + timedelta(minutes=1)},
    )

    found = await Finder(questions, BagEmbedder(), Visible(_public)).find(NOON - timedelta(days=1))

    assert ([DOG], 1) == ([gap.questions[0].text for gap in found.gaps], found.closed)


async def test_of_what_somebody_said_what_is_right_lacks_no_page() -> None:
    """By the label of its own case, or of one in the same wording."""
    asked = [_unmet("t1", PERMIT, "U1"), _unmet("t2", PERMIT, "U2", 1), _unmet("t3", DOG, "U3")]
    said = Decided(frozenset({"t3"}), frozenset({key(PERMIT)}))
    since = NOON - timedelta(days=1)
    none, one = [
        await Finder(Questions(asked, said=what), BagEmbedder(), Visible(_public), _nearest).find(
            since
        )
        for what in (said, Decided(said.traces))
    ]

    assert ((), 3, 0, 3) == (none.gaps, none.questions, none.closed, none.known)
    assert "each is answered by now, or somebody said what is right" in lines(none)[0]
    assert [PERMIT] == [gap.questions[0].text for gap in one.gaps]
    assert "3 questions were refused or disliked, of 1 somebody said what is right" in lines(one)[0]


async def test_what_no_page_can_answer_is_no_gap() -> None:
    """Who is on call right now stands on no page."""
    found = await _find([_unmet("t1", "Who is on call right now?", "U1")])

    assert (0, ()) == (found.questions, found.gaps)
    assert ["No question of that time was refused or disliked."] == lines(found)


async def test_it_is_told_in_lines_and_in_a_digest() -> None:
    """With counts, questions, page, owner and outline; a digest names few and links the page."""
    found = await _find([_unmet("t1", PERMIT, "U1"), _unmet("t2", AGAIN, "U2", 1)])

    said = "\n".join(lines(found))
    text, links = digest(found, "2026-11-23")

    for part in (PERMIT, AGAIN, "2 people, 2 times", "owner Ann", "# Parking permit", "permit"):
        assert part in said
        assert part.replace("# ", "") in text
    assert ("https://x.example/office",) == links
    assert "text" not in as_data(found)["gaps"][0]["page"]
