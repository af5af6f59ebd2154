"""Puts together the nightly number and where its drops are told; beside `wiring`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring_learn, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import SettingsError
from retrieval.policy import Policy, default, load

if TYPE_CHECKING:
    from retrieval.learn.nightly import Nightly, Told
    from retrieval.ledger.ledger import Ledger
    from retrieval.ports import Outbox, Ticketer
    from retrieval.settings import Settings

AT_ONCE = 4
"""Cases under way at once where a service writes the answers; a local model has both cores."""


def nightly(settings: Settings, ledger: Ledger, policy_file: Path | None) -> Nightly:
    """Build the nightly run over a ledger. Raises SettingsError for a policy that is wrong."""
    from retrieval.learn.measuring import Measuring
    from retrieval.learn.nightly import Nightly

    measuring = Measuring(
        partial(wiring_learn.open_path, settings, traces=ledger),
        wiring_upkeep.upkeep(settings),
        AT_ONCE if settings.has_service else 1,
    )
    return Nightly(ledger, measuring, told(settings, ledger, policy_file), SystemClock())


def told(settings: Settings, ledger: Ledger, policy_file: Path | None) -> Told:
    """Return who is told of a night, and which pages may be named there.

    In a channel of Slack that is as the policy says of it. Who reads another tracker is not known:
    there it is what is open to the whole workspace. Raises SettingsError.
    """
    from retrieval.learn.nightly import Told

    policy = load(policy_file) if policy_file else None
    channel, rules = policy.maintainers_channel if policy else "", policy or default()
    read_in = (settings.tickets_project or channel) if settings.tickets == "slack" else ""
    return Told(
        channel,
        policy.team if policy else "",
        ticketer(settings, policy, ledger.outbox),
        partial(rules.names, channel),
        partial(rules.names, read_in),
    )


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
