"""A tree of HTML -> the same without what its styles keep people from seeing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retrieval.readers import formulas
from retrieval.readers.cascade import TOO_MUCH, Parent, Sheet
from retrieval.readers.constants import resolved
from retrieval.readers.looks import Looks, from_attributes
from retrieval.readers.page import Removals
from retrieval.readers.sight import HIDDEN, taken_as
from retrieval.readers.tree import Element, Text
from retrieval.readers.unopened import is_unopened, openers


def take_out(
    root: Element,
    content: Element,
    skip: Callable[[Element], bool],
    sheet: Sheet,
    removals: Removals,
) -> None:
    """Take hidden elements and text out of `root`, and count those within `content`.

    What `skip` names is no content. Hidden is what an attribute, a style attribute or the page's
    own style sheets hide: those in `root` are added to `sheet`, files of their own are not read.
    """
    for one in root.find_all("style"):
        sheet.read(str(one.string or ""))
    _Walk(sheet, content, skip, removals).over(root)
    if sheet.spent:
        removals.say(TOO_MUCH)


_Pending = tuple[Element, Looks, bool, tuple[Parent, ...], Mapping[str, str]]
"""An element to walk over: its looks, whether it counts, what is around it, its variables."""


class _Walk:
    """One walk over a tree; it needs no more stack than memory."""

    def __init__(
        self,
        sheet: Sheet,
        content: Element,
        skip: Callable[[Element], bool],
        removals: Removals,
    ) -> None:
        self._sheet, self._content = sheet, content
        self._skip, self._removals = skip, removals

    def over(self, root: Element) -> None:
        opened = frozenset(one for tag in root.find_all("button") for one in openers(tag.attrs))
        pending: list[_Pending] = [(root, Looks(), root is self._content, (), {})]
        while pending:
            tag, looks, counts, parents, around = pending.pop()
            if looks.unreadable or (looks.line and looks.heaps(_letters(tag))):
                self._take_text(tag, counts=counts)
            gone: list[int] = []
            for at, child in enumerate(list(tag.children)):
                if not isinstance(child, Element):
                    continue
                seen = _seen(child)
                declared, variables = resolved(self._declared(child, seen, parents), around)
                inside = (counts or child is self._content) and not self._skip(child)
                hidden = child.has_attr("hidden") or _is_unseen_in_math(child.name, parents)
                hidden = hidden or is_unopened(child.name, child.attrs, declared, opened)
                if taken := HIDDEN if hidden else taken_as(declared, child.name):
                    self._count(child, taken, counts=inside)
                    gone.append(at)
                else:
                    within = looks.within(declared)
                    pending.append((child, within, inside, (seen, *parents), variables))
            _take(tag, gone)

    def _declared(self, tag: Element, seen: Parent, parents: tuple[Parent, ...]) -> dict[str, str]:
        style = tag.get("style")
        own = self._sheet.declared(seen, parents, style if isinstance(style, str) else "")
        hints = from_attributes(tag.name, tag.attrs)
        return {**hints, **own} if hints else own

    def _take_text(self, tag: Element, *, counts: bool) -> None:
        gone = [at for at, one in enumerate(tag.children) if type(one) is Text and one.strip()]
        _take(tag, gone)
        if gone and counts:
            self._removals.add(HIDDEN)

    def _count(self, tag: Element, what: str, *, counts: bool) -> None:
        if counts and (tag.get_text(strip=True) or str(tag.get("alt") or "").strip()):
            self._removals.add(what)


def _take(tag: Element, places: list[int]) -> None:
    """Take children out by their places: looking for each would take their number squared."""
    children = list(tag.children)
    for at in reversed(places):
        children[at].extract(at)


def _letters(tag: Element) -> int:
    """Count the letters of an element's own text."""
    return sum(len(one) for one in tag.children if type(one) is Text)


def _is_unseen_in_math(name: str, parents: tuple[Parent, ...]) -> bool:
    return name in formulas.UNSEEN and any(one[0] == "math" for one in parents)


def _seen(tag: Element) -> Parent:
    found = tag.get("id")
    classes = tag.get("class") or ()
    return (
        tag.name,
        frozenset([found] if isinstance(found, str) and found else []),
        frozenset(classes if isinstance(classes, list) else str(classes).split()),
    )
