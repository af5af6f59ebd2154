"""What steps of tapes do."""

from __future__ import annotations

import pytest

from bot.playground.acts import Acts
from bot.playground.clock import MovableClock
from bot.playground.tapes import KINDS, parse
from bot.playground.values import Message, Refused
from retrieval.errors import InputError
from tests.playground import ADA, BOT, DIRECT, GENERAL, HELP, RANDOM

BUTTON = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}


@pytest.fixture(name="acts")
def _acts(pg):
    return Acts(pg.playground, MovableClock(pg.clock))


def _do(acts, *lines):
    head = '{"tape": 1}'
    for step in parse([head, *lines]).steps:
        if step.do not in {"expect", "kill"}:
            acts.do(step)


def _answered(pg, ts):
    archive = pg.workspace.archive
    blocks = [{"type": "actions", "elements": [BUTTON]}]
    return archive.add(Message(GENERAL, archive.stamp(), BOT, "x", ts, blocks, by_app=True))


POST = '{"do": "post", "as": "ada", "in": "general", "text": "@footnote a", "name": "q"}'


async def test_people_say_change_and_take_away(pg, acts):
    """By names of people, channels and messages."""
    _do(
        acts,
        POST,
        '{"do": "post", "as": "ben", "in": "general", "text": "b", "thread": "q", "name": "r"}',
        '{"do": "post", "as": "ada", "in": "general", "text": "c", "thread": "q",'
        ' "broadcast": true}',
        '{"do": "post", "as": "ada", "in": "dm", "text": "d", "files": [["a.txt", "x"]]}',
        '{"do": "edit", "as": "ben", "of": "r", "text": "e"}',
        '{"do": "react", "as": "ben", "of": "q", "with": "+1"}',
        '{"do": "unreact", "as": "ben", "of": "q", "with": "+1"}',
        '{"do": "react", "as": "ada", "of": "r", "with": "eyes"}',
    )

    assert [f"<@{BOT}> a", "e", "c"] == [one["text"] for one in pg.messages()]
    assert ["a.txt"] == [one["name"] for one in pg.messages(DIRECT)[0]["files"]]
    assert [[], ["eyes"], []] == [
        [one["name"] for one in message.get("reactions", [])] for message in pg.messages()
    ]
    _do(acts, POST, '{"do": "delete", "as": "ada", "of": "q"}')
    assert 3 == len(pg.messages())


async def test_people_use_what_the_app_shows(pg, acts):
    """Buttons of its newest answer, commands, shortcuts, its home, the stop button."""
    _do(acts, POST)
    answer = _answered(pg, acts.named["q"][1])
    for line in (
        '{"do": "press", "as": "ada", "of": "q", "action": "go"}',
        '{"do": "react", "as": "ada", "of": "q", "with": "+1", "to": "answer"}',
        '{"do": "command", "as": "ada", "in": "general", "text": "/footnote x"}',
        '{"do": "shortcut", "as": "ada", "of": "q", "callback": "about"}',
        '{"do": "home", "as": "ada"}',
        '{"do": "stop", "as": "ada", "of": "q"}',
    ):
        (_, step) = parse(['{"tape": 1}', POST, line]).steps
        acts.do(step)

    kinds = [one.kind for one in pg.workspace.log.since(0)]
    assert 3 == kinds.count("interaction")
    assert {"home_opened", "halted"} <= set(kinds)
    assert {"+1": [ADA]} == answer.reactions


async def test_a_message_is_touched_without_an_edit(pg, acts):
    """By cards, and by nothing at all."""
    _do(
        acts,
        POST,
        '{"do": "touch", "of": "q", "links": ["https://a/"]}',
        '{"do": "touch", "of": "q"}',
    )
    changed = [one for one in pg.workspace.log.since(0) if one.kind == "changed"]

    assert 2 == len(changed)
    assert not any("edited" in one.data["message"] for one in changed)


async def test_deliveries_are_lost_held_doubled_and_repeated(pg, acts):
    """As Slack does at times."""
    _do(
        acts,
        '{"do": "lose", "count": 1}',
        '{"do": "hold"}',
        POST,
        '{"do": "release", "order": [1, 0]}',
        '{"do": "redeliver", "of": "q"}',
        '{"do": "duplicate", "of": "q", "times": 2}',
    )

    assert 2 + 2 + 4 == pg.playground.deliveries.pending
    assert 0 == pg.playground.deliveries.losing


async def test_the_workspace_and_the_network_misbehave(pg, acts):
    """Faults, sockets, streams, time, membership, names and tokens."""
    _do(
        acts,
        POST,
        '{"do": "fault", "method": "chat.update", "error": "fatal_error", "times": null}',
        '{"do": "clock", "seconds": 5}',
        '{"do": "disconnect"}',
        '{"do": "cut"}',
        '{"do": "leave", "in": "general"}',
        '{"do": "rename", "in": "general", "to": "all"}',
        '{"do": "join", "in": "random", "as": "ben"}',
        '{"do": "bot", "in": "all", "text": "beep", "classic": true}',
        '{"do": "expire"}',
        '{"do": "revoke"}',
    )
    space = pg.workspace

    assert 1 == pg.faults.waiting("chat.update")
    assert (False, True) == tuple(BOT in space.channel(one).members for one in (GENERAL, RANDOM))
    assert ("all", False) == (space.channel(GENERAL).name, space.installed)
    assert "bot_message" == pg.messages()[-1]["subtype"]
    _do(acts, '{"do": "install"}', '{"do": "clear"}')
    assert (0, True) == (pg.faults.waiting("chat.update"), space.installed)


async def test_who_and_what_is_not_there_is_said(pg, acts):
    """In a sentence, or by Slack's own word."""
    for line, told in (
        ('{"do": "home", "as": "nobody"}', "nobody of the name nobody"),
        ('{"do": "leave", "in": "nowhere"}', "no channel of the name nowhere"),
    ):
        with pytest.raises(InputError, match=told):
            _do(acts, line)
    with pytest.raises(InputError, match="said nothing"):
        _do(acts, POST, '{"do": "press", "as": "ada", "of": "q", "action": "go"}')
    with pytest.raises(Refused, match="not_in_channel"):
        _do(acts, '{"do": "leave", "in": "random"}')


async def test_every_kind_of_step_can_be_done(acts):
    """Kills and expectations apart, which are the player's."""
    assert set(KINDS) - {"kill", "expect"} == set(acts._acts())
    assert HELP
