"""Which words of a question count: two questions of one wording ask the same thing.

Everything counts, in its order, but for what is listed here as making no difference: politeness,
articles, the helping verbs of "how do I", plurals, and "policy for travel" in place of "travel
policy". So a number, name, version, identifier or negation that differs always makes another
wording, and so does anything that nobody thought of.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

LONGEST = 300
"""Characters of the longest question that has a wording: in a longer one there is a story."""
FEWEST = 2
"""Words that must count, or the question says too little to be known again."""
_UNSPACED = 6
"""Characters that are enough where no spaces part the words."""
_FORM = "1"
"""To be raised whenever other words count than before: keys that are kept then match no more."""

_ALIKE = str.maketrans("\u2018\u2019\u201c\u201d\u2010\u2011\u2013\u2014", "''\"\"----")
_OPENING, _CLOSING = "\"'`([{*\u00bf\u00a1", "\"'`)]}*.,;:!?\u2026"
_PLAIN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*\Z")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words("the what how when where who which why does is are my can do")
_DEICTIC = _words(
    "it its this that these those they them their theirs he she him his her hers here today "
    "tomorrow yesterday tonight now same above below earlier previous else one ones"
)
"""What points at a day, a place or something said before: those words ask other things later."""
_LEAD = re.compile(
    r"(?:(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: (?:there|all|team|everyone|folks))?"
    r"|please|pls|so|ok|okay|well|just|quick question|a quick question|question|sorry|thanks"
    r"|(?:do|does) (?:anyone|anybody|someone|somebody|you) (?:here )?know(?: if| whether)?"
    r"|(?:can|could|would|will) (?:you|anyone|anybody|someone|somebody)(?: please)?"
    r" (?:tell me|explain(?: to me)?|let me know)(?: if| whether)?"
    r"|(?:i(?: would|'d)? (?:like|want|need) to know|i was wondering|i wonder|wondering|tell me)"
    r"(?: if| whether)?)(?=[\s,:;!.-])[\s,:;!.-]+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"[\s,;.!?-]+(?:please|pls|thanks(?: a lot)?|thank you|cheers|many thanks)[\s.!?]*\Z",
    re.IGNORECASE,
)
_SHORT = {
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not",
    "dont": "do not", "doesnt": "does not", "isnt": "is not", "arent": "are not",
    "whats": "what is", "wheres": "where is", "hows": "how is", "i'm": "i am",
}  # fmt: skip
_ENDINGS = {"n't": " not", "'s": "", "'re": "", "'ve": " have", "'ll": " will", "'d": " would"}
_SAME = {
    "could": "can", "has": "have", "were": "was", "docs": "documentation", "doc": "documentation",
    "e-mail": "email", "wi-fi": "wifi", "whom": "who", "colour": "color",
}  # fmt: skip
_NOTHING = _words("an the do does is are am i me my mine please")
"""Words that are left out wherever they stand."""
_GENERAL = _words("we our ours you your yours can to")
"""Words that are left out after "how" and "where", which ask for a way and not for a permission."""
_WAYS = frozenset(("how", "where"))
_LETTERED = _words(
    "plan option type grade class tier level group team section appendix schedule zone building "
    "block category form part phase variant version shift exhibit annex room terminal gate table "
    "figure step"
)
"""Words that an "a" after them is the name of, not an article."""
_OF = frozenset(("of", "for", "about"))
_TOPICS = _words("policy rule limit cap guideline information deadline restriction")
"""Words that "on" leads to a subject from."""
_SMALL = _words(
    "a as at be been before by can did had have how if in into no not of off on or our out over "
    "should so than then there to under until up us was we what when where which who why will "
    "with without would you your after between during from only and but about for must may might "
    "never per any all many much long often while within"
)
_VERBS = _words("apply ask claim find get give go make need pay receive request take use")
"""Verbs that end what "of" or "for" leads to."""
_KEPT = _words(
    "news windows goods customs sales arms always perhaps less unless plus bonus ops devops "
    "series species access process business canvas gas bus this was has does is us as its "
    "kubernetes analytics"
)
"""Words whose last "s" is no plural."""


def key(text: str) -> str:
    """Return what all questions of one wording share: a digest; empty where there is none."""
    found = wording(text)
    if not found:
        return ""
    return hashlib.sha256("\x1f".join((_FORM, *found)).encode("utf-8", "replace")).hexdigest()


def wording(text: str) -> tuple[str, ...]:
    """Return the words of a question that count, in order; none if they could not be recognised."""
    if len(text) > LONGEST:
        return ()
    tokens = _tokens(bare(text))
    lower = {token.casefold() for token in tokens}
    if any(token.casefold() in _DEICTIC and token != "IT" for token in tokens):  # noqa: S105
        return ()
    counted = _english(tokens) if lower & _ENGLISH else [_folded(token) for token in tokens]
    unspaced = counted and not _ascii(counted) and len(counted[0]) >= _UNSPACED
    enough = len(counted) >= FEWEST or unspaced
    return tuple(counted) if enough else ()


def _ascii(words: Sequence[str]) -> bool:
    return all(word.isascii() for word in words)


def _folded(token: str) -> str:
    """Return a word of any language without its capitals; what has signs in it stays as it is."""
    return token.casefold() if token.isalpha() else token


def bare(text: str) -> str:
    """Return a question on one line, without what people say before it and after it."""
    text = " ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).split())
    while found := _LEAD.match(text):
        text = text[found.end() :]
    while found := _TRAIL.search(text):
        text = text[: found.start()]
    return text


def _tokens(text: str) -> list[str]:
    """Part a question at its spaces, the signs of the sentence off, short forms written out."""
    found: list[str] = []
    for token in text.split():
        bare = token.lstrip(_OPENING).rstrip(_CLOSING)
        if bare.strip("-"):
            found += _written_out(bare)
    return found


def _written_out(token: str) -> list[str]:
    """Write a contraction out; a possessive loses its ending."""
    lower = token.lower()
    if lower in _SHORT:
        return _SHORT[lower].split()
    for ending, full in _ENDINGS.items():
        if lower.endswith(ending) and len(token) > len(ending):
            return [token[: -len(ending)], *full.split()]
    return [token.rstrip("'")]


def _english(tokens: Sequence[str]) -> list[str]:
    """Leave out and level what makes no difference in an English question."""
    shouted = all(token.isupper() for token in tokens if token.isalpha())
    told = [_told(token, first=not at, shouted=shouted) for at, token in enumerate(tokens)]
    told = [word for at, word in enumerate(told) if not _article(told, at)]
    way = bool(told) and told[0] in _WAYS
    helping = 1
    while way and helping < len(told) and told[helping] in _NOTHING | _GENERAL:
        helping += 1
    rest = told[:1] + told[helping:]
    kept = [word for word in rest if word not in _NOTHING]
    return _turned(kept)


def _told(token: str, *, first: bool, shouted: bool) -> str:
    """Return a word in its one form; what is no plain word, or is a name, stays as it is."""
    lower = token.casefold()
    if not _PLAIN.match(token):
        return token
    if token.isupper() and len(token) > 1 and not shouted and (lower in _SMALL | _NOTHING):
        return f"^{token}"
    if token == "A" and not first:  # noqa: S105 - a letter, no password
        return "^A"
    if lower in _SAME:
        return _SAME[lower]
    name = token[0].isupper() and not first and not shouted
    return lower if name or lower in _SMALL else _plain(lower)


def _article(told: Sequence[str], at: int) -> bool:
    """Whether an "a" is an article, and not the letter that something is called."""
    return told[at] == "a" and (at == 0 or told[at - 1] not in _LETTERED)


def _plain(word: str) -> str:
    """Return the singular, spelt the one way."""
    word = re.sub(r"(?<=\w{3})is(?=(?:e|es|ed|ing|ation|ations)\Z)", "iz", word)
    if word in _KEPT or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word.removesuffix("s")


def _turned(words: Sequence[str]) -> list[str]:
    """Put "policy for travel" as "travel policy"; from the end, so that each finds its own."""
    found = list(words)
    for at in range(len(found) - 2, 0, -1):
        head = found[at - 1]
        leads = found[at] in _OF or (found[at] == "on" and head in _TOPICS)
        if not leads or head in _SMALL or not _PLAIN.match(head):
            continue
        ends = (i for i in range(at + 1, len(found)) if found[i] in _SMALL | _VERBS)
        end = next(ends, len(found))
        if end > at + 1:
            found[at - 1 : end] = [*found[at + 1 : end], head]
    return found
