"""What a claim says, held against its quotes: numbers, dates, names, polarity, content words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from retrieval.text.dates import Moment, moments
from retrieval.text.names import fixed_words, initials, spells
from retrieval.text.normal import find, normal_text
from retrieval.text.numbers import Quantity, quantities, unit_of
from retrieval.text.polarity import Polarity, clauses, difference, polarity
from retrieval.text.sentences import sentences
from retrieval.text.words import STOP_WORDS, stem, words

UNPROVEN = 0
"""Content words of a claim that may be missing from its quotes, titles and headings."""

_GLUE = frozenset(
    stem(word)
    for word in """
    additionally also although among besides consequently etc either example furthermore hence
    however include includes including indeed instead instance like likewise meanwhile moreover
    namely nevertheless otherwise overall per regarding therefore thus together various via
    whether within without according along since though unless except upon one ones must need
    needs needed shall follow following follows use used uses using make made makes
    """.split()
)
_SYNONYMS: dict[str, int] = {}
for _group, _members in enumerate(
    """
    employee staff worker personnel colleague
    company organisation organization firm
    utilise utilize use employ
    begin start commence
    end finish stop conclude
    buy purchase
    obtain get receive acquire
    assist help aid support
    ask request
    show display
    allow permit let
    allowed permitted may
    require need must necessary mandatory
    prohibit forbid ban disallow
    delete remove erase
    destroy delete
    repair fix
    mend fix
    choose select pick
    create make
    create build
    inform notify tell
    give provide supply offer
    send submit
    large big
    small little
    fast quick rapid
    rapidly quickly
    main primary
    manager supervisor
    child children kid
    person people individual
    doc document documentation
    page webpage
    site website
    vacation holiday leave
    salary pay wage
    job position role
    show indicate
    contain include
    monthly month
    weekly week
    daily day
    yearly annual annually year
    quarterly quarter
    approximately about roughly around
    additional extra further more
    change modify alter
    check verify
    keep retain
    keep maintain
    live reside
    often frequently
    also additionally
    before prior
    maximum most
    minimum least
    cost price
    error mistake
    contact reach
    car vehicle automobile
    doctor physician
    law legislation
    method way
    important essential crucial
    find locate
    fill complete
    """.strip().splitlines()
):
    for _member in _members.split():
        _SYNONYMS.setdefault(stem(_member), _group)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a quote: its stems, its words, and how it is turned."""

    content: frozenset[str]
    words: frozenset[str]
    turned: Polarity


@dataclass(frozen=True)
class Proof:
    """What the quotes of a claim say; `context` is what is shown with them: titles, headings."""

    quotes: tuple[str, ...]
    context: tuple[str, ...] = ()

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The quotes as normal texts."""
        return tuple(normal_text(quote) for quote in self.quotes)

    @cached_property
    def seen(self) -> str:
        """Quotes and context as one normal text."""
        return "\n".join((*self.folded, *(normal_text(text) for text in self.context)))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all words of quotes and context."""
        return frozenset(stem(word) for word in words(self.seen))

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers in the quotes."""
        return tuple(number for quote in self.folded for number in quantities(quote))

    @cached_property
    def dates(self) -> tuple[Moment, ...]:
        """The dates and times in the quotes."""
        return tuple(moment for quote in self.folded for moment in moments(quote))

    @cached_property
    def quoted_stems(self) -> frozenset[str]:
        """The stems of all words of the quotes alone."""
        return frozenset(stem(word) for quote in self.folded for word in words(quote))

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the quotes."""
        return tuple(
            Clause(content(clause), frozenset(words(clause)), polarity(clause))
            for quote in self.folded
            for clause in _spans(quote)
        )


def excess(claim: str, proof: Proof) -> str:
    """Say what a claim says beyond its proof; empty when the proof carries it.

    A sentence of the claim that stands word for word in a quote needs no further proof.
    """
    own = [one for one in _sentences(claim) if not _stands(normal_text(one), proof)]
    for check in (_dates, _numbers, _fixed, _polarity, _content):
        for one in own:
            if reason := check(one, proof):
                return reason
    return ""


def content(text: str) -> frozenset[str]:
    """Return the stems of a text that carry content; numbers and small words do not."""
    return frozenset(
        stem(word)
        for word in words(text)
        if word not in STOP_WORDS and not word.isdigit() and len(word) > 1
    )


def _sentences(claim: str) -> Iterator[str]:
    for line in claim.splitlines():
        yield from (line[unit.start : unit.end] for unit in sentences(line))


def _stands(text: str, proof: Proof) -> bool:
    """Whether a text is a quote, or whole sentences of one."""
    text = text.strip(" .\"'")
    for quote in proof.folded:
        span = find(quote, text)
        if span and not re.search(r"[^\W_]", _rest_of_sentence(quote, *span)):
            return True
    return not text


def _rest_of_sentence(quote: str, start: int, end: int) -> str:
    before = re.split(r"[.!?:]\s", quote[:start])[-1]
    return before + re.split(r"[.!?]\s", quote[end:])[0]


def _dates(claim: str, proof: Proof) -> str:
    text = normal_text(claim)
    for moment in moments(text):
        if not any(moment.carried_by(other) for other in proof.dates):
            return f"no quote gives the date or time {text[moment.start : moment.end]!r}"
    return ""


def _numbers(claim: str, proof: Proof) -> str:
    text = normal_text(claim)
    taken = [(moment.start, moment.end) for moment in moments(text)]
    said: Counter[str] = Counter()
    for number in quantities(text):
        in_date = any(start <= number.start < end for start, end in taken)
        if number.kind == "article" or in_date:
            continue
        said[number.value] += 1
        carrying = [other for other in proof.numbers if _carries(other, number, proof)]
        # A number said twice where the quotes have it once stands in another one's place.
        if len(carrying) < said[number.value]:
            return f"no quote gives the number {text[number.start : number.end].strip()!r} so"
    return ""


def _carries(theirs: Quantity, mine: Quantity, proof: Proof) -> bool:
    """Whether a number of a quote proves a number of the claim."""
    if theirs.value != mine.value or (theirs.kind == "ordinal") != (mine.kind == "ordinal"):
        return False
    if theirs.kind == "article" and not mine.unit:
        return False
    if mine.unit and theirs.unit:
        return mine.unit == theirs.unit and mine.qualifier == theirs.qualifier
    if mine.unit:
        # A cell of a table has its unit in the table's head.
        return not theirs.noun and stem(mine.unit) in proof.stems
    return not _elsewhere(theirs, mine, proof)


def _elsewhere(theirs: Quantity, mine: Quantity, proof: Proof) -> bool:
    """Whether what the claim counts has another number in the quotes."""
    if not mine.noun or mine.noun in STOP_WORDS or not theirs.noun:
        return False
    noun = stem(mine.noun)
    values = {other.value for other in proof.numbers if other.noun and stem(other.noun) == noun}
    return bool(values) and mine.value not in values


def _fixed(claim: str, proof: Proof) -> str:
    kept = normal_text(claim, fold=False)
    quoted = "\n".join(proof.folded)
    for word in fixed_words(kept):
        folded = word.text.lower()
        if any(find(quoted, form) for form in (folded, folded.replace(".", ""))):
            continue
        beside = find(proof.seen, folded) and not _displaced(kept, proof)
        if not beside and (word.kind == "identifier" or not _known_name(word.text, kept, proof)):
            return f"no quote has the {word.kind} {word.text[:60]!r}"
    return ""


def _displaced(claim: str, proof: Proof) -> bool:
    """Whether a name of the quotes is missing from the claim, which may have put another there."""
    said = claim.lower()
    kept = (normal_text(quote, fold=False) for quote in proof.quotes)
    return any(not find(said, word.text.lower()) for text in kept for word in fixed_words(text))


def _known_name(name: str, claim: str, proof: Proof) -> bool:
    """Whether a name stands in the quotes in another form: plural, or letters for words."""
    parts = words(name)
    if parts and all(stem(part) in proof.quoted_stems for part in parts):
        return True
    letters = re.sub(r"[^a-z]", "", name.lower())
    if name.isupper() or "." in name:
        return 2 <= len(letters) <= 6 and any(
            spells(quote, letters) for quote in (*proof.quotes, *proof.context)
        )
    return _spelt_acronym(name, claim, proof)


def _spelt_acronym(name: str, claim: str, proof: Proof) -> bool:
    """Whether a capitalised word belongs to a name whose initials the proof has."""
    for match in re.finditer(r"(?:[A-Z][\w-]+(?: (?:of|and|the|for) | )?){2,8}", claim):
        run = match.group().split()
        if name in run and find(proof.seen, initials(run)):
            return True
    return False


def _polarity(claim: str, proof: Proof) -> str:
    for clause in _spans(normal_text(claim)):
        mine, all_mine = content(clause), frozenset(words(clause))
        if not mine or not proof.clauses:
            continue
        likeness = [
            (len(mine & one.content), len(all_mine & one.words) / len(all_mine | one.words))
            for one in proof.clauses
        ]
        best = max(likeness)
        if not best[0]:
            continue
        turned = polarity(clause)
        reasons = [
            difference(turned, one.turned)
            for one, likely in zip(proof.clauses, likeness, strict=True)
            if likely == best
        ]
        if all(reasons):
            return reasons[0]
    return ""


def _spans(text: str) -> Sequence[str]:
    """Return the clauses of a text, those without content joined to the one after."""
    joined: list[str] = []
    waiting = ""
    for clause in clauses(text):
        waiting = f"{waiting} {clause}".strip()
        if content(waiting):
            joined.append(waiting)
            waiting = ""
    if waiting and joined:
        joined[-1] = f"{joined[-1]} {waiting}"
    return joined or ([waiting] if waiting else [])


def _content(claim: str, proof: Proof) -> str:
    missing = [word for word in unproven(claim, proof)]
    if len(missing) > UNPROVEN:
        return f"no quote says {', '.join(missing[:5])}"
    return ""


def unproven(claim: str, proof: Proof) -> list[str]:
    """Return the content words of a claim that no word of its proof stands for."""
    groups = {_SYNONYMS[one] for one in proof.stems if one in _SYNONYMS}
    units = {number.unit for number in quantities(normal_text(claim)) if number.unit}
    missing: list[str] = []
    for word in dict.fromkeys(words(normal_text(claim))):
        root = stem(word)
        small = word in STOP_WORDS or len(word) < 3 or root in _GLUE or any(map(str.isdigit, word))
        if (
            small
            or root in proof.stems
            or _SYNONYMS.get(root, -1) in groups
            or number_or_month(word)
        ):
            continue
        if not any(_kin(root, other) for other in proof.stems):
            missing.append(word)
    return missing


def number_or_month(word: str) -> bool:
    """Whether a word is a number or a month in letters, which other checks hold to account."""
    return any(number.kind != "article" for number in quantities(word)) or bool(
        moments(f"in {word}")
    )


def _kin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word (decide, decision; apply, application)."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and shared >= 0.7 * max(len(one), len(other))
