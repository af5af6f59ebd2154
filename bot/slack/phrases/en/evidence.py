"""What the evidence of a diagnosis says, in English: the words that commands print as well."""

from __future__ import annotations

from retrieval.learn import evidence_said as _words


def evidence_sentence(kind: str) -> str:
    """Return the words of a sentence of evidence, or of a part of one, by its kind."""
    return _EVIDENCE.get(kind, _EVIDENCE["no_check"])


_EVIDENCE = dict(_words.SENTENCES)
