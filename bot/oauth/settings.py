"""The settings of an app that is installed in several workspaces."""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings

from retrieval.setting_kinds import FROM_ENVIRONMENT


class OAuthSettings(BaseSettings):
    """What installing the app needs; nothing of it is set for a single workspace."""

    model_config = FROM_ENVIRONMENT

    client_id: str = Field(
        default="",
        validation_alias="SLACK_CLIENT_ID",
        description="With --http, for several workspaces: the app's client id; empty: one "
        "workspace, that of SLACK_BOT_TOKEN.",
    )
    client_secret: SecretStr | None = Field(
        default=None,
        validation_alias="SLACK_CLIENT_SECRET",
        description="For several workspaces: the app's client secret.",
    )
    oauth_url: str = Field(
        default="",
        validation_alias="FOOTNOTE_OAUTH_URL",
        description="For several workspaces: the public address of --http, as in "
        "https://footnote.example.com.",
    )
    oauth_teams: str = Field(
        default="",
        validation_alias="FOOTNOTE_OAUTH_TEAMS",
        description="The ids (T...) of the workspaces that may install the app, separated by "
        "commas; no others can.",
    )
    oauth_keys: SecretStr | None = Field(
        default=None,
        validation_alias="FOOTNOTE_OAUTH_KEYS",
        description="Fernet keys that seal the tokens in the ledger, separated by commas, the one "
        "in use first.",
    )

    @field_validator("oauth_url")
    @classmethod
    def _is_public(cls, value: str) -> str:
        """Refuse an address at which a browser would send its code in the clear."""
        parts = urlsplit(value)
        here = parts.hostname in {"localhost", "127.0.0.1"}
        if value and not (parts.hostname and (parts.scheme == "https" or here)):
            raise ValueError("must start with https:// and name a host")
        return value.rstrip("/")

    @property
    def teams(self) -> frozenset[str]:
        """The workspaces that may install the app."""
        return frozenset(self.oauth_teams.replace(",", " ").split())

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that seal tokens, the one in use first."""
        told = self.oauth_keys.get_secret_value() if self.oauth_keys else ""
        return tuple(told.replace(",", " ").split())

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """Refuse a client id alone: without keys and a list of workspaces nothing is safe."""
        needed = {
            "SLACK_CLIENT_SECRET": self.client_secret,
            "FOOTNOTE_OAUTH_URL": self.oauth_url,
            "FOOTNOTE_OAUTH_TEAMS": self.teams,
            "FOOTNOTE_OAUTH_KEYS": self.keys,
        }
        missing = [name for name, value in needed.items() if not value]
        if self.client_id and missing:
            raise ValueError(f"with SLACK_CLIENT_ID, {', '.join(missing)} must be set too")
        return self
