"""Puts together what hands questions over to people, and what they do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.inbound import Listener
from bot.reminding import Reminding
from bot.slack.by_rule import ByRule
from bot.slack.concluding import Concluding, Reads, Shows
from bot.slack.escalating import Telling
from bot.slack.escalation import Escalating
from bot.slack.handover import Handover
from bot.slack.known_page import KnownPages, seen_by
from bot.slack.limits import Few
from bot.slack.listeners.handed import OpenHanded, TakeHanded
from bot.slack.notices import Handler
from bot.slack.packing import Packing
from bot.slack.routing import Routing
from bot.surfaces import locating
from retrieval import wiring_diagnosis
from retrieval.clock import SystemClock
from retrieval.learn.evidence import Wanted

if TYPE_CHECKING:
    from bot.parts import Parts
    from retrieval.settings import Settings


@dataclass(frozen=True, slots=True)
class Support:
    """What handing over is made of."""

    routing: Routing
    packing: Packing
    telling: Telling


def support_of(parts: Parts) -> Support:
    """Return it, made of the bot's parts."""
    ledger, web, policy = parts.ledger, parts.web, parts.policy
    finds, reads = locating(parts.settings), reading_pages(parts.settings)
    style = wiring_diagnosis.styling(parts.settings)
    shows = showing_pages(parts.settings)
    conclude = Concluding(ledger.cases, ledger, policy, finds, reads, style, shows)
    return Support(
        Routing(web, policy, parts.lookup),
        Packing(web, policy, parts.lookup),
        Telling(
            web, ledger.outbox, ledger.escalations, policy, SystemClock(), conclude, conclude.page
        ),
    )


def reading_pages(settings: Settings) -> Reads:
    """Return what reads pages of the index as it is then."""

    async def read(page: tuple[str, str]) -> str:
        return (await wiring_diagnosis.pages(settings).facts(page, Wanted())).text

    return read


def showing_pages(settings: Settings) -> Shows:
    """Return what names pages of the index as it is then, with their addresses."""

    async def show(page: tuple[str, str]) -> tuple[str, str]:
        collection, path = page
        found = await wiring_diagnosis.pages(settings).documents(collection, [path])
        return (found[0].title, found[0].url) if found else ("", "")

    return show


def rules_of(parts: Parts) -> ByRule:
    """Return what hands questions over without anybody's asking."""
    ledger = parts.ledger
    return ByRule(ledger.inbox, ledger.postings, ledger, ledger.feedback, parts.policy)


def helping_of(parts: Parts) -> Mapping[str, Handler]:
    """Return what deals with the rows that call for people, by their kind."""
    ledger, web, support = parts.ledger, parts.web, support_of(parts)
    routing, packing, telling = support.routing, support.packing, support.telling
    few = Few(SystemClock())
    return {
        "human": Handover(
            web, ledger, ledger.postings, ledger.outbox, few, routing, packing, telling
        ),
        "escalation": Escalating(
            web, ledger.escalations, ledger, telling, routing, packing, SystemClock()
        ),
    }


def handed_of(parts: Parts) -> Mapping[str, Listener]:
    """Return what opens the windows of those who help, and takes what is typed there, by name."""
    facts, routing = parts.identity.facts, Routing(parts.web, parts.policy, parts.lookup)

    async def seen(escalation: str) -> Sequence[str]:
        return seen_by(parts.policy, (await parts.ledger.escalations.find(escalation)).to)

    known = KnownPages(locating(parts.settings), seen)
    opening = OpenHanded(parts.web, parts.ledger.escalations, routing, facts)
    return {"handed": opening, "handed_over": TakeHanded(facts, known)}


async def reminding_of(parts: Parts) -> None:
    """Remind people, in the workspace of the parts, for as long as the task lives."""
    ledger = parts.ledger
    telling, team = support_of(parts).telling, parts.identity.team
    listed, outbox = ledger.escalations, ledger.outbox
    policy, clock = parts.policy, SystemClock()
    inbox, metrics = ledger.inbox, parts.metrics
    await Reminding(listed, telling, outbox, inbox, policy, clock, team, metrics).run()
