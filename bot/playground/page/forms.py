"""What came with an act of the page: its words, its files, and what a form's fields say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from aiohttp import web

from bot.playground.elements import filled
from bot.playground.values import Json, Refused

FILES = 10
"""Files that a message may have (Slack's own limit)."""
LONGEST_NAME = 150
Filled = dict[str, dict[str, str]]
"""What fields say: {block id: {action id: text, or the chosen values parted by commas}}."""


class Said(dict[str, Any]):
    """What came with an act; what is missing in it is refused with "invalid_arguments"."""

    files: Sequence[tuple[str, bytes]] = ()

    def __missing__(self, name: str) -> Any:
        raise Refused("invalid_arguments", missing=name)

    def text(self, name: str) -> str:
        """Return a part that must be text."""
        value = self[name]
        if not isinstance(value, str):
            raise Refused("invalid_arguments", wrong=name)
        return value

    def maybe(self, name: str) -> str:
        """Return a part that must be text where it is there, else nothing."""
        return self.text(name) if name in self else ""

    def filled(self) -> Filled:
        """Return what the fields of a form say."""
        told = self["said"]
        if not isinstance(told, dict):
            raise Refused("invalid_arguments", wrong="said")
        for fields in told.values():
            if not isinstance(fields, dict) or not all(isinstance(x, str) for x in fields.values()):
                raise Refused("invalid_arguments", wrong="said")
        return told


async def said(request: web.Request) -> Said:
    """Read what came with an act, as JSON or as a form; refuses with "invalid_json"."""
    if request.content_type != "application/json":
        return await _form(request)
    try:
        body = _well_formed(await request.json())
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("invalid_json") from error
    if not isinstance(body, dict):
        raise Refused("json_not_object")
    return Said(body)


async def _form(request: web.Request) -> Said:
    """Read a form, with the files in it."""
    try:
        form = await request.post()
    except (UnicodeDecodeError, LookupError, ValueError) as error:
        raise Refused("invalid_form_data") from error
    except web.HTTPRequestEntityTooLarge as error:
        raise Refused("file_uploads_too_large") from error
    told = Said({name: value for name, value in form.items() if isinstance(value, str)})
    files = [one for one in form.values() if isinstance(one, web.FileField) and one.filename]
    if len(files) > FILES:
        raise Refused("too_many_files")
    told.files = [(_name(one.filename), one.file.read()) for one in files]
    return told


def _name(told: str) -> str:
    """Return the name of a file as it is shown: no folders, no signs that nobody sees."""
    seen = "".join(letter for letter in told if letter.isprintable()).replace("\\", "/")
    name = PurePosixPath(seen).name
    stem, dot, ending = name.rpartition(".")
    if len(name) > LONGEST_NAME:
        name = f"{stem[: LONGEST_NAME - 12]}{dot}{ending[:10]}"
    return name or "file"


def _well_formed(body: Any) -> Any:
    """Replace halves of surrogate pairs, which JSON can say and no page can show."""
    text = json.dumps(body, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return json.loads(text.decode("utf-16-le", "replace"))


def state(view: Json, told: Mapping[str, Mapping[str, str]]) -> Json:
    """Return the state of a view as Slack sends it, with its fields filled in."""
    values: Json = {}
    for block in view["blocks"]:
        values |= filled([block], told.get(block["block_id"], {}))
    return values
