"""Style sheets and style attributes -> rules that bear on whether text can be seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_SHEET = 300_000
"""The most of a page's style sheets that is looked at, in characters."""
_WIDTH = 1280.0
"""A rule for some widths of a window counts when it holds for one of so many pixels."""
_LONGEST_SELECTOR = 300
_MOST_COMPOUNDS = 8

BEARING = frozenset({
    "display", "visibility", "content-visibility", "opacity", "zoom", "font-size", "color",
    "-webkit-text-fill-color", "background-color", "background-image", "background-clip",
    "-webkit-background-clip", "position", "left", "top", "right", "bottom",
    "text-indent", "margin-left", "margin-top", "transform", "clip", "clip-path", "overflow",
    "overflow-x", "overflow-y", "width", "height", "max-width", "max-height", "animation",
    "animation-name", "filter", "scale", "translate", "rotate", "letter-spacing", "line-height",
    "text-decoration-line",
})  # fmt: skip
"""The properties that can hide text or show it; a shorthand is read as what it sets of them.

Variables (`--name`) are kept too, for what these are set to by them."""

_ALWAYS = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_KEYWORDS = {
    "visibility": _ALWAYS | {"visible", "hidden", "collapse"},
    "content-visibility": _ALWAYS | {"visible", "hidden", "auto"},
    "position": _ALWAYS | {"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"},
    "display": _ALWAYS | {
        "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid",
        "contents", "list-item", "flow", "flow-root", "run-in", "math", "table", "inline-table",
        "table-row", "table-cell", "table-column", "table-caption", "table-row-group",
        "table-header-group", "table-footer-group", "table-column-group", "ruby", "ruby-base",
        "ruby-text", "ruby-base-container", "ruby-text-container", "-webkit-box", "-webkit-flex",
        "-webkit-inline-box", "-webkit-inline-flex",
    },
}  # fmt: skip
"""The words that these properties can be set to (CSS Display 3, CSS 2.2)."""

_NOISE = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_STRINGS = re.compile(r"\"[^\"\n]*+\"|'[^'\n]*+'")
_ADDRESSES = re.compile(r"url\([^()]*+\)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")
_ASIDE = 0xE000
"""Where signs that are part of a name stand meanwhile: a range that Unicode gives to nobody."""
_ASIDE_SIGNS = {_ASIDE + number: chr(number) for number in range(0x80)}
_SIGN = re.compile(r"[{};]")
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
_AT_RULE = re.compile(r"@([a-z-]+)")
_STEP = re.compile(r"\s*>\s*|\s+")
_COMPOUND = re.compile(r"(?P<tag>[a-z*][\w-]*)?(?P<names>(?:[.#](?:[\w-]|[^\x00-\x7f])+)*)$")
_NAME = re.compile(r"([.#])((?:[\w-]|[^\x00-\x7f])+)")
_STATE = re.compile(r":[\w-]+(?:\([^()]*\))?|\[[^\[\]]*\]")
_ELEMENT_PART = re.compile(r"::|:(?:before|after|first-line|first-letter)")
_SIZE = re.compile(
    r"(?:^|\s)([\d.]+(?:px|pt|em|rem|ex|ch|%)?)(?:\s*/\s*([\d.]+(?:px|pt|em|rem|ex|ch|%)?)(?=\s)|(?=/|\s))"
)
_WORDS = re.compile(r"(?>(?:[^\s()]++|\((?>(?:[^()]|\([^()]*+\))*)\))+)")
_SIDES = {"top": (0, 0, 0, 0), "right": (0, 1, 1, 1), "bottom": (0, 0, 2, 2), "left": (0, 1, 1, 3)}
"""Which of one, two, three or four values is that of a side."""
_PICTURE = re.compile(r"url\(|gradient\(|image")
_FEATURE = re.compile(r"\(\s*(min|max)-width\s*:\s*([\d.]{1,9})(px|em|rem)\s*\)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a property is set to; an `important` one outweighs others."""

    value: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class Compound:
    """One part of a selector: an element of this name, id and these classes."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    child: bool = False
    """Whether it stands right below the part before, not just somewhere below."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A selector, its subject last, with what it declares.

    One `in_state` holds only at times (a pointer above it, a box ticked) or needs more than
    names to decide.
    """

    selector: tuple[Compound, ...]
    in_state: bool
    weight: tuple[int, int, int]
    declared: dict[str, Declaration] = field(default_factory=dict)

    @property
    def subject(self) -> Compound:
        """The part that says which element it is about."""
        return self.selector[-1]


def declarations(text: str) -> dict[str, Declaration]:
    """Return what a style attribute, or the inside of a rule, declares that bears on sight."""
    if not text:
        return {}
    found: dict[str, Declaration] = {}
    for one in _plain(text.lower()).split(";"):
        _add(found, _declaration(one))
    return found


def _add(found: dict[str, Declaration], later: dict[str, Declaration]) -> None:
    """Add what is declared later in a block; it does not outweigh what is important."""
    for prop, one in later.items():
        if one.important or prop not in found or not found[prop].important:
            found[prop] = one


def styled(text: str) -> dict[str, str]:
    """Return the values alone of `declarations`."""
    return {prop: one.value for prop, one in declarations(text).items()}


def _plain(text: str) -> str:
    """Return CSS without comments, strings, addresses and escapes."""
    text = _STRINGS.sub('""', _NOISE.sub(" ", text))
    return _ESCAPE.sub(_unescaped, _ADDRESSES.sub("url()", text))


def _unescaped(match: re.Match[str]) -> str:
    """Return a character that was escaped; one that would be a sign of CSS stays out of sight."""
    number = int(match[1], 16) if match[1] else ord(match[2])
    if number < 0x80 and not chr(number).isalnum() and chr(number) not in "-_":
        return chr(_ASIDE + number)
    return chr(number) if number <= sys.maxunicode else "\ufffd"


def _declaration(text: str) -> dict[str, Declaration]:
    name, colon, value = text.partition(":")
    if not colon:
        return {}
    bare = _IMPORTANT.sub("", value)
    values = _longhand(name.strip(), " ".join(bare.split()))
    return {prop: Declaration(one, bare != value) for prop, one in values.items()}


def _longhand(name: str, value: str) -> dict[str, str]:
    if name == "background":
        picture = value if _PICTURE.search(value) else "none"
        return {"background-color": value, "background-image": picture}
    if name == "text-decoration":
        return {"text-decoration-line": value}
    if name == "font":
        size = _SIZE.search(value)
        return {"font-size": size[1], "line-height": size[2] or "normal"} if size else {}
    if name in {"inset", "margin"}:
        return {prop: one for prop, one in _sides(name, value) if prop in BEARING}
    if (
        name in _KEYWORDS
        and "(" not in value
        and not _KEYWORDS[name].issuperset(value.split() or [""])
    ):
        return {}  # as in a browser, which passes over what it does not know
    return {name: value} if name in BEARING or name.startswith("--") else {}


def _sides(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what a shorthand of one to four values sets of each side (CSS 2.2, 8.3)."""
    words = _WORDS.findall(value)
    if 1 <= len(words) <= 4:
        for side, places in _SIDES.items():
            prop = side if name == "inset" else f"{name}-{side}"
            yield prop, words[places[len(words) - 1]]


@dataclass(slots=True)
class _Block:
    """A block of a style sheet that is open: the selectors before it, or none for an at-rule."""

    selectors: list[str]
    counts: bool
    declared: dict[str, Declaration] = field(default_factory=dict)


def rules(text: str) -> Iterator[Rule]:
    """Yield the rules of a style sheet that bear on sight, in order.

    Those for print, for other widths and inside what is not known here are left out.
    """
    text = _plain(text[:MAX_SHEET])
    opened = [_Block([], counts=True)]
    done = 0
    for sign in _SIGN.finditer(text):
        part = text[done : sign.start()].strip()
        done = sign.end()
        if sign.group() == "{":
            opened.append(_open(part, opened[-1]))
            continue
        _add(opened[-1].declared, _declaration(part.lower()))
        if sign.group() == "}" and len(opened) > 1:
            yield from _close(opened.pop())


def _open(part: str, within: _Block) -> _Block:
    if not part.startswith("@"):
        selectors = [" ".join(one.split()) for one in part.split(",")]
        return _Block(_nested(selectors, within), within.counts)
    rule = _AT_RULE.match(part.lower())
    name = rule[1] if rule else ""
    media = rule is not None and name == "media" and _applies(part.lower()[rule.end() :])
    counts = media or name in {"supports", "layer", "scope"}
    return _Block(within.selectors, within.counts and counts)


def _nested(selectors: list[str], within: _Block) -> list[str]:
    """Return the selectors of a rule that stands inside another one's block."""
    if len(within.selectors) != 1:
        return [] if within.selectors else selectors
    outer = within.selectors[0]
    if len(outer) > _LONGEST_SELECTOR:
        return []
    return [one.replace("&", outer, 1) if "&" in one else f"{outer} {one}" for one in selectors]


def _applies(query: str) -> bool:
    """Whether a media query holds on a wide screen."""
    return any(_holds(one) for one in query.split(","))


def _holds(query: str) -> bool:
    rest = _FEATURE.sub(lambda match: "" if _fits(match) else "(never)", query)
    words = set(re.findall(r"[a-z-]+|\(", rest))
    return words <= {"all", "screen", "only", "and"}


def _fits(feature: re.Match[str]) -> bool:
    try:
        width = float(feature[2]) * (1 if feature[3] == "px" else 16)
    except ValueError:
        return False
    return width <= _WIDTH if feature[1] == "min" else width >= _WIDTH


def _close(block: _Block) -> Iterator[Rule]:
    if not block.counts or not block.declared:
        return
    for selector in block.selectors:
        rule = _rule(selector, block.declared)
        if rule is not None:
            yield rule


def _rule(selector: str, declared: dict[str, Declaration]) -> Rule | None:
    """Return the rule of one selector, or None for what it cannot be told by names."""
    if len(selector) > _LONGEST_SELECTOR or _ELEMENT_PART.search(selector):
        return None
    bare = _STATE.sub("", selector.replace(":root", "html"))
    if "+" in bare or "~" in bare:  # a neighbour decides: its own part is what is known
        bare = re.split(r"[+~]", bare)[-1].strip()
    in_state = bare != selector.replace(":root", "html")
    parts: list[Compound] = []
    steps = [False, *(">" in step for step in _STEP.findall(bare))]
    for child, text in list(zip(steps, _STEP.split(bare), strict=True))[-_MOST_COMPOUNDS:]:
        compound = _compound(text, child=child)
        if compound is None:
            return None
        parts.append(compound)
    return Rule(tuple(parts), in_state, _weight(parts), declared)


def _compound(text: str, *, child: bool) -> Compound | None:
    match = _COMPOUND.match(text[:1].lower() + text[1:])
    if match is None or not text:
        return None
    names = [(sign, name.translate(_ASIDE_SIGNS)) for sign, name in _NAME.findall(match["names"])]
    return Compound(
        (match["tag"] or "*").lower(),
        frozenset(name for sign, name in names if sign == "#"),
        frozenset(name for sign, name in names if sign == "."),
        child,
    )


def _weight(parts: list[Compound]) -> tuple[int, int, int]:
    """Return how special a selector is: its ids, classes and elements, counted (CSS 2.2, 6.4.3)."""
    return (
        sum(len(one.ids) for one in parts),
        sum(len(one.classes) for one in parts),
        sum(one.tag != "*" for one in parts),
    )
