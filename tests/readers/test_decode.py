"""Tests of the way from bytes to text that people can see."""

from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import UnreadableDocument
from retrieval.readers.decode import decode, is_binary, strip_hidden
from retrieval.readers.page import Removals

_UNSEEN = "\u200b\u200e\u200f\u2060\u2064\u202a\u202e\u2066\u2069\xad\ufeff\U000e0041\x07\ufdd0"


@pytest.mark.parametrize(
    "data",
    [
        "Grüße\n".encode(),
        codecs.BOM_UTF8 + "Grüße\n".encode(),
        codecs.BOM_UTF16_LE + "Grüße\n".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Grüße\r\n".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "Grüße\r".encode("utf-32-le"),
    ],
)
def test_byte_order_marks_and_newlines_leave_no_trace(data):
    """Every encoding that says what it is gives the same text, with plain newlines."""
    removals = Removals()

    assert "Grüße\n" == decode(data, removals)
    assert () == removals.sentences()


def test_other_bytes_are_read_as_windows_1252_and_said():
    """An old file is read, and the report says how."""
    removals = Removals()

    assert "naïve – yes" == decode("naïve – yes".encode("cp1252"), removals)
    assert ("It is not UTF-8; it was read as Windows-1252.",) == removals.sentences()


def test_nul_bytes_are_no_text():
    """A binary file is refused with its reason; UTF-16 with its mark is none."""
    assert is_binary(b"PK\x00\x01")
    assert not is_binary(codecs.BOM_UTF16_LE + b"a\x00")
    with pytest.raises(UnreadableDocument, match="binary"):
        decode(b"a\x00b", Removals())


def test_hidden_characters_are_taken_out_and_counted():
    """Zero-width, direction, tag, control characters and soft hyphens go, each counted."""
    removals = Removals()

    assert "ab" == strip_hidden(f"a{_UNSEEN}b", removals)
    assert 5 == len(removals.sentences())


@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "क\u094d\u200dष", "👩\u200d💻", "❤️", "नमस्ते", "日本"]
)
def test_joiners_stay_where_writing_needs_them(text):
    """Persian, Hindi and emoji keep their joiners."""
    assert text == strip_hidden(text, Removals())


def test_joiners_between_latin_letters_go():
    """A joiner that shapes nothing is hidden text."""
    assert "ab" == strip_hidden("a\u200db", Removals())


@given(st.binary(max_size=400))
def test_any_bytes_give_visible_text_or_a_reason(data):
    """Nothing that cannot be seen comes through, whatever the bytes."""
    try:
        text = decode(data, Removals())
    except UnreadableDocument:
        return

    assert not set(text) & set(_UNSEEN + "\r\x00\u2028\v")
    assert text == strip_hidden(text, Removals())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("1194\x9b31m|", "1194|"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;PWNED\x07a", "a"),
        ("\x1b]0;PWNED\x1b\\a", "a"),
        ("\x9d0;PWNED\x9ca", "a"),
        ("a\x1b]0;not closed\nb", "a\nb"),
        ("\x1b]8;;https://e.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPq#0;2\x1b\\a\x1b(Bb\x1bc", "ab"),
        ("\x1b\u200b[31ma", "a"),
        ("\x1b\x1b[31ma", "a"),
        ("\xe2\x80\x9dfoo\xe2\x80\x9c", "\xe2foo\xe2"),
        ("\xc5\x9bwiat", "\xc5wiat"),
    ],
)
def test_terminal_sequences_go_whole(text, left):
    """What steers a terminal leaves no letters behind; letters decoded wrongly lose no words."""
    assert left == strip_hidden(text, Removals())


@pytest.mark.parametrize(
    "unit", ["\x1b", "\x1b[", "\x1b[0", "\x1b]", "\x1b]0\n", "\x9b0", "\x9d0;", "\x1b\x1b[["]
)
def test_sequences_are_found_in_linear_time(unit):
    """Half a million characters that open and never close are read in a moment."""
    start = time.process_time()
    strip_hidden(unit * (500_000 // len(unit)), Removals())

    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("data", "label", "text", "said"),
    [
        ("zażółć".encode("iso8859_2"), "latin2", "zażółć", ()),
        (b"a \x81 b", "shift_jis", "a \ufffd b", ("Some bytes are not Shift_JIS",)),
        (b"caf\xe9 at noon", "utf-8", "caf\ufffd at noon", ("Some bytes are not UTF-8",)),
        ("é".encode(), "latin1", "é", ("It declares Windows-1252 but is UTF-8",)),
        ("木曜日".encode(), "iso-2022-jp", "木曜日", ("It declares ISO-2022-JP but is UTF-8",)),
        ("é".encode(), "martian", "é", ("It declares an encoding that is not known: martian",)),
        (
            b"\xe9",
            "martian",
            "é",
            ("It declares an encoding that is not known: martian", "It is not UTF-8; it was"),
        ),
    ],
)
def test_a_declared_encoding_is_held_to(data, label, text, said):
    """What does not fit it, or contradicts it, is said."""
    removals = Removals()

    assert text == decode(data, removals, label)
    assert [True] * len(said) == [
        one.startswith(start) for one, start in zip(removals.sentences(), said, strict=True)
    ]
