"""A workspace as one person sees it."""

from __future__ import annotations

import pytest

from bot.playground import cast
from bot.playground.page.view import (
    attachment,
    face,
    reactions,
    room,
    size,
    summary,
    texts,
    trace_of,
    typed,
    when,
)
from bot.playground.values import Message

PEOPLE = {person.id: person for person in cast.people()}
ADA, BEN = "U0ADA00001", "U0BEN00002"


def test_a_person_is_shown_by_initials_in_a_colour_that_stays() -> None:
    """The same person looks the same everywhere."""
    ada = face(PEOPLE[ADA])

    assert ("Ada Okafor", "AO", False) == (ada.name, ada.initials, ada.bot)
    assert ada == face(PEOPLE[ADA])


def test_rooms_are_named_by_who_is_in_them() -> None:
    """A channel by its name, a direct message by the other person, a group by first names."""
    rooms = {one.id: room(one, ADA, PEOPLE) for one in cast.channels(0) if ADA in one.members}
    names = {one.kind: one.name for one in rooms.values()}

    assert {
        "channel": "partners",
        "private": "leads",
        "group": "Ben, Footnote",
        "direct": "Footnote",
    } == names
    assert [False] == [one.with_bot for one in rooms.values() if one.name == "random"]


def test_slackbot_is_no_app() -> None:
    """The app's own conversation is the only one with two tabs."""
    assert (False, True) == (face(PEOPLE["USLACKBOT"]).bot, face(PEOPLE[cast.BOT]).bot)
    rooms = [room(one, ADA, PEOPLE) for one in cast.channels(0) if ADA in one.members]
    assert ["direct"] == [one.kind for one in rooms if one.app]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@U0BEN00002> &lt;b&gt; &amp;amp;", "@ben <b> &amp;"),
        ("<#C0GENERAL1|general> <!here> <https://a.b/?c&amp;d>", "#general @here https://a.b/?c&d"),
        ("<@U0NOBODY0>", "<@U0NOBODY0>"),
    ],
)
def test_a_message_is_edited_as_it_was_typed(text: str, shown: str) -> None:
    """Tokens are names again, and what Slack escaped is as it was."""
    assert shown == typed(Message("C", "1.0", ADA, text), PEOPLE)


def test_a_file_that_is_text_shows_how_it_begins() -> None:
    """One that is not, or holds signs that nobody sees, is named alone."""
    assert "a,b\n" == attachment("x.csv", "CSV", b"a,b\n").begins
    assert 2_000 == len(attachment("x.txt", "TXT", b"x" * 9_000).begins)
    for content in (b"\x89PNG", b"a\x00b", "\u202e".encode()):
        assert "" == attachment("x", "X", content).begins
    assert ["0 bytes", "1 byte", "999 bytes", "2 KB", "1.5 MB"] == [
        size(count) for count in (0, 1, 999, 1_600, 1_500_000)
    ]


@pytest.mark.parametrize(
    ("metadata", "blocks", "trace"),
    [
        ({"event_payload": {"trace_id": "abc123"}}, [], "abc123"),
        (None, [{"elements": [{"text": "trace 0123456789ab · 1 s"}]}], "0123456789ab"),
        (None, [{"type": "markdown", "text": "a trace of doubt"}], ""),
        ({"event_payload": {"trace_id": '"]<script>'}}, [], ""),
        ({"event_payload": None}, [], ""),
    ],
)
def test_an_answer_names_its_trace(metadata, blocks, trace: str) -> None:
    """By its metadata, or in its footer; what could not be an id is none."""
    message = Message("C", "1.0", "B", "", blocks=blocks, by_app=True, metadata=metadata)

    assert trace == trace_of(message)


def test_texts_are_found_however_deep() -> None:
    """Whatever a block is made of."""
    assert ["a", "b"] == list(
        texts([{"text": {"text": "a"}}, {"elements": [{"text": "b"}], "x": 1}])
    )


def test_reactions_say_whose_they_are() -> None:
    """With names, and whether the person who looks gave one."""
    message = Message("C", "1.0", ADA, "", reactions={"+1": [ADA, BEN], "tada": []})

    [shown] = reactions(message, BEN, PEOPLE)
    assert ("👍", 2, True, "Ada Okafor, Ben Lindqvist") == (
        shown.emoji,
        shown.count,
        shown.mine,
        shown.people,
    )


def test_a_thread_is_summed_up() -> None:
    """How many replies, of whom, each once, and when the last came."""
    replies = [
        Message("C", f"{at}.000000", who, "") for at, who in ((60, ADA), (120, BEN), (180, ADA))
    ]

    told = summary(replies, PEOPLE)
    assert (3, ["Ada Okafor", "Ben Lindqvist"]) == (
        told["replies"],
        [one.name for one in told["repliers"]],
    )
    assert "1970-01-01T00:03:00+00:00" == when("180.000000")[0]
    assert {} == summary([], PEOPLE)
