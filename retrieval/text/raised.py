"""Raised text: the marks of notes and powers, as they are shown and as they are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PLAIN = "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW\u2212"
_SHOWN = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ⁻"
_UP = str.maketrans(_PLAIN, _SHOWN)
_DOWN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", "0123456789+-=()")
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "re", "nde", "ère", "ème"})
_TRADE = {"tm": "\u2122", "sm": "\u2120"}
_LIST = re.compile(r"[0-9]+(?:[,;][ ]?[0-9]+)+")
_FORMULA = re.compile(r"[\w+(\u2212-][\w+\u2212*/=.,()^-]{0,11}", re.ASCII)
_WORD = re.compile(r"[^\W\d_]{2}")

_RUN = re.compile(
    r"[⁺⁻]?[⁽]?[⁰¹²³⁴-⁹]+(?:[,;⁻⁺–-]?[ ]?[⁰¹²³⁴-⁹]+)*[⁾]?"
    r"|(?<=[0-9])[ᵃ-ᶻⁿⁱˡʳˢʷˣʸʲʰ](?![ᵃ-ᶻⁿⁱˡʳˢʷˣʸʲʰ\w])"
)
"""A run of raised digits, or one raised letter after a number."""
_BASE = re.compile(
    r"(?:(?<![0-9.,])(?:10|2)|(?<![^\W\d_])(?:[A-Za-z\u03bc\u00b5]|[cdhkmn\u03bc\u00b5]m|ft|yd|in|mi))"
    r"\Z"
)
"""What powers are taken of: ten, two, a unit, a single letter. Elsewhere a raised sign is a note's.

Nobody can tell 5 with a note from 5 squared; notes are the far more frequent in documents."""
_BEFORE = 4


def raised(words: str) -> str:
    """Return what stands for `words` that are raised: no digit is glued to what is before it.

    Digits, signs and single letters become superscript characters, other short formulas
    `^(n/2)`; ordinals (1st) stay, and whole words stand apart.
    """
    bare = words.strip()
    if not bare or bare.lower() in _ORDINALS:
        return words
    shown = _TRADE.get(bare.lower()) or _signs(bare)
    if shown is None:
        return f" {words}" if words[0].isalnum() else words
    start = words.index(bare)
    return words[:start] + shown + words[start + len(bare) :]


def _signs(bare: str) -> str | None:
    """Return superscript characters, or the form of a formula, or None for what is neither."""
    if _WORD.search(bare):
        return None
    if all(ord(char) in _UP for char in bare) or _LIST.fullmatch(bare):
        return bare.translate(_UP)
    return f"^({bare})" if _FORMULA.fullmatch(bare) else None


def notes(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of what is raised and no power: the marks of notes."""
    if not text.isascii():
        for run in _RUN.finditer(text):
            if not _is_power(text, run):
                yield run.span()


def level(text: str) -> str:
    """Return `text` as it is compared and searched: no marks of notes, powers as in `10^6`."""
    return text if text.isascii() else _RUN.sub(_levelled, text)


def begins_power(text: str, at: int) -> bool:
    """Whether a raised digit or sign at `at` follows a number, so that a sign must part them."""
    return ord(text[at]) in _DOWN and text[max(at - 1, 0) : at].isdecimal()


def _levelled(run: re.Match[str]) -> str:
    text, at = run.string, run.start()
    if not _is_power(text, run):
        return ""
    return ("^" if begins_power(text, at) else "") + run.group().translate(_DOWN)


def _is_power(text: str, run: re.Match[str]) -> bool:
    at = run.start()
    fraction = text[run.end() : run.end() + 1] in {"/", "\u2044"}
    return fraction or bool(_BASE.search(text[max(0, at - _BEFORE) : at]))
