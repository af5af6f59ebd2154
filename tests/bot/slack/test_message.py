"""A message is heard by how it addresses the bot, and by what is listened to in its channel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.inbound import Heard, Ignore, Inbound
from bot.slack import message
from bot.slack.decode import LONGEST
from bot.slack.hear import hear, thread_of
from bot.slack.payload import Facts

BOT = Facts("UBOT", "BBOT", "AAPP", name="helper")
OURS = Facts("UBOT", "BBOT", "AAPP", ours=True, name="helper")
TS, ROOT = "1700000000.000100", "1699999999.000100"
BY_BOT = {"user": None, "bot_id": "BCI", "subtype": "bot_message"}

Event = dict[str, Any]


def said(text: str | None, **fields: Any) -> Event:
    """Return the delivery of a message, by default of Ann's at the top level of a channel."""
    event = {"type": "message", "user": "UANN", "text": text, "ts": TS, "channel": "C1"}
    event |= {"channel_type": "channel", "event_ts": TS} | fields
    told = {name: value for name, value in event.items() if value is not None}
    return {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": told}


def changed(new: str, old: str, **fields: Any) -> Event:
    """Return the delivery of an edit by its author."""
    one = {"type": "message", "user": "UANN", "ts": TS, "edited": {"user": "UANN", "ts": TS}}
    versions = {"message": one | {"text": new} | fields, "previous_message": one | {"text": old}}
    return said(None, user=None, ts=None, subtype="message_changed", **versions)


def facts(listen: str = "threads", *, auto: bool = False, ours: bool = False) -> Facts:
    """Return what is known in a channel with a rule of hearing."""
    return Facts("UBOT", "BBOT", "AAPP", ours=ours, listen=listen, auto=auto)


def told(heard: Heard) -> str:
    """Say in a word or two what was heard."""
    if isinstance(heard, Inbound):
        return f"{heard.kind} {heard.source} {heard.subject}".rstrip()
    return heard.reason if isinstance(heard, Ignore) else "prompt"


Q = "how do I get a laptop?"
MODES: Mapping[str, tuple[Event, Facts, str]] = {
    "mentions: a mention": (said(f"<@UBOT> {Q}"), facts("mentions"), "question mention"),
    "mentions: an own thread": (
        said(Q, thread_ts=ROOT),
        facts("mentions", ours=True),
        "only mentions are heard in this channel",
    ),
    "threads: an own thread": (said(Q, thread_ts=ROOT), facts(ours=True), "question thread"),
    "threads: a question of the channel": (said(Q), facts(), "not addressed to the bot"),
    "questions: one": (said(Q), facts("questions"), "question channel"),
    "questions: none": (said("lunch is ready"), facts("questions"), "no question"),
    "questions: to somebody": (
        said(f"<@UBOB> {Q}"),
        facts("questions"),
        "a question to somebody",
    ),
    "questions: to all": (said(f"<!here> {Q}"), facts("questions"), "question channel"),
    "questions: to a name": (
        said("Bob, can you help?"),
        facts("questions"),
        "a question to somebody",
    ),
    "questions: in a strange thread": (
        said(Q, thread_ts=ROOT),
        facts("questions"),
        "not addressed to the bot",
    ),
    "questions: in a group message": (
        said(Q, channel_type="mpim"),
        facts("questions"),
        "not addressed to the bot",
    ),
    "auto: a question": (said(Q), facts(auto=True), "question auto"),
    "auto: a mention": (said(f"<@UBOT> {Q}"), facts(auto=True), "question mention"),
    "a group message: an own thread": (
        said(Q, channel_type="mpim", thread_ts=ROOT),
        facts(ours=True),
        "question thread",
    ),
    "a group message: no mention": (said(Q, channel_type="mpim"), facts(), "not addressed"),
    "a reply that is also sent to the channel": (
        said(Q, subtype="thread_broadcast", thread_ts=ROOT),
        facts("questions"),
        "not addressed to the bot",
    ),
    "the same in an own thread": (
        said(Q, subtype="thread_broadcast", thread_ts=ROOT),
        facts(ours=True),
        "question thread",
    ),
}


@pytest.mark.parametrize(("payload", "known", "expected"), MODES.values(), ids=MODES)
def test_what_is_listened_to(payload: Event, known: Facts, expected: str) -> None:
    """The policy says what is heard in a channel; group messages only by mention or thread."""
    assert told(hear(payload, known)).startswith(expected)


WORDS: Mapping[str, tuple[Event, Facts, str]] = {
    "a person is wanted": (said("<@UBOT> human please"), BOT, "human mention"),
    "directly": (
        said("can I talk to a human?", channel="D1", channel_type="im"),
        BOT,
        "human direct",
    ),
    "in an own thread, which its turns decide": (
        said("human please", thread_ts=ROOT),
        OURS,
        "question thread",
    ),
    "an answer was wrong": (
        said("<@UBOT> no, that's not it", thread_ts=ROOT),
        BOT,
        "question again not_it",
    ),
    "wrong before there is an answer": (said("<@UBOT> wrong page?"), BOT, "question mention"),
}


@pytest.mark.parametrize(("payload", "known", "expected"), WORDS.values(), ids=WORDS)
def test_what_the_words_want(payload: Event, known: Facts, expected: str) -> None:
    """Complaints A9 and A10: a correction searches again, a call for a person is heard at once."""
    assert expected == told(hear(payload, known))


def test_a_call_for_a_person_comes_once() -> None:
    """Both events of one mention are one call: they share the message's key."""
    first = hear(said("<@UBOT> human please"), BOT)
    second = hear(said("<@UBOT> human please", type="app_mention") | {"event_id": "Ev2"}, BOT)

    assert isinstance(first, Inbound)
    assert isinstance(second, Inbound)
    assert {f"T1:C1:{TS}"} == set(first.keys) & set(second.keys)


LISTED = Facts("UBOT", "BBOT", "AAPP", bots=frozenset({"BCI"}))
BOTS: Mapping[str, tuple[Event, Facts, str]] = {
    "not listed": (said("<@UBOT> hi", **BY_BOT), BOT, "another bot's message"),
    "listed, with a mention": (said("<@UBOT> why red?", **BY_BOT), LISTED, "question mention"),
    "listed, without": (said("why red?", **BY_BOT), LISTED, "another bot's message"),
    "listed, in an own thread": (
        said("why red?", thread_ts=ROOT, **BY_BOT),
        Facts("UBOT", "BBOT", "AAPP", ours=True, bots=frozenset({"BCI"})),
        "another bot's message",
    ),
    "listed, where all questions are heard": (
        said("why red?", **BY_BOT),
        Facts("UBOT", "BBOT", bots=frozenset({"BCI"}), listen="questions"),
        "another bot's message",
    ),
    "listed, but ourselves": (
        said("<@UBOT> hi", user="UBOT", bot_id="BBOT"),
        Facts("UBOT", "BBOT", bots=frozenset({"BBOT"})),
        "our own message",
    ),
    "an edit of a listed one": (
        changed("<@UBOT> red?", "red", bot_id="BCI"),
        LISTED,
        "an update that no person made",
    ),
}


@pytest.mark.parametrize(("payload", "known", "expected"), BOTS.values(), ids=BOTS)
def test_other_bots_are_heard_by_allowance_alone(
    payload: Event, known: Facts, expected: str
) -> None:
    """Facts 12, complaint G72: a list of ids, and even then only what mentions the bot.

    A workflow's message of subtype `bot_message` is heard where its id is listed.
    """
    assert expected == told(hear(payload, known))


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("<@UBOT> what is it?", "what is it?", "question mention"),
        ("<@UBOT> what is it now?", "<@UBOT> what is it?", "edited mention"),
        ("never mind", "<@UBOT> what is it?", "edited"),
        ("<@UBOT> x", "<@UBOT> x", "an update that leaves the text as it was"),
        ("lunch!", "lunch?", "an edit that is not for the bot"),
    ],
)
def test_what_an_edit_is(new: str, old: str, expected: str) -> None:
    """Facts 6, 7 and 9, complaint B17: only text that a person changed, and a first mention asks.

    An unfurl, a mark of the language or a reply under a message leave its text as it was.
    """
    assert expected == told(hear(changed(new, old), BOT))


def test_an_edit_carries_the_new_text() -> None:
    """So that the changed question can be asked with one press."""
    heard = hear(changed("<@UBOT> and on mac?", "<@UBOT> and on windows?"), BOT)

    assert isinstance(heard, Inbound)
    assert ("edited", "and on mac?") == (heard.kind, heard.text)


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("and on mac?", BOT, True),
        ("thanks a lot", BOT, False),
        ("<@UBOB> can you look?", BOT, False),
        ("helper, can you look", BOT, True),
        ("and on mac?", facts("mentions"), False),
    ],
)
def test_the_ledger_is_asked_only_about_what_could_be_a_question(
    text: str, known: Facts, expected: bool
) -> None:
    """Whether a thread is ours costs a look into the ledger, for no chatter."""
    assert expected is (thread_of(said(text, thread_ts=ROOT), known) is not None)


def test_what_is_not_for_the_bot_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is mentioned and where it stands decide before anybody looks at the words."""

    def read(text: str) -> str:
        raise AssertionError(text)

    monkeypatch.setattr(message, "question", read)
    for payload in (said(Q), said(f"<@UANN> {Q}"), changed(Q, "a"), said(Q, thread_ts=ROOT)):
        assert isinstance(hear(payload, BOT), Ignore)


def test_a_long_message_is_known_to_be_cut() -> None:
    """A mention counts wherever it stands; of the words the beginning is read, which is kept."""
    heard = hear(said("how long? " * 4_000 + "<@UBOT>"), BOT)
    short = hear(said("<@UBOT> how long?"), BOT)

    assert isinstance(heard, Inbound)
    assert isinstance(short, Inbound)
    assert (True, "mention") == (heard.cut, heard.source)
    assert LONGEST - 20 < len(heard.text) <= LONGEST
    assert not short.cut
    assert heard == Inbound.read(heard.payload())


def test_what_comes_with_a_question_is_kept() -> None:
    """Files, channels, linked messages and tables by name, for whoever deals with the question."""
    link = "<https://acme.slack.com/archives/C9/p1700000000000200?thread_ts=1699999999.000100&amp;cid=C9>"
    table = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, {"text": "b"}]]}
    heard = hear(
        said(
            f"<@UBOT> what was decided in <#C7|plans>, see {link}?",
            subtype="file_share",
            files=[{"id": "F1"}, {"id": "F2"}],
            attachments=[{"blocks": [table]}],
        ),
        BOT,
    )

    assert isinstance(heard, Inbound)
    assert ("F1", "F2") == heard.file_ids
    assert ("C7",) == heard.channels
    assert ("C9:1700000000.000200:1699999999.000100",) == heard.links
    assert "a | b" == heard.pasted
    assert heard == Inbound.read(heard.payload())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "why reaction"),
        ({"type": "reaction_removed"}, "a reaction that asks nothing"),
        ({"item_user": "UBOT"}, "a reaction where the bot did not keep quiet"),
        ({"user": "UBOT"}, "a reaction that is not a person's"),
    ],
)
def test_a_thinking_face_asks_why(change: dict[str, Any], expected: str) -> None:
    """On whatever somebody else wrote; asking again is asking once."""
    item = {"type": "message", "channel": "C1", "ts": TS}
    event = {"type": "reaction_added", "user": "UBOB", "reaction": "thinking_face", "item": item}
    payload = said(None, ts=None, channel=None, channel_type=None)
    payload["event"] = event | {"item_user": "UANN", "event_ts": "9.1"} | change

    heard = hear(payload, BOT)

    assert expected == told(heard)
    if isinstance(heard, Inbound):
        assert (f"why:T1:C1:{TS}:UBOB",) == heard.keys
