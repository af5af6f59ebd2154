"""An answer says its claims, proves them, and says what is to be known about it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack import phrases, render
from bot.slack.escaping import safe_address
from bot.slack.landing import landing
from bot.slack.markdown import sanitise
from retrieval.text.plain import plain
from retrieval.values import (
    Answer,
    Chunk,
    DocumentFacts,
    Metadata,
    Note,
    Outcome,
    RankedHit,
    VerifiedClaim,
)
from tests.fakes.answers import answer, citation, claim, page, source
from tests.fakes.slack_reading import hostile, live

ONE = claim("Leave is 25 days.")
TWO = claim("It may be carried over.", citation("It may be carried over.", start=40))
OTHER = claim("Sick days: 10.", citation("Sick days: 10.", page("sick"), heading="", fragment=""))

DAYS = "(https://docs.example/leave#days:~:text=Leave%20is%2025%20days)"
"""Where the number of the first claim leads."""


def _hit(name: str, title: str, url: str) -> RankedHit:
    document = DocumentFacts(name, "docs", f"{name}.md", title, url)
    return RankedHit(Chunk(name, name, 0, 0, 1, "x"), document, 1, 1.0, 1.0, {})


def test_claims_carry_numbered_links() -> None:
    """Each claim is followed by the links of its sources; one page and heading has one number."""
    assert (
        "> Leave is 25 days.\n\n"
        "[1](https://docs.example/leave#days:~:text=Leave%20is%2025%20days)\n\n"
        "> It may be carried over.\n\n"
        "[1](https://docs.example/leave#days:~:text=It%20may%20be%20carried%20over)\n\n"
        "> Sick days: 10.\n\n[2](https://docs.example/sick)\n\n"
        "**Sources**\n\n"
        "1. [Leave › Days](https://docs.example/leave#days) — owner People team, verified "
        "2026-01-02\n"
        "2. [Sick](https://docs.example/sick)"
    ) == render.answer(answer(ONE, TWO, OTHER))


def test_a_page_without_a_link_has_a_plain_number() -> None:
    """Where there is nothing to open, the number and the name stand alone."""
    bare = DocumentFacts("a", "docs", "a.md", "A page", "", Metadata(updated=date(2025, 3, 1)))
    said = render.answer(answer(claim("Yes.", citation("Yes.", bare))))

    assert said.startswith("> Yes.\n\n[1]\n\n")
    assert said.endswith("1. A page › Days — changed 2025-03-01")


def test_other_words_are_proved_by_their_quote() -> None:
    """Under a claim that is not its quote stands the quote."""
    said = render.answer(answer(claim("You get 25 days.", citation("Leave is *25* days."))))

    assert f"You get 25 days. [1]{DAYS}\n\n> Leave is 25 days." in said


def test_code_stays_code_and_its_mark_stands_below() -> None:
    """A claim that ends in a listing has its number on a line of its own."""
    text = "```sh\nmake demo\n```\n"
    cited = citation("make demo", start=text.index("make"))
    said = render.answer(answer(claim("make demo", cited), sources=(source(text),)))

    assert said.startswith("```sh\nmake demo\n```\n\n[1](https://docs.example/leave#days)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- Leave is 25 days.\n", "> - Leave is 25 days.\n\n[1]"),
        ("12. Leave is 25 days.\n", "> 12. Leave is 25 days.\n\n[1]"),
        ("One.\n\nTwo.\n\n- Three.\n", "> One.\n>\n> Two.\n>\n> - Three.\n\n[1]"),
        ("> One.\n", "> One.\n\n[1]"),
        ("One:\n\n```sh\nmake\n```\n\nTwo.\n", "> One:\n\n```sh\nmake\n```\n\n> Two.\n\n[1]"),
        (
            "One:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
            "> One:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n[1]",
        ),
    ],
)
def test_the_words_of_a_page_stand_in_a_block_quote(text: str, said: str) -> None:
    """All but tables and code, which look like nothing that the bot says; the mark is outside."""
    cited = citation(text.rstrip("\n"))
    shown = render.answer(answer(claim(plain(text), cited), sources=(source(text),)))

    assert shown.startswith(said)


OURS = ("**Sources**", "Sources", "[1]", "1. Leave — owner People team", "trace abc123", "Trace")
"""Lines of a page that look like the bot's own."""


@given(st.lists(st.sampled_from([*OURS, "It is so."]), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_no_line_of_a_page_stands_beside_those_of_the_bot(lines: list[str]) -> None:
    """Whatever a page imitates is inside of the quote: outside are our mark and our sources."""
    text = "\n\n".join(lines)
    said = render.answer(answer(claim(plain(text), citation(text)), sources=(source(text),)))
    outside = [line for line in said.split("\n") if line and not line.startswith(">")]

    assert 3 == len(outside)
    assert outside[0].startswith("[1](https://docs.example/leave#")
    assert outside[1:] == ["**Sources**", said.rsplit("\n", 1)[-1]]
    assert outside[2].startswith("1. [Leave › Days](https://docs.example/leave#days)")


def test_a_refusal_offers_the_nearest_pages() -> None:
    """The documentation does not say; what comes nearest is linked."""
    hits = (_hit("a", "Page A", "https://docs.example/a"), _hit("b", "Page B", ""))

    assert (
        "The documentation does not say.\n\nThe nearest pages:\n\n"
        "- [Page A](https://docs.example/a)\n- Page B"
    ) == render.answer(answer(nearest=hits))


def test_a_failure_says_its_reason() -> None:
    """What went wrong stands in place of the answer; without a reason, where to look."""
    failed = answer(outcome=Outcome.FAILED, reason="The index is locked. Run `x` again.")

    assert "The index is locked. Run `x` again." == render.answer(failed)
    assert "abc123" in render.answer(answer(outcome=Outcome.FAILED))


def test_both_sides_of_a_conflict_stand_under_their_pages() -> None:
    """Each side has its pages, owners and dates over it, and its own claims under it."""
    old = page("old", verified=date(2023, 1, 1))
    a = claim("14 days.", citation("14 days."), side="a")
    b = claim("30 days.", citation("30 days.", old), side="b")
    said = render.answer(answer(a, b, outcome=Outcome.CONFLICT)).split("\n\n")

    assert [
        "The documentation disagrees with itself:",
        "**Leave (owner People team, verified 2026-01-02)**",
        "> 14 days.",
        "[1](https://docs.example/leave#days)",
        "**Old (verified 2023-01-01)**",
        "> 30 days.",
        "[2](https://docs.example/old#days)",
    ] == said[:7]


AGED = page("old", verified=date(2021, 3, 2))
EDITED = page("edited", updated=date(2020, 5, 1))
FROM_OLD = claim("Ask twice.", citation("Ask twice.", AGED, label="S2"))
FROM_EDITED = claim("Ask again.", citation("Ask again.", EDITED, label="S3"))
DATED = {
    "S1": replace(source("Leave is 25 days."), current=True),
    "S2": replace(source("Ask twice.", AGED, label="S2"), current=False),
    "S3": replace(source("Ask again.", EDITED, label="S3"), current=False),
}


def test_an_old_page_says_so_beside_a_newer_one() -> None:
    """Its day stands behind its number, whether it was verified or only changed then."""
    said = render.answer(answer(ONE, FROM_OLD, FROM_EDITED), DATED).split("\n\n")

    assert f"[1]{DAYS}" == said[1]
    assert said[3].endswith(") (page last verified 2021-03-02)")
    assert said[5].endswith(") (page last changed 2020-05-01)")


def test_an_old_page_is_marked_in_the_language_that_is_spoken() -> None:
    """In German and in Japanese its day is written as there."""
    whole = answer(ONE, FROM_OLD)
    with phrases.speaking("de-DE"):
        assert "(Seite zuletzt am 02.03.2021 geprüft)" in render.answer(whole, DATED)
    with phrases.speaking("ja-JP"):
        assert "（このページの最終確認: 2021年3月2日）" in render.answer(whole, DATED)


def test_old_pages_alone_are_not_marked_one_by_one() -> None:
    """A note says it of the whole answer; the sides of a conflict have their days over them."""
    b = replace(FROM_OLD, side="b")
    conflict = answer(replace(ONE, side="a"), b, outcome=Outcome.CONFLICT)

    assert "(page last" not in render.answer(answer(FROM_OLD, FROM_EDITED), DATED)
    assert "(page last" not in render.answer(conflict, DATED)


@given(st.lists(st.sampled_from([ONE, FROM_OLD, FROM_EDITED, OTHER]), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_an_answer_with_old_pages_grows_at_its_end_alone(said: list[VerifiedClaim]) -> None:
    """No mark of an old page is put in when a newer one is quoted after it."""
    grown = [render.claims(said[:size], DATED) for size in range(1, len(said) + 1)]
    whole = render.answer(answer(*said), DATED)

    assert all(longer.startswith(shorter) for shorter, longer in pairwise(grown))
    assert whole.startswith(grown[-1])


def test_notes_are_worded() -> None:
    """Facts about the answer are sentences at its end; an unknown kind says nothing."""
    notes = (Note("stale", "2023-05-01"), Note("uncovered"), Note("newer_kind", "x"))
    said = render.answer(answer(ONE, notes=notes)).split("\n\n")

    assert said[-2].startswith("Nothing cited here was verified within a year")
    assert "2023-05-01" in said[-2]
    assert "A part of the question is not answered." == said[-1]


def test_a_side_waits_for_the_other() -> None:
    """While the answer is written, claims of one side are not shown yet."""
    sided = claim("14 days.", side="a")

    assert "" == render.claims([sided], {})
    assert render.claims([ONE, sided], {}) == render.claims([ONE], {})


@given(st.lists(st.sampled_from([ONE, TWO, OTHER]), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_an_answer_grows_at_its_end_alone(said: list[VerifiedClaim]) -> None:
    """What is shown of the first claims begins what is shown of more, and of the whole."""
    grown = [render.claims(said[:size], {}) for size in range(1, len(said) + 1)]
    whole = render.answer(answer(*said))

    assert all(longer.startswith(shorter) for shorter, longer in pairwise(grown))
    assert whole.startswith(grown[-1])


@given(st.lists(hostile(12), min_size=8, max_size=8), st.sampled_from(list(Outcome)))
@settings(max_examples=60, deadline=None)
def test_a_hostile_document_does_nothing(texts: list[str], outcome: Outcome) -> None:
    """Whatever stands in titles, headings, owners, quotes, claims and reasons stays harmless."""
    title, heading, owner, quote, text, reason, name, subject = texts
    document = DocumentFacts(name, "docs", name, title, f"https://docs.example/{name}")
    document = DocumentFacts(
        name, "docs", name, title, document.url, Metadata(owner=owner, verified=date(2026, 1, 1))
    )
    cited = citation(quote, document, heading=heading, fragment=name)
    sides = [claim(text, cited, side="a"), claim(quote, cited, side="b"), claim(text, cited)]
    whole = answer(
        *sides,
        outcome=outcome,
        sources=(source(quote, document),),
        nearest=(RankedHit(Chunk("c", name, 0, 0, 1, "x"), document, 1, 1.0, 1.0, {}),),
        notes=(Note("search_degraded", subject),),
        reason=reason,
    )
    passages = (None, whole.sources[0])
    links = {safe_address(cited.url), safe_address(document.url)}
    links |= {safe_address(landing(cited, passage)) for passage in passages}

    assert [] == live(render.answer(whole), links)
    assert [] == live(render.claims(sides, {}), links)


def test_the_summary_is_for_notifications() -> None:
    """A notification says the claims, that they disagree, the refusal or the reason."""
    assert "Leave is 25 days. It may be carried over." == render.summary(answer(ONE, TWO))
    assert "The documentation does not say." == render.summary(answer())
    sides = (claim("14 days.", citation("14 days."), side="a"), replace(ONE, side="b"))
    two = render.summary(answer(*sides, outcome=Outcome.CONFLICT))
    assert two.startswith("The documentation disagrees with itself: 14 days. Leave is 25")
    failed: Answer = answer(outcome=Outcome.FAILED, reason="Why.")
    assert "Why." == render.summary(failed)


def test_the_name_of_a_file_shows_as_it_is() -> None:
    """Marks in it mean nothing, and no line of it begins anything."""
    said = render.note(Note("files_unread", "a *b* _c_\n# d.png, [e](https://a.example)"))

    assert r"a \*b\* \_c\_ # d.png" in said
    assert "](https" not in said
    assert said == sanitise(said)
