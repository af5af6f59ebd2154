"""Names, acronyms and identifiers: the words of a text that admit no other wording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"\S+")
_EDGES = "\"'()[]{}<>,;:!?\u2026*|"
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;]['\")\]]*\s+|\n\s*|[\"(\[\u2022]\s*)\Z")
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.){1,4}[A-Za-z]?\Z")
_ABBREVIATED = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|no|vs|etc|e\.g|i\.e|inc|jr|sr)\.\s\Z", re.IGNORECASE
)
_MEASURE = re.compile(
    r"[-+]?[$\u20ac\u00a3]?\d[\d.,]*(?:(?P<unit>[a-z%\u00b0]{1,3})|[-\u2013][\w-]+)?\Z",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}[A-Z]")
_CODE = re.compile(
    r"_|::|://|@\w|\\\w|=\w|\w\(\)|\A--?[A-Za-z]|\A[/~#$%]\w|\A\.\w{2,}|\w\.[A-Za-z]\w|\w/.*[\d./_]|/\w+/"
)
_MIXED = re.compile(r"[A-Za-z]-?\d|\d[A-Za-z]")
_WORD = re.compile(r"[^\W\d_][\w'\u2019.&-]*")
_MEASURE_WORDS = (
    "% k m b bn x st nd rd th am pm d h s ms min hr hrs kb mb gb tb km cm mm kg g ft mi mph hz"
)
_MEASURES = frozenset(_MEASURE_WORDS.split()) | {""}
# A slash makes a path or a repository of two words, but for these.
_ALTERNATIVES = frozenset(("and/or", "either/or", "he/she", "his/her", "n/a"))
_SMALL = frozenset(["of", "and", "the", "for", "&"])
# Capitalised by custom, wherever they stand.
_CUSTOMARY = "i i'm i'll i've i'd ok okay yes no pm am mr mrs ms dr etc"
_NO_NAMES = frozenset(_CUSTOMARY.split())


@dataclass(frozen=True, slots=True)
class Fixed:
    """A name ("name") or an identifier ("identifier") as it stands in a text."""

    kind: str
    text: str


def fixed_words(text: str) -> tuple[Fixed, ...]:
    """Return the names and identifiers of a normal text that kept its case, in order.

    A capitalised word that starts a sentence counts as a name only when it is written as no
    common word is (BigQuery, NASA) or another capitalised word follows it.
    """
    found: list[Fixed] = []
    for match in _TOKEN.finditer(text):
        token = _stripped(match.group())
        if not token:
            continue
        if is_identifier(token):
            found.append(Fixed("identifier", token))
            continue
        offset = match.start() + match.group().find(token)
        found += [Fixed("name", name) for name in _names(text, token, offset)]
    return tuple(found)


def is_identifier(token: str) -> bool:
    """Whether a token is code, a path, an address, a key or the like, never mere prose."""
    measure = _MEASURE.match(token)
    if measure and (measure["unit"] or "").lower() in _MEASURES:
        return False
    if _ABBREVIATION.match(token) or not re.search(r"[^\W\d_]", token):
        return False
    if "/" in token and token.lower() not in _ALTERNATIVES:
        return True
    return bool(_CODE.search(token) or _MIXED.search(token) or _CAMEL.search(token))


def initials(words: Sequence[str]) -> str:
    """Return the first letters of words, small connecting words left out, lower case."""
    return "".join(word[0] for word in words if word.lower() not in _SMALL).lower()


def spells(text: str, letters: str) -> bool:
    """Whether words in a row have these initials (lower case); two must be capitalised words."""
    found = [word for word in _WORD.findall(text) if word.lower() not in _SMALL]
    runs = (found[at : at + len(letters)] for at in range(len(found) - len(letters) + 1))
    return any(
        initials(run) == letters
        and (len(letters) > 2 or all(word[0].isupper() and not word.isupper() for word in run))
        for run in runs
    )


def _stripped(token: str) -> str:
    token = token.strip(_EDGES)
    for ending in ("'s", "s'"):
        token = token.removesuffix(ending) if ending == "'s" else token
    return token if _ABBREVIATION.match(token) else token.rstrip(".").strip(_EDGES)


def _names(text: str, token: str, offset: int) -> list[str]:
    """Return the parts of a token that are names."""
    parts = [(m.group().strip(".-'"), offset + m.start()) for m in _WORD.finditer(token)]
    return [part for part, at in parts if _is_name(text, part, at)]


def _is_name(text: str, word: str, at: int) -> bool:
    if not word or not word[0].isupper() or word.lower() in _NO_NAMES:
        return False
    letters = word.replace(".", "").replace("&", "")
    if len(letters) >= 2 and letters.rstrip("s").isupper():
        return True
    before = text[max(0, at - 40) : at]
    if not _SENTENCE_START.search(before) or _ABBREVIATED.search(before):
        return True
    following = text[at + len(word) : at + len(word) + 30]
    return bool(re.match(r" [A-Z][\w'-]*[a-z]", following)) and len(word) > 3
