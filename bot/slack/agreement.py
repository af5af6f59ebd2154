"""An answer beside what people said to the same question: do they agree?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from bot.slack.decode import TOKEN, decode
from retrieval.text.identifiers import identifiers
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Answer, DocumentFacts

SHARED, FEWEST = 0.3, 2
"""The share of the shorter one's words, and how many, that both have besides the question's."""


class People(StrEnum):
    """What people said to a question that the bot would have answered."""

    LINKED = "linked the same page"
    AGREED = "said the same words"
    DIFFERED = "said something else"
    SILENT = "said nothing"


def agreement(question: str, answer: Answer, replies: Sequence[str]) -> People:
    """Compare an answer with the replies of people, in Slack's text."""
    if not any(decode(reply).strip() for reply in replies):
        return People.SILENT
    pages = {c.document.key: c.document for claim in answer.claims for c in claim.citations}
    linked = {_page(url) for reply in replies for url in _addresses(reply)}
    if any(_is_linked(page, linked) for page in pages.values()):
        return People.LINKED
    asked = _said([question])
    ours = _said(c.text for claim in answer.claims for c in claim.citations) - asked
    return (
        People.AGREED
        if any(_shares(ours, reply, asked) for reply in replies)
        else (People.DIFFERED)
    )


def _shares(ours: frozenset[str], reply: str, asked: frozenset[str]) -> bool:
    """Whether a reply says what the answer says, beyond what the question says."""
    theirs = _said([decode(reply)]) - asked
    both = len(ours & theirs)
    return both >= FEWEST and both >= SHARED * min(len(ours), len(theirs))


def _said(texts: Iterable[str]) -> frozenset[str]:
    """Return the stems and the names of texts."""
    found: set[str] = set()
    for text in texts:
        found.update(stem(word) for word in words(text) if word not in STOP_WORDS)
        found.update(name.casefold() for name in identifiers(text))
    return frozenset(found)


def _addresses(text: str) -> list[str]:
    """Return the addresses in Slack's text."""
    found = (token[1].partition("|")[0] for token in TOKEN.finditer(text))
    return [one.replace("&amp;", "&") for one in found if "://" in one]


def _page(url: str) -> str:
    """Return what an address and another of the same page have in common."""
    bare = url.partition("#")[0].partition("?")[0].rstrip("/")
    return bare.partition("://")[2].casefold()


def _is_linked(page: DocumentFacts, linked: set[str]) -> bool:
    """Whether people linked a page: by its own address, or where one ends as its path does."""
    path = page.path.casefold()
    ends = (f"/{path}", f"/{path.rpartition('.')[0] or path}")
    own = _page(page.url) if page.url else ""
    return bool(own and own in linked) or any(one.endswith(ends) for one in linked)
