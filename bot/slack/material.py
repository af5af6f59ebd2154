"""What comes with a message besides its words: files, tables, links to messages, channels.

Pure: from the message as Slack sent it; whoever deals with the question fetches what is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.slack.decode import TOKEN, decode
from bot.slack.payload import Payload, string, word

MOST_FILES, MOST_LINKS, MOST_CHANNELS = 10, 3, 5
PASTED_CHARACTERS = 8_000
"""How much of the tables in a message is read, rows with their cells between bars."""

_PERMALINK = re.compile(
    r"https://[a-z0-9.-]+\.slack(?:-gov)?\.com/archives/(?P<channel>[A-Z0-9]{2,})/p(?P<ts>\d{16})"
    r"(?:\?[^\s>|]{0,200}?thread_ts=(?P<thread>\d{10}\.\d{6}))?"
)
_ID = re.compile(r"[A-Z0-9]{2,32}")
_TS = re.compile(r"\d{10}\.\d{6}")


def file_ids(said: Payload) -> tuple[str, ...]:
    """Return the ids of the files of a message."""
    files = said.get("files")
    ids = [string(one, "id") for one in _mappings(files)]
    return tuple(dict.fromkeys(one for one in ids if _ID.fullmatch(one)))[:MOST_FILES]


def channels(text: str) -> tuple[str, ...]:
    """Return the ids of the channels that Slack's text names."""
    found = (
        token[1].partition("|")[0][1:] for token in TOKEN.finditer(text) if token[1].startswith("#")
    )
    return tuple(dict.fromkeys(one for one in found if _ID.fullmatch(one)))[:MOST_CHANNELS]


def links(said: Payload) -> tuple[str, ...]:
    """Return the messages that a message links to or shares, each as "channel:ts:thread"."""
    text = string(said, "text").replace("&amp;", "&")
    found = [
        f"{link['channel']}:{link['ts'][:10]}.{link['ts'][10:]}:{link['thread'] or ''}"
        for link in _PERMALINK.finditer(text)
    ]
    for one in _mappings(said.get("attachments")):
        channel, ts = string(one, "channel_id"), string(one, "ts")
        if _ID.fullmatch(channel) and _TS.fullmatch(ts):
            found.append(f"{channel}:{ts}:")
    unique = {one.rpartition(":")[0]: one for one in reversed(found)}
    return tuple(reversed(unique.values()))[:MOST_LINKS]


def pasted(said: Payload) -> str:
    """Return the tables of a message as lines; empty where there are none."""
    lines: list[str] = []
    for table in _tables(said):
        rows = table.get("rows")
        lines += [
            " | ".join(_shown(cell) for cell in row)
            for row in (rows if isinstance(rows, list) else ())
            if isinstance(row, list)
        ]
    return "\n".join(line for line in lines if line.strip(" |"))[:PASTED_CHARACTERS]


def shown(said: Payload) -> str:
    """Return Slack's text of a message: of a bot's whose text is empty, what it shows instead."""
    text = string(said, "text")
    if text.strip():
        return text
    parts = [_shown(block) for block in _mappings(said.get("blocks"))]
    for one in _mappings(said.get("attachments")):
        told = [string(one, name) for name in ("pretext", "title", "text")]
        parts += told if any(told) else [string(one, "fallback")]
        parts += [_shown(block) for block in _mappings(one.get("blocks"))]
    return "\n".join(part for part in parts if part.strip())


def _tables(said: Payload) -> Iterator[Payload]:
    """Yield the table blocks of a message; those that people paste come as attachments."""
    for holder in (said, *_mappings(said.get("attachments"))):
        for block in _mappings(holder.get("blocks")):
            if word(block, "type") == "table":
                yield block


def _shown(node: Any, depth: int = 8) -> str:
    """Return the text within a cell or a block, whatever it is made of."""
    if isinstance(node, str):
        return node
    if depth and isinstance(node, list):
        return "".join(_shown(one, depth - 1) for one in node)
    if not depth or not isinstance(node, Mapping):
        return ""
    value = node.get("text", node.get("value", node.get("elements", node.get("fields", ""))))
    return decode(_shown(value, depth - 1)) if isinstance(value, str) else _shown(value, depth - 1)


def _mappings(value: Any) -> list[Payload]:
    """Return the objects of what should be a list of them."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []
