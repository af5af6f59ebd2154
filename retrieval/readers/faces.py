"""Runs of a Word document -> whether people can see them, and whether they are raised or struck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from retrieval.readers.colors import WHITE, Color, color, from_hex

_SPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TINY = 3
"""The least size of letters that can be read at all, in half points."""
_LONGEST_CHAIN = 12
_OFF = frozenset({"0", "false", "off", "none"})


@dataclass(frozen=True, slots=True)
class _Face:
    """What a run says of itself; None where it leaves that to its style."""

    vanish: bool | None = None
    ink: str | None = None
    size: int | None = None
    paper: str | None = None
    struck: bool | None = None
    doubly: bool | None = None
    raised: bool | None = None

    def over(self, base: _Face) -> _Face:
        """Return this face with its gaps filled by `base`."""
        return _Face(
            base.vanish if self.vanish is None else self.vanish,
            base.ink if self.ink is None else self.ink,
            base.size if self.size is None else self.size,
            base.paper if self.paper is None else self.paper,
            base.struck if self.struck is None else self.struck,
            base.doubly if self.doubly is None else self.doubly,
            base.raised if self.raised is None else self.raised,
        )


class Faces:
    """How the runs of one document look, with what their styles say."""

    def __init__(self, styles: Any, background: Any) -> None:
        """Take the part of styles and the element of the page's colour, each or None."""
        found = [] if styles is None else styles.iter(_w("style"))
        self._styles = {one.get(_w("styleId")): one for one in found}
        self._usual = next(
            (
                key
                for key, one in self._styles.items()
                if one.get(_w("type")) == "paragraph" and one.get(_w("default")) == "1"
            ),
            None,
        )
        default = None if styles is None else styles.find(".//" + _w("rPrDefault", "rPr"))
        self._default = _face(default)
        page = background.get(_w("color")) if background is not None else None
        self._page = _filled(page) if page else WHITE
        self._chains: dict[str | None, _Face] = {}

    def hides(self, run: Any) -> bool:
        """Whether people cannot see the words of a run."""
        face = self._whole(run)
        if face.vanish or (face.size is not None and face.size < _TINY):
            return True
        if face.ink is None or face.ink == "auto":
            return False
        ink = from_hex(face.ink.lower())
        if ink is None:
            return False
        paper = _filled(face.paper) if face.paper else self._paper(run)
        return paper is not None and ink.lost_on(paper)

    def strikes(self, run: Any) -> bool:
        """Whether the words of a run are struck through, once or twice."""
        face = self._whole(run)
        return bool(face.struck or face.doubly)

    def raises(self, run: Any) -> bool:
        """Whether the words of a run are superscripts."""
        return bool(self._whole(run).raised)

    def _whole(self, run: Any) -> _Face:
        about = run.find(_w("rPr"))
        paragraph = next(run.iterancestors(_w("p")), None)
        styled = _value(paragraph, "pPr", "pStyle") or self._usual
        named = _value(about, "rStyle") if about is not None else None
        return _face(about).over(self._chain(named)).over(self._chain(styled)).over(self._default)

    def _chain(self, name: str | None) -> _Face:
        """Return the face of a style with those that it is based on."""
        if name not in self._chains:
            face = _Face()
            for style in self._based(name):
                face = face.over(_face(style.find(_w("rPr"))))
            self._chains[name] = face
        return self._chains[name]

    def _based(self, name: str | None) -> Iterator[Any]:
        for _ in range(_LONGEST_CHAIN):
            style = self._styles.get(name)
            if style is None:
                return
            yield style
            name = _value(style, "basedOn")

    def _paper(self, run: Any) -> Color | None:
        """Return the colour behind a run, or None where it may be any."""
        for one in run.iterancestors():
            fill = None
            if one.tag == _w("p"):
                fill = self._paragraph_fill(one)
            elif one.tag == _w("tc"):
                fill = _fill(one.find(_w("tcPr", "shd")))
            elif one.tag == _w("txbxContent") or (one.tag == _w("tbl") and self._shaded(one)):
                return None
            if fill:
                return _filled(fill)
        return self._page

    def _paragraph_fill(self, paragraph: Any) -> str | None:
        own = _fill(paragraph.find(_w("pPr", "shd")))
        styles = self._based(_value(paragraph, "pPr", "pStyle") or self._usual)
        path = _w("pPr", "shd")
        return own or next((fill for one in styles if (fill := _fill(one.find(path)))), None)

    def _shaded(self, table: Any) -> bool:
        """Whether the style of a table colours any of its cells."""
        name = _value(table, "tblPr", "tblStyle")
        return any(_fill(one) for style in self._based(name) for one in style.iter(_w("shd")))


def _w(*names: str) -> str:
    """Return the path of elements, one in the other, with their full names."""
    return "/".join(_SPACE + name for name in names)


def _face(about: Any) -> _Face:
    """Return what the properties of a run (`w:rPr`) say."""
    if about is None:
        return _Face()
    size = _value(about, "sz") or ""
    marked = _value(about, "highlight")
    place = _value(about, "vertAlign")
    return _Face(
        _switch(about, "vanish"),
        _value(about, "color"),
        int(size) if size.isascii() and size.isdigit() and len(size) < 6 else None,
        marked if marked and marked != "none" else _fill(about.find(_w("shd"))),
        _switch(about, "strike"),
        _switch(about, "dstrike"),
        None if place is None else place == "superscript",
    )


def _switch(about: Any, name: str) -> bool | None:
    """Return whether a switch is on, or None where it is not there."""
    found = about.find(_w(name))
    return None if found is None else found.get(_w("val"), "true") not in _OFF


def _value(element: Any, *path: str) -> str | None:
    """Return the value of the element at the end of `path`, if it is there."""
    for name in path:
        element = element.find(_w(name)) if element is not None else None
    value = element.get(_w("val")) if element is not None else None
    return value if isinstance(value, str) else None


def _fill(shading: Any) -> str | None:
    """Return the colour of a `w:shd`, or None where it has none of its own."""
    if shading is None:
        return None
    solid = shading.get(_w("val")) == "solid"
    found = shading.get(_w("color" if solid else "fill"))
    return found if isinstance(found, str) and found.lower() not in {"", "auto"} else None


def _filled(fill: str) -> Color | None:
    return from_hex(fill.lower()) or color(fill)
