"""What is handed over says what came near, and comes back from the ledger as it went in."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from bot.slack.markdown import sanitise
from bot.slack.packet import SHOWN_TEXT, Packet, Passage, quoted
from bot.slack.reply import SECOND
from retrieval.shortfall import Near, Why
from retrieval.values import DocumentFacts
from tests.fakes.slack_reading import hostile, live

LEAVE = DocumentFacts("leave", "hr", "leave.md", "Leave", "https://docs.example/leave")


def test_a_passage_says_why_it_was_not_the_answer() -> None:
    """With its page as a link, its heading, and its beginning without marks."""
    near = Near(
        LEAVE, "How to apply", "## How to apply\n\nWrite **early** " + "x" * 300, Why.UNUSED
    )
    passage = Passage.of(near)
    written = passage.written()

    assert passage.text.startswith("Write early")
    assert len(passage.text) <= SHOWN_TEXT + 2
    assert written.startswith("- [Leave](https://docs.example/leave) › How to apply: ")
    assert phrases.fell_short("unused", "") in written
    assert "- [Leave](https://docs.example/leave)" == Passage.of_page(LEAVE).written()


def test_a_passage_begins_at_its_heading() -> None:
    """What was packed may begin earlier, and headings would run into sentences."""
    linux = "## Linux\n\nUse 8443.\n\n```\n# as root\n```\n\n## Off\n\nNo."
    text = f"# VPN\n\n## Mac\n\nUse 4.2.\n\n{linux}"
    vpn = replace(LEAVE, title="VPN")

    assert "Use 8443. # as root No." == Passage.of(Near(vpn, "Linux", text, Why.UNUSED)).text
    assert "Use 4.2. Use 8443. # as root No." == Passage.of(Near(vpn, "VPN", text, Why.UNUSED)).text
    assert " › " not in Passage.of(Near(vpn, "VPN", text, Why.UNUSED)).written()
    assert "Linux" in Passage.of(Near(vpn, "VPN", "## Linux", Why.UNUSED)).text


@pytest.mark.parametrize(
    ("heading", "text"),
    [("通勤手当", "通勤手当は月額3万円まで。"), ("Book", "Bookings outside."), ("", "So.")],
)
def test_a_passage_keeps_words_that_begin_like_its_heading(heading: str, text: str) -> None:
    """The heading is left out where it is a line of its own, whatever marks that has."""
    for written in (text, f"## {heading}\n\n{text}", f"{heading}\n\n{text}"):
        assert text == Passage.of(Near(LEAVE, heading, written, Why.UNUSED)).text
    assert "" == Passage.of(Near(LEAVE, heading, f"# {heading}", Why.UNUSED)).text.strip("# ")


def test_every_reason_is_worded() -> None:
    """Each has a sentence of its own, with its detail."""
    said = {phrases.fell_short(str(why), "detail") for why in Why}

    assert len(Why) == len(said)
    assert phrases.fell_short("unheard of", "") == phrases.fell_short("below", "")


def test_a_question_is_one_line() -> None:
    """However many it has, and cut where it is long."""
    assert "> One two" == quoted("One\n\n  two")
    assert quoted("word " * 500).endswith("word …")


def test_who_wants_what_is_said_first() -> None:
    """Whoever asks, whoever passes it on, and a rule."""
    asks, passes = Packet("UANN", "q"), Packet("UANN", "q", presser="UBEN")
    rule = Packet("UANN", "q", where="https://w.slack.com/x", rule=True)

    assert (phrases.asks_a_human(""), "UANN") == (asks.head(), asks.about)
    assert (phrases.passes_on(SECOND, "").rstrip(": "), "UBEN UANN") == (
        passes.head(),
        passes.about,
    )
    assert rule.head().startswith(phrases.handed_by_rule("[")[:-1])
    assert [phrases.private_question(), phrases.ask_them()] == Packet("UANN").body()
    assert "" == asks.unread()
    assert phrases.sees_link() == replace(rule, question="").unread()


_TEXTS = st.text(max_size=8)
_PASSAGES = st.lists(st.builds(Passage, *[_TEXTS] * 6), max_size=2).map(tuple)
_PACKETS = st.builds(
    Packet, _TEXTS, _TEXTS, _TEXTS, _PASSAGES, st.lists(_TEXTS).map(tuple), _TEXTS, _TEXTS
)


@given(_PACKETS)
def test_any_packet_comes_back(packet: Packet) -> None:
    """As JSON, beside whatever else is kept."""
    kept = json.loads(json.dumps({**packet.content(), "language": "de"}))

    assert packet == Packet.read(kept)


@given(hostile(), hostile())
def test_whatever_is_handed_over_does_nothing(text: str, other: str) -> None:
    """It calls nobody, and holds no link but its own."""
    passage = Passage(text, LEAVE.url, other, text, "dropped", other)
    packet = Packet("UANN", text, other, (passage,), (text,), "https://w.slack.com/x")
    written = "\n\n".join([packet.head(), *packet.body()])

    assert [] == live(sanitise(written, packet.links), set(packet.links))
