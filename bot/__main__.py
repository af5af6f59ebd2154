"""Run the bot: `python -m bot` over Socket Mode, `python -m bot --http` over HTTP."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import TypeVar

import structlog

from retrieval import wiring
from retrieval.errors import FootnoteError, SettingsError
from retrieval.signals import stop_signal

Read = TypeVar("Read")


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Answer questions in Slack, over Socket Mode. Needs SLACK_BOT_TOKEN and "
        "SLACK_APP_TOKEN (docs/slack.md); serves /healthz, /readyz and /metrics on "
        "FOOTNOTE_HEALTH_PORT. Exit codes: 0 stopped, 1 something failed, 2 settings are wrong.",
    )
    parser.add_argument(
        "--http",
        action="store_true",
        help="let Slack call /slack/events on FOOTNOTE_HTTP_PORT instead of connecting to it; "
        "needs SLACK_SIGNING_SECRET in place of SLACK_APP_TOKEN",
    )
    return parser


def main() -> int:
    """Run the command; return its exit code."""
    options = arguments().parse_args()
    try:
        asyncio.run(_run(http=options.http))
    except FootnoteError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


async def _run(*, http: bool) -> None:
    """Read the settings, all of their problems at once, and run."""
    from bot import settings as bot_settings  # noqa: PLC0415 - after the help

    problems: list[str] = []
    settings = _told(wiring.settings, problems)
    bot = _told(lambda: bot_settings.load(http=http), problems)
    _told(_policy, problems)
    if settings is None or bot is None or problems:
        raise SettingsError("\n".join(problems))
    if "log_level" not in settings.model_fields_set:
        wiring.configure_log("info")
    if strange := bot_settings.unknown():
        structlog.get_logger().warning("unknown_settings", said=" ".join(strange))
    from bot import running  # noqa: PLC0415
    from bot.log import quiet_vendors  # noqa: PLC0415

    quiet_vendors()
    await running.run(settings, bot, stop_signal(), http=http)


def _told(read: Callable[[], Read], problems: list[str]) -> Read | None:
    """Return what is read, or put what is wrong with it to the other problems."""
    try:
        return read()
    except SettingsError as error:
        problems.append(str(error))
        return None


def _policy() -> None:
    """Look whether the policy is right: it is told of together with the settings."""
    from bot.settings import policy_file  # noqa: PLC0415 - after the help
    from retrieval import policy  # noqa: PLC0415

    if path := policy_file():
        policy.load(path)


if __name__ == "__main__":
    sys.exit(main())
