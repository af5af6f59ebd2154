"""A maintainer's reply that says which page is right: a link, alone or in a few words.

Pure: whether somebody is a maintainer, and which pages they may see, is looked up again when the
row is dealt with.
"""

from __future__ import annotations

import re

from bot.slack.asking import asks, bare, wants_person
from bot.slack.decode import LONGEST, TOKEN
from bot.slack.material import links
from bot.slack.payload import Payload, string

MOST_WORDS = 12
"""Words beside the link; more say something else than which page it is."""
LONGEST_LINK = 2_000

_BARE = re.compile(r"https?://[^\s<>|\"'`]+")


def named_page(said: Payload) -> str:
    """Return the link of the page that a message names, empty where it asks or tells more.

    A link to another message of Slack names no page.
    """
    text = string(said, "text")
    if "http" not in text or len(text) > LONGEST or links(said):
        return ""
    addresses = [
        token[1].partition("|")[0] for token in TOKEN.finditer(text) if token[1].startswith("http")
    ]
    addresses += _BARE.findall(TOKEN.sub(" ", text))
    plain = TOKEN.sub(" ", bare(text))
    if not addresses or "?" in plain or asks(plain) or wants_person(plain):
        return ""
    link = addresses[0].replace("&amp;", "&")
    fits = len(plain.split()) <= MOST_WORDS and len(link) <= LONGEST_LINK
    return link if fits else ""
