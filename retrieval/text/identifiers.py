"""Identifiers: names that people and programs write as one word, and the ways they are written.

`PAYMENTS_WEBHOOK_SECRET`, `getUserById`, `kube-proxy`, `v1.2.3`, `ERR_4021`, `/etc/nginx`, `C++`.
One expression finds the runs; it has a single way to match each character, so its time grows
with the length of the text and no faster.
"""

from __future__ import annotations

import re
from functools import lru_cache

from retrieval.text.words import fold, pieces, words

LONGEST = 120
"""Characters of the longest identifier; longer runs are keys, hashes or data, not names."""
LONGEST_JOINED = 40
"""Characters of the longest name that anyone would type without its separators."""

_RUN = re.compile(
    r"""
    (?<![^\W_])
    (?![A-Za-z][a-z]*+(?:[\s,;!?)(\]"'|*]|[.:](?:\s|\Z)|\Z))     # a plain word: pass by quickly
    (?:\.(?=[nN][eE][tT]\b))?
    [^\W_]++ (?>(?:(?:::|->|__|[_./:\\-])[^\W_]++)*)
    (?:\+\+|\#(?![^\W_]))?
    """,
    re.VERBOSE,
)
_SEPARATOR = re.compile(r"::|->|__|[_./:\\-]")
_MIXED = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[^\W\d_][0-9]|[0-9][^\W\d_]")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+|[^\W_]+")
_VERSION = re.compile(r"v(?=[0-9]+(?:\.[0-9]+)+)", re.IGNORECASE)
_SPOKEN = {"c++": "cplusplus", "c#": "csharp", "f#": "fsharp", ".net": "dotnet", "g++": "gplusplus"}


def identifiers(text: str) -> list[str]:
    """Return the identifiers of `text` as written, each once, in order of first appearance."""
    return [run for run in dict.fromkeys(_RUN.findall(text)) if _names(run)]


def forms(identifier: str) -> list[str]:
    """Return the ways an identifier is written, folded: as it stands first, then its others.

    The others are its parts with spaces between, its parts joined, a version without its `v`,
    and the names of languages that are told apart by signs only.
    """
    written = fold(identifier)
    if written in _SPOKEN:
        return [_SPOKEN[written]]
    parts = [part for part in _SEPARATOR.split(identifier) if part]
    humps = [fold(hump) for part in parts for hump in _HUMP.findall(part)]
    found = [written, " ".join(humps)]
    if len(parts) <= 4 and len(identifier) <= LONGEST_JOINED:
        found.append("".join(fold(part) for part in parts))
    if _VERSION.match(identifier):
        found.append(written[1:])
    return list(dict.fromkeys(found))


def hidden_forms(text: str) -> list[str]:
    """Return the words that `text` holds for a reader, but not for an index that splits at signs.

    Parts of joined names, joined forms of parted ones, versions without their `v`, pairs of
    Chinese and Japanese characters: this is what the index's column of identifiers is made of.
    """
    found = [word for name in identifiers(text) for word in _hidden(name)]
    if not text.isascii():
        for word in words(text):
            found += pieces(word)
    return found


@lru_cache(maxsize=20_000)
def _hidden(name: str) -> tuple[str, ...]:
    """Return the words of the forms of one name that are not in it as it stands."""
    found: list[str] = []
    seen = set(words(name))
    for form in forms(name):
        parts = words(form)
        if not seen.issuperset(parts):
            found += parts
            seen.update(parts)
    return tuple(found)


def _names(run: str) -> bool:
    """Whether a run of characters is a name, and not just a word or a number."""
    if len(run) > LONGEST or run.isalpha() or run.isdigit():
        return len(run) <= LONGEST and run.isalpha() and bool(_MIXED.search(run))
    return True
