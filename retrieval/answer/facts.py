"""What a claim says, held against its quotes: numbers, dates, names, polarity, content words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from retrieval.answer.order import scrambled
from retrieval.answer.proof import Proof, content, spans
from retrieval.text.alike import stands_for
from retrieval.text.dates import moments
from retrieval.text.names import fixed_words, initials, spells
from retrieval.text.normal import find, normal_text
from retrieval.text.numbers import Quantity, quantities, unit_of
from retrieval.text.polarity import contradicts, denied, difference, polarity
from retrieval.text.sentences import sentences
from retrieval.text.words import STOP_WORDS, stem, words


def excess(claim: str, proof: Proof) -> str:
    """Say what a claim says beyond its proof; empty when the proof carries it.

    A sentence of the claim that stands word for word in a quote needs no further proof.
    """
    own = [one for one in _sentences(claim) if not _stands(normal_text(one), proof)]
    for check in (_dates, _numbers, _fixed, _polarity, _content, _order):
        for one in own:
            if reason := check(one, proof):
                return reason
    return ""


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
    said: Counter[object] = Counter()
    for moment in moments(text):
        said[moment.readings] += 1
        if sum(moment.carried_by(other) for other in proof.dates) < said[moment.readings]:
            return f"no quote gives the date or time {text[moment.start : moment.end]!r}"
    return ""


def _numbers(claim: str, proof: Proof) -> str:
    text = normal_text(claim)
    taken = [(moment.start, moment.end) for moment in moments(text)]
    said: Counter[tuple[str, str, str]] = Counter()
    for number in quantities(text):
        in_date = any(start <= number.start < end for start, end in taken)
        if number.kind == "article" or in_date:
            continue
        key = number.kind, number.value, number.unit
        said[key] += 1
        carrying = [other for other in proof.numbers if _carries(other, number, proof)]
        # A number said twice where the quotes have it once stands in another one's place.
        if len(carrying) < said[key]:
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
    """Whether what the claim counts, or numbers (step 3), has another number in the quotes."""
    pairs = (
        (mine.noun, [(other.noun, other.value) for other in proof.numbers]),
        (mine.before, [(other.before, other.value) for other in proof.numbers]),
    )
    for word, others in pairs:
        if not word or word in STOP_WORDS:
            continue
        values = {value for other, value in others if other and stem(other) == stem(word)}
        if values and theirs.value not in values:
            return True
    return False


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
    names = (word.text.lower() for text in proof.written for word in fixed_words(text))
    return any(not find(said, name) for name in names)


def _known_name(name: str, claim: str, proof: Proof) -> bool:
    """Whether a name stands in the quotes in another form: plural, or letters for words."""
    parts, letters = words(name), re.sub(r"[^a-z]", "", name.lower())
    if name.rstrip("s").isupper() or "." in name:
        # A stem of letters that stand for words means nothing.
        one = letters.removesuffix("s")
        if any(find(quote, form) for quote in proof.folded for form in (one, f"{one}s")):
            return True
        beside = () if _displaced(claim, proof) else proof.context
        return 2 <= len(letters) <= 6 and any(
            spells(text, letters) for text in (*proof.quotes, *beside)
        )
    stems = proof.quoted_stems
    return all(stem(part) in stems for part in parts) or _spelt_acronym(name, claim, proof)


def _spelt_acronym(name: str, claim: str, proof: Proof) -> bool:
    """Whether a capitalised word belongs to a name whose initials the proof has."""
    for match in re.finditer(r"(?:[A-Z][\w-]+(?: (?:of|and|the|for) | )?){2,8}", claim):
        run = match.group().split()
        letters = initials(run).upper()
        shouted = any(word.isupper() for word in run)
        if name in run and not shouted and any(find(text, letters) for text in proof.written):
            return True
    return False


def _polarity(claim: str, proof: Proof) -> str:
    """Compare clause by clause; where clauses stand in another order, sentence by sentence."""
    reason = _clauses_turned(claim, proof)
    text = normal_text(claim)
    if contradicts(text) and not any(one.startswith(text.split()[0]) for one in proof.sentences):
        return "its yes or no is not that of the quotes"
    turned, heads = polarity(text), denied(text)
    if reason and any(
        heads == denied(one) and not difference(turned, polarity(one)) for one in proof.sentences
    ):
        return ""
    return reason


def _clauses_turned(claim: str, proof: Proof) -> str:
    for clause in spans(normal_text(claim)):
        mine, all_mine = content(clause), frozenset(words(clause))
        if not all_mine or not proof.clauses:
            continue
        likeness = [
            (
                len(mine & one.content) if mine else len(all_mine & one.words),
                len(all_mine & one.words) / len(all_mine | one.words),
            )
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


def _content(claim: str, proof: Proof) -> str:
    missing = unproven(claim, proof)
    return f"no quote says {', '.join(missing[:5])}" if missing else ""


def _order(claim: str, proof: Proof) -> str:
    return "its words stand in another order in the quotes" if scrambled(claim, proof) else ""


def unproven(claim: str, proof: Proof) -> list[str]:
    """Return the content words of a claim that no word of its proof stands for."""
    text = normal_text(claim)
    units = {number.unit for number in quantities(text) if number.unit}
    fixed = {
        one for name in fixed_words(normal_text(claim, fold=False)) for one in words(name.text)
    }
    return [
        word
        for word in dict.fromkeys(words(text))
        if word not in STOP_WORDS
        and len(word) > 1
        and not any(map(str.isdigit, word))
        and unit_of(word) not in units
        and word not in fixed  # another check holds names to account
        and not stands_for(word, proof.stems)
        and not _number_or_month(word)
    ]


def _number_or_month(word: str) -> bool:
    """Whether a word is a number or a month in letters, which other checks hold to account."""
    numbers = (number for number in quantities(word) if number.kind != "article")
    return any(numbers) or bool(moments(f"in {word}"))
