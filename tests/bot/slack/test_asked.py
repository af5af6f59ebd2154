"""What a message asks is told from whom it is said to, and from small talk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import asked
from bot.slack.asked import question, small_talk
from bot.slack.decode import LONGEST, decode

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("<@UBOT> how long is the leave?", "how long is the leave?"),
        ("<@UBOT>, how long is it?", "how long is it?"),
        ("<@UBOT> - how long is it?", "how long is it?"),
        ("<@UBOT> --force does what?", "--force does what?"),
        ("<@UBOT> :tada: how?", ":tada: how?"),
        ("<!here> <@UBOT> how long? cc <@UANN|ann>", "how long?"),
        ("<!channel> <!everyone> <!subteam^S1|@ops> how?", "how?"),
        ("cc <@UANN> how long is it?", "how long is it?"),
        ("How long is the leave <@UANN> (cc <@UBOB>)", "How long is the leave"),
        ("hi <@UANN>, how long is it?", "hi, how long is it?"),
        ("can <@UANN|ann> or <@UBOB> sign?", "can or sign?"),
        ("where is <@UANN>'s form?", "where is form?"),
        ("is it for <@UANN>?", "is it for?"),
        ("<#C1|hr>: how long is it?", "how long is it?"),
        ("how long is the leave <#C1|hr>", "how long is the leave"),
        ("how long is it? <#C1|hr> <@UANN>", "how long is it?"),
        ("<#C1|help> is for what?", "#help is for what?"),
        ("what is <#C1|help>?", "what is #help?"),
        ("how do I post in <#C1|help>", "how do I post in #help"),
        ("may <#C1|help> be used by guests?", "may #help be used by guests?"),
        ("<@UANN> <#C1|help>", ""),
        ("how is @types/node pinned?", "how is @types/node pinned?"),
        ("a &lt; b, and <https://a.example|@x>", "a < b, and @x (https://a.example)"),
    ],
)
def test_whom_it_is_said_to_is_no_part_of_a_question(sent: str, expected: str) -> None:
    """People, groups and everyone are left out; channels stay where the sentence needs them."""
    assert expected == question(sent)


_NAMES = st.sampled_from(["<@UANN>", "<@UBOT|b>", "<!here>", "<!subteam^S1|@o>", "<#C1|help>"])
_WORDS = st.sampled_from(
    ["how", "long?", "cc", "fyi:", "is", ",", "-", "(", ")", " ", "\n", "\ue000"]
)


@given(st.lists(st.one_of(_NAMES, _WORDS, st.text(max_size=5)), max_size=20))
def test_no_mention_of_a_person_is_left(parts: list[str]) -> None:
    """Whatever the message, no mention and no mark of ours is left, and it never grows."""
    sent = " ".join(parts)
    shown = question(sent)

    assert not any(left in shown for left in ("UANN", "@o", "\ue000", "\ue001", "\ue002"))
    assert len(shown) <= len(decode(sent))


@given(st.text(alphabet="how long? ,.(cc", max_size=60))
def test_what_mentions_nobody_stays_as_it_is(text: str) -> None:
    """Without a mention nothing is taken out."""
    assert decode(text) == question(text)


@pytest.mark.parametrize("text", [" " * 5_000, "(" * 5_000, "cc " * 1_900, "\n" * 5_000])
def test_a_hostile_message_takes_no_time(text: str) -> None:
    """No pattern goes back and forth over long runs of the same."""
    assert "x" == question(f"<@UANN>{text}x{text}<@UANN>").strip("( c\n")


def test_of_a_long_message_the_beginning_is_read() -> None:
    """No token is left in halves, and a channel that the cut makes the last is none of it."""
    sent = "<@UBOT> how long? " + "<#C0GENERAL1|>" * 2_850

    assert "how long?" == question(sent)
    assert "how" == question("how " + "<@U1>" * 8_000)
    assert LONGEST == len(question("x" * 40_000))


class _Watched:
    """A pattern that tells how much of a text it was given, at most."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern, self.most, self.times = pattern, 0, 0

    def search(self, text: str, at: int = 0) -> re.Match[str] | None:
        self.most, self.times = max(self.most, len(text) - at), self.times + 1
        return self._pattern.search(text, at)


@pytest.mark.parametrize("name", ["_NEEDS_A_NAME", "_COPY"])
def test_for_each_name_only_what_stands_before_it_is_looked_at(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the message, a name at its end costs a few characters."""
    watched = _Watched(getattr(asked, name))
    monkeypatch.setattr(asked, name, watched)

    assert "x" * 900 == question("x" * 900 + " cc <#C1|a> <@U1>" * 200)
    assert watched.times >= 200
    assert watched.most <= 60


@pytest.mark.parametrize("hidden", ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"])
def test_a_pasted_word_has_nothing_hidden_in_it(hidden: str) -> None:
    """Soft hyphens and zero widths are gone, so that the word is found."""
    assert "parental leave 👩\u200d💻?" == question(
        f"<@UBOT>{hidden} paren{hidden}tal leave 👩\u200d💻{hidden}?"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("help", "help"),
        ("Help!", "help"),
        ("please help me", "help"),
        ("What can you do?", "help"),
        ("How do I ask you a question?", "help"),
        ("hi, what can you do for me?", "help"),
        ("Hey, can you help me please?", "help"),
        ("How do I use this bot?", "help"),
        ("Who are you?", "help"),
        ("hi", "greeting"),
        ("Hello there :wave:", "greeting"),
        ("Good morning everyone!", "greeting"),
        ("hello hello", "greeting"),
        ("thanks", "greeting"),
        ("Thank you so much!", "greeting"),
        ("ok thanks", "greeting"),
        ("Perfect, thank you", "greeting"),
        ("test", "greeting"),
        ("hi, how do I reset my VPN?", ""),
        ("hello, who signs the form", ""),
        ("help desk hours", ""),
        ("help with the VPN", ""),
        ("thanks, and on a Mac?", ""),
        ("what can you do about a lost badge?", ""),
        ("how do I ask for leave?", ""),
        ("what is Footnote?", ""),
        ("test coverage", ""),
        ("hi 5", ""),
        ("", ""),
    ],
)
def test_small_talk_is_told_from_questions(text: str, said: str) -> None:
    """Only what is nothing but small talk counts; a question may begin with a greeting."""
    assert said == small_talk(text)


def test_the_prompts_that_the_app_suggests_are_known() -> None:
    """Whoever clicks on the manifest's own prompt is told how to ask, not refused."""
    manifest = yaml.safe_load((ROOT / "slack-manifest.yaml").read_text())
    prompts = manifest["features"]["agent_view"]["suggested_prompts"]

    assert {"help"} == {small_talk(prompt["message"]) for prompt in prompts}
