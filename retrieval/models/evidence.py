"""Evidence for an answer: how much of a question, weighed by rarity, a text contains."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from retrieval.models.pieces import Bag, bag
from retrieval.text.identifiers import forms
from retrieval.text.naming import coded, stands
from retrieval.text.query import parse
from retrieval.text.versions import Version, reaches, versions
from retrieval.text.words import STOP_WORDS, UNSPACED, pieces, stem, words
from retrieval.values import Frequencies, Queries, Query

ABOUT = 2 / 3
"""Share of a question's weight from which on it is about what has it, and of little else."""
FEW = 3
"""Words up to which a text is only what is looked for: "parental leave", "KT-4031"."""
STANDING = 3
"""Words with content from which on a message can be a question of its own."""
_PAIR = 2
_HOW_MANY = re.compile(r"\bhow\s+many\b", re.IGNORECASE)
_ASKING = re.compile(
    "请问|請問|(?:是|有)?(?:为什么|為什麼|什么|什麼|甚麼|多少|几|幾|怎么样?|怎麼樣?|怎样|怎樣|如何"
    "|哪里|哪裡|哪儿|哪些|哪个|哪個|谁|誰)|是否|有没有|有沒有|是不是|[吗嗎呢吧]"
    "|[はがをに]?(?:何|いつ|どこ|だれ|どう|なぜ|いくつ|いくら)|(?:です|ます|でしょう)か"
)
"""Chinese and Japanese words that only ask: no page that answers has them."""
_COUNTED = re.compile(
    "(?:是|有)?(?:多少|几|幾)(小时|小時|分钟|分鐘|星期|[个個][月人]|[天日年月周週元块塊次人名])"
)
"""What is counted, as it stands behind the Chinese words for "how many"."""
_NUMERALS = "一二两兩三四五六七八九十百千万萬零半"


_TELLING = re.compile(
    r"^\W*what\b.*\b(mean|meant|stands?)\b(?=(?:\s+(?:by|for)\b.*)?\W*$)"
    r"|\b(meaning|definition|explanation)\s+of\b|\b(differences?)\s+between\b"
    r"|^\W*what\b.*\b(called|named)\W*$|\bwho\b.*\bin\s+(charge)\s+of\b"
    r"|^\W*(?:(?:please|can|could|you|me)\s+)*(explain|define|describe|tell)\b",
    re.IGNORECASE,
)
"""Words by which people ask to be told what something is: what tells it seldom has them."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a question is about: its stems, and the places of the terms that it is made of.

    `coded` is false for words side by side, which may as well be written apart, and for a version,
    alone or with its product, which others may belong to: 1.7.3 to Widget-1.7.
    """

    text: str
    parts: Bag
    places: frozenset[int]
    coded: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as something to be matched: terms with their weights, and identifiers.

    Each term is the ways to write it, each way the stems that must all be there. `weights` are
    how surprising each term is in the scope, from 0 (in every chunk) to 1 (in none); 0 also for
    what only asks.
    `bare` says that it is made of identifiers alone; `words` is the question's own bag. A version
    is one term, whether or not it has a `v` before it; `versions` are those that an answer must
    be about, none where the question is about a range of them ("since 1.5").
    """

    text: str
    terms: tuple[tuple[Bag, ...], ...]
    weights: tuple[float, ...]
    identifiers: tuple[Bag, ...]
    unspaced: bool
    bare: bool
    words: Bag
    versions: tuple[Version, ...] = ()
    chunks: int = 0
    """How many there are in the scope, 0 where that is not known."""
    names: tuple[Name, ...] = ()
    """Its identifiers, where they have so much of its weight that it is about them."""
    codes: tuple[Name, ...] = ()
    """Those that are more than words or a number with its unit, whatever else is asked."""

    @property
    def mass(self) -> float:
        """The sum of the weights: how much the question says that can be searched for."""
        return sum(self.weights)

    @property
    def brief(self) -> bool:
        """Whether it is a few words, which say no more than what is looked for."""
        return len(self.text.split()) <= FEW

    @property
    def sought(self) -> frozenset[int]:
        """The places of the terms that weigh anything: all but what only asks."""
        return frozenset(place for place, weight in enumerate(self.weights) if weight > 0)

    def found(self, text: Bag) -> frozenset[int]:
        """Return the places of the terms that a text has."""
        return frozenset(
            place for place, ways in enumerate(self.terms) if any(way <= text for way in ways)
        )

    def named(self, folded: str) -> frozenset[int]:
        """Return the places of the terms of all names that stand whole in a folded text."""
        return frozenset().union(*(n.places for n in self.names if stands(n.text, folded)))

    def share(self, places: Iterable[int]) -> float:
        """Return how much of the question's weight the terms at `places` have, 0 to 1."""
        return sum(self.weights[place] for place in places) / self.mass if self.mass else 0.0


def asked(query: Query, frequencies: Frequencies) -> Asked:
    """Weigh the terms of a query; without frequencies all weigh the same."""
    named = versions(query.text)
    query = _without_parts(query, named)
    terms = tuple(
        tuple(frozenset(stem(word) for word in words(way)) or frozenset((way,)) for way in t)
        for t in (term.alternatives for term in query.terms)
    )
    terms += tuple((frozenset((one,)),) for one in _whole(named))
    counts = _by_stem(frequencies.counts)
    asking = _asking(query, alone=not named)
    weights = [
        0.0 if place in asking else _rarity(ways, counts, frequencies.total)
        for place, ways in enumerate(terms)
    ]
    if weights and (counted := _counted(query.text)):
        terms = (*terms, counted)
        weights.append(sum(weights) / max(1, sum(weight > 0 for weight in weights)))
    found = Asked(
        text=query.text,
        terms=terms,
        weights=tuple(weights),
        identifiers=tuple(map(_named, query.identifiers)),
        unspaced=bool(UNSPACED.search(query.text)),
        bare=_is_bare(query),
        words=bag(query.text),
        versions=() if reaches(query.text) else named,
        chunks=frequencies.total,
    )
    names = tuple(_name(name, terms) for name in query.identifiers)
    weight = found.share(frozenset().union(*(name.places for name in names)))
    codes = tuple(name for name in names if name.coded and name.text[0].isalpha())
    return replace(found, names=names if weight >= ABOUT else (), codes=codes)


def _name(name: str, terms: Sequence[tuple[Bag, ...]]) -> Name:
    """Return a name with the places of its terms, of which some other word may be one, too."""
    parts = frozenset(stem(word) for form in forms(name) for word in words(form)) | _named(name)
    places = frozenset(place for place, ways in enumerate(terms) if ways[0] <= parts)
    versioned = any("." in one.number for one in versions(name))
    return Name(name, _named(name), places, coded(name) and not versioned)


def _whole(named: Iterable[Version]) -> list[str]:
    """Return the versions of several parts, each once."""
    return list(dict.fromkeys(one.number for one in named if "." in one.number))


def _without_parts(query: Query, named: Sequence[Version]) -> Query:
    """Return a query without terms that are only parts of a version: 1, 7 and 17 of 1.7."""
    rest = query.text
    for one in reversed(named):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    kept = set(words(rest))
    joined = [one for one in named if "." in one.number]
    written = [query.text[one.start : one.end] for one in joined]
    for name in query.identifiers:
        if any(one.number in name for one in joined):
            written += forms(name)
    parts = {word for text in written for word in words(text)} - kept
    terms = tuple(term for term in query.terms if term.alternatives[0] not in parts)
    return replace(query, terms=terms) if parts else query


def _named(name: str) -> Bag:
    """Return the stems that a text with this name must have; a version counts as one word."""
    found = [one for one in versions(name) if "." in one.number]
    if not found:
        return bag(name)
    rest = f"{name[: found[0].start]} {name[found[0].end :]}"
    return bag(rest) | {found[0].number}


def _asking(query: Query, *, alone: bool) -> frozenset[int]:
    """Return the places of the terms that only ask ("how", "what"), unless there are no others.

    Where a version is asked for they are not `alone`.

    Of unspaced script those are the pairs of characters that reach into a word that asks.
    """
    said = [term.alternatives[0] for term in query.terms]
    rest = _ASKING.sub(" ", _COUNTED.sub(" ", query.text))
    kept = {piece for word in words(rest) for piece in pieces(word)}
    many = _HOW_MANY.search(query.text) is not None
    telling = {word for found in _TELLING.findall(query.text) for word in words(" ".join(found))}
    found = frozenset(
        place
        for place, word in enumerate(said)
        if (many and word == "many")
        or word in telling
        or (len(word) <= _PAIR and UNSPACED.fullmatch(word) and word not in kept)
    )
    return found if len(found) < len(said) or not alone else frozenset()


def _counted(text: str) -> tuple[Bag, ...]:
    """Return the ways in which a Chinese text has what is counted: behind digits or a numeral."""
    match = _COUNTED.search(text)
    if match is None:
        return ()
    unit = match[1]
    before = ("", *_NUMERALS) if len(unit) < _PAIR else ("",)
    return tuple(frozenset((numeral + unit,)) for numeral in before)


def _is_bare(query: Query) -> bool:
    """Whether a query is nothing but an error code or a name."""
    named = frozenset(word for name in query.identifiers for word in words(name))
    return bool(named) and named.issuperset(words(query.text))


def standalone(queries: Queries) -> Query:
    """Return the query that is to be answered: the standalone question."""
    for query in queries.searches:
        if query.text == queries.standalone:
            return query
    return parse(queries.standalone, "standalone")


def wordings(queries: Queries) -> tuple[Query, ...]:
    """Return the wordings of the question in which an answer is looked for, in order.

    A follow-up that borrowed its subject may stand alone after all: then nothing that it borrowed
    is on the page that answers.
    """
    first, asked = standalone(queries), queries.searches[0]
    content = [term for term in asked.terms if term.alternatives[0] not in STOP_WORDS]
    alone = asked.origin == "asked" and asked.text != first.text and len(content) >= STANDING
    return (first, asked) if alone else (first,)


def _by_stem(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts by stem; the store counts a word together with its other endings."""
    found: dict[str, int] = {}
    for word, count in counts.items():
        found[stem(word)] = max(count, found.get(stem(word), 0))
    return found


def _rarity(ways: Sequence[Bag], counts: Mapping[str, int], total: int) -> float:
    """Return how rare a term is: its inverse document frequency over that of an unseen one."""
    if total <= 0:
        return 1.0
    often = max(min((counts.get(word, 0) for word in way), default=0) for way in ways[:1])
    return math.log((total + 1) / (min(often, total) + 0.5)) / math.log((total + 1) / 0.5)
