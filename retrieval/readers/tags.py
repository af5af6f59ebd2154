"""HTML tags inside Markdown -> Markdown: the words stay, hidden elements go."""

from __future__ import annotations

import html
import re

from retrieval.readers import formulas
from retrieval.readers.cascade import TOO_MUCH
from retrieval.readers.code import ANCHOR, ANCHOR_END, Vault
from retrieval.readers.looks import Looks, from_attributes
from retrieval.readers.page import Removals
from retrieval.readers.sight import HIDDEN, taken_as
from retrieval.readers.unopened import is_unopened, openers

KNOWN = frozenset({
    "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base",
    "bdi", "bdo", "big", "blockquote", "body", "br", "button", "canvas", "caption", "center",
    "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details", "dfn",
    "dialog", "dir", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
    "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link",
    "main", "map", "mark", "menu", "meta", "meter", "nav", "noscript", "object", "ol", "optgroup",
    "option", "output", "p", "param", "picture", "pre", "progress", "q", "rp", "rt", "ruby", "s",
    "samp", "script", "section", "select", "slot", "small", "source", "span", "strike", "strong",
    "style", "sub", "summary", "sup", "svg", "path", "table", "tbody", "td", "template",
    "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt", "u", "ul", "var",
    "video", "wbr",
})  # fmt: skip
"""The elements of HTML. Other names in angle brackets are placeholders, as in `<your-name>`."""

_TAG = re.compile(
    r"<(?P<shut>/)?(?P<name>[A-Za-z][A-Za-z0-9.:-]*+)"
    r"(?P<rest>(?:[\s/](?>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+'|['\"])*))?)>"
)
_ATTRIBUTE = re.compile(r"([\w:-]++)(?:\s*=\s*(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_STEERING = re.compile(r"&#(?:(0*7|[xX]0*7)|0*27|[xX]0*1[bB]);")
"""Bell and escape: the last pass takes them out with the terminal sequence that they belong to."""
_FIXED = {
    **{(name, shut): "**" for name in ("b", "strong") for shut in (False, True)},
    **{(name, shut): "*" for name in ("i", "em") for shut in (False, True)},
    **{(f"h{level}", False): f"\n\n{'#' * level} " for level in range(1, 7)},
    **{(f"h{level}", True): "\n\n" for level in range(1, 7)},
    ("summary", False): "**",
    ("summary", True): "**\n\n",
    ("li", False): "\n- ",
    ("hr", False): "\n\n---\n\n",
}
_CODE = frozenset({"code", "kbd", "samp", "tt", "var"})
_SECTIONS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "details", "dd",
    "div", "dl", "dt", "figcaption", "figure", "footer", "form", "header", "html", "li", "main",
    "nav", "ol", "p", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "ul",
})  # fmt: skip
_UNCLOSED = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot", "option", "colgroup",
})  # fmt: skip
_LONGEST_LINE = 2_000
_DROPPED = frozenset({"script", "style", "template", "svg", "noscript", "head", "object", "title"})
_BREAKS = re.compile(r"[\t\n\r]")
_QUOTED = str.maketrans({char: f"%{ord(char):02X}" for char in " ()<>"})
_ITEM_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")


def parse_attributes(rest: str) -> dict[str, str]:
    """Return the attributes of a tag, names in lower case, values unescaped."""
    return {
        m[1].lower(): html.unescape(next((g for g in m.groups()[1:] if g is not None), ""))
        for m in _ATTRIBUTE.finditer(rest)
    }


def escape_placeholders(source: str) -> str:
    """Escape what looks like a tag but is none, so that a parser of HTML keeps it as text."""
    known = "|".join(sorted(KNOWN | formulas.ELEMENTS if formulas.has_formula(source) else KNOWN))
    tag = rf"<(?!/?(?:{known})[\s/>])(?=[A-Za-z/])([^<>\n]*)>"
    return re.sub(tag, r"&lt;\1&gt;", source, flags=re.IGNORECASE)


def nesting(source: str) -> int:
    """Return how deeply the elements of `source` that need an end tag are nested."""
    depth = deepest = 0
    for match in _TAG.finditer(source):
        if match["name"].lower() in _UNCLOSED or match["rest"].endswith("/"):
            continue
        depth = max(depth - 1, 0) if match["shut"] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def without_tags(source: str) -> str:
    """Return the words of `source`, entities decoded."""
    return html.unescape(_TAG.sub(" ", source))


def to_markdown(text: str, vault: Vault, removals: Removals, *, mdx: bool = False) -> str:
    """Return `text` (code hidden) with its tags turned into Markdown and entities decoded."""
    if "<" in text:
        text = _Tags(text, vault, removals, mdx=mdx).run()
    if "&" in text:
        text = _ENTITY.sub(lambda match: _entity(match.group()), text)
    return text


def _entity(entity: str) -> str:
    """Decode one entity; what it could hide is not decoded into existence."""
    if match := _STEERING.match(entity):
        return "\x07" if match[1] else "\x1b"
    char = html.unescape(entity)
    if char == "\xa0":
        return " "
    return char if char.isprintable() and char != "\u3164" else ""


def _closers(matches: list[re.Match[str]]) -> dict[int, int]:
    """Return which tag closes which, by their places among `matches`."""
    waiting: dict[str, list[int]] = {}
    closers: dict[int, int] = {}
    for at, match in enumerate(matches):
        name = match["name"].lower()
        if not match["shut"]:
            if not match["rest"].endswith("/"):
                waiting.setdefault(name, []).append(at)
        elif waiting.get(name):
            closers[waiting[name].pop()] = at
    return closers


class _Tags:
    """One pass over the tags of a page, left to right."""

    def __init__(self, text: str, vault: Vault, removals: Removals, *, mdx: bool) -> None:
        self._text, self._vault, self._removals, self._mdx = text, vault, removals, mdx
        self._out: list[str] = []
        self._links: list[str] = []
        self._closed: set[str] = set()
        self._opened: frozenset[str] = frozenset()
        self._looks: list[tuple[int, Looks]] = []
        self._sheet = vault.sheet
        self._line = ""
        self._done = 0
        self._math = False

    def run(self) -> str:
        """Return the text with every known tag replaced."""
        matches = list(_TAG.finditer(self._text))
        closers = _closers(matches)
        self._closed = {match["name"].lower() for match in matches if match["shut"]}
        buttons = (match["rest"] for match in matches if match["name"].lower() == "button")
        self._opened = frozenset(one for rest in buttons for one in openers(parse_attributes(rest)))
        for at, match in enumerate(matches):
            if match.start() >= self._done:
                self._one(match, matches[closers[at]] if at in closers else None)
        self._put(self._text[self._done :])
        if self._sheet.spent:
            self._removals.say(TOO_MUCH)
        return "".join(self._out)

    def _put(self, part: str) -> None:
        """Write a part, and keep the start of the line that it leaves open."""
        self._out.append(part)
        at = part.rfind("\n")
        if at >= 0:
            self._line, part = "", part[at + 1 :]
        if len(self._line) < _LONGEST_LINE:
            self._line += part

    def _one(self, match: re.Match[str], end: re.Match[str] | None) -> None:
        name = match["name"].lower()
        self._math = not match["shut"] if name == "math" else self._math
        math = name == "math" or (self._math and name in formulas.ELEMENTS)
        if not (math or name in KNOWN or self._component(match, name)):
            return
        self._put(self._text[self._done : match.start()])
        self._done = match.end()
        attributes = parse_attributes(match["rest"]) if match["rest"] else {}
        hidden = "" if match["shut"] else self._hidden(name, attributes, end)
        hidden = HIDDEN if math and name in formulas.UNSEEN and not match["shut"] else hidden
        if hidden and name == "img":
            self._element(name, attributes.get("alt", ""), hidden)
            return
        if end is not None and (hidden or name in _DROPPED or name in _CODE):
            self._element(name, self._text[match.end() : end.start()], hidden)
            self._done = end.end()
            return
        anchor = "" if match["shut"] else attributes.get("id") or ""
        if name == "a" and not match["shut"]:
            anchor = anchor or attributes.get("name", "")
        if anchor and not any(c.isspace() for c in anchor):
            self._put(f"{ANCHOR}{anchor}{ANCHOR_END}")
        self._put(self._shown(name, bool(match["shut"]), attributes))

    def _hidden(self, name: str, attributes: dict[str, str], end: re.Match[str] | None) -> str:
        """Return how an element is not shown, if so; what stands around it lends it its colours."""
        if "hidden" in attributes:
            return HIDDEN
        own = self._sheet.declared(
            (
                name,
                frozenset(attributes.get("id", "").split()),
                frozenset(attributes.get("class", "").split()),
            ),
            (),
            attributes.get("style", ""),
        )
        declared = from_attributes(name, attributes) | own
        if is_unopened(name, attributes, declared, self._opened):
            return HIDDEN
        if not declared:
            return ""
        while self._looks and self._looks[-1][0] <= self._done:
            self._looks.pop()
        looks = (self._looks[-1][1] if self._looks else Looks()).within(declared)
        if end is not None:
            self._looks.append((end.start(), looks))
        return HIDDEN if looks.unreadable else taken_as(declared, name)

    def _component(self, match: re.Match[str], name: str) -> bool:
        """Whether a tag of no HTML element is a component of the page and not a placeholder."""
        rest = match["rest"]
        if ":" in match["name"] or "@" in rest:
            return False
        if rest.rstrip().endswith("/") or "=" in rest:
            return True
        return name in self._closed or (self._mdx and match["name"][0].isupper())

    def _element(self, name: str, inner: str, hidden: str) -> None:
        if hidden and without_tags(inner).strip():
            self._removals.add(hidden)
        elif not hidden and name in _CODE and "\n\n" not in inner:
            words = html.unescape(_TAG.sub("", self._vault.show(inner)).strip())
            words = " ".join(words.split())
            if words:
                fence = "``" if "`" in words else "`"
                self._put(self._vault.hide(f"{fence}{words}{fence}"))

    def _shown(self, name: str, shut: bool, attributes: dict[str, str]) -> str:
        shown = self._markdown(name, shut, attributes)
        if "\n" in shown and "|" in self._line:
            return " • " if shown == "\n- " else f" {' '.join(shown.split())} "
        return shown

    def _markdown(self, name: str, shut: bool, attributes: dict[str, str]) -> str:
        if (fixed := _FIXED.get((name, shut))) is not None:
            return fixed
        if name in {"br", "a", "img", "input"}:
            return self._own(name, shut, attributes)
        if name not in KNOWN:
            label = attributes.get("title") or attributes.get("label") or ""
            return f"\n\n**{label}**\n\n" if label else ""
        return "\n" if name in _SECTIONS and self._line.strip(" \t>") else ""

    def _own(self, name: str, shut: bool, attributes: dict[str, str]) -> str:
        if name == "br":
            return self._line_break()
        if name == "a":
            return self._link(shut, attributes)
        return self._image(attributes) if name == "img" else self._checkbox(attributes)

    def _checkbox(self, attributes: dict[str, str]) -> str:
        """Return the box of a task; a box elsewhere is a trick of the page's design."""
        prefix = _ITEM_PREFIX.fullmatch(self._line)
        task = attributes.get("type") == "checkbox" and prefix and prefix.group().strip(" \t>")
        return ("[x] " if "checked" in attributes else "[ ] ") if task else ""

    def _line_break(self) -> str:
        line = self._line
        if "|" in line or line.lstrip().startswith("#") or len(line) >= _LONGEST_LINE:
            return " "
        prefix = _ITEM_PREFIX.match(line)
        following = re.sub(r"[^ \t>]", " ", prefix.group()) if prefix else ""
        if self._text[self._done : self._done + 1] == "\n":
            return "\\"
        return f"\\\n{following}" if line.strip() else ""

    def _link(self, shut: bool, attributes: dict[str, str]) -> str:
        if not shut:
            self._links.append(attributes.get("href", ""))
            return "[" if self._links[-1] else ""
        target = self._links.pop() if self._links else ""
        if target and self._out and self._out[-1] == "":
            self._out.pop()
        if target and self._out and self._out[-1] == "[":
            self._out[-1] = ""
            return ""
        return f"]({destination(target)})" if target else ""

    def _image(self, attributes: dict[str, str]) -> str:
        alt = " ".join(attributes.get("alt", "").split())
        source = attributes.get("src", "")
        return f"![{alt}]({destination(source)})" if alt and source else alt


def destination(url: str) -> str:
    """Return a link's target so that no space or bracket ends it early."""
    return _BREAKS.sub("", url.strip()).translate(_QUOTED)
