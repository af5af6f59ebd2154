r"""Bytes -> text: finds the encoding, makes newlines `\\n` and takes out what cannot be seen."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress

from retrieval.errors import UnreadableDocument
from retrieval.readers.encodings import Encoding, encoding_of
from retrieval.readers.page import Removals

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NEWLINES = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")

_KINDS = (
    (
        "control character",
        "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\ud800-\udfff",
    ),
    ("zero-width character", "\u034f\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0"),
    ("text direction control", "\u061c\u202a-\u202e\u2066-\u2069"),
    ("tag character", "\U000e0000-\U000e007f"),
    ("soft hyphen", "\xad"),
)
_ALWAYS = re.compile("[" + "".join(chars for _, chars in _KINDS) + "]")
_SEQUENCES = re.compile(
    "(?<!\x1b)\x1b++(?:"
    r"\[[0-?]*+[ -/]*+[@-~]?"
    "|[\\]PX^_][^\x07\x1b\x9c\n]*+(?:\x07|\x1b\\\\|\x9c)?"
    "| [FGLMN]|[!-/]{1,2}[0-~]|[0-~])"
    "|\x9b(?:[0-?]++[ -/]*+[@-~]|[HJKm])"
    "|\x9d\\d{1,5};[^\x07\x1b\x9c\x9d\n]*+(?:\x07|\x1b\\\\|\x9c)"
)
"""What steers a terminal (ECMA-48): CSI, the strings OSC DCS SOS PM APC, and short escapes.

A string that is not closed goes to the end of its line. Of the forms of one C1 character only
those that cannot be letters decoded wrongly are taken: there "\\x9b" may be half of a letter.
"""
_BY_KIND = (
    *((kind, re.compile(f"[{chars}]")) for kind, chars in _KINDS[1:]),
    ("terminal control sequence", _SEQUENCES),
    (_KINDS[0][0], re.compile(f"[{_KINDS[0][1]}]")),
)
"""Characters within a sequence go before it, single control characters after it."""
_JOINERS = re.compile("[\u200c\u200d]")
_SELECTORS = re.compile(
    "(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)


def decode(data: bytes, removals: Removals, label: str = "") -> str:
    r"""Return the text of `data`, newlines as `\\n`, hidden characters taken out and counted.

    A byte order mark comes first, then the encoding of the `label` that the page gives itself,
    then UTF-8; else Windows-1252 is assumed, and said. Raises UnreadableDocument for what holds
    NUL bytes.
    """
    return clean(_text(data, removals, label), removals)


def clean(text: str, removals: Removals) -> str:
    r"""Return `text` with newlines as `\\n`, without hidden characters, which are counted."""
    if text.isascii() and text.isprintable():
        return text
    return strip_hidden(_NEWLINES.sub("\n", text), removals)


def one_line(text: str, removals: Removals) -> str:
    """Return `text` on one line, its white space at the end kept, as `clean` does otherwise."""
    return clean(text, removals).replace("\n", " ")


def is_binary(data: bytes) -> bool:
    """Return whether `data` holds NUL bytes that no byte order mark explains."""
    return b"\x00" in data and not data.startswith(tuple(bom for bom, _ in _BOMS))


def _text(data: bytes, removals: Removals, label: str) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _decoded(data[len(bom) :], Encoding(encoding.upper(), (encoding,)), removals)
    if b"\x00" in data:
        raise UnreadableDocument("it is a binary file, not text")
    told = encoding_of(label)
    if label and told is None:
        removals.say(f"It declares an encoding that is not known: {label}.")
    plain = _strictly(data, ("utf-8",))
    if told is None:
        return _assumed(data, removals) if plain is None else plain
    found = _strictly(data, told.codecs)
    if plain is None or plain == found:
        return _decoded(data, told, removals) if found is None else found
    if told.single or found is None:
        removals.say(f"It declares {told.name} but is UTF-8; it was read as UTF-8.")
        return plain
    return found


def _strictly(data: bytes, codecs_: Iterable[str]) -> str | None:
    """Return the text by the first codec that all bytes fit, or None."""
    for codec in codecs_:
        with suppress(UnicodeDecodeError):
            return data.decode(codec)
    return None


def _decoded(data: bytes, encoding: Encoding, removals: Removals) -> str:
    """Return the text in an encoding; bytes that do not fit it are shown, and said."""
    text = _strictly(data, encoding.codecs)
    if text is not None:
        return text
    removals.say(f"Some bytes are not {encoding.name}; they are shown as \ufffd.")
    return data.decode(encoding.codecs[0], "replace")


def _assumed(data: bytes, removals: Removals) -> str:
    removals.say("It is not UTF-8; it was read as Windows-1252.")
    return data.decode("cp1252", "replace").replace("\ufffd", "")


def strip_hidden(text: str, removals: Removals) -> str:
    """Take out characters that people cannot see but models can; count them in `removals`.

    The ranges are Unicode's default-ignorable and bidirectional controls. Joiners stay between
    letters of scripts that need them and inside emoji.
    """
    if text.isascii() and not _ALWAYS.search(text):
        return text
    if _ALWAYS.search(text):
        for kind, pattern in _BY_KIND:
            text, count = pattern.subn("", text)
            removals.add(kind, count)
    if "\u200c" in text or "\u200d" in text:
        text = _JOINERS.sub(lambda match: _joiner(match, removals), text)
    text, count = _SELECTORS.subn("", text)
    removals.add("zero-width character", count)
    return text


def _joiner(match: re.Match[str], removals: Removals) -> str:
    """Keep a joiner that shapes letters or builds an emoji."""
    text, at = match.string, match.start()
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if _shapes(before) and (_shapes(after) or not after.strip()):
        return match.group()
    if match.group() == "\u200d" and _pictures(before) and _pictures(after):
        return match.group()
    removals.add("zero-width character")
    return ""


def _shapes(char: str) -> bool:
    """Whether `char` is a letter or mark of a script whose letters join (Arabic to Khmer)."""
    return "\u0600" <= char <= "\u1aff" and unicodedata.category(char)[0] in "LM"


def _pictures(char: str) -> bool:
    """Whether `char` can be part of an emoji sequence."""
    return char >= "\u2190" and unicodedata.category(char) in {"So", "Sk", "Mn", "Sm"}
