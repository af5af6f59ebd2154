"""How a question that was handed over looks to those who help: one message, for each state."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.slack import phrases
from bot.slack.escaping import inline
from bot.slack.packet import Packet
from bot.slack.reply import SECOND, Notice
from bot.slack.typed import typed
from retrieval.policy import Policy
from retrieval.policy_support import SupportPolicy
from retrieval.ports import Button, Escalation, Outbox
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, UNRESOLVED

CLAIM_ACTION = "footnote_claim"
"""Takes a question on; the value of each of these is the escalation's id."""
BACK_ACTION = "footnote_hand_back"
"""Passes a question on to whoever is asked next."""
ASSIGN_ACTION = "footnote_assign"
"""Opens the window in which somebody is picked."""
RESOLVE_ACTION = "footnote_resolve"
"""Opens the window in which a question is closed with its answer."""
SOLVED_ACTION = "footnote_solved"
"""Lets whoever asked say that nothing is left to do."""


def card_key(escalation: Escalation, routed: int | None = None) -> str:
    """Return the key of the message that those have who were told last, or at event `routed`."""
    number = escalation.routed if routed is None else routed
    return f"escalation:{escalation.id}:{number}:card"


async def card_place(escalation: Escalation, outbox: Outbox) -> tuple[str, str] | None:
    """Return the channel and the ts of that message; None where it is not delivered (yet).

    The outbox forgets what it delivered, which a question that waits for long outlives.
    """
    channel, _, ts = escalation.card.partition(":")
    return (channel, ts) if ts else await outbox.where(card_key(escalation))


def card(escalation: Escalation, policy: Policy) -> Notice:
    """Return the message as it is to look now."""
    packet = Packet.read(escalation.content)
    about, head = _head(escalation, packet)
    parts = [head, *(packet.body() if escalation.state in UNRESOLVED else [packet.asked()])]
    if escalation.state == RESOLVED:
        parts.append(typed(str(escalation.content.get("answer") or "")))
    if escalation.state in UNRESOLVED:
        parts.append(inline(phrases.due(deadline(escalation, policy))))
    return Notice(
        "\n\n".join(parts),
        card_key(escalation),
        links=packet.links,
        about=about,
        buttons=_buttons(escalation),
    )


def handed_on(escalation: Escalation, by: str, routed: int) -> Notice:
    """Return what is left of the message of those who passed a question on."""
    packet = Packet.read(escalation.content)
    return Notice(
        phrases.has_handed_on(SECOND, packet.thread).rstrip(": "),
        card_key(escalation, routed),
        links=[packet.where] if packet.where else [],
        about=f"{by} {packet.who}",
    )


def helping(escalation: Escalation, policy: Policy) -> SupportPolicy:
    """Return how those work who are asked: without hours where they look after the bot."""
    known = policy.collections.get(escalation.collection)
    return known.helping if known else SupportPolicy()


def deadline(escalation: Escalation, policy: Policy) -> str:
    """Write a deadline as a clock shows it where they work."""
    return by_their_clock(escalation, policy, escalation.due)


def by_their_clock(escalation: Escalation, policy: Policy, moment: datetime) -> str:
    """Write a moment as a clock shows it where they work who are asked."""
    hours = helping(escalation, policy).hours
    return f"{hours.local(moment):%Y-%m-%d %H:%M} ({hours.zone})"


def _head(escalation: Escalation, packet: Packet) -> tuple[str, str]:
    """Return who is named first, and what is said of them."""
    if escalation.state == OPEN:
        return packet.about, packet.head()
    if escalation.state == CLAIMED:
        said = phrases.has_it(SECOND, packet.thread)
        return f"{escalation.holder} {packet.who}", said.rstrip(": ")
    if escalation.state == RESOLVED:
        by = str(escalation.content.get("closed_by") or escalation.holder)
        return f"{by} {packet.who}", phrases.has_resolved(SECOND, packet.thread).rstrip(": ")
    return packet.who, phrases.has_solved(packet.thread).rstrip(": ")


def _buttons(escalation: Escalation) -> tuple[Button, ...]:
    """Return what can be done with a question."""
    if escalation.state not in UNRESOLVED:
        return ()
    claim = Button(CLAIM_ACTION, phrases.i_have_it(), escalation.id, "primary")
    resolve = Button(RESOLVE_ACTION, phrases.resolved(), escalation.id)
    assign = Button(ASSIGN_ACTION, phrases.give_to(), escalation.id)
    back = Button(BACK_ACTION, phrases.not_ours(), escalation.id, confirm=phrases.not_ours_ask())
    if escalation.state == CLAIMED:
        return replace(resolve, style="primary"), assign, back
    return claim, resolve, assign, back
