"""Reads a model's JSON reply while it is still being written.

A reply is one object with a status and an array of items:
`{"status": "answered", "claims": [{...}, {...}]}`. Services that cannot be held to a schema put
prose, a code fence or their thoughts around it; all of that is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from retrieval.errors import ModelReplyInvalid

Event = tuple[str, Any]

# Far more than any schema of ours needs, far less than Python's own parser can take.
DEPTH_LIMIT = 32

_SPACE = " \t\r\n"
_OPEN, _CLOSE = "{[", "}]"
_THINK, _THOUGHT = "<think>", "</think>"


class ReplyParser:
    """Gives each part of a reply as soon as it is complete, however the reply is cut up.

    Events are `("status", str)`, at most once, and `("claim", value)` for each element of the
    array. Time is linear in the length of the reply.

    Args:
        status_key: the name of the field that holds the status.
        items_key: the name of the field that holds the array.
    """

    def __init__(self, status_key: str = "status", items_key: str = "claims") -> None:
        self._keys = (status_key, items_key)
        self._pieces: list[str] = []
        self._state: Callable[[str], bool] = self._prose
        self._events: list[Event] = []
        self._tail = ""
        self._found = False
        self._status_seen = False
        self._key = ""
        self._unit: list[str] = []
        self._depth = 0
        self._quoted = self._escaped = False
        self._then: Callable[[Any], None] = self._member_ends

    @property
    def raw(self) -> str:
        """Everything that was fed so far."""
        return "".join(self._pieces)

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the reply and return what it completed."""
        self._pieces.append(text)
        for char in text:
            while not self._state(char):
                pass
        events, self._events = self._events, []
        return events

    def close(self) -> list[Event]:
        """Return what is left once the reply has ended: nothing, as all was given when complete.

        Raises:
            ModelReplyInvalid: the reply has no object of the known form, or is cut off in it.
        """
        if self._state == self._done:
            return []
        if self._state == self._broken:
            raise ModelReplyInvalid("The model's reply stops being JSON part of the way.")
        if self._found:
            raise ModelReplyInvalid("The model's reply ends before it is complete.")
        raise ModelReplyInvalid("The model's reply has no known form: it holds no such JSON.")

    # Each state takes a character and says whether it used it; if not, the next state gets it.

    def _prose(self, char: str) -> bool:
        self._tail = (self._tail + char)[-len(_THINK) :]
        if char == "{":
            self._found = False
            self._state = self._first_key
        elif self._tail == _THINK:
            self._state = self._thoughts
        return True

    def _thoughts(self, char: str) -> bool:
        self._tail = (self._tail + char)[-len(_THOUGHT) :]
        if self._tail == _THOUGHT:
            self._state = self._prose
        return True

    def _first_key(self, char: str) -> bool:
        return self._object_ends() if char == "}" else self._next_key(char)

    def _next_key(self, char: str) -> bool:
        if char in _SPACE:
            return True
        if char != '"':
            return self._fail()
        return self._begin(char, self._key_ends)

    def _key_ends(self, key: Any) -> None:
        self._key = key
        self._state = self._colon

    def _colon(self, char: str) -> bool:
        if char in _SPACE:
            return True
        if char != ":":
            return self._fail()
        self._state = self._member
        return True

    def _member(self, char: str) -> bool:
        if char in _SPACE:
            return True
        if char == "[" and self._key == self._keys[1]:
            self._found = True
            self._state = self._first_item
            return True
        return self._begin(char, self._member_ends)

    def _member_ends(self, value: Any) -> None:
        if self._key == self._keys[0] and isinstance(value, str):
            self._found = True
            if not self._status_seen:
                self._events.append(("status", value))
            self._status_seen = True
        self._state = self._after_member

    def _after_member(self, char: str) -> bool:
        if char in _SPACE:
            return True
        if char == ",":
            self._state = self._next_key
            return True
        return self._object_ends() if char == "}" else self._fail()

    def _first_item(self, char: str) -> bool:
        if char == "]":
            self._state = self._after_member
            return True
        return self._next_item(char)

    def _next_item(self, char: str) -> bool:
        return True if char in _SPACE else self._begin(char, self._item_ends)

    def _item_ends(self, value: Any) -> None:
        self._events.append(("claim", value))
        self._state = self._after_item

    def _after_item(self, char: str) -> bool:
        if char in _SPACE:
            return True
        if char not in ",]":
            return self._fail()
        self._state = self._next_item if char == "," else self._after_member
        return True

    def _object_ends(self) -> bool:
        # An object with neither field is an example in the prose, and the reply comes after it.
        self._state = self._done if self._found else self._prose
        return True

    def _done(self, _: str) -> bool:
        return True

    def _broken(self, _: str) -> bool:
        return True

    def _fail(self) -> bool:
        """Give up on this object; go on looking where nothing of it has been used."""
        self._unit = []
        self._state = self._broken if self._found else self._prose
        return False

    # A value is collected as text, and read by Python's own parser once it is complete.

    def _begin(self, char: str, then: Callable[[Any], None]) -> bool:
        self._then = then
        self._unit, self._depth = [], 0
        self._quoted = self._escaped = False
        if char in _OPEN or char == '"':
            self._state = self._nested
        elif char in "-0123456789tfn":
            self._state = self._scalar
        else:
            return self._fail()
        return False

    def _nested(self, char: str) -> bool:
        self._unit.append(char)
        if self._quoted:
            self._within_string(char)
        elif char == '"':
            self._quoted = True
            return True
        elif char in _OPEN:
            self._depth += 1
            if self._depth > DEPTH_LIMIT:
                return self._fail()
        elif char in _CLOSE:
            self._depth -= 1
        if self._depth == 0 and not self._quoted:
            return self._complete()
        return True

    def _within_string(self, char: str) -> None:
        if self._escaped:
            self._escaped = False
        elif char == "\\":
            self._escaped = True
        elif char == '"':
            self._quoted = False

    def _scalar(self, char: str) -> bool:
        if char in ",}]" or char in _SPACE:
            self._complete()
            return False
        self._unit.append(char)
        return True

    def _complete(self) -> bool:
        text, self._unit = "".join(self._unit), []
        try:
            # Small models write line breaks into strings as they are: strict would refuse them.
            value = json.loads(text, strict=False, parse_constant=_no_number)
        except ValueError:
            return self._fail()
        self._then(_well_formed(value))
        return True


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _well_formed(value: Any) -> Any:
    r"""Replace halves of surrogate pairs, which `\ud800` in JSON makes and no encoding takes."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_well_formed(element) for element in value]
    if isinstance(value, dict):
        return {_well_formed(key): _well_formed(element) for key, element in value.items()}
    return value
