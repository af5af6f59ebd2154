"""What the bot is made of in a workspace: settings, the ledger, the answer path, Slack.

`Parts` are opened once, and copied for each workspace with its own token and identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from bot.metrics import Metrics
from bot.settings import BotSettings
from bot.slack.app import Identity
from bot.slack.facts import Lookup
from bot.slack.reception import CasesAndWordings
from bot.slack.reply import Pace
from bot.slack.web import SlackWeb
from retrieval.footnote import Footnote
from retrieval.policy import Policy
from retrieval.ports import (
    Asked,
    EscalationList,
    Escalations,
    Feedback,
    Inbox,
    Installations,
    Outbox,
    Places,
    Postings,
    Queue,
    RecallLedger,
    Rewrites,
    Rulings,
    Talks,
    Traces,
)
from retrieval.ports.grades import Grades
from retrieval.wiring_upkeep import IndexLedger

if TYPE_CHECKING:
    from retrieval.settings import Settings


class Box(Inbox, Queue, Protocol):
    """The inbox, for those who fill it and those who work on it."""


class Handed(Escalations, EscalationList, Protocol):
    """What was handed over to people, for those who change it and those who ask."""


class BotLedger(Traces, IndexLedger, Protocol):
    """The ledger as the bot uses it."""

    @property
    def inbox(self) -> Box:
        """What was heard."""

    @property
    def outbox(self) -> Outbox:
        """What is to be said without having been asked."""

    @property
    def installations(self) -> Installations:
        """Where the app is installed, if in several workspaces."""

    @property
    def postings(self) -> Postings:
        """Which message is which answer."""

    @property
    def talks(self) -> Talks:
        """What the bot has done in a conversation."""

    @property
    def rewrites(self) -> Rewrites:
        """What people made of searches."""

    @property
    def feedback(self) -> Feedback:
        """What people think of answers."""

    @property
    def places(self) -> Places:
        """What was decided for channels."""

    @property
    def asked(self) -> Asked:
        """What was asked before."""

    @property
    def escalations(self) -> Handed:
        """What was handed over to people."""

    @property
    def grades(self) -> Grades:
        """What people made of samples of answers."""

    @property
    def cases(self) -> CasesAndWordings:
        """What the bot is measured with."""

    @property
    def recalls(self) -> RecallLedger:
        """Answers that quote what their pages no longer say."""

    @property
    def rulings(self) -> Rulings:
        """What was ruled about something new."""

    async def configuration(self, configuration_id: str) -> Mapping[str, Any]:
        """Return a configuration by its id. Raises LedgerError."""

    async def writable(self) -> None:
        """Raise LedgerError where nothing can be kept now; nothing is changed."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that the bot is made of, open."""

    settings: Settings
    bot: BotSettings
    metrics: Metrics
    footnote: Footnote
    ledger: BotLedger
    web: SlackWeb
    identity: Identity
    policy: Policy
    pace: Pace = field(default_factory=Pace)
    """Slack's limits in the workspace, which all that is written there shares."""
    lookup: Lookup = field(init=False)
    """Who people are, what places are."""

    def __post_init__(self) -> None:
        """Have all that is made of the parts ask Slack once for each person."""
        who = self.identity
        lookup = Lookup(self.web, who.team, who.user, organisation=who.organisation)
        object.__setattr__(self, "lookup", lookup)
