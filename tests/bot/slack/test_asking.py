"""What a message does is told by its words, in the languages that people write to the bot in."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import asking
from bot.slack.decode import LONGEST


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("and on mac?", True),
        ("what about contractors", True),
        ("and E1043", True),
        ("sorry, I meant on Linux", True),
        ("tell me more about it", True),
        ("und für Werkstudenten", True),
        ("wo finde ich das", True),
        ("et à Londres ?", True),
        ("申請の方法を教えてください", True),
        ("oh really? thx", False),
        ("thanks a lot", False),
        ("let me check what they say", False),
        ("and thanks!", False),
        ("I will ask IT", False),
        ("", False),
    ],
)
def test_what_asks(text: str, expected: bool) -> None:
    """A question, a request, a part of a question; not thanks, surprise or a plan."""
    assert expected is asking.asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "no, that's not it",
        "that is not what I asked",
        "wrong page",
        "still doesn't work",
        "that didn't help",
        "nein, das ist nicht das, was ich suche",
        "das beantwortet meine Frage nicht",
        "違います",
        "ce n'est pas ça",
    ],
)
def test_what_says_that_an_answer_is_wrong(text: str) -> None:
    """Complaint A9: "no, that is not it" is no new question, in any language that we speak."""
    assert asking.says_wrong(text)


@pytest.mark.parametrize(
    "text", ["what is not it?", "is that not allowed?", "no problem", "it works", "no, thanks"]
)
def test_what_does_not_say_so(text: str) -> None:
    """Denial in a question or a courtesy is none."""
    assert not asking.says_wrong(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("human please", True),
        ("can I talk to a real person?", True),
        ("please connect me with a human", True),
        ("I want a human", True),
        ("kann ich bitte mit einem Menschen sprechen?", True),
        ("担当者に繋いでください", True),
        ("how do I reach the human resources team?", False),
        ("who talks to a person that was harassed?", False),
        ("what is a human readable date?", False),
        ("how many days per person?", False),
    ],
)
def test_what_asks_for_a_person(text: str, expected: bool) -> None:
    """Complaint A10: a call for a person is heard from the first message on."""
    assert expected is asking.wants_person(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bob, could you fill it in?", "Bob"),
        ("hey cho, are you coming?", "cho"),
        ("dan can you look?", "dan"),
        ("is it done, Maria?", "Maria"),
        ("Hey bot, does it work?", "bot"),
        ("footnote: and on mac?", "bot"),
        ("helper, and on mac?", "bot"),
        ("FAQ: how do I restart it?", ""),
        ("And on mac?", ""),
        ("Sorry, what about Linux?", ""),
        ("the bot is wrong", ""),
    ],
)
def test_whom_a_message_calls(text: str, expected: str) -> None:
    """A name before a comma or a greeting's name; openings of a sentence are no names."""
    assert expected == asking.called(text, "helper")


def test_what_is_quoted_or_code_is_not_said() -> None:
    """Only one's own words count."""
    text = (
        "> does it work?\n&gt; really?\nyes `a ? b : c` <https://x.example/?q=1|here>\n```why?```"
    )

    assert "yes" == asking.bare(text)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """Nothing that people write breaks the reading."""
    said = asking.bare(text)
    told = (asking.asks, asking.says_wrong, asking.says_solved, asking.wants_person, asking.laughs)
    for tell in told:
        assert tell(said) in {True, False}
    asking.called(said)


def test_of_a_long_message_the_beginning_is_looked_at() -> None:
    """What stands beyond it is no part of what is asked; what is hidden in words neither."""
    assert LONGEST >= len(asking.bare("x" * 40_000))
    assert asking.asks(asking.bare("h\u00adow long is the leave"))


@pytest.mark.parametrize("text", ["and " * 10_000, "no, " * 10_000, "a" * 40_000, "```" * 9_000])
def test_long_text_is_read_at_once(text: str) -> None:
    """Forty thousand characters, as many as Slack sends, take no time that anyone would notice."""
    begun = time.process_time()
    said = asking.bare(text)
    asking.asks(said)
    asking.says_wrong(said)
    asking.wants_person(said)
    asking.says_solved(said)
    asking.called(said)

    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("solved", True),
        ("Thanks, that solved it!", True),
        ("it's resolved now", True),
        ("problem solved", True),
        ("never mind", True),
        ("hat sich erledigt, danke", True),
        ("erledigt", True),
        ("解決しました", True),
        ("is it solved?", False),
        ("solved by whom", False),
        ("how was it solved", False),
        ("not solved yet", False),
        ("it is not resolved", False),
        ("The resolved ticket still shows an error in the portal today", False),
    ],
)
def test_what_says_that_nothing_is_left_to_do(text: str, expected: bool) -> None:
    """In a few words; a question never does."""
    assert expected is asking.says_solved(text)
