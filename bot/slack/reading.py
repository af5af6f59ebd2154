"""What comes along with a question -> turns to read: text files, tables, linked messages.

Only what is text is read, within limits; everything else is named. A linked message is read where
the bot is a member and whoever asked may see it, and so may whoever reads the answer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.asked import question
from bot.slack.download import BYTES, Download
from bot.slack.escaping import visible
from bot.slack.facts import Lookup
from bot.slack.material import shown
from bot.slack.paging import is_member
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.web import Web
from retrieval.values import Note, Turn

CHARACTERS = 8_000
"""How much of one file, table or linked thread is read."""
LINKED = 10
"""Messages of a linked thread that are read."""
_TEXTS = frozenset(
    """bash c cfg conf cpp cs css csv diff env go gradle graphql h hcl hpp html ini ipynb java
    javascript js json jsonl jsx kotlin kt latex log lua makefile markdown md mdx ndjson patch php
    pl plain powershell properties proto ps1 py python r rb rs rst ruby rust scala sh shell sql
    swift tex text tf toml ts tsv tsx txt typescript xml yaml yml""".split()  # noqa: SIM905
)
_NO_TEXT = frozenset({"rtf", "rich"})
_TALK = re.compile(
    r"\b(?:decided?|decision|discuss\w*|said|say|wrote|written|posted|announced?|agreed?|happen\w*"
    r"|mention\w*|talk\w*|thread|conversation|besprochen|entschieden|geschrieben|gesagt|passiert)\b"
    r"|決|話|書",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Read:
    """What was read, as turns, and what of it was not."""

    turns: tuple[Turn, ...] = ()
    notes: tuple[Note, ...] = ()


class Reading:
    """Reads what comes along with a question."""

    def __init__(self, web: Web, lookup: Lookup, download: Download | None) -> None:
        """Take Slack, who is who, and what fetches files; without it no file is read."""
        self._web = web
        self._lookup = lookup
        self._download = download

    async def of(self, asked: Inbound) -> Read:
        """Return the material of a question; what cannot be read is noted, never raised."""
        turns, notes = [], []
        unread, cut = [], []
        for file in asked.file_ids:
            name, text = await self._file(file)
            if text is None:
                unread.append(name)
                continue
            if len(text) > CHARACTERS:
                cut.append(name)
            turns.append(Turn("other", f"{name}:\n{text[:CHARACTERS]}"))
        if asked.pasted:
            turns.append(Turn("other", asked.pasted[:CHARACTERS]))
        linked = await self.linked(asked)
        turns += linked.turns
        more = asked.files - len(asked.file_ids)
        unread += [f"+{more}"] if more > 0 else []
        notes += [Note("files_unread", ", ".join(unread))] if unread else []
        notes += [Note("files_cut", ", ".join(cut))] if cut else []
        notes += [*linked.notes, *await self._channels(asked)]
        return Read(tuple(turns), tuple(notes))

    async def written(self, asked: Inbound) -> str:
        """Return what the first of a message's files that is text says; empty where none is."""
        for file in asked.file_ids:
            _, text = await self._file(file)
            if text and (said := visible(text[:CHARACTERS]).strip()):
                return said
        return ""

    async def linked(self, asked: Inbound) -> Read:
        """Return the messages that a question links to, those that may be read."""
        turns, unread = [], 0
        for link in asked.links:
            channel, ts, thread = link.split(":")
            try:
                text = await self._linked(asked, channel, ts, thread)
            except SlackRefused as refused:
                structlog.get_logger().info("link_not_read", error=refused.error)
                text = ""
            if text:
                turns.append(Turn("other", text))
            else:
                unread += 1
        return Read(tuple(turns), (Note("links_unread", str(unread)),) if unread else ())

    async def _linked(self, asked: Inbound, channel: str, ts: str, thread: str) -> str:
        """Return the text of a linked message and of what was replied; empty where it is closed.

        Raises SlackRefused.
        """
        if channel != asked.channel and not await self._open(asked, channel):
            return ""
        bounds = {"oldest": ts, "latest": ts} if thread else {}
        reply = await self._web.call(
            "conversations.replies",
            channel=channel,
            ts=thread or ts,
            limit=LINKED,
            inclusive=True,
            **bounds,
        )
        messages = [m for m in reply.get("messages") or () if isinstance(m, Mapping)]
        if thread:
            messages = [m for m in messages if string(m, "ts") == ts]
        texts = [question(shown(message)) for message in messages[:LINKED]]
        return "\n".join(text for text in texts if text)[:CHARACTERS]

    async def _open(self, asked: Inbound, channel: str) -> bool:
        """Whether what stands in a channel may be read for a question.

        Public channels of our own are; a private one only where its member asks the bot directly,
        since whoever reads the answer elsewhere may not be in it. Raises SlackRefused.
        """
        place = await self._lookup.place(channel)
        if place.shared:
            return False
        if place.kind == "channel":
            return True
        alone = asked.channel_kind == "direct"
        return alone and place.kind == "private" and await is_member(self._web, channel, asked.user)

    async def _file(self, file: str) -> tuple[str, str | None]:
        """Return the name of a file and its text, None where it was not read."""
        try:
            reply = await self._web.call("files.info", file=file)
            told = mapping(reply, "file")
            name = string(told, "name") or string(told, "title") or file
            if not self._download or not _is_text(told):
                return name, None
            address = string(told, "url_private_download") or string(told, "url_private")
            content = await self._download(address)
        except SlackRefused as refused:
            structlog.get_logger().info("file_not_read", method=refused.method, error=refused.error)
            return file, None
        return name, await asyncio.to_thread(decoded, content)

    async def _channels(self, asked: Inbound) -> Sequence[Note]:
        """Note the channels whose talk is asked about: none of it is indexed."""
        if not asked.channels or not _TALK.search(asked.text):
            return ()
        names = [await self.channel_name(channel) for channel in asked.channels]
        return (Note("channels_unread", ", ".join(dict.fromkeys(names))),)

    async def channel_name(self, channel: str) -> str:
        """Return "#name" of a public channel; the name of any other is not for everyone."""
        try:
            reply = await self._web.call("conversations.info", channel=channel)
        except SlackRefused:
            return phrases.private_channel()
        told = mapping(reply, "channel")
        closed = told.get("is_private") or told.get("is_im") or told.get("is_mpim")
        name = "" if closed else string(told, "name")
        return f"#{name}" if name else phrases.private_channel()


def _is_text(told: Mapping[str, Any]) -> bool:
    """Whether Slack says that a file is text: by its type, or else by its name."""
    kind = string(told, "filetype").lower()
    suffix = PurePath(string(told, "name")).suffix.lower().removeprefix(".")
    plain = string(told, "mimetype").startswith("text/") and kind not in _NO_TEXT
    hosted = string(told, "mode") in {"", "hosted", "snippet"} and not told.get("is_external")
    return hosted and (kind in _TEXTS or suffix in _TEXTS or (plain and kind != "html"))


def decoded(content: bytes) -> str | None:
    """Return the text of a file; None where it is not text."""
    for encoding in ("utf-8-sig", "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else ""):
        if not encoding:
            continue
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as error:
            if encoding != "utf-8-sig" or error.start < len(content) - 4 or len(content) < BYTES:
                continue
            text = content[: error.start].decode(encoding)  # The limit fell into a character.
        return None if "\0" in text else text
    return None
