"""The settings of the nightly number, and of the tickets that its drops open."""

from __future__ import annotations

import re
from datetime import time
from typing import Annotated, Self

from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings

from retrieval.setting_kinds import FROM_ENVIRONMENT, WebAddress

TRACKERS = ("slack", "github", "jira", "webhook", "none")
_NEEDED = {
    "github": ("project", "token"),
    "jira": ("url", "project", "token"),
    "webhook": ("url",),
}
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def _hour(value: str) -> str:
    """Accept a time of day."""
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value):
        raise ValueError("must be a time of day in UTC, as in 03:00")
    return value


def _tracker(value: str) -> str:
    """Accept the trackers that there are."""
    if value.lower() not in TRACKERS:
        raise ValueError(f"must be one of {', '.join(TRACKERS)}")
    return value.lower()


class NightlySettings(BaseSettings):
    """When the labelled cases are measured, and where a drop opens a ticket."""

    model_config = FROM_ENVIRONMENT

    nightly_at: Annotated[str, AfterValidator(_hour)] = Field(
        default="03:00",
        validation_alias="FOOTNOTE_NIGHTLY_AT",
        description="The time of day, UTC, at which scripts.nightly measures the labelled cases.",
    )
    tickets: Annotated[str, AfterValidator(_tracker)] = Field(
        default="slack",
        validation_alias="FOOTNOTE_TICKETS",
        description=f"Where a drop opens a ticket: {', '.join(TRACKERS)}.",
    )
    tickets_url: WebAddress = Field(
        default="",
        validation_alias="FOOTNOTE_TICKETS_URL",
        repr=False,
        description="Jira's address, a webhook's, or the API of a GitHub Enterprise server.",
    )
    tickets_project: str = Field(
        default="",
        validation_alias="FOOTNOTE_TICKETS_PROJECT",
        description="GitHub: OWNER/REPOSITORY. Jira: a project's key. Slack: a channel's id; "
        "empty: the maintainers' channel.",
    )
    tickets_user: str = Field(
        default="",
        validation_alias="FOOTNOTE_TICKETS_USER",
        description="Jira Cloud: whose API token it is, by mail address.",
    )
    tickets_token: SecretStr | None = Field(
        default=None,
        validation_alias="FOOTNOTE_TICKETS_TOKEN",
        description="Token of GitHub or Jira; for a webhook: what its bodies are signed with.",
    )
    tickets_issue_type: str = Field(
        default="Task",
        validation_alias="FOOTNOTE_TICKETS_ISSUE_TYPE",
        description="Jira: the type of the issues.",
    )

    @model_validator(mode="after")
    def _names_a_whole_tracker(self) -> Self:
        """Refuse a tracker of which something is missing."""
        lacking = [
            f"FOOTNOTE_TICKETS_{name.upper()}"
            for name in _NEEDED.get(self.tickets, ())
            if not getattr(self, f"tickets_{name}")
        ]
        if lacking:
            raise ValueError(f"FOOTNOTE_TICKETS={self.tickets} needs {' and '.join(lacking)}")
        if self.tickets == "github" and not _REPOSITORY.fullmatch(self.tickets_project):
            raise ValueError("FOOTNOTE_TICKETS_PROJECT must be OWNER/REPOSITORY")
        return self

    @property
    def nightly_time(self) -> time:
        """The time of day of the nightly run, UTC."""
        return time.fromisoformat(self.nightly_at)
