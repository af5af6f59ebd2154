"""The windows of an answer: what it quotes, and what was searched for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.slack import phrases
from bot.slack.actions import SEARCH_ACTION, SEARCH_VIEW, plain_text
from bot.slack.blocks import Block, mrkdwn
from bot.slack.decode import cut
from bot.slack.escaping import inline, link, plain, visible
from bot.slack.landing import landing
from bot.slack.render import facts_of, name_of
from bot.slack.web import Web
from retrieval.text.quoted import quoted, verbatim
from retrieval.text.shorten import shorten
from retrieval.values import Answer, Citation, Source

MOST_BLOCKS = 95
"""Blocks of a window; Slack refuses more than 100."""
LONGEST_TEXT = 2_800
"""Characters of a quote; Slack takes 3,000 of a section."""
LONGEST_SEARCH = 2_000
"""Characters that may be typed as a search."""


async def open_quotes(web: Web, trigger_id: str, answer: Answer | None) -> None:
    """Show each claim with its quotes, page, owner and date. Raises SlackRefused."""
    blocks = list(_claims(answer)) if answer else []
    left = blocks[MOST_BLOCKS:]
    if left:
        blocks = [*blocks[:MOST_BLOCKS], _small(phrases.more_quotes(len(left)))]
    view = {
        "type": "modal",
        "title": plain_text(phrases.quotes_title()),
        "close": plain_text(phrases.close()),
        "blocks": blocks or [_small(phrases.refusal())],
    }
    await web.call("views.open", trigger_id=trigger_id, view=view)


async def open_search(web: Web, trigger_id: str, searched: str, about: str) -> None:
    """Show what was searched, to be changed; `about` comes back with it. Raises SlackRefused."""
    field = {
        "type": "plain_text_input",
        "action_id": SEARCH_ACTION,
        "multiline": True,
        "min_length": 1,
        "max_length": LONGEST_SEARCH,
        "initial_value": visible(searched)[:LONGEST_SEARCH],
    }
    view = {
        "type": "modal",
        "callback_id": SEARCH_VIEW,
        "private_metadata": about,
        "title": plain_text(phrases.search_title()),
        "submit": plain_text(phrases.search_submit()),
        "close": plain_text(phrases.close()),
        "blocks": [
            {
                "type": "input",
                "block_id": SEARCH_ACTION,
                "label": plain_text(phrases.search_label()),
                "hint": plain_text(phrases.search_hint()),
                "element": field,
            }
        ],
    }
    await web.call("views.open", trigger_id=trigger_id, view=view)


def _claims(answer: Answer) -> Iterator[Block]:
    """Write the claims, each above its quotes; one that is its quotes is not said twice."""
    for number, claim in enumerate(answer.claims):
        if number:
            yield {"type": "divider"}
        if not verbatim(claim, answer.sources):
            yield _section(f"**{inline(' '.join(claim.text.split())[:LONGEST_TEXT])}**")
        for citation in claim.citations:
            yield _section(_quoted(citation, answer.sources))
            yield _page(citation)


def _quoted(citation: Citation, sources: Iterable[Source]) -> str:
    """Write a quote as it is shown on its page."""
    shortened = shorten(quoted(citation, sources), LONGEST_TEXT // 2)
    return "\n".join(f"> {line}".rstrip() for line in plain(shortened).split("\n"))


def _page(citation: Citation) -> Block:
    """Name the page of a quote, with its owner and date, as a link to the sentence."""
    told = facts_of(citation.document)
    page = link(name_of(citation), landing(citation))
    text = mrkdwn(f"{page} — {inline(told)}" if told else page)
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}


def _section(markdown: str) -> Block:
    text = mrkdwn(markdown)
    if len(text) > LONGEST_TEXT:
        text = f"{cut(text, LONGEST_TEXT)} …"
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _small(text: str) -> Block:
    return {"type": "context", "elements": [plain_text(text)]}
