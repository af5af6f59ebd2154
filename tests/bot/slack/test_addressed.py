"""Who is meant by a reply in the bot's thread, measured on written threads."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.addressed import Bot, Said, Verdict, addressed, asker, could_be

BOT = Bot("UBOT", "footnote")
THREADS = Path(__file__).parent / "heard" / "threads.txt"
MOST_FALSE, MOST_MISSED = 0.05, 0.1


@dataclass(frozen=True, slots=True)
class Written:
    """A written thread; `expected` is what its last message wants of the bot, empty for nothing."""

    name: str
    expected: str
    turns: tuple[Said, ...]

    @property
    def found(self) -> str:
        """What the rules make of its last message."""
        last = self.turns[-1]
        return addressed(self.turns[:-1], last.who, last.text, BOT).wanted


def said(line: str) -> Said:
    """Read "ann: what about @bob?"."""
    who, _, text = line.partition(": ")
    named = re.sub(r"@(\w+)", lambda name: f"<@U{name[1].upper()}>", text)
    kind = {"bot": "bot", "alert": "other"}.get(who, "person")
    return Said(kind, f"U{who.upper()}", named)  # type: ignore[arg-type]


def thread(*lines: str) -> tuple[Said, ...]:
    """Read a thread of such lines, the oldest first."""
    return tuple(said(line) for line in lines)


def written(path: Path) -> list[Written]:
    """Read a file of written threads."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found: list[Written] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        head, *lines = block.replace("\n  ", "\v").split("\n")
        turns = thread(*(line.replace("\v", "\n") for line in lines))
        name = f"{len(found)}: {turns[-1].text}"
        found.append(Written(name, head[2:] if head[0] == "+" else "", turns))
    return found


WRITTEN = written(THREADS)
HALVES = {
    "the half that the rules were written on": WRITTEN[0::4] + WRITTEN[1::4],
    "the half that was held out": WRITTEN[2::4] + WRITTEN[3::4],
    "those that were written later": written(THREADS.with_name("later.txt")),
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_people_among_themselves_are_left_alone(half: Sequence[Written]) -> None:
    """Of replies that are not for the bot at most one in twenty is taken up, few others missed.

    Complaints A1 and A7, issue 6.1: a hundred written threads of both kinds, several languages.
    """
    others = [one for one in half if not one.expected]
    ours = [one for one in half if one.expected]
    false = [one.name for one in others if one.found]
    missed = [one.name for one in ours if one.found != one.expected]

    assert len(WRITTEN) >= 100
    assert len(false) <= MOST_FALSE * len(others), false
    assert len(missed) <= MOST_MISSED * len(ours), missed


def test_no_question_of_a_handbook_is_a_complaint(evaldata: Path) -> None:
    """Of real questions none is heard as a correction, a call for a person or a word to others.

    Each asks something, and each is taken as a follow-up of whoever asked before.
    """
    files = sorted((evaldata / "handbooks").rglob("*.jsonl"))
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    asked = dict.fromkeys(line["question"] for line in lines if "question" in line)
    before = thread("ann: @bot how do I get a laptop?", "bot: With the hardware form.")
    wanted = {text: addressed(before, "UANN", text, BOT) for text in asked}

    assert 479 == len(asked)
    assert [] == [(text, one) for text, one in wanted.items() if one.wanted != "question"]


BEFORE = ("ann: @bot how do I get a laptop?", "bot: With the hardware form.")


@pytest.mark.parametrize(
    ("after", "reply", "reason"),
    [
        ((), "ann: <@UBOB> what do you think?", "said to someone else in the bot's thread"),
        ((), "ann: <!here> who has done that?", "said to someone else in the bot's thread"),
        ((), "ann: good to know", "nothing asked in the bot's thread"),
        ((), "ann: does anyone know a faster way?", "said to everyone in the bot's thread"),
        ((), "ann: did the bot just make that up?", "about the bot, not to it"),
        ((), "bob: did you get it?", "said to who asked"),
        ((), "bob: when is lunch?", "a side question in the bot's thread"),
        (
            ("bob: it is the new form since May",),
            "ann: and for phones?",
            "people are talking in the bot's thread",
        ),
        (("ann: @bob can you look?",), "ann: is it urgent?", "the talk has turned to someone else"),
    ],
)
def test_silence_has_a_reason(after: Sequence[str], reply: str, reason: str) -> None:
    """Whoever asks why the bot kept quiet can be told."""
    last = said(reply)

    found = addressed(thread(*BEFORE, *after), last.who, last.text, BOT)

    assert Verdict("", reason) == found


def test_the_bot_steps_back_until_it_is_mentioned() -> None:
    """After a person's answer or correction a follow-up is for people; a mention ends that.

    The thread itself says so, and so it holds after a restart and in every process.
    """
    corrected = thread(*BEFORE, "bob: actually it is the new form", "ann: where is that one?")
    again = thread(
        *BEFORE, "bob: actually it is the new form", "ann: @bot where?", "bot: In the portal."
    )

    assert not addressed(corrected, "UANN", "and for phones?", BOT).wanted
    assert "question" == addressed(again, "UANN", "and for phones?", BOT).wanted


def test_who_asked_may_go_on_before_the_answer() -> None:
    """The mention stands for the answer that is being written; others are still left alone."""
    asked = thread("ann: @bot how do I get a laptop?")

    assert "question" == addressed(asked, "UANN", "and for phones?", BOT).wanted
    assert "" == addressed(asked, "UBOB", "did you find it?", BOT).wanted


def test_the_bot_is_called_by_its_name() -> None:
    """Its name at the beginning or the end is as good as a mention, whoever talks."""
    talk = thread(*BEFORE, "bob: no idea", "cho: ask the bot")

    assert "question" == addressed(talk, "UCHO", "Footnote, is there a limit?", BOT).wanted
    assert "question" == addressed(talk, "UCHO", "is there a limit, bot?", BOT).wanted
    assert "" == addressed(talk, "UCHO", "is there a limit for the bot?", BOT).wanted


def test_whom_the_bot_answered() -> None:
    """Who mentioned it last; in a follow-up without a mention, who asked last."""
    assert "UANN" == asker(thread("bob: is it red?", "ann: @bot any idea?", "cho: hm?"), BOT)
    assert "UBOB" == asker(thread(*BEFORE, "bob: also for guests?", "ann: :eyes:"), BOT)
    assert "" == asker((), BOT)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text(max_size=30)), max_size=6), st.text())
def test_any_thread_has_a_verdict(turns: list[tuple[str, str]], text: str) -> None:
    """Whatever is written, there is a verdict, and silence by words alone is silence by all."""
    kinds = {"a": "person", "b": "bot", "c": "other"}
    read = [Said(kinds[who], who, said) for who, said in turns]  # type: ignore[arg-type]

    found = addressed(read, "a", text, BOT)

    assert found.reason
    assert not (could_be(text, BOT) and found.wanted)
