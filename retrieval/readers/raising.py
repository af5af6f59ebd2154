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
    """Put superscripts in the place of the raised text in a tree, and take out footnotes' marks.

    The elements stay, empty where they were marks: taking out each would look for it among all
    that are beside it.
    """
    for tag in root.find_all(["sup", "a"]):
        if _says_note(tag) or (tag.name == "sup" and _is_linked(tag)):
            tag.clear()
            tag.attrs.pop("id", None)
        elif tag.name == "sup":
            _raise(tag)


def words_of(tag: Element) -> str:
    """Return the words of an element on one line; raised ones stand at what they are raised by."""
    said = "".join(
        str(one) if one.parent is not None and one.parent.name == "sup" else f" {one}"
        for one in tag.strings
    )
    return " ".join(said.split())


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


def _raise(sup: Element) -> None:
    if len(sup.get_text()) > MOST:
        return
    if sup.find(["a", "code", "img"]):
        for text in [one for one in sup.find_all(string=True) if type(one) is Text]:
            text.replace_with(Text(raised(str(text))))
        return
    shown = raised(_SPACE.sub(" ", sup.get_text()))
    sup.clear()
    sup.append(Text(shown))
