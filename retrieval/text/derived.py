"""Whether two stems belong to one word: sign and signature, keep and kept, pay and payment.

Looser than `alike`, which decides what a claim may say: an employer is no employee, but a passage
that has the one speaks of what is asked about the other.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache

from retrieval.text.alike import kin
from retrieval.text.words import stem

_ENDING_WORDS = (
    "atori atur ator ativ ation ition atr tion ion ment al er eri or ee ant ent anc enc ive iv abl "
    "ibl ness iti ship age ag ing ist ism ic ful less ur"
)
_ENDINGS = tuple(_ENDING_WORDS.split())
"""What Porter's stems still have of the endings that make one word of another."""
_LEAST = 3
"""Letters that must be left of a stem without its ending."""
_IRREGULAR: dict[str, int] = {}
for _group, _forms in enumerate(
    """
    begin began begun
    bring brought
    build built
    buy bought
    choose chose chosen choice
    come came
    cost costs
    deal dealt
    feel felt
    find found
    give gave given
    grow grew grown growth
    hold held
    keep kept
    know knew known knowledge
    leave left
    lend lent loan
    lose lost loss
    mean meant
    meet met
    pay paid
    run ran
    sell sold sale
    send sent
    spend spent
    speak spoke spoken speech
    take took taken
    teach taught
    tell told
    think thought
    write wrote written
    retain retention
    maintain maintenance
    receive receipt
    """.strip().splitlines()
):
    for _form in _forms.split():
        _IRREGULAR.setdefault(stem(_form), _group)


def derived(one: str, stems: AbstractSet[str]) -> bool:
    """Whether a stem is, or belongs to the same word as, one of `stems`."""
    if one in stems:
        return True
    bases = _bases(one)
    return any(kin(one, other) or not bases.isdisjoint(_bases(other)) for other in stems)


@lru_cache(maxsize=100_000)
def _bases(root: str) -> frozenset[str | int]:
    """Return what a stem may have been made of: itself, itself without one ending, its group."""
    found = {root, root.removesuffix("e")}
    for ending in _ENDINGS:
        if root.endswith(ending) and len(root) - len(ending) >= _LEAST:
            found.add(root.removesuffix(ending))
    bases = {f"{base[:-1]}y" if base.endswith("i") else base for base in found}
    groups = {_IRREGULAR[one] for one in (*bases, root) if one in _IRREGULAR}
    groups |= {_IRREGULAR[one] for one in map(stem, bases) if one in _IRREGULAR}
    return frozenset(bases | groups)
