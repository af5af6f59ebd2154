"""What turns a clause round: negations, exceptions, obligations, bounds and their opposites."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from retrieval.text.words import STOP_WORDS, stem, words

_CLAUSE = re.compile(
    r"(?<=[.!?;:])[\"')\]]*\s+|,\s+|\s+-\s+|\s*[()]\s*"
    r"|\s+(?=(?:but|although|though|while|whereas|because|since|so that|if|unless|except|when"
    r"|whenever|until|which|who|where|provided|and (?:you|they|it|we|he|she|then|must|should|may"
    r"|can|will|do|does|is|are|not|never))\b)"
)
_DENIALS = re.compile(r"\b(?:not|no|never|neither|nor|none|nobody|nothing|nowhere)\b")
_LEXICAL = re.compile(
    r"\b(?:prohibit\w*|forbid\w*|forbidden|banned|disallow\w*|impossible|unable|ineligible"
    r"|refus\w+|den(?:y|ies|ied)|reject\w*|fail(?:s|ed|ing)? to|lack(?:s|ed|ing)?|illegal|unlawful"
    r"|invalid|unnecessary|unavailable|unsafe|unsupported|disabled?|inactive|avoid\w*|refrain\w*)\b"
)
_CLASSES: dict[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{forms})\b")
    for name, forms in {
        "without": "without",
        "exception": r"except(?!ion)\w*|unless|other than|exclud\w+|apart from|aside from",
        "only": r"only|solely|exclusively",
        "must": r"must|shall|required to|has to|have to|had to|need to|needs to|mandatory"
        r"|obligatory|compulsory|obliged|require[sd]?",
        "should": r"should|ought|recommend\w*|advis\w+|encourag\w+",
        "may": r"may|might|can|could|allowed|permitted|optional\w*|voluntar\w+",
        "at least": r"at least|minimum|(?:no|not) (?:less|fewer) than|or (?:more|older|later)",
        "at most": r"at most|maximum|max|no (?:more|later) than|or (?:less|fewer)|up to|not (?:more"
        r" than|exceed)|within",
        "more": r"more than|over|above|exceed\w*|greater than|longer than|older than|higher",
        "less": r"less than|under|below|fewer than|shorter than|younger than|lower",
        "before": r"before|prior to|ahead of|earlier",
        "after": r"after|afterwards|following|later",
        "always": r"always|every time|at all times",
        "sometimes": r"sometimes|occasionally|often|usually|rarely|seldom",
        "all": r"all|every|each|any|both|everyone|everybody|anyone|whole|entire",
        "some": r"some|several|certain|most|many|few",
        "increase": r"increas\w+|rais\w+|rise\w*|grow\w*",
        "decrease": r"decreas\w+|reduc\w+|declin\w+|drop\w*|fall\w*|shrink\w*",
        "include": r"includ\w+",
        "enable": r"enabl\w+|activat\w+|turn\w* on|switch\w* on",
        "disable": r"disabl\w+|deactivat\w+|turn\w* off|switch\w* off",
        "internal": r"internal\w*|inside",
        "external": r"external\w*|outside",
        "paid": r"paid",
        "unpaid": r"unpaid|free of charge",
        "public": r"public\w*",
        "private": r"private\w*|confidential\w*",
        "half": r"half",
        "double": r"double[sd]?|twice",
        "daily": "daily|every day|each day|per day|a day",
        "weekly": "weekly|every week|each week|per week|a week",
        "monthly": "monthly|every month|each month|per month|a month",
        "yearly": "yearly|annual|annually|every year|each year|per year|a year",
        "quarterly": "quarterly|every quarter|each quarter",
    }.items()
}
_OPPOSITES = {
    a: b
    for pair in (
        ("at least", "at most"), ("more", "less"), ("before", "after"), ("always", "sometimes"),
        ("all", "some"), ("increase", "decrease"), ("enable", "disable"), ("internal", "external"),
        ("paid", "unpaid"), ("public", "private"), ("half", "double"),
    )
    for a, b in (pair, pair[::-1])
}  # fmt: skip
_MODAL = ("must", "should", "may")
_FREQUENCY = ("daily", "weekly", "monthly", "quarterly", "yearly")
_STRICT = ("without", "exception", "only")
_RESTRICTS = re.compile(
    r"\b(?P<word>not|no|never|neither|nor|none|without|unless|except|only)\b(?=(?P<after>.{0,80}))"
)
_CUTS = re.compile(
    r"\b(?:not|no|never|cannot|neither|nor|without|unless|except|only|if|when|until|but|provided"
    r"|unlike|instead|rather|avoid\w*|prohibit\w*|forbid\w*|forbidden|false|myth|wrong)\b|n't\b|n\u2019t\b",
    re.IGNORECASE,
)


_ANSWER = re.compile(r"\A(?P<answer>yes|no)[,.;:!] (?=(?P<rest>[^.;!?]*))")


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a clause is turned: how often it denies, and the classes of turning words in it."""

    denials: int
    classes: frozenset[str]


def clauses(text: str) -> tuple[str, ...]:
    """Split a normal text (folded) into clauses.

    Contractions of "not" are written out. A "yes" or "no" before the first clause goes: whether
    it fits the clause is for `contradicts` to say.
    """
    pieces = (part.strip() for part in _CLAUSE.split(_ANSWER.sub("", _written_out(text))))
    return tuple(piece for piece in pieces if piece)


def polarity(clause: str) -> Polarity:
    """Return how a normal clause is turned."""
    clause = _written_out(clause)
    denials = len(_DENIALS.findall(clause)) + len(_LEXICAL.findall(clause))
    classes = frozenset(name for name, forms in _CLASSES.items() if forms.search(clause))
    return Polarity(denials, classes)


def _written_out(text: str) -> str:
    """Write cannot, can't and don't as can not and do not."""
    text = (
        text.replace("cannot", "can not").replace("won't", "will not").replace("can't", "can not")
    )
    return text.replace("n't", " not").replace("shan not", "shall not")


def contradicts(text: str) -> bool:
    """Whether a normal text says "yes" before a clause that denies, or "no" before none."""
    match = _ANSWER.match(_written_out(text))
    if match is None:
        return False
    return (match["answer"] == "no") != bool(polarity(match["rest"]).denials)


def denied(text: str) -> Counter[tuple[str, str]]:
    """Return what is denied or restricted in a normal text: the turning word and the next stem."""
    found: Counter[tuple[str, str]] = Counter()
    for match in _RESTRICTS.finditer(_written_out(text)):
        following = (word for word in words(match["after"]) if word not in STOP_WORDS)
        kind = match["word"] if match["word"] in ("without", "unless", "except", "only") else "not"
        found[kind, stem(next(following, ""))] += 1
    return found


def turns(text: str) -> bool:
    """Whether a text holds a word that denies or conditions what stands beside it."""
    return bool(_CUTS.search(text))


def difference(claim: Polarity, proof: Polarity) -> str:
    """Say in a few words how a clause differs from its proof in polarity; "" if it does not."""
    if claim.denials != proof.denials:
        return "a negation differs"
    for name in _STRICT:
        if (name in claim.classes) != (name in proof.classes):
            return f"the restriction {name!r} differs"
    mine = [name for name in _MODAL if name in claim.classes]
    theirs = [name for name in _MODAL if name in proof.classes]
    if mine and theirs and not set(mine) & set(theirs):
        return f"{mine[0]!r} stands where the source says {theirs[0]!r}"
    for name in sorted(claim.classes & _OPPOSITES.keys()):
        if _OPPOSITES[name] in proof.classes and name not in proof.classes:
            return f"{name!r} stands where the source says {_OPPOSITES[name]!r}"
    often = [name for name in _FREQUENCY if name in claim.classes]
    if often and not set(often) <= proof.classes and proof.classes & set(_FREQUENCY):
        return "how often differs"
    return ""


def denials(text: str) -> Counter[str]:
    """Count the turning words of a normal text, whatever the clause; for two texts to compare."""
    counts = Counter(["denial"] * polarity(text).denials)
    counts.update(polarity(text).classes)
    return counts
