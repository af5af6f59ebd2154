"""The bot's own settings, read from the environment and an `.env` file like the rest."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource

from bot.oauth.settings import OAuthSettings
from retrieval.errors import SettingsError
from retrieval.setting_kinds import FROM_ENVIRONMENT
from retrieval.settings import Settings

_SHORTEST_SECRET = 16
_PREFIX = "FOOTNOTE_"
_UNSIGNED = (
    "SLACK_SIGNING_SECRET: is not set, and without it nobody can tell whether a request over HTTP "
    "is Slack's; copy it from Basic Information on the app's page"
)
_BY_HTTP_ALONE = "SLACK_CLIENT_ID: several workspaces are served with --http alone"
_OF_TESTS = frozenset({"FOOTNOTE_REQUIRE_SERVICES"})


class BotSettings(OAuthSettings):
    """What the bot needs besides `retrieval.settings`."""

    model_config = FROM_ENVIRONMENT

    bot_token: SecretStr | None = Field(
        default=None,
        validation_alias="SLACK_BOT_TOKEN",
        description="The app's bot token, from OAuth & Permissions; starts with xoxb-.",
    )
    app_token: SecretStr | None = Field(
        default=None,
        validation_alias="SLACK_APP_TOKEN",
        description="For Socket Mode: the app-level token with connections:write; starts with "
        "xapp-.",
    )
    signing_secret: SecretStr | None = Field(
        default=None,
        validation_alias="SLACK_SIGNING_SECRET",
        description="For HTTP (python -m bot --http): the secret that Slack signs with.",
    )
    config_token: SecretStr | None = Field(
        default=None,
        validation_alias="SLACK_CONFIG_TOKEN",
        description="For scripts.doctor alone: an app configuration token (xoxe.xoxp-...), with "
        "which it can read the app's manifest; good for 12 hours.",
    )
    asked_before: bool = Field(
        default=True,
        validation_alias="FOOTNOTE_ASKED_BEFORE",
        description="true: an answer that was liked is given again to the same question while all "
        "that it cites is unchanged; false: every question is answered afresh.",
    )
    http_host: str = Field(
        default="127.0.0.1",
        validation_alias="FOOTNOTE_HTTP_HOST",
        description="With --http: the address at which Slack's requests come in; in a container: "
        "0.0.0.0.",
    )
    http_port: Annotated[int, Field(ge=0, le=65_535)] = Field(
        default=3000,
        validation_alias="FOOTNOTE_HTTP_PORT",
        description="With --http: its port; 0: any free one.",
    )
    api_url: str = Field(
        default="https://slack.com/api/",
        validation_alias="FOOTNOTE_SLACK_API_URL",
        description="Where Slack's Web API is; GovSlack's is https://slack-gov.com/api/.",
    )
    health_host: str = Field(
        default="127.0.0.1",
        validation_alias="FOOTNOTE_HEALTH_HOST",
        description="Address of /healthz, /readyz and /metrics; in a container: 0.0.0.0.",
    )
    health_port: Annotated[int, Field(ge=0, le=65_535)] = Field(
        default=8080,
        validation_alias="FOOTNOTE_HEALTH_PORT",
        description="Port of /healthz, /readyz and /metrics; 0: any free one.",
    )
    replicas: Annotated[int, Field(ge=1, le=10)] = Field(
        default=1,
        validation_alias="FOOTNOTE_REPLICAS",
        description="Processes that run this bot; more connections of its app are warned of.",
    )
    workers: Annotated[int, Field(ge=1, le=64)] = Field(
        default=4,
        validation_alias="FOOTNOTE_WORKERS",
        description="Questions that one process works on at once.",
    )
    questions_a_minute: Annotated[int, Field(ge=0, le=1_000)] = Field(
        default=20,
        validation_alias="FOOTNOTE_QUESTIONS_PER_MINUTE",
        description="Questions that one person may ask within a minute; 0: without a limit.",
    )
    queue_length: Annotated[int, Field(ge=0, le=100_000)] = Field(
        default=500,
        validation_alias="FOOTNOTE_QUEUE_LENGTH",
        description="Questions that may wait; who asks more is told to come back; 0: any number.",
    )
    lease_seconds: Annotated[float, Field(ge=1, le=600)] = Field(
        default=15.0,
        validation_alias="FOOTNOTE_LEASE_SECONDS",
        description="Seconds after which the question of a killed process goes to another.",
    )
    ingest_secret: SecretStr | None = Field(
        default=None,
        validation_alias="FOOTNOTE_INGEST_SECRET",
        description="Shared secret of POST /ingest, 16 characters or more; empty: there is none.",
    )
    ingest_roots: str = Field(
        default="",
        validation_alias="FOOTNOTE_INGEST_ROOTS",
        description="Folders under which POST /ingest may index, separated by commas; one written "
        "collection=folder into that collection alone.",
    )
    policy: Path | None = Field(
        default=None,
        validation_alias="FOOTNOTE_POLICY",
        description="The file that says who may ask what; empty: docs is open to the workspace.",
    )
    command: Annotated[str, Field(pattern=r"^/[a-z0-9_-]{1,31}$")] = Field(
        default="/footnote",
        validation_alias="FOOTNOTE_COMMAND",
        description="The slash command, as the app's manifest names it.",
    )
    question_seconds: Annotated[float, Field(gt=0)] = Field(
        default=120.0,
        validation_alias="FOOTNOTE_QUESTION_SECONDS",
        description="Seconds that one answer may take.",
    )
    outage_seconds: Annotated[float, Field(ge=0)] = Field(
        default=600.0,
        validation_alias="FOOTNOTE_OUTAGE_SECONDS",
        description="Seconds that a question is kept for an answer while search is down.",
    )
    thread_answers: Annotated[int, Field(ge=1)] = Field(
        default=50,
        validation_alias="FOOTNOTE_THREAD_ANSWERS",
        description="Answers in one thread, after which people are asked to begin a new one.",
    )
    thread_answers_a_minute: Annotated[int, Field(ge=1)] = Field(
        default=10,
        validation_alias="FOOTNOTE_THREAD_ANSWERS_PER_MINUTE",
        description="Answers in one thread within a minute; what is over waits.",
    )
    drain_seconds: Annotated[float, Field(ge=0)] = Field(
        default=20.0,
        validation_alias="FOOTNOTE_DRAIN_SECONDS",
        description="Seconds that a stopping bot gives to the answers it is writing.",
    )

    @field_validator("bot_token", "app_token")
    @classmethod
    def _is_a_token(cls, value: SecretStr | None, info: object) -> SecretStr | None:
        """Catch tokens put in each other's place; Slack itself says whether they are good."""
        start = "xoxb-" if getattr(info, "field_name", "") == "bot_token" else "xapp-"
        if value and value.get_secret_value().startswith("xoxe."):
            raise ValueError("is one that is rotated; make an app without token rotation")
        if value and not value.get_secret_value().startswith(start):
            raise ValueError(f"must start with {start}")
        return value

    @field_validator("ingest_secret", "signing_secret")
    @classmethod
    def _is_a_secret(cls, value: SecretStr | None) -> SecretStr | None:
        """Refuse a secret that could be guessed."""
        if value and len(value.get_secret_value()) < _SHORTEST_SECRET:
            raise ValueError(f"must have {_SHORTEST_SECRET} characters or more")
        return value

    @field_validator("api_url")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        """Refuse an address that no client could call; end it with the slash that they need."""
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError("must start with http:// or https:// and name a host")
        return value.rstrip("/") + "/"


class _Begun(BaseSettings):
    """Whether anybody has begun to set the bot up."""

    model_config = BotSettings.model_config

    bot_token: SecretStr | None = Field(default=None, validation_alias="SLACK_BOT_TOKEN")
    app_token: SecretStr | None = Field(default=None, validation_alias="SLACK_APP_TOKEN")
    signing_secret: SecretStr | None = Field(default=None, validation_alias="SLACK_SIGNING_SECRET")
    client_id: str = Field(default="", validation_alias="SLACK_CLIENT_ID")
    policy: Path | None = Field(default=None, validation_alias="FOOTNOTE_POLICY")


def configured() -> bool:
    """Whether a token of Slack's or a policy is set at all."""
    begun = _Begun()
    return bool(begun.bot_token or begun.app_token or begun.client_id or begun.policy)


def policy_file() -> Path | None:
    """Return the policy file that is set, also where other settings are wrong."""
    return _Begun().policy


def load(*, http: bool = False) -> BotSettings:
    """Read the settings, for HTTP or for Socket Mode.

    Raises:
        SettingsError: names every problem by its variable.
    """
    missing = _missing(http=http)
    try:
        read = BotSettings()
    except ValidationError as error:
        raise SettingsError(_sentence([*_lines(error), *missing])) from None
    if missing:
        raise SettingsError(_sentence(missing))
    return read


def _missing(*, http: bool) -> list[str]:
    """Say what is not set that this way to hear Slack cannot do without."""
    begun = _Begun()
    missing = [_UNSIGNED] if http and begun.signing_secret is None else []
    if begun.client_id:
        return missing + ([] if http else [_BY_HTTP_ALONE])
    needed = {"SLACK_BOT_TOKEN": begun.bot_token}
    if not http:
        needed["SLACK_APP_TOKEN"] = begun.app_token
    return missing + [f"{name}: is not set" for name, value in needed.items() if not value]


def by_http() -> bool:
    """Whether the settings are those of a bot over HTTP: it has no token to connect with."""
    begun = _Begun()
    return begun.app_token is None and begun.signing_secret is not None


def unknown() -> tuple[str, ...]:
    """Say of each name that begins as ours do and is no setting which one may be meant."""
    fields = [*Settings.model_fields.values(), *BotSettings.model_fields.values()]
    known = {str(field.validation_alias) for field in fields} | _OF_TESTS
    sources = (EnvSettingsSource(Settings), DotEnvSettingsSource(Settings))
    names = {name.upper() for source in sources for name in source.env_vars}
    strange = sorted(name for name in names - known if name.startswith(_PREFIX))
    return tuple(f"{name} is no setting{_meant(name, known)}" for name in strange)


def _meant(name: str, known: Iterable[str]) -> str:
    """Ask whether the nearest name is meant, where one is near."""
    ours = [one for one in sorted(known) if one.startswith(_PREFIX)]
    near = get_close_matches(name.removeprefix(_PREFIX), [one[len(_PREFIX) :] for one in ours], 1)
    return f"; did you mean {_PREFIX}{near[0]}?" if near else "."


def _lines(error: ValidationError) -> list[str]:
    """Say each problem in one line, by the name of its variable, without its value."""
    return [
        f"{'.'.join(str(part) for part in problem['loc'])}: "
        + ("is not set" if problem["type"] == "missing" else problem["msg"])
        for problem in error.errors(include_input=False, include_url=False)
    ]


def _sentence(lines: Iterable[str]) -> str:
    """Say all problems."""
    return "The bot's settings are wrong: " + "; ".join(
        line.replace(": Value error, ", ": ").removeprefix(": ") for line in lines
    )


def secret(value: SecretStr | None) -> str:
    """Return what a secret is; nothing where it is not set."""
    return value.get_secret_value() if value else ""


def example() -> str:
    """Return the bot's part of `.env.example`: every setting, commented out."""
    lines = []
    for field in BotSettings.model_fields.values():
        default = "" if field.is_required() or field.default is None else field.default
        lines += ["", f"# {field.description}", f"# {field.validation_alias}={default}"]
    return "\n".join(lines) + "\n"
