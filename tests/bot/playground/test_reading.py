"""Unread marks."""

from __future__ import annotations

from tests.playground import ADA, BEN, CHLOE, GENERAL, HELP


async def test_what_others_said_is_new_until_it_is_read(pg):
    """One's own messages never are."""
    pg.say(BEN, GENERAL, "one")
    middle = pg.say(BEN, GENERAL, "two")
    pg.say(ADA, GENERAL, "mine")
    before = pg.workspace.unread(ADA)
    pg.workspace.mark_read(ADA, GENERAL, middle)
    some = pg.workspace.unread(ADA)
    pg.say(BEN, HELP, "help")
    after = pg.workspace.unread(ADA)

    assert [{GENERAL: 2}, {}, {HELP: 1}] == [before, some, after]


async def test_a_mark_never_goes_back(pg):
    """Reading an older message again makes nothing new."""
    first = pg.say(BEN, GENERAL, "one")
    pg.say(BEN, GENERAL, "two")
    pg.workspace.mark_read(ADA, GENERAL)
    pg.workspace.mark_read(ADA, GENERAL, first)

    assert {} == pg.workspace.unread(ADA)


async def test_a_reply_counts_for_who_wrote_in_the_thread(pg):
    """And for nobody else."""
    ts = pg.say(ADA, GENERAL, "q")
    for user in (ADA, CHLOE):
        pg.workspace.mark_read(user, GENERAL)
    pg.say(BEN, GENERAL, "a", ts)

    assert ({GENERAL: 1}, {}) == (pg.workspace.unread(ADA), pg.workspace.unread(CHLOE))
