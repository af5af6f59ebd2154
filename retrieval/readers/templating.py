"""Template syntax around prose (Liquid, Jinja, Hugo, ERB, MDX, kramdown) -> what people see.

Code must have been hidden before; what a template shows as code is hidden here. A value that
only a build could know becomes `<name>`, or nothing where it is the site's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from retrieval.readers import directives
from retrieval.readers.code import ANCHOR, ANCHOR_END, Vault

_STRING = re.compile(r"\"((?>(?:[^\"\\\n]|\\.)*))\"|'((?>(?:[^'\\\n]|\\.)*))'")
_NAMED = re.compile(r"([\w-]+)[ \t]*=[ \t]*(?:\"([^\"\n]*+)\"|'([^'\n]*+)')")

# --- ERB ---------------------------------------------------------------------------------------

_ERB = re.compile(
    r"<%(?P<kind>[%=#-]?)(?P<code>(?>(?:[^%<]++|%(?!>)|<(?!%))*))%>[ \t]*\n?", re.DOTALL
)
_PAGE_VALUE = re.compile(r"(?:current_page\.data|page|page\.data|frontmatter|params)\.(\w+)$")
_LINK_TO = re.compile(r"link_to[ (]")
_SILENT = re.compile(
    r"(?:partial|render|yield|include|image_tag|stylesheet|javascript|content_for|\w+::|\w+\.\w+\.\w+)"
)


def erb(text: str, values: Mapping[str, Any]) -> str:
    """Run what can be run of the ERB in `text`: values of the front matter, links, strings."""

    def shown(match: re.Match[str]) -> str:
        code = match["code"].strip(" \t\n-")
        newline = "\n" if match.group().endswith("\n") else ""
        if match["kind"] == "%":
            return match.group().replace("<%%", "<%", 1)
        if match["kind"] != "=":
            return "" if _alone(match) else newline
        return _erb_value(code, values) + newline

    return _ERB.sub(shown, text) if "<%" in text else text


def _alone(match: re.Match[str]) -> bool:
    """Whether the match has its line to itself, so that the line goes with it."""
    text, start = match.string, match.start()
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return not line.strip() and match.group().endswith("\n")


def _erb_value(code: str, values: Mapping[str, Any]) -> str:
    if match := _PAGE_VALUE.match(code):
        value = values.get(match[1], "")
        return value if isinstance(value, str) else ""
    strings = _strings(code)
    if _LINK_TO.match(code) and len(strings) > 1 and "#{" not in "".join(strings):
        return f"[{strings[0]}]({strings[1]})"
    if _SILENT.match(code):
        return ""
    return " ".join(string for string in strings if "#{" not in string)


def _strings(code: str) -> list[str]:
    return [m[1] if m[1] is not None else m[2] for m in _STRING.finditer(code)]


# --- Liquid, Jinja and Hugo ----------------------------------------------------------------------

_COMMENT = re.compile(
    r"\{%-?\s*comment\s*-?%\}(?>(?:[^{]++|\{(?!%-?\s*(?:end)?comment))*)\{%-?\s*endcomment\s*-?%\}"
    r"|\{#(?>(?:[^#{]++|#(?!\})|\{(?!#))*)#\}|\{\{<?%?\s*/\*(?>(?:[^*{]++|\*(?!/)|\{(?!\{))*)\*/\s*%?>?\}\}"
)
_RAW = re.compile(
    r"\{%-?\s*raw\s*-?%\}((?>(?:[^{]++|\{(?!%-?\s*(?:end)?raw))*))\{%-?\s*endraw\s*-?%\}"
)
_BRACED = re.compile(r"\{\{(?>(?:[^{}\n]++|\{(?!\{)|\}(?!\}))*)\}\}")
_TAG = re.compile(
    r"\{(?P<open>%|\{[<%])-?[ \t]*(?P<end>/|end_?(?=\w))?[ \t]*(?P<name>[\w./-]*+)"
    r"(?P<rest>(?>(?:[^%}>{]++|[%}>](?!\})|\{(?![%{]))*))(?:%\}\}|>\}\}|%\})"
)
_EXPRESSION = re.compile(r"\$?\{\{-?(?P<code>(?>(?:[^{}]++|\}(?!\})|\{(?!\{))*))\}\}\}?")
_PATHS = frozenset({
    "page", "link", "post_url", "ref", "relref", "url", "absurl", "asset", "download", "static",
    "pagelink",
})  # fmt: skip
_SITE = re.compile(r"(?:site|page|config|include|content|theme|jekyll|hugo|generator)\b|[.]?Site\b")
_TITLED = frozenset({
    "tab", "details", "expand", "accordion", "card", "step", "column",
})  # fmt: skip


def unwrap(text: str, values: Mapping[str, Any], vault: Vault) -> str:
    """Return `text` with the syntax of templates taken out or turned into what it shows."""
    if "{%" in text or "{#" in text or "{{" in text:
        text = _COMMENT.sub("", text)
        text = _RAW.sub(lambda match: _literal(match[1], vault), text)
        text = _tags(text, vault)
        text = _EXPRESSION.sub(lambda match: _value(match, values, vault), text)
        text = text.replace("{{", "").replace("}}", "").replace("{%", "").replace("%}", "")
    return text


def unwrap_html(text: str, values: Mapping[str, Any]) -> str:
    """Return the source of a page of HTML without the syntax of templates."""
    vault = Vault()
    return vault.show(unwrap(text, values, vault))


def _literal(text: str, vault: Vault) -> str:
    """Return raw text, the braces in it as code: they are what people are meant to read."""
    return _BRACED.sub(lambda match: vault.hide(f"`{match.group()}`"), text)


def _tags(text: str, vault: Vault) -> str:
    """Replace every tag; a pair that makes an alert becomes a blockquote of what it holds."""
    parts: list[list[str]] = [[]]
    open_blocks: list[tuple[str, str]] = []
    done = 0
    closers = {m["name"].lower() for m in _TAG.finditer(text) if m["end"]}
    for match in _TAG.finditer(text):
        parts[-1].append(text[done : match.start()])
        done = match.end()
        name = match["name"].lower()
        if match["end"]:
            if any(name == opened for opened, _ in open_blocks):
                _close(name, parts, open_blocks, vault)
        elif name in closers and (name in directives.ADMONITIONS or name == "highlight"):
            open_blocks.append((name, match["rest"]))
            parts.append([])
        else:
            parts[-1].append(_shown(name, match["rest"]))
    parts[-1].append(text[done:])
    while open_blocks:
        _close(open_blocks[-1][0], parts, open_blocks, vault)
    return "".join(parts[0])


def _close(
    name: str, parts: list[list[str]], open_blocks: list[tuple[str, str]], vault: Vault
) -> None:
    while open_blocks:
        opened, rest = open_blocks.pop()
        inner = "".join(parts.pop())
        parts[-1].append(_paired(opened, rest, inner, vault))
        if opened == name:
            return


def _paired(name: str, rest: str, inner: str, vault: Vault) -> str:
    if name == "highlight":
        language = (_strings(rest) or rest.split() or [""])[0]
        return vault.hide("\n".join(directives.fenced(language, inner.strip("\n").split("\n"))))
    named = _attributes(rest)
    words = _STRING.sub(" ", rest).split()
    kind = next((word for word in words if word.lower() in directives.ADMONITIONS), name)
    title = named.get("title") or named.get("heading") or kind.capitalize()
    return (
        "\n" + "\n".join(directives.admonition(title, dedent(inner.strip("\n")).split("\n"))) + "\n"
    )


def _shown(name: str, rest: str) -> str:
    """Return what one tag without a body shows."""
    strings, named = _strings(rest), _attributes(rest)
    if name == "slack_channel":
        return f"#{strings[0].lstrip('#')}" if strings else ""
    if name in _PATHS:
        return strings[0] if strings else rest.strip(" /")
    for key in ("content", "text", "title", "label", "caption", "alt", "header"):
        if named.get(key):
            return f"**{named[key]}**" if name in _TITLED else named[key]
    if name in _TITLED and strings:
        return f"**{strings[0]}**"
    return ""


def _attributes(rest: str) -> dict[str, str]:
    return {m[1].lower(): m[2] if m[2] is not None else m[3] for m in _NAMED.finditer(rest)}


def _value(match: re.Match[str], values: Mapping[str, Any], vault: Vault) -> str:
    """Return what an expression shows, `<name>` where only the build knows."""
    code = match["code"].strip(" -~\n\t")
    head = code.split("|")[0].strip()
    if string := _STRING.fullmatch(head):
        return string[1] if string[1] is not None else string[2]
    own = re.fullmatch(r"page\.(\w+)", head)
    if own and isinstance(values.get(own[1]), str):
        return str(values[own[1]])
    name = " ".join(head.replace("<", " ").replace(">", " ").split())
    if not name or _SITE.match(name) or len(name) > 80:
        return ""
    return vault.hide(f"<{name.lstrip('.$')}>")


# --- MDX, MyST and kramdown ----------------------------------------------------------------------

_IMPORT = re.compile(
    r"^import\s(?:[\w{},*\s]{1,400}?\sfrom\s+)?[\"'][^\"'\n]+[\"'][ \t]*;?[ \t]*$", re.MULTILINE
)
_EXPORT = re.compile(
    r"^export\s+(?:const|let|var|default|function|async)\b.*(?:\n.*\S.*)*", re.MULTILINE
)
_JSX_COMMENT = re.compile(r"\{\s*+/\*(?>(?:[^*{]++|\*(?!/)|\{(?!\s*/\*))*)\*/\s*\}")
_JSX_STRING = re.compile(r"\{\s*(?:\"([^\"\n{}]*+)\"|'([^'\n{}]*+)'|`([^`{}]*+)`)\s*\}")
_JSX_VALUE = re.compile(
    r"(?<![=\\$\w])\{[ \t]*[a-zA-Z_][\w.]*+(?:\([^(){}\n]*+\)|\[[^\[\]{}\n]*+\])?[ \t]*\}"
)
_TARGET = re.compile(r"^[ \t]*\(([\w.:/ -]+)\)=[ \t]*$", re.MULTILINE)
_ATTRIBUTES = re.compile(
    r"\{:[ \t]*(?:[^{}\n]*+)\}"
    r"|(?<=[)\]`*\"\ufdd1])\{[ \t]*"
    r"(?:[.#][\w:-]++|[\w-]++=(?:\"[^\"\n{}]*+\"|'[^'\n{}]*+'|[^\s{}]++))"
    r"(?>(?:[ \t]++(?:[.#][\w:-]++|[\w-]++=(?:\"[^\"\n{}]*+\"|'[^'\n{}]*+'|[^\s{}]++)))*)[ \t]*\}"
    r"|^[ \t]*\{[ \t]*[.#][\w-]++(?>(?:[ \t]++[.#]?[\w-]++(?:=[^\s{}]++)?)*)[ \t]*\}[ \t]*$",
    re.MULTILINE,
)
_TOC = re.compile(
    r"^[ \t]*(?:\[\[_?TOC_?\]\]|\[TOC\]|\{\{?TOC\}?\}|\{::[^{}\n]*/?\})[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_ALERT = re.compile(
    r"^((?>(?:[ \t]*+>)*)[ \t]*+)\[!([A-Z]{2,20})\][+-]?[ \t]*(?=(.?))", re.MULTILINE
)
_EMPTY_LINK = re.compile(r"(?<!!)\[\]\(([^()\s]{1,300})\)")
_SNIPPET = re.compile(r"^[ \t]*-{1,}8<-{1,}.*$|^[ \t]*\^\^\^[ \t]*$", re.MULTILINE)


def attributes(text: str, *, mdx: bool) -> str:
    """Take out the attribute lists, labels and (in MDX) the JavaScript that stand in prose."""
    if mdx:
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        text = _JSX_STRING.sub(lambda m: m[1] or m[2] or m[3] or "", _JSX_COMMENT.sub("", text))
        text = _JSX_VALUE.sub("", text)
    elif "import " in text and " from " in text:
        text = _IMPORT.sub("", text)
    if ")=" in text:
        text = _TARGET.sub(lambda m: f"{ANCHOR}{m[1].strip().replace(' ', '-')}{ANCHOR_END}", text)
    if "[!" in text:
        text = _ALERT.sub(_alert, text)
    if "{" in text:
        text = _ATTRIBUTES.sub("", _JSX_COMMENT.sub("", text))
    if "[](" in text:
        text = _EMPTY_LINK.sub(_named_link, text)
    if "TOC" in text.upper() or "{::" in text:
        text = _TOC.sub("", text)
    return _SNIPPET.sub("", text) if "8<" in text or "^^^" in text else text


def _named_link(match: re.Match[str]) -> str:
    """Name a link without words by its target, as MyST does by the target's title."""
    words = re.split(r"[-_/#:.]+", match[1].removesuffix(".md").rstrip("/"))
    name = " ".join(word for word in words[-2:] if word)
    return f"[{name}]({match[1]})" if name else ""


def _alert(match: re.Match[str]) -> str:
    colon = ":** " if match[3].strip() else "**"
    return f"{match[1]}**{match[2].capitalize()}{colon}"
