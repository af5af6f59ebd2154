"""Run the bot over Socket Mode: `python -m bot`."""

from __future__ import annotations

import argparse
import asyncio
import sys

from retrieval import wiring
from retrieval.errors import FootnoteError, SettingsError


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    return argparse.ArgumentParser(
        prog="python -m bot",
        description="Answer questions in Slack, over Socket Mode. Needs SLACK_BOT_TOKEN and "
        "SLACK_APP_TOKEN (docs/slack.md); serves /healthz, /readyz and /metrics on "
        "FOOTNOTE_HEALTH_PORT. Exit codes: 0 stopped, 1 something failed, 2 settings are wrong.",
    )


def main() -> int:
    """Run the command; return its exit code."""
    arguments().parse_args()
    try:
        asyncio.run(_run())
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except FootnoteError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


async def _run() -> None:
    """Read the settings, all of their problems at once, and run."""
    from bot import settings as bot_settings  # noqa: PLC0415 - after the help

    problems = []
    try:
        settings = wiring.settings()
    except SettingsError as error:
        problems.append(str(error))
    try:
        bot = bot_settings.load()
    except SettingsError as error:
        problems.append(str(error))
    if problems:
        raise SettingsError("\n".join(problems))
    if "log_level" not in settings.model_fields_set:
        wiring.configure_log("info")
    from bot import running  # noqa: PLC0415
    from bot.log import quiet_vendors  # noqa: PLC0415

    quiet_vendors()
    await running.run(settings, bot, running.stop_signal())


if __name__ == "__main__":
    sys.exit(main())
