"""What a person answered -> the paragraph that the page should have said, and where on it.

Pure and without a model: the answer's own words, put as the page puts such things. The heading
that is nearest by words says where; on a page that asks questions in its headings the question
becomes one, elsewhere it is reduced to its subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from retrieval.text.shorten import shorten
from retrieval.text.words import STOP_WORDS, stem, words

LONGEST_HEADING = 90
OF_HEADING, OF_TITLE = 3.0, 0.5
"""How much a word of a heading counts, and one of the title, against one of the text below it."""

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_BULLET = re.compile(r"^[ \t]*([-*+])[ \t]+(?=\S)", re.MULTILINE)
_TYPED_BULLET = re.compile(r"^[ \t]*[-*+\u2022\u2013][ \t]+(?=\S)", re.MULTILINE)
_ASKED = re.compile(
    r"(?:(?:hi|hello|hey)[ ,!]+)?(?:please[ ,]+)?"
    r"(?:(?:how|where|when) (?:do|can|should|must|may|would) (?:i|we|you|one|people) "
    r"|(?:can|may|must|should|do) (?:i|we|you) (?:have to )?"
    r"|(?:what|which|who|where|when) (?:is|are|was) (?:the |our |a |an )?"
    r"|(?:is|are) there (?:any |a |an )?)",
    re.IGNORECASE,
)
_ENDS = (".", "!", "?", ":", "…", "。", "！", "？", "`", "|", ">")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A paragraph as Markdown, and the heading that it belongs below; empty at the page's end."""

    below: str
    text: str


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading of a page with its level, and the words of it and of what stands below it."""

    level: int
    title: str
    named: frozenset[str]
    said: frozenset[str]


def suggest(question: str, answer: str, page: str = "") -> Suggestion:
    """Draft what a page should have said.

    Args:
        question: What was asked, standing alone; empty where nobody may read it.
        answer: What a person answered.
        page: The page as Markdown; empty where it is not known.
    """
    sections = _sections(page)
    near = _nearest(sections, frozenset(_words(f"{question} {answer}")))
    titles = [section.title for section in sections]
    level = _level(sections, near)
    heading = _heading(question, titles)
    body = _body(answer, page)
    text = f"{'#' * level} {heading}\n\n{body}" if heading else body
    return Suggestion(near.title if near else "", text)


def _sections(page: str) -> list[_Section]:
    """Return the headings of a page, code left out."""
    text = _FENCE.sub("", page)
    found = list(_HEADING.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)][: len(found)]
    return [
        _Section(
            len(one[1]),
            one[2].strip(),
            frozenset(_words(one[2])),
            frozenset(_words(text[one.end() : end])),
        )
        for one, end in zip(found, ends, strict=True)
    ]


def _nearest(sections: Sequence[_Section], wanted: frozenset[str]) -> _Section | None:
    """Return the section that shares the most words, the first of several; None where none does.

    The title names the whole page, so its words say little of the place on it.
    """

    def near(section: _Section) -> float:
        size = sqrt(max(1, len(section.said)))
        named = len(wanted & section.named) * (OF_TITLE if section.level == 1 else OF_HEADING)
        return named + len(wanted & section.said) / size

    best = max(sections, key=near, default=None)
    return best if best and near(best) > 0 else None


def _level(sections: Sequence[_Section], near: _Section | None) -> int:
    """Return the level of a heading there: a step deeper, as the page's other ones are."""
    if near is None:
        tops = [section.level for section in sections if section.level > 1]
        return min(tops, default=2)
    after = sections[sections.index(near) + 1 :]
    deeper = next((one.level for one in after if one.level > near.level), near.level + 1)
    return min(6, deeper)


def _heading(question: str, titles: Sequence[str]) -> str:
    """Return the question as the page's headings are: asked, in Capitals, or its subject."""
    said = " ".join(question.split())
    if not said:
        return ""
    if any(title.rstrip().endswith(("?", "？")) for title in titles):
        asked = said if said.endswith(("?", "？")) else f"{said.rstrip('.!')}?"
        return _cut(_capital(asked))
    subject = _ASKED.sub("", said, count=1).rstrip(" ?？.!")
    heading = _capital(subject or said.rstrip(" ?？.!"))
    return _cut(_titled(heading) if _in_capitals(titles) else heading)


def _in_capitals(titles: Sequence[str]) -> bool:
    """Whether headings have a capital at each longer word."""
    longer = [word for title in titles for word in title.split()[1:] if len(word) > 3]
    return len(longer) > 1 and all(word[0].isupper() or not word[0].isalpha() for word in longer)


def _titled(heading: str) -> str:
    return " ".join(_capital(word) if len(word) > 3 else word for word in heading.split())


def _body(answer: str, page: str) -> str:
    """Return the answer's text with the page's bullets, as sentences that begin and end."""
    marks = _BULLET.findall(_FENCE.sub("", page))
    mark = max(set(marks), key=marks.count) if marks else "-"
    said = _outside_code(answer.strip("\n"), lambda text: _TYPED_BULLET.sub(f"{mark} ", text))
    text = _capital("\n".join(line.rstrip() for line in said.strip().split("\n")))
    return text if text.endswith(_ENDS) or "\n" in text else f"{text}."


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change what stands in no block of code."""
    said, at = [], 0
    for block in _FENCE.finditer(text):
        said += [change(text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*said, change(text[at:])])


def _capital(text: str) -> str:
    """Begin with a capital, unless the first word is a name that has one further on."""
    first = text.split(" ", 1)[0]
    plain = first.isalpha() and first == first.lower()
    return text[:1].upper() + text[1:] if plain else text


def _cut(heading: str) -> str:
    return shorten(heading, LONGEST_HEADING)


def _words(text: str) -> list[str]:
    """Return the words that say what something is about."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]
