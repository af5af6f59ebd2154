"""Puts together the nightly number and where its drops are told; beside `wiring`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring_learn, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import SettingsError
from retrieval.policy import Policy, load

if TYPE_CHECKING:
    from retrieval.learn.nightly import Nightly
    from retrieval.ledger.ledger import Ledger
    from retrieval.ports import Outbox, Ticketer
    from retrieval.settings import Settings

AT_ONCE = 4
"""Cases under way at once where a service writes the answers; a local model has both cores."""


def nightly(settings: Settings, ledger: Ledger, policy_file: Path | None) -> Nightly:
    """Build the nightly run over a ledger. Raises SettingsError for a policy that is wrong."""
    from retrieval.learn.measuring import Measuring
    from retrieval.learn.nightly import Nightly, Told

    policy = load(policy_file) if policy_file else None
    measuring = Measuring(
        partial(wiring_learn.open_path, settings, traces=ledger),
        wiring_upkeep.upkeep(settings),
        AT_ONCE if settings.has_service else 1,
    )
    told = Told(
        policy.maintainers_channel if policy else "",
        policy.team if policy else "",
        ticketer(settings, policy, ledger.outbox),
    )
    return Nightly(ledger, measuring, told, SystemClock())


def ticketer(settings: Settings, policy: Policy | None, outbox: Outbox) -> Ticketer | None:
    """Build the tracker of the settings; None where there is none, and no channel to write to."""
    token = settings.tickets_token.get_secret_value() if settings.tickets_token else ""
    project, url = settings.tickets_project, settings.tickets_url
    if settings.tickets == "github":
        from retrieval.tickets.github import GitHubTickets

        return GitHubTickets.at(project, token, url)
    if settings.tickets == "jira":
        from retrieval.tickets.jira import JiraTickets

        kind = settings.tickets_issue_type
        return JiraTickets.at(url, project, token, user=settings.tickets_user, kind=kind)
    if settings.tickets == "webhook":
        from retrieval.tickets.calls import Calls
        from retrieval.tickets.webhook import WebhookTickets

        return WebhookTickets(Calls(url), token)
    channel = project or (policy.maintainers_channel if policy else "")
    if settings.tickets == "none" or not channel:
        return None
    from retrieval.tickets.slack import SlackTickets

    return SlackTickets(outbox, channel, policy.team if policy else "")


async def reach(settings: Settings, policy_file: Path | None, outbox: Outbox) -> str:
    """Say where tickets go; nothing is written. Raises TicketError, SettingsError."""
    policy = load(policy_file) if policy_file else None
    tracker = ticketer(settings, policy, outbox)
    if tracker is None:
        if settings.tickets == "none":
            return "none are opened; the message of the night tells of drops"
        raise SettingsError("No channel is set for tickets, and no tracker.")
    return await tracker.reach()
