"""A tree of HTML -> the same with superscript characters, without the marks of footnotes."""

from __future__ import annotations

import re

from retrieval.readers.superscripts import MOST, SIGN
from retrieval.readers.tree import Element, Text
from retrieval.text.raised import raised

_MARK = re.compile(SIGN)
_SPACE = re.compile(r"\s+")
_BETWEEN = re.compile(r"[\[\](),;\s]*")
_NOTE_CLASSES = frozenset({"footnote-ref", "footnote-reference", "footnoteref", "noteref"})


def raise_in(root: Element) -> None:
    """Put superscripts in the place of the raised text in a tree, and take out footnotes' marks."""
    changed = False
    for tag in root.find_all(["sup", "a"]):
        if tag.decomposed or not (tag.name == "sup" or _says_note(tag)):
            continue
        if _says_note(tag) or _is_linked(tag):
            _take_out(tag)
        else:
            _raise(tag)
        changed = True
    if changed:
        root.smooth()


def _says_note(tag: Element) -> bool:
    """Whether a link says of itself that it is the mark of a footnote."""
    if tag.name != "a":
        return False
    named = _NOTE_CLASSES.intersection(tag.get("class") or [])
    role = f"{tag.get('role') or ''} {tag.get('epub:type') or ''}".split()
    return bool(named) or "doc-noteref" in role or "noteref" in role


def _is_linked(sup: Element) -> bool:
    """Whether all of it links to places on the page, or stands in a link that is all mark."""
    links = [one for one in sup.find_all("a") if _is_mark(one)]
    if links:
        inside = {id(text) for one in links for text in one.find_all(string=True)}
        rest = "".join(str(one) for one in sup.find_all(string=True) if id(one) not in inside)
        return bool(_BETWEEN.fullmatch(rest))
    around = sup.parent
    return around is not None and around.name == "a" and _is_mark(around)


def _is_mark(link: Element) -> bool:
    here = str(link.get("href") or "").startswith("#")
    return here and bool(_MARK.fullmatch(link.get_text(strip=True)))


def _take_out(tag: Element) -> None:
    around = tag.parent
    if around is not None and around.name in {"a", "sup"} and _is_alone(tag, around):
        tag = around
    tag.decompose()


def _is_alone(tag: Element, around: Element) -> bool:
    return around.get_text(strip=True) == tag.get_text(strip=True)


def _raise(sup: Element) -> None:
    if len(sup.get_text()) > MOST:
        return
    if sup.find(["a", "code", "img"]):
        for text in sup.find_all(string=True):
            text.replace_with(Text(raised(str(text))))
        return
    shown = raised(_SPACE.sub(" ", sup.get_text()))
    sup.clear()
    sup.append(Text(shown))
    if not sup.get("id"):
        sup.unwrap()
