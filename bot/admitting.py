"""Puts together what decides whether a row is for the bot, and what is read with a question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.inbound import Inbound
from bot.slack.access import Access
from bot.slack.addressed import Bot
from bot.slack.admission import Admission, Limits
from bot.slack.download import downloads
from bot.slack.gate import Gate
from bot.slack.reading import Reading
from bot.slack.silence import Silence
from bot.slack.thread import Kept, Threads
from retrieval.clock import SystemClock

if TYPE_CHECKING:
    from bot.parts import Parts


def access_of(parts: Parts) -> Access:
    """Return what knows who may search what."""
    return Access(parts.lookup, parts.footnote.store, parts.policy)


def reading_of(parts: Parts, access: Access) -> Reading:
    """Return what reads files and linked messages."""
    return Reading(parts.web, access.lookup, downloads(parts.web))


def threads_of(parts: Parts, reading: Reading) -> Threads:
    """Return what reads threads."""
    ledger = parts.ledger
    kept = Kept(ledger.postings, ledger)
    return Threads(parts.web, kept, parts.identity.facts, reading)


def gate_of(parts: Parts, access: Access) -> Gate:
    """Return what lets through who may ask."""
    return Gate(parts.web, access, parts.ledger.outbox, SystemClock())


def admission_of(parts: Parts, access: Access, threads: Threads, reading: Reading) -> Admission:
    """Return what lets through what is for the bot."""
    limits = Limits(parts.bot.thread_answers, parts.bot.thread_answers_a_minute)
    return Admission(
        gate=gate_of(parts, access),
        threads=threads,
        reading=reading,
        talks=parts.ledger.talks,
        notifier=parts.ledger.outbox,
        clock=SystemClock(),
        bot=Bot(parts.identity.user, parts.identity.name),
        limits=limits,
        escalations=parts.ledger.escalations,
    )


def silence_of(parts: Parts) -> Silence:
    """Return what tells why nothing was said."""
    ledger = parts.ledger
    return Silence(parts.web, ledger.postings, ledger.talks, parts.identity.facts, parts.policy)


def counts(parts: Parts) -> Callable[[Inbound], Awaitable[bool]]:
    """Return what says whether somebody's opinion counts."""
    return gate_of(parts, access_of(parts)).counts


def may(parts: Parts) -> Callable[[Inbound], Awaitable[bool]]:
    """Return what says whether somebody may ask, without a word to anybody."""
    return gate_of(parts, access_of(parts)).lets
