"""Words that say the same as others: forms of one word, near synonyms, and words that add nothing.

Short on purpose. A pair belongs here only when no policy could turn on the difference.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from retrieval.text.words import stem

_GLUE_WORDS = (
    "additionally also although among besides consequently etc either example "
    "furthermore hence however include includes including indeed instead instance like "
    "likewise meanwhile moreover namely nevertheless otherwise overall per regarding "
    "therefore thus together various via whether within without according along since "
    "though unless except upon one ones must need needs needed shall follow following "
    "follows use used uses using make made makes yes version"
)
_GLUE = frozenset(stem(word) for word in _GLUE_WORDS.split())
_SYNONYMS: dict[str, int] = {}
for _group, _members in enumerate(
    """
    employee staff personnel
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
    child children kid
    person people individual
    doc document documentation
    page webpage
    site website
    salary pay
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


def stands_for(word: str, stems: AbstractSet[str]) -> bool:
    """Whether a word adds nothing to a text with these stems."""
    root = stem(word)
    if root in stems or root in _GLUE:
        return True
    group = _SYNONYMS.get(root)
    if group is not None and any(_SYNONYMS.get(one) == group for one in stems):
        return True
    return any(kin(root, other) for other in stems)


def kin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word (decide, decision; apply, application)."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and shared >= 0.7 * max(len(one), len(other))
