"""What rests on an old page stands out beside what rests on a newer one."""

from __future__ import annotations

from dataclasses import replace

from bot.slack.ageing import contrast, is_old, settled
from tests.fakes.answers import citation, claim, source

NEW = claim("New.", citation("New.", label="S1"))
OLD = claim("Old.", citation("Old.", label="S2"))
UNDATED = claim("Once.", citation("Once.", label="S3"))
SOURCES = {
    "S1": replace(source("New."), current=True),
    "S2": replace(source("Old.", label="S2"), current=False),
    "S3": source("Once.", label="S3"),
}


def test_a_page_is_old_where_it_is_known_to_be() -> None:
    """Neither an undated page is, nor one of which nothing is known."""
    cited = [one.citations[0] for one in (NEW, OLD, UNDATED)]

    assert [False, True, False] == [is_old(one, SOURCES) for one in cited]
    assert not is_old(cited[1], {})


def test_only_a_newer_page_that_is_cited_makes_a_contrast() -> None:
    """One that was packed alone says nothing beside an old one."""
    assert contrast([OLD, NEW], SOURCES)
    assert not contrast([OLD, UNDATED], SOURCES)


def test_what_rests_on_an_old_page_waits_until_a_newer_one_is_cited() -> None:
    """Else its mark would have to be put in later; where none can come it does not wait."""
    packed = {label: SOURCES[label] for label in ("S2", "S3")}

    assert [UNDATED] == settled([UNDATED, OLD], SOURCES)
    assert [OLD, NEW] == settled([OLD, NEW], SOURCES)
    assert [OLD, UNDATED] == settled([OLD, UNDATED], packed)
    assert [NEW] == settled([NEW, replace(OLD, side="a")], SOURCES)
