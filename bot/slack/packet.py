"""What is handed over of a question: as data for the ledger, and as Markdown for those who help."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from bot.slack import phrases
from bot.slack.escaping import inline, link, visible
from bot.slack.reply import SECOND
from retrieval.shortfall import Near
from retrieval.text.plain import plain
from retrieval.text.shorten import shorten, shorten_line
from retrieval.values import DocumentFacts

SHOWN_QUESTION, SHOWN_TITLE, SHOWN_TEXT = 300, 100, 160
"""Characters of a question, a title and a passage that are shown."""
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<text>.*?)[ \t#]*$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that came near, and why it was not the answer; without a text only its page."""

    title: str
    url: str
    heading: str = ""
    text: str = ""
    why: str = ""
    detail: str = ""

    @classmethod
    def of_page(cls, page: DocumentFacts) -> Self:
        """Return a page of which no passage is known."""
        return cls(" ".join(visible(page.title).split()) or page.path, page.url)

    @classmethod
    def of(cls, near: Near) -> Self:
        """Return what of a passage is shown."""
        page = cls.of_page(near.document)
        shown = " ".join(visible(plain(_section(near.text, near.heading))).split())
        text = shorten_line("" if shown == near.heading else shown, SHOWN_TEXT)
        return replace(page, heading=near.heading, text=text, why=str(near.why), detail=near.detail)

    def written(self) -> str:
        """Return it as a line of Markdown."""
        page = link(shorten(self.title, SHOWN_TITLE), self.url)
        if not self.why:
            return f"- {page}"
        heading = "" if self.heading == self.title else self.heading
        under = f" › {inline(shorten(heading, SHOWN_TITLE))}" if heading else ""
        fell_short = inline(phrases.fell_short(self.why, shorten(self.detail, SHOWN_TITLE)))
        return f"- {page}{under}: _{fell_short}_  \n{inline(self.text)}"


@dataclass(frozen=True, slots=True)
class Packet:
    """What is handed over: a question, what was searched for it, and what came nearest.

    The question is empty where those who are told may not read it. `who` asked it, `where` is the
    address of its thread, empty where nobody else can open it; `presser` is who passes it on, if
    that is somebody else, and `rule` says that nobody did but a rule. `owners` are those of the
    pages, as they are called.
    """

    who: str
    question: str = ""
    searched: str = ""
    passages: tuple[Passage, ...] = ()
    owners: tuple[str, ...] = ()
    where: str = ""
    presser: str = ""
    rule: bool = False

    @property
    def about(self) -> str:
        """Who is named: whoever passes it on, and whose question it is."""
        return f"{self.presser} {self.who}".strip()

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses in it."""
        pages = (passage.url for passage in self.passages)
        return tuple(dict.fromkeys(filter(None, [self.where, *pages])))

    @property
    def thread(self) -> str:
        """The link to its thread, empty where nobody else can open that."""
        return link(phrases.the_thread(), self.where) if self.where else ""

    def head(self) -> str:
        """Say, after who is named, what they want."""
        if self.rule:
            return phrases.handed_by_rule(self.thread).rstrip(": ")
        if self.presser:
            return phrases.passes_on(SECOND, self.thread).rstrip(": ")
        return phrases.asks_a_human(self.thread)

    def asked(self) -> str:
        """Return the question as a quote of one line, or what stands for it."""
        return quoted(self.question) if self.question else phrases.private_question()

    def unread(self) -> str:
        """Tell whoever asked what those who help have instead of the question; empty if that."""
        if self.question:
            return ""
        return phrases.sees_link() if self.where else phrases.sees_name()

    def body(self) -> list[str]:
        """Return what was searched and found, in paragraphs."""
        parts = [self.asked()]
        if not self.question:
            parts.append(phrases.see_link() if self.where else phrases.ask_them())
        if self.searched and self.searched != self.question:
            parts.append(inline(phrases.searched(shorten(self.searched, SHOWN_QUESTION))))
        if self.passages:
            why = any(passage.why for passage in self.passages)
            lines = "\n".join(passage.written() for passage in self.passages)
            parts += [phrases.near_passages() if why else phrases.nearest(), lines]
        if self.owners:
            parts.append(inline(phrases.owners(shorten(", ".join(self.owners), SHOWN_QUESTION))))
        return parts

    def content(self) -> dict[str, Any]:
        """Return it as what the ledger keeps."""
        return asdict(self)

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Self:
        """Read it from what the ledger kept."""
        named = {name: content[name] for name in cls.__slots__ if name in content}
        passages = tuple(Passage(**one) for one in named.pop("passages", ()))
        owners = tuple(named.pop("owners", ()))
        return cls(**{"who": "", **named}, passages=passages, owners=owners)


def quoted(text: str) -> str:
    """Write a question as a quote of one line."""
    return f"> {inline(shorten_line(visible(text), SHOWN_QUESTION))}"


def _section(text: str, heading: str) -> str:
    """Return a passage from its heading on, without the lines of headings.

    A packed passage may begin sections before the one that came near; and on one line a heading
    would run into the sentence after it.
    """
    kept: list[str] = []
    coded = False
    for line in text.splitlines():
        coded ^= line.lstrip().startswith(("```", "~~~"))
        headed = None if coded else _HEADING.match(line)
        own = headed and headed["text"] == heading
        if own or (line.strip() == heading and not "".join(kept).strip()):
            kept.clear()
        elif not headed:
            kept.append(line)
    return "\n".join(kept) if "".join(kept).strip() else text
