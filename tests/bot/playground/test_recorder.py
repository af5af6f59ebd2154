"""What people did is on the tape, and can be played again."""

from __future__ import annotations

from bot.playground.acts import Acts
from bot.playground.clock import MovableClock
from bot.playground.recorder import Recorder
from bot.playground.tapes import parse
from bot.playground.values import Message
from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, playground

BUTTON = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}


def _storm(pg):
    """Let people do a little of everything."""
    archive = pg.workspace.archive
    ts = pg.ask("how?")
    blocks = [{"type": "actions", "elements": [BUTTON]}]
    answer = Message(GENERAL, archive.stamp(), BOT, "So.", ts, blocks, by_app=True)
    archive.add(answer)
    pg.say(BEN, GENERAL, "thanks", ts)
    pg.edit(ADA, GENERAL, ts, "@footnote why?")
    pg.press(ADA, GENERAL, answer.ts, "go")
    pg.react(ADA, GENERAL, answer.ts, "+1")
    pg.unreact(ADA, GENERAL, answer.ts, "+1")
    pg.command(ADA, GENERAL, "/footnote x")
    pg.shortcut(BEN, "about", GENERAL, ts)
    pg.open_home(ADA)
    pg.stop(ADA, GENERAL, ts)
    direct = pg.say(ADA, DIRECT, "hello")
    pg.delete(ADA, DIRECT, direct)
    pg.workspace.log.record(0.0, "odd", "", {})


async def test_what_people_did_is_recorded_and_what_the_app_did_is_not(pg):
    """With the expectation of one answer to each question."""
    recorder = Recorder(pg.workspace)
    _storm(pg)
    tape = recorder.tape("a storm")

    done = ["post", "post", "edit", "press", "react", "unreact", "command", "shortcut"]
    done += ["home", "stop", "post", "delete", "expect"]
    assert done == [step.do for step in tape.steps]
    assert {"m1": 1, "m3": 1} == tape.steps[-1].fields["answers"]
    assert ("m1", "dm") == (tape.steps[1].fields["thread"], tape.steps[10].fields["in"])


async def test_a_recorded_tape_can_be_played(pg):
    """In another playground it comes to the same messages of people."""
    recorder = Recorder(pg.workspace)
    pg.ask("how?")
    pg.say(BEN, GENERAL, "@ben a < b", pg.messages()[0]["ts"])
    tape = recorder.tape()
    lines = ['{"tape": 1}', *(step.line() for step in tape.steps)]
    async with playground() as other:
        acts = Acts(other.playground, MovableClock(other.clock))
        for step in parse(lines).steps:
            if step.do != "expect":
                acts.do(step)
        again = [one["text"] for one in other.messages()]

    assert [one["text"] for one in pg.messages()][:1] == again[:1]
    assert len(pg.messages()) == len(again)


async def test_nothing_done_is_an_empty_tape(pg):
    """Without an expectation."""
    assert () == Recorder(pg.workspace).tape().steps
