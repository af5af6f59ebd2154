"""Whether a claim says its quotes' own words in an order that they do not have."""

from __future__ import annotations

from itertools import pairwise

from retrieval.answer.proof import Proof
from retrieval.text.normal import normal_text
from retrieval.text.words import words

FEWEST_WORDS = 5
"""Fewer words may stand in any order and still be a sentence."""
SAME_WORDS = 0.9
"""Share of a claim's words from the quotes from which it is a copy and no paraphrase."""
PAIRS_KEPT = 0.25
"""Share of neighbours that a copy keeps at least: turned round or shuffled it keeps hardly any,
while a sentence made of a quote's words keeps its names, its fixed phrases and its objects."""


def scrambled(claim: str, proof: Proof) -> bool:
    """Whether `claim` is nothing but the words of its quotes, hardly two of them as they stood."""
    said = _tokens(normal_text(claim))
    quoted = [_tokens(quote) for quote in proof.folded]
    known = {word for quote in quoted for word in quote}
    if len(said) < FEWEST_WORDS or sum(map(known.__contains__, said)) < SAME_WORDS * len(said):
        return False
    pairs = {pair for quote in quoted for pair in pairwise(quote)}
    kept = sum(pair in pairs for pair in pairwise(said))
    return kept < PAIRS_KEPT * (len(said) - 1)


def _tokens(text: str) -> list[str]:
    """Return what stands between white space, for `and/or` and `user's` turn round as one."""
    return [" ".join(found) for token in text.split() if (found := words(token))]
