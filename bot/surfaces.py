"""Puts the bot's own surfaces together: commands, buttons, its home, its panel, its greeting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.inbound import Listener
from bot.parts import Parts
from bot.slack.access import Access
from bot.slack.greeting import Greeting
from bot.slack.home import Home
from bot.slack.listeners.case import ShowCase
from bot.slack.listeners.case_said import SaveCase
from bot.slack.listeners.command import Command
from bot.slack.muting import Muting
from bot.slack.notices import Handler
from bot.slack.panel import Panel
from bot.slack.private import Private
from bot.slack.reception import Reception
from bot.slack.sharing import Sharing
from retrieval import wiring_diagnosis
from retrieval.clock import SystemClock
from retrieval.learn.locating import locate as find
from retrieval.learn.right_pages import Locate

if TYPE_CHECKING:
    from retrieval.settings import Settings

Changed = Callable[[], Awaitable[float | None]]
"""Tells when the index last changed."""


def reception_of(parts: Parts, access: Access, changed: Changed) -> Reception:
    """Return what the surfaces share."""
    team, command = parts.identity.team, parts.bot.command
    return Reception(parts.web, access, parts.ledger, team, SystemClock(), changed, command)


def rows_of(reception: Reception) -> Mapping[str, Handler]:
    """Return what deals with the rows that the surfaces put, by their kind."""
    return {
        "share": Sharing(reception),
        "mute": Muting(reception),
        "joined": Greeting(reception),
        "home": Home(reception),
        "opened": Panel(reception).opened,
    }


def around(reception: Reception, private: Private, public: Handler) -> Handler:
    """Return what deals with questions: privately, not at all where muted, else by `public`."""
    return private.before(Muting(reception).before(Panel(reception).before(public)))


def listeners_of(reception: Reception, locate: Locate) -> Mapping[str, Listener]:
    """Return who answers inside the acknowledgement, by the name that a Prompt gives."""
    return {
        "command": Command(reception),
        "case": ShowCase(reception),
        "case_said": SaveCase(reception, locate),
    }


def locating(settings: Settings) -> Locate:
    """Return what finds the pages that a link or a path names, in the index as it is then."""

    async def locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
        return await find(text, wiring_diagnosis.pages(settings), collections)

    return locate
