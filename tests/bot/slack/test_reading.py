"""What comes along with a question is read where it is text and may be seen, else named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Inbound
from bot.slack.download import BYTES
from bot.slack.facts import Lookup
from bot.slack.reading import CHARACTERS, Read, Reading, decoded
from bot.slack.refused import SlackRefused
from retrieval.values import Note, Turn
from tests.fakes.slack import FakeWeb

URL = "https://files.slack.com/"
FILES: dict[str, dict[str, Any]] = {
    "FTXT": {"name": "a.txt", "filetype": "text", "mimetype": "text/plain", "mode": "snippet"},
    "FPY": {"name": "b.py", "filetype": "python", "mimetype": "text/x-python", "mode": "hosted"},
    "FCSV": {"name": "c.csv", "filetype": "csv", "mode": "hosted"},
    "FLOG": {"name": "d.log", "filetype": "binary", "mode": "hosted"},
    "FPNG": {"name": "e.png", "filetype": "png", "mimetype": "image/png", "mode": "hosted"},
    "FDOC": {"name": "f", "filetype": "quip", "mimetype": "text/x", "mode": "canvas"},
    "FEXT": {"name": "g.txt", "filetype": "text", "is_external": True, "mode": "external"},
}
PLACES: dict[str, dict[str, Any]] = {
    "C1": {"is_channel": True, "name": "here"},
    "COPEN": {"is_channel": True, "name": "plans"},
    "CPRIV": {"is_private": True, "name": "secret"},
    "CEXT": {"is_channel": True, "is_ext_shared": True, "name": "partners"},
}


def _asked(**more: Any) -> Inbound:
    told: dict[str, Any] = {"channel_kind": "channel", "user": "UANN", "ts": "5.0", "text": "why?"}
    return Inbound("question", "k", "m", "T1", "C1", **(told | more))


def _web() -> FakeWeb:
    """Slack with the files, the places, and a thread in each place."""

    def replies(channel: str, ts: str, **_: Any) -> Any:
        root = {"ts": ts, "text": f"root in {channel}", "user": "UBOB"}
        return {"messages": [root, {"ts": "1700000009.000000", "text": "reply", "user": "UCHO"}]}

    def place(channel: str) -> Any:
        if channel not in PLACES:
            return SlackRefused("conversations.info", "channel_not_found")
        return {"channel": PLACES[channel]}

    def info(file: str) -> Any:
        if file not in FILES:
            return SlackRefused("files.info", "file_not_found")
        return {"file": FILES[file] | {"url_private_download": URL + file}}

    return FakeWeb(
        {
            "files.info": info,
            "conversations.info": place,
            "conversations.replies": replies,
            "conversations.members": {"members": ["UBOB", "UANN"]},
        }
    )


async def _read(asked: Inbound, content: bytes = b"text", web: FakeWeb | None = None) -> Read:
    slack = web or _web()

    async def download(url: str) -> bytes:
        assert url.startswith(URL)
        return content

    return await Reading(slack, Lookup(slack, "T1", "UBOT"), download).of(asked)


async def test_text_files_are_read_and_others_named() -> None:
    """Facts 34: text, code, tables and logs; a picture, a canvas and what others host are named."""
    read = await _read(_asked(file_ids=tuple(FILES), files=8))

    assert ["a.txt", "b.py", "c.csv", "d.log"] == [t.text.partition(":")[0] for t in read.turns]
    assert {"other"} == {turn.role for turn in read.turns}
    assert (Note("files_unread", "e.png, f, g.txt, +1"),) == read.notes


async def test_a_long_file_is_cut_and_that_is_said() -> None:
    """Its beginning is read; what is no text in spite of its name is not."""
    long = await _read(_asked(file_ids=("FTXT",), files=1), b"y" * CHARACTERS * 2)
    binary = await _read(_asked(file_ids=("FTXT",), files=1), b"\x00\x01\xff")

    assert CHARACTERS + len("a.txt:\n") == len(long.turns[0].text)
    assert (Note("files_cut", "a.txt"),) == long.notes
    assert Read((), (Note("files_unread", "a.txt"),)) == binary


async def test_a_file_that_slack_does_not_give_is_named() -> None:
    """A missing scope or a deleted file costs the file, not the answer."""
    assert (Note("files_unread", "FGONE"),) == (await _read(_asked(file_ids=("FGONE",)))).notes


async def test_pasted_tables_are_read() -> None:
    """They stand beside the text of the message."""
    assert (Turn("other", "a | b"),) == (await _read(_asked(pasted="a | b"))).turns


@pytest.mark.parametrize(
    ("channel", "more", "read"),
    [
        ("C1", {}, True),
        ("COPEN", {}, True),
        ("CEXT", {}, False),
        ("CNONE", {}, False),
        ("CPRIV", {}, False),
        ("CPRIV", {"channel_kind": "direct"}, True),
        ("CPRIV", {"channel_kind": "direct", "user": "USTRANGE"}, False),
    ],
)
async def test_linked_messages_that_may_be_seen(
    channel: str, more: dict[str, Any], read: bool
) -> None:
    """Where the bot is, the asker may see it, and so may all who read the answer.

    A private channel's message is followed in a direct message to its member alone, one of a
    shared channel never.
    """
    found = await _read(_asked(links=(f"{channel}:1700000000.000100:",), **more))

    told = (Turn("other", f"root in {channel}\nreply"),)
    assert (told if read else ()) == found.turns
    assert (() if read else (Note("links_unread", "1"),)) == found.notes


async def test_a_linked_reply_is_read_alone() -> None:
    """Facts 50: through its thread, where replies have all that is in them."""
    link = "COPEN:1700000009.000000:1700000000.000100"

    assert (Turn("other", "reply"),) == (await _read(_asked(links=(link,)))).turns


@pytest.mark.parametrize(
    ("text", "channels", "expected"),
    [
        ("what was decided in #C7?", ("COPEN",), "#plans"),
        ("what was decided in #C7?", ("CPRIV",), "a private channel"),
        ("what was said in #C7?", ("CNONE", "CPRIV"), "a private channel"),
        ("do I ask for a laptop in #C7?", ("COPEN",), ""),
    ],
)
async def test_a_channel_is_not_documentation(
    text: str, channels: tuple[str, ...], expected: str
) -> None:
    """Complaint C30: asked what was said in a channel, the bot says that it has not read it.

    A private channel's name is not everyone's.
    """
    read = await _read(_asked(text=text, channels=channels))

    assert ((Note("channels_unread", expected),) if expected else ()) == read.notes


async def test_without_material_slack_is_not_asked() -> None:
    """A bare question costs nothing."""
    web = _web()

    assert Read() == await _read(_asked(), web=web)
    assert [] == web.calls


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xef\xbb\xbfhi", "hi"),
        ("hi \u00e4".encode("utf-16"), "hi \u00e4"),
        (b"a" * (BYTES - 1) + "ä".encode()[:1], "a" * (BYTES - 1)),
        (b"\x89PNG\r\n", None),
        (b"a\x00b", None),
    ],
)
def test_what_is_text(content: bytes, expected: str | None) -> None:
    """UTF-8, or UTF-16 that says so; a character that the limit cut is left out."""
    assert expected == decoded(content)


@given(st.binary(max_size=200))
def test_any_content_is_text_or_not(content: bytes) -> None:
    """Whatever a file holds, reading it ends."""
    text = decoded(content)

    assert text is None or "\0" not in text


async def test_what_a_file_says_is_told_alone() -> None:
    """The first that is text, without what cannot be seen; empty where none is."""
    slack = _web()

    async def download(_: str) -> bytes:
        return " Where is the f\u00adorm?\n".encode()

    reading = Reading(slack, Lookup(slack, "T1", "UBOT"), download)

    assert "Where is the form?" == await reading.written(_asked(file_ids=("FPNG", "FTXT")))
    assert "" == await reading.written(_asked(file_ids=("FPNG",)))
    assert "" == await reading.written(_asked())
