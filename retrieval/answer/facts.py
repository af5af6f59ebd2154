"""What a claim says, held against its quotes: numbers, dates, names, polarity, content words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from retrieval.text.dates import Moment, moments
from retrieval.text.names import fixed_words, initials
from retrieval.text.normal import find, normal_text
from retrieval.text.numbers import Quantity, quantities
from retrieval.text.polarity import Polarity, clauses, difference, polarity
from retrieval.text.words import STOP_WORDS, stem, words

UNPROVEN = 0
"""Content words of a claim that may be missing from its quotes, titles and headings."""

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+")
_GLUE = frozenset(
    stem(word)
    for word in """
    additionally also although among another because besides certain consequently etc either
    furthermore generally hence however include includes including indeed instead likewise
    meanwhile moreover namely nevertheless otherwise overall particular per regarding specific
    specifically therefore thus together usually various via whether well within without according
    able based across along already always around within yet though since unless except upon
    example instance case cases thing things way ways one ones must need needs needed shall
    follow following follows involve involves involving make makes making made take takes taken
    taking use uses used using provide provides provided providing ensure ensures
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
    def clauses(self) -> tuple[tuple[frozenset[str], Polarity], ...]:
        """The clauses of the quotes: their stems, and how they are turned."""
        return tuple(
            (content(clause), polarity(clause)) for quote in self.folded for clause in _spans(quote)
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
        yield from (piece for piece in _SENTENCE.split(line) if piece.strip())


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
    for number in quantities(text):
        in_date = any(start <= number.start < end for start, end in taken)
        if number.kind == "article" or in_date:
            continue
        if not any(_carries(other, number, proof) for other in proof.numbers):
            return f"no quote gives the number {text[number.start : number.end].strip()!r} so"
    return ""


def _carries(theirs: Quantity, mine: Quantity, proof: Proof) -> bool:
    """Whether a number of a quote proves a number of the claim."""
    if theirs.value != mine.value:
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
    for word in fixed_words(kept):
        folded = word.text.lower()
        if find(proof.seen, folded) or find(proof.seen, folded.replace(".", "")):
            continue
        if word.kind == "identifier" or not _known_name(folded, word.text, kept, proof):
            return f"no quote has the {word.kind} {word.text[:60]!r}"
    return ""


def _known_name(folded: str, name: str, claim: str, proof: Proof) -> bool:
    """Whether a name stands in the proof in another form: plural, or letters for words."""
    parts = words(folded)
    if parts and all(stem(part) in proof.stems for part in parts):
        return True
    letters = re.sub(r"[^a-z]", "", folded)
    if name.isupper() or "." in name:
        shown = proof.seen.split()
        size = len(letters)
        return 2 <= size <= 6 and any(
            initials(shown[i : i + size + 2]).startswith(letters) for i in range(len(shown))
        )
    return _spelt_acronym(name, claim, proof)


def _spelt_acronym(name: str, claim: str, proof: Proof) -> bool:
    """Whether a capitalised word belongs to a name whose initials the proof has."""
    for match in re.finditer(r"(?:[A-Z][\w-]+(?: (?:of|and|the|for) | )?){2,8}", claim):
        run = match.group().split()
        if name in run and find(proof.seen, initials([word.lower() for word in run])):
            return True
    return False


def _polarity(claim: str, proof: Proof) -> str:
    for clause in _spans(normal_text(claim)):
        mine = content(clause)
        if not mine or not proof.clauses:
            continue
        best = max(len(mine & theirs) for theirs, _ in proof.clauses)
        if not best:
            continue
        aligned = [turn for theirs, turn in proof.clauses if len(mine & theirs) == best]
        reasons = [difference(polarity(clause), turn) for turn in aligned]
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
    missing: list[str] = []
    for word in dict.fromkeys(words(normal_text(claim))):
        root = stem(word)
        small = word in STOP_WORDS or len(word) < 3 or root in _GLUE or any(map(str.isdigit, word))
        if (
            small
            or root in proof.stems
            or _SYNONYMS.get(root, -1) in groups
            or unit_or_number(word)
        ):
            continue
        if not any(_kin(root, other) for other in proof.stems):
            missing.append(word)
    return missing


def unit_or_number(word: str) -> bool:
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
