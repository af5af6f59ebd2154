"""Whether a name stands in a text as a whole, however its parts are joined there.

`KT-4031`, `KT 4031` and `kt4031` are one name; `KT-4031-B` and `XKT-4031` are others, and so is
`RCLONE_RETRIES_SLEEP` than `RCLONE_RETRIES`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from retrieval.text.words import fold

_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
_VERSION = re.compile(r"v?(?=\d+(?:\.\d+)+\Z)", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+(?:[-/][^\W\d_]+)*")
SHORT = 4
"""Letters and digits below which a name is found only as it is written: S-3 may not be S3."""
_BEFORE = r"(?<![^\W_])(?<![^\W_][-_])"
_AFTER = r"(?![^\W_])(?!\\?[-_][^\W_])"


def coded(name: str) -> bool:
    """Whether a name is more than words side by side, as in "on-call", "PagerDuty" or "and/or"."""
    return not _WORDS.fullmatch(name)


def stands(name: str, folded: str, *, apart: bool = False) -> bool:
    """Whether a name stands in a folded text, and not only as a part of a longer one.

    `KT 4031` is a way to write it; its words may stand `apart` only where that is asked for.
    """
    return written(name, apart=apart).search(folded) is not None


@lru_cache(maxsize=2_000)
def written(name: str, *, apart: bool = False) -> re.Pattern[str]:
    """Return what finds a name in folded text.

    Digits are parted by what parts them in the name: 1.2.3 is neither 123 nor 1-2-3. A version is
    found with and without its `v`.
    """
    version = _VERSION.match(name)
    rest = name[version.end() :] if version else name
    exact = sum(map(str.isalnum, name)) < SHORT
    found, end = "", 0
    for part in _PART.finditer(rest):
        between, digits = rest[end : part.start()], part.group()[0].isdigit()
        if end == 0 or exact or (digits and rest[end - 1].isdigit()):
            found += re.escape(between)
        else:
            found += _joint(between, spaced=apart or digits)
        found += re.escape(fold(part.group()))
        end = part.end()
    found += re.escape(rest[end:])
    before = f"{_BEFORE}v?" if version else _BEFORE
    after = r"(?!\.[^\W_])" if "." in name else r"(?!\.\d)"
    return re.compile(f"{before}(?<!\\d\\.){found}{_AFTER}{after}")


def _joint(written: str, *, spaced: bool) -> str:
    """Return what may stand between two parts: what does, a hyphen, an underscore or nothing.

    A dot stays one. Markdown may have escaped the sign.
    """
    if written == ".":
        return r"\\?\."
    space = r"|\s" if spaced else ""
    return rf"\\?(?:{re.escape(written)}|__|[-_]{space})?"
