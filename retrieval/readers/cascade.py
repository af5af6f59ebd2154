"""Rules of style sheets -> what they declare for one element, the strongest rule first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from retrieval.readers.css import (
    MAX_SHEET,
    Compound,
    Declaration,
    Rule,
    declarations,
    rules,
    styled,
)

_MOST_STEPS = 500_000
"""Comparisons of elements with rules, for one page: about a second."""
_MOST_RULES = 20_000
_MOST_CHANGES = 50
_RESTORING = frozenset({"initial", "unset", "revert", "revert-layer", "inherit"})

TOO_MUCH = "Its style sheets are too long to be looked at whole for hidden text."

Parent = tuple[str, frozenset[str], frozenset[str]]
"""An element as selectors see it: its name, its id as a set of one or none, its classes."""


class Sheet:
    """The style sheets of a page, asked element by element."""

    def __init__(self, sheets: Iterable[str] = ()) -> None:
        self._by_name: dict[str, list[tuple[int, Rule]]] = defaultdict(list)
        self._shows: dict[tuple[str, str], list[tuple[Rule, str]]] = defaultdict(list)
        self._cache: dict[Parent, list[tuple[int, Rule]]] = {}
        self._length = self._steps = self._rules = 0
        self._cut = False
        for text in sheets:
            self.read(text)

    def read(self, text: str) -> None:
        """Take in one more style sheet of the page."""
        left = MAX_SHEET - self._length
        self._length += len(text)
        self._cut = self._cut or len(text) > left
        for rule in rules(text[: max(left, 0)]):
            if self._rules >= _MOST_RULES:
                self._cut = True
                return
            self._rules += 1
            self._add(self._rules, rule)
        self._cache.clear()

    @property
    def spent(self) -> bool:
        """Whether there was more to compare than is looked at; what came later counts as shown."""
        return self._cut or self._steps > _MOST_STEPS

    def _add(self, order: int, rule: Rule) -> None:
        subject = rule.subject
        if not rule.in_state:
            self._by_name[_key(subject)].append((order, rule))
        for name in (*(f"#{one}" for one in subject.ids), *(f".{one}" for one in subject.classes)):
            for prop, declared in rule.declared.items():
                self._shows[prop, name].append((rule, declared.value))

    def declared(
        self, element: Parent, parents: Sequence[Parent], style: str = ""
    ) -> dict[str, str]:
        """Return the value of each property for `element`; `style` is its own attribute.

        `parents` are the elements around it, nearest first. What a rule hides and another rule
        can set otherwise when someone opens, ticks or points at it is not declared.
        """
        if self._steps > _MOST_STEPS or not self._by_name:
            return styled(style)
        matching = self._matching(element, parents)
        found: dict[str, str] = {}
        strength: dict[str, tuple[bool, tuple[int, int, int], int]] = {}
        for order, rule in matching:
            for prop, one in rule.declared.items():
                mine = (one.important, rule.weight, order)
                if prop not in strength or mine >= strength[prop]:
                    strength[prop], found[prop] = mine, one.value
        held = {rule for _, rule in matching}
        found = {
            prop: value
            for prop, value in found.items()
            if prop in _LASTING or not self._can_change(element, prop, value, held)
        }
        found.update(_own(declarations(style), strength))
        return found

    def _can_change(self, element: Parent, prop: str, value: str, held: set[Rule]) -> bool:
        """Whether a rule that does not apply now could change a property of the element."""
        _, ids, classes = element
        for name in (*(f"#{one}" for one in ids), *(f".{one}" for one in classes)):
            for rule, other in self._shows.get((prop, name), ())[:_MOST_CHANGES]:
                self._steps += 1
                if rule not in held and other not in _RESTORING and other != value:
                    return True
        return False

    def _matching(self, element: Parent, parents: Sequence[Parent]) -> list[tuple[int, Rule]]:
        tag, ids, classes = element
        if element not in self._cache:
            keys = ("*", tag, *(f"#{one}" for one in ids), *(f".{one}" for one in classes))
            self._cache[element] = [
                pair
                for key in keys
                for pair in self._by_name.get(key, ())
                if self._is(element, pair[1].subject)
            ]
        self._steps += len(self._cache[element])
        return [
            pair
            for pair in self._cache[element]
            if len(pair[1].selector) == 1 or self._stands(pair[1].selector, parents)
        ]

    def _is(self, element: Parent, compound: Compound) -> bool:
        self._steps += 1
        tag, ids, classes = element
        return (
            self._steps <= _MOST_STEPS
            and compound.tag in {"*", tag}
            and compound.ids <= ids
            and compound.classes <= classes
        )

    def _stands(self, selector: Sequence[Compound], parents: Sequence[Parent]) -> bool:
        """Whether the parts before the subject fit the elements around it, nearest first."""
        around = iter(parents)
        child = selector[-1].child
        for compound in reversed(selector[:-1]):
            for parent in around:
                if self._is(parent, compound):
                    break
                if child:
                    return False
            else:
                return False
            child = compound.child
        return True


_LASTING = frozenset({
    "color", "background-color", "background-image", "-webkit-text-fill-color", "background-clip",
    "-webkit-background-clip", "text-decoration-line",
})  # fmt: skip
"""What is of no use to open: a link that turns dark under the pointer was not shown before."""


def _key(subject: Compound) -> str:
    """Return the one name under which a rule is looked up."""
    if subject.ids:
        return "#" + min(subject.ids)
    return "." + min(subject.classes) if subject.classes else subject.tag


def _own(
    declared: Mapping[str, Declaration],
    strength: Mapping[str, tuple[bool, tuple[int, int, int], int]],
) -> dict[str, str]:
    """Return what an element's own attribute sets, but for what a rule says is important."""
    return {
        prop: one.value
        for prop, one in declared.items()
        if one.important or not strength.get(prop, (False,))[0]
    }
