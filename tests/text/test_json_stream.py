"""Tests of the incremental reader of JSON replies."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelReplyInvalid
from retrieval.text.json_stream import DEPTH_LIMIT, Event, ReplyParser

REPLY = (
    '{"status": "partial", "claims": [{"text": "A \\"b\\" {c} [d]", "quotes": []}, '
    '{"text": "E", "quotes": [{"source": "S1", "text": "f"}]}], "confidence": 0.5}'
)
EVENTS: list[Event] = [
    ("status", "partial"),
    ("claim", {"text": 'A "b" {c} [d]', "quotes": []}),
    ("claim", {"text": "E", "quotes": [{"source": "S1", "text": "f"}]}),
]

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
others = st.dictionaries(st.text().filter(lambda key: key not in {"status", "claims"}), values)


def read(pieces: list[str]) -> list[Event]:
    """Feed the pieces and return every event."""
    parser = ReplyParser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    return events + parser.close()


def cut(text: str, places: list[int]) -> list[str]:
    """Cut a text at the given places."""
    ends = sorted({min(place, len(text)) for place in places} | {len(text)})
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def test_each_part_comes_when_its_last_character_does() -> None:
    """The status and each claim are given as soon as they are complete, not at the end."""
    parser = ReplyParser()
    when = {
        REPLY[: place + 1]: events
        for place, char in enumerate(REPLY)
        if (events := parser.feed(char))
    }

    assert [[event] for event in EVENTS] == list(when.values())
    assert ['"partial"', '"quotes": []}', '"f"}]}'] == [
        so_far[-length:] for so_far, length in zip(when, (9, 13, 6), strict=True)
    ]


@settings(deadline=None)
@given(st.lists(st.integers(0, len(REPLY))))
def test_any_split_gives_the_same_events(places: list[int]) -> None:
    """Where the service cuts the reply into pieces makes no difference."""
    assert EVENTS == read(cut(REPLY, places))


@settings(deadline=None)
@given(
    st.text(), st.lists(values, max_size=4), others, st.lists(st.integers(0, 400)), st.booleans()
)
def test_any_valid_reply_is_read_as_json_reads_it(
    status: str, claims: list[Any], more: dict[str, Any], places: list[int], plain: bool
) -> None:
    """Whatever a reply holds, its events are what a whole parse of it gives."""
    reply = json.dumps({"status": status, **more, "claims": claims}, ensure_ascii=plain)

    assert [("status", status), *(("claim", claim) for claim in claims)] == read(cut(reply, places))


@settings(deadline=None)
@given(st.text(st.characters(), max_size=300) | st.text('{}[]",:\\ ae1', max_size=300))
def test_garbage_raises_only_the_one_error_and_only_at_the_end(text: str) -> None:
    """Nothing that a model can write breaks the reader."""
    parser = ReplyParser()
    parser.feed(text)
    with suppress(ModelReplyInvalid):
        parser.close()

    assert text == parser.raw


@settings(deadline=None)
@given(st.integers(0, len(REPLY) - 1))
def test_a_cut_off_reply_gives_what_was_complete(length: int) -> None:
    """Of a reply that ends early, the complete parts are given and the end is an error."""
    parser = ReplyParser()
    events = parser.feed(REPLY[:length])

    assert EVENTS[: len(events)] == events
    with pytest.raises(ModelReplyInvalid):
        parser.close()


@pytest.mark.parametrize(
    "around",
    [
        "```json\n%s\n```",
        "Sure! Here is the answer:\n\n%s\n\nLet me know if {you} need more.",
        "The form is {status, claims}. %s",
        'As in {"text": "x"}, {} or { {"a": 1}: %s',
        '<think>I could say {"status": "answered", "claims": []}.</think>\n%s',
        "\ufeff%s",
    ],
)
def test_what_stands_around_the_object_is_passed_over(around: str) -> None:
    """Fences, prose with braces and thoughts before or after the reply do not matter."""
    assert EVENTS == read(list(around % REPLY))


@pytest.mark.parametrize(
    ("reply", "events"),
    [
        ('{"claims": [{"a": 1}, oops], "status": "answered"}', [("claim", {"a": 1})]),
        ('{"status": "answered", "claims": [1,]}', [("status", "answered"), ("claim", 1)]),
        ('{"status": "answered" "claims": []}', [("status", "answered")]),
        ('{"status": "answered", "claims": [{"a": NaN}]}', [("status", "answered")]),
    ],
)
def test_a_reply_that_stops_being_json_ends_there(reply: str, events: list[Event]) -> None:
    """What was complete before the fault counts, and the fault is told at the end."""
    parser = ReplyParser()

    assert events == parser.feed(reply)
    with pytest.raises(ModelReplyInvalid, match="stops being JSON"):
        parser.close()


def test_the_fields_have_the_names_that_the_caller_gives() -> None:
    """A rewriter's reply has other fields and is read by the same class."""
    parser = ReplyParser(status_key="standalone", items_key="searches")
    events = parser.feed('{"standalone": "x", "searches": ["a", "b"]}')

    assert [("status", "x"), ("claim", "a"), ("claim", "b")] == events
    assert [] == parser.close()


def test_a_status_given_twice_counts_once() -> None:
    """The first status stands; a repeated field cannot change it afterwards."""
    assert [("status", "a")] == read(['{"status": "a", "status": "b"}'])


def test_line_breaks_and_half_characters_in_strings_are_taken() -> None:
    """A raw line break is kept, and half a surrogate pair becomes the replacement character."""
    events = read(['{"status": "a\nb\\ud800 ', '\\ud83d\\ude00"}'])

    assert [("status", "a\nb\ufffd \U0001f600")] == events


def test_deep_nesting_is_an_invalid_reply() -> None:
    """A reply nested deeper than any schema of ours is refused without recursion."""
    deep = "[" * (DEPTH_LIMIT + 1) + "]" * (DEPTH_LIMIT + 1)
    with pytest.raises(ModelReplyInvalid):
        read(['{"status": "a", "x": ' + deep + "}"])


def test_time_is_linear_in_the_length_of_the_reply() -> None:
    """Eight times the reply takes no more than about eight times as long, in tiny pieces too."""

    def seconds(times: int) -> float:
        reply = '{"a": 1} { ' * times + '{"status": "a", "claims": ["' + "x\\n" * 10 * times + '"]}'
        began = time.process_time()
        read(list(reply))
        return time.process_time() - began

    seconds(50)
    assert min(seconds(1600) for _ in range(3)) < 30 * min(seconds(200) for _ in range(3))
