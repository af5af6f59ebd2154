"""Counts tokens as chat models do: exactly where tiktoken's tables are at hand, else from above.

tiktoken fetches a table over the network when it is not in its cache, so that here a table is
only read from the cache, and tiktoken is handed what was read.

The estimate is the same computation with the first 24,000 entries of a table. Byte pair encoding
merges by rank, lowest first: with the later merges left out it stops early, at no fewer tokens.
On English documentation that is 1.13 (cl100k) to 1.19 (o200k) times the true number.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import tiktoken

_TABLES = Path(__file__).parent / "data" / "tokens"

# The rest is what defines the encodings, as tiktoken 0.14 has it in tiktoken_ext.openai_public.
_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
_SHA256 = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_BEFORE = r"[^\r\n\p{L}\p{N}]?"
_DIGITS = r"\p{N}{1,3}"
_PATTERNS = {
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)",
        r"[^\r\n\p{L}\p{N}]?+\p{L}++",
        _DIGITS,
        r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
        r"\s++$",
        r"\s*[\r\n]",
        r"\s+(?!\S)",
        r"\s",
    ),
    "o200k_base": (
        f"{_BEFORE}{_UPPER}*{_LOWER}+{_ENDING}",
        f"{_BEFORE}{_UPPER}+{_LOWER}*{_ENDING}",
        _DIGITS,
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ),
}


class Tokens:
    """A `TokenCounter` for a chat or embedding model of a service.

    Args:
        model: the model's name; one that tiktoken does not know is counted with both tables and
            each digit alone, as many open models do, and the larger number is taken.
        cache: the folder that TIKTOKEN_CACHE_DIR names, if it is set.
    """

    def __init__(self, model: str, *, cache: Path | None = None) -> None:
        self._model = model
        self._cache = cache
        self._encodings: tuple[tiktoken.Encoding, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether `count` gives the true number, and not an estimate from above."""
        name = encoding_name(self._model)
        return name is not None and _cached(name, self._cache) is not None

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, never fewer than the model counts."""
        if not self._encodings:
            self._encodings = tuple(self._load())
        return max(len(encoding.encode_ordinary(text)) for encoding in self._encodings)

    def fitting(self, text: str, tokens: int) -> str:
        """Return as much of the start of `text` as has at most `tokens` tokens, or little less."""
        while (counted := self.count(text)) > tokens:
            text = text[: min(len(text) - 1, len(text) * tokens // counted)]
        return text

    def _load(self) -> Iterable[tiktoken.Encoding]:
        name = encoding_name(self._model)
        if name is None:
            yield from (_first_merges(known, digits_alone=True) for known in _PATTERNS)
            return
        table = _cached(name, self._cache)
        yield _full(name, table) if table else _first_merges(name, digits_alone=False)


def encoding_name(model: str) -> str | None:
    """Return the name of the encoding of a model; None for one that tiktoken does not know."""
    try:
        name = tiktoken.encoding_name_for_model(model)
    except KeyError:
        return None
    # o200k_harmony is o200k_base with other special tokens, which plain text has none of.
    name = name.replace("_harmony", "_base")
    return name if name in _PATTERNS else None


def _cached(name: str, cache: Path | None) -> Path | None:
    """Return the table's file in tiktoken's cache, which names it by its address."""
    if cache is None:
        return None
    file = cache / hashlib.sha1(_ADDRESS.format(name).encode(), usedforsecurity=False).hexdigest()
    return file if file.is_file() and _digest(file) == _SHA256[name] else None


@lru_cache(maxsize=8)
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@lru_cache(maxsize=2)
def _full(name: str, file: Path) -> tiktoken.Encoding:
    lines = (line.split() for line in file.read_bytes().splitlines() if line)
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    return _encoding(name, ranks, digits_alone=False)


@lru_cache(maxsize=4)
def _first_merges(name: str, *, digits_alone: bool) -> tiktoken.Encoding:
    lines = gzip.decompress((_TABLES / f"{name}.gz").read_bytes()).splitlines()
    ranks = {base64.b64decode(token): rank for rank, token in enumerate(lines)}
    return _encoding(name, ranks, digits_alone=digits_alone)


def _encoding(name: str, ranks: dict[bytes, int], *, digits_alone: bool) -> tiktoken.Encoding:
    parts = [r"\p{N}" if digits_alone and part == _DIGITS else part for part in _PATTERNS[name]]
    return tiktoken.Encoding(
        name, pat_str="|".join(parts), mergeable_ranks=ranks, special_tokens={}
    )
