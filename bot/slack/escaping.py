"""Characters -> characters that mean nothing but themselves to Slack and to Markdown.

Slack reads `<...>` as a token and an address as a link wherever they stand, in code too, and
decodes `&lt;`, `&gt;` and `&amp;` once, for display. Markdown reads its own marks. What is made
here holds no `<` or `>` at all, no address outside code, and no mark that still works.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from urllib.parse import quote, urlsplit

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Controls, direction marks, zero widths and lone surrogates; joiners are looked at below."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_JOINER = re.compile("[\u200c\u200d]+")
_BEFORE_JOINER = re.compile("[\u00a9\u00ae\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
_AFTER_JOINER = re.compile("[\u00a9\u00ae\u2190-\u2bff\U0001f000-\U0001faff]")
_JOINING_SCRIPT = re.compile("[\u0600-\u07ff\u0840-\u0dff\u1000-\u109f\u1780-\u18af]")
"""Scripts that spell with joiners: Arabic and its like, those of India, Myanmar, Mongolian."""

_ADDRESS = re.compile(
    r"(?P<url>[A-Za-z][A-Za-z0-9+.\-]{0,30}:/{1,3}[^\s`<>]+|www\.[^\s`<>]+"
    r"|(?:mailto|tel|sip|skype|slack):[^\s`<>]+)"
    r"|(?P<mail>[^\s`@,;:()\[\]{}<>\"'|/]{1,64}@(?:[^\W_][\w-]{0,62}\.){1,8}[^\W\d_][\w-]{1,30})"
    r"|(?P<host>(?:[^\W_][\w-]{0,62}\.){1,12}(?P<top>xn--[\w-]{2,40}|[^\W\d_]{2,24})"
    r"(?P<path>(?::\d{1,5})?[/?#][^\s`<>]*)?)(?!\w|:/)"
)
_TRAILING = ".,;:!?*_~'\")]}\u2026\u3002\uff0c\uff1f\uff01"
_TOPS = frozenset(
    [
        *("com", "net", "org", "info", "biz", "app", "dev", "cloud", "site", "online", "xyz"),
        *("shop", "tech", "page", "blog", "wiki", "store", "live", "click", "link", "email"),
        *("chat", "team", "work", "zone", "host", "press", "space", "website", "edu", "gov"),
        *("mil", "int", "pro", "mobi", "name", "tel", "travel", "jobs", "asia", "cat"),
    ]
)
"""Endings by which a bare `name.top` is taken for an address, besides those of two letters."""
_FILES = frozenset(["cs", "db", "go", "hs", "js", "kt", "rb", "ts", "vb", "xs", "yml"])
"""Endings of two letters that are files' and no country's."""
_IN_PATHS = "/.:_-~"
"""Characters of a path, besides letters and digits."""

_BROADCAST = re.compile(r"@(?=(?:channel|here|everyone|group)s?\b)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?=(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{0,31});)")
_SHOWN = {"amp": "&", "lt": "<", "gt": ">"}
_MARK = re.compile(r"[\\`*_\[\]~|]")
_LINE_START = re.compile(
    r"(?P<mark>[#]{1,6}(?=\s|$)|[-+*](?=\s|$)|[-=:|](?=[-=:|\s]*$))|(?P<number>\d{1,9})(?=[.)](?:\s|$))"
)
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
MOST_BRACKETS = 50
"""Opening brackets of a line that are left as they are; whoever parses more takes too long."""
_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_TICKS = re.compile("`+")


def visible(text: str) -> str:
    """Return text without what cannot be seen; joiners stay in emoji and where scripts spell so."""
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text)
    if text.replace("\n", "").replace("\t", "").isprintable() and text.isascii():
        return text
    return _JOINER.sub(_joiner, _INVISIBLE.sub("", text))


def _joiner(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    joiner = match[0][-1]
    emoji = joiner == "\u200d" and _BEFORE_JOINER.match(before) and _AFTER_JOINER.match(after)
    spelt = _JOINING_SCRIPT.match(before) and _JOINING_SCRIPT.match(after)
    return joiner if emoji or spelt else ""


def entities(text: str) -> str:
    """Escape what Slack would read as a token or decode; right in code and in text alike."""
    return _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def shown(text: str) -> str:
    """Return what escaped code shows: the inverse of `entities`."""
    return re.sub("&(amp|lt|gt);", lambda found: _SHOWN[found[1]], text)


def code(text: str) -> str:
    """Return a code span that shows `text`, on one line."""
    said = " ".join(text.split("\n")).replace("\t", " ")
    if not said.strip():
        return ""
    ticks = _fence(said, 1)
    pad = " " if said[0] == "`" or said[-1] == "`" or said[0] == said[-1] == " " else ""
    return f"{ticks}{pad}{entities(said)}{pad}{ticks}"


def fence(text: str, language: str = "") -> str:
    """Return a block of code that shows `text` line by line."""
    ticks = _fence(text, 3)
    word = re.match(r"[A-Za-z][\w+#.-]{0,29}", language.strip())
    lines = entities(text.strip("\n"))
    return f"{ticks}{word[0] if word else ''}\n{lines}\n{ticks}"


def _fence(text: str, least: int) -> str:
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1)


def inline(text: str, links: Collection[str] = ()) -> str:
    """Return Markdown that shows one line of text as it is; known addresses are links."""
    said: list[str] = []
    at = 0
    for start, end in addresses(text):
        begin = _path(text, at, start)
        said.append(_words(text[at:begin]))
        address = text[begin:end]
        said.append(link(address, address) if address in links else code(address))
        at = end
    said.append(_words(text[at:]))
    return beside(said)


def beside(pieces: Iterable[str]) -> str:
    """Join written pieces; backticks that meet are kept apart, lest they make another mark."""
    said: list[str] = []
    for piece in pieces:
        if piece and said and piece[0] == "`" == said[-1][-1]:
            said.append("\u200b")
        if piece:
            said.append(piece)
    return "".join(said)


def addresses(text: str) -> list[tuple[int, int]]:
    """Return where addresses stand in a line of text, as half-open spans."""
    found: list[tuple[int, int]] = []
    for match in _ADDRESS.finditer(text):
        if match["host"] and not _is_host(match):
            continue
        end = match.end()
        address = match[0].rstrip(_TRAILING)
        address += ")" * (match[0][len(address) :].startswith(")") and "(" in address)
        if address:
            end = match.start() + len(address)
        found.append((match.start(), end))
    return found


def _path(text: str, least: int, begin: int) -> int:
    """Return where the path begins whose last part is at `begin`: a path is shown in one piece."""
    if begin == least or text[begin - 1] != "/":
        return begin
    while begin > least and (text[begin - 1].isalnum() or text[begin - 1] in _IN_PATHS):
        begin -= 1
    return begin


def _is_host(match: re.Match[str]) -> bool:
    """Whether `name.top` is one that Slack may make a link of."""
    top = match["top"].lower()
    known = top in _TOPS or top.startswith("xn--") or (len(top) == 2 and top not in _FILES)
    return known or bool(match["path"]) or "www" in match["host"].lower().split(".")


def _words(text: str) -> str:
    """Escape a stretch of text that has no address in it."""
    text = _BROADCAST.sub("@\u200b", text)
    crowded = text.count("[") > MOST_BRACKETS

    def escaped(match: re.Match[str]) -> str:
        return "\\[" if crowded and match[0] == "[" else _mark(match)

    return entities(_MARK.sub(escaped, text))


def _mark(match: re.Match[str]) -> str:
    """Put a backslash before a mark where it could work as one."""
    mark, text = match[0], match.string
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if mark == "\\":
        works = not after or after in _PUNCTUATION or after == "\n"
    elif mark == "*":
        works = not (before.isspace() and after.isspace())
    elif mark == "_":
        works = not (before.isalnum() and after.isalnum())
    elif mark == "~":
        works = bool(before and not before.isspace()) or not (after.isdigit() or after == "/")
    elif mark == "[":
        works = before == "!"
    elif mark == "]":
        works = not after or after in "([:"
    else:
        works = True
    return f"\\{mark}" if works else mark


def line_start(line: str) -> str:
    """Escape what would make a line of text the start of a heading, a list, a rule or a table."""
    match = _LINE_START.match(line)
    if not match:
        return line
    if match["number"]:
        return f"{match['number']}\\{line[match.end() :]}"
    return f"\\{line}"


def plain(text: str, links: Collection[str] = ()) -> str:
    """Return Markdown that shows plain text as it is, line for line, margins kept."""
    paragraphs: list[list[str]] = [[]]
    for line in visible(text).split("\n"):
        body = line.strip()
        if not body:
            paragraphs.append([])
            continue
        margin = "\u00a0" * min(len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()), 40)
        paragraphs[-1].append(margin + line_start(inline(body, links)))
    return "\n\n".join("  \n".join(lines) for lines in paragraphs if lines)


def link(label: str, address: str) -> str:
    """Return a link, or its label alone where the address is none that a browser should open.

    A label that looks like another address than the one behind it is replaced by the host.
    """
    target = safe_address(address)
    shown = " ".join(visible(label).split())
    if not target:
        return inline(shown)
    host = urlsplit(target).netloc
    if any(_host(shown[begin:end]) != host.lower() for begin, end in addresses(shown)):
        shown = host
    words = re.sub(r"(?<!\\)([\[\]])", r"\\\1", _words(shown))
    return f"[{words or host}]({target})"


def _host(address: str) -> str:
    """Return the host that an address seems to name."""
    bare = re.sub(r"^[A-Za-z][A-Za-z0-9+.\-]*:/*", "", address)
    return re.split(r"[/?#]", bare, maxsplit=1)[0].lower()


def safe_address(address: str) -> str:
    """Return an http or https address in characters that end no link; else an empty string."""
    try:
        parts = urlsplit(visible(address).strip())
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if parts.scheme.lower() not in {"http", "https"} or not host or "@" in parts.netloc:
        return ""
    if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+", host):
        return ""
    named = f"[{host}]" if ":" in host else host
    path = _quoted(parts.path, "")
    query = f"?{_quoted(parts.query, '?')}" if parts.query else ""
    fragment = f"#{_quoted(parts.fragment, '?')}" if parts.fragment else ""
    return f"{parts.scheme.lower()}://{named}{port}{path}{query}{fragment}"


def _quoted(part: str, also: str) -> str:
    """Encode what could end a link or an entity; what was encoded already stays."""
    return quote(_PERCENT.sub("%25", part), safe=f"/:@!$&'+,=%~.-_{also}")
