"""What people can do about an answer, made of the bot's parts: rows to deal with, and windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.holding import holding_of
from bot.inbound import Listener
from bot.parts import Parts
from bot.slack.access import Access
from bot.slack.diagnosis import AnswerRecords, RightPages
from bot.slack.grading import Grading
from bot.slack.known_page import KnownPages
from bot.slack.listeners.quotes import ShowQuotes
from bot.slack.listeners.right_page import AskPage, PageSaid
from bot.slack.listeners.searching import EditSearch, SearchAgain
from bot.slack.notices import Handler
from bot.slack.reasons import Reasons
from bot.slack.revising import Revising
from bot.supporting import handed_of, helping_of
from bot.surfaces import locating
from retrieval.clock import SystemClock
from retrieval.wiring_diagnosis import Diagnosing


def acts_of(parts: Parts) -> Mapping[str, Handler]:
    """Return what deals with the rows that are about answers, by their kind."""
    ledger, web = parts.ledger, parts.web
    revising = Revising(web, ledger.postings)
    return {
        **helping_of(parts),
        "edited": revising.edited,
        "deleted": revising.deleted,
        "stop": revising.stopped,
        "grade": Grading(web, ledger, parts.policy, SystemClock(), parts.lookup),
        "gate": holding_of(parts),
        "reason": Reasons(web, ledger.postings, ledger.feedback, known_of(parts)),
    }


def right_pages_of(parts: Parts, access: Access) -> RightPages:
    """Return what deals with the right pages that maintainers name."""
    ledger = parts.ledger
    records = AnswerRecords(ledger.postings, ledger, ledger.cases, SystemClock())
    finds = Diagnosing(parts.settings, parts.footnote.answerer)
    return RightPages(parts.web, access, records, finds)


def windows_of(parts: Parts, access: Access) -> Mapping[str, Listener]:
    """Return what opens the windows of an answer, by name."""
    ledger, web, facts = parts.ledger, parts.web, parts.identity.facts
    return {
        "quotes": ShowQuotes(web, ledger, ledger.postings, access, facts),
        "search": EditSearch(web, ledger, ledger.postings, facts),
        "search_again": SearchAgain(facts),
        **handed_of(parts),
        "right_page": AskPage(web, facts),
        "page_said": PageSaid(facts, known_of(parts)),
    }


def known_of(parts: Parts) -> KnownPages:
    """Return what knows the pages of the collections that were searched for an answer."""

    async def searched(trace_id: str) -> Sequence[str]:
        return (await parts.ledger.find(trace_id)).question.scope.collections

    return KnownPages(locating(parts.settings), searched)
