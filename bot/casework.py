"""Puts together what keeps the answers of people, made of the bot's parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.admitting import counts
from bot.slack.keeping import Keeping, Offering
from bot.slack.meanwhile import Meanwhile
from bot.slack.notices import Handler
from bot.slack.thread import Threads
from bot.surfaces import locating
from retrieval.clock import SystemClock

if TYPE_CHECKING:
    from bot.parts import Parts


def casework_of(parts: Parts, threads: Threads) -> Mapping[str, Handler]:
    """Return what deals with the rows of answers that people gave, by their kind."""
    ledger = parts.ledger
    offering = Offering(ledger, parts.lookup, ledger.outbox, counts(parts))
    finds = locating(parts.settings)
    keeping = Keeping(parts.web, ledger, threads, finds, SystemClock(), offering)
    return {"answered": offering, "keep": keeping}


def meanwhile_of(parts: Parts, threads: Threads) -> Meanwhile:
    """Return what looks, after a refusal, at what people answered meanwhile."""
    return Meanwhile(parts.ledger.inbox, parts.ledger.postings, threads)
