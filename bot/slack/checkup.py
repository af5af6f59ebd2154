"""What is wrong with the app in Slack, as far as its tokens let one see, for `scripts.doctor`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from slack_sdk.errors import SlackApiError

from bot.settings import BotSettings, by_http, secret
from bot.slack.check import APP_PAGE, Check
from bot.slack.checkup_app import agent, app_of, settings_of_the_app
from bot.slack.checkup_places import places
from bot.slack.checkup_ways import installing, signing, socket
from bot.slack.needs import SCOPES
from bot.slack.signature import OLDEST_SECONDS
from bot.slack.web import SlackWeb, open_web
from retrieval.errors import FootnoteError
from retrieval.policy import Policy
from retrieval.text.counted import number_of

SKEW_SECONDS = 60.0
"""So far may our clock be from Slack's; signatures over HTTP are refused at five minutes."""


@dataclass(frozen=True, slots=True)
class _Installed:
    """What Slack says with its answer to auth.test."""

    checks: tuple[Check, ...]
    bot: str = ""
    good: bool = False
    team: str = ""
    user: str = ""


async def checkup(bot: BotSettings, rules: Policy | None = None) -> AsyncIterator[Check]:
    """Check the app, and the channels and people that the policy names."""
    async with open_web(secret(bot.bot_token), base_url=bot.api_url) as web:
        if bot.bot_token:
            installed = await _installed(web)
            for check in installed.checks:
                yield check
            if installed.good:
                yield await agent(web)
                for check in await settings_of_the_app(bot, await app_of(web, installed.bot)):
                    yield check
                known = await places(web, rules, installed.team, installed.user) if rules else ()
                for check in known:
                    yield check
        else:
            said = "several workspaces, each with a token of its own in the ledger"
            yield Check("slack token", ok=True, said=said)
        if bot.app_token:
            yield await socket(web, secret(bot.app_token), bot.replicas)
        if by_http():
            yield await signing(bot)
        if bot.client_id:
            yield await installing(web, bot)


async def _installed(web: SlackWeb) -> _Installed:
    """Check where the app is installed and what it may do; Slack says so with every reply."""
    try:
        await web.call("auth.test")
        began = time.time()
        reply = await web.client.api_call("auth.test")
    except FootnoteError as error:
        return _Installed(
            (Check("slack token", ok=False, said=str(error), mend="See docs/slack.md."),)
        )
    except SlackApiError as error:
        said = str(error.response.get("error"))
        return _Installed((Check("slack token", ok=False, said=said, mend="See docs/slack.md."),))
    who = f"a bot's, {reply.get('user')} in {reply.get('team')} ({reply.get('url')})"
    headers = {name.lower(): value for name, value in (reply.headers or {}).items()}
    checks = (
        Check("slack token", ok=True, said=who),
        scopes(headers.get("x-oauth-scopes", "")),
        clock(headers, (began + time.time()) / 2),
    )
    bot, team, user = (str(reply.get(name) or "") for name in ("bot_id", "team_id", "user_id"))
    return _Installed(checks, bot, good=True, team=team, user=user)


def scopes(granted: str) -> Check:
    """Compare the scopes that Slack names with those that the bot needs."""
    has = {scope.strip() for scope in granted.split(",") if scope.strip()}
    if not has:
        return Check("slack scopes", ok=True, said="Slack does not say which; see docs/slack.md")
    missing = sorted(SCOPES - has)
    if missing:
        mend = f"Add them under OAuth & Permissions ({APP_PAGE}) and install the app again."
        return Check("slack scopes", ok=False, said=f"missing: {', '.join(missing)}", mend=mend)
    return Check("slack scopes", ok=True, said=f"all {len(SCOPES)} that the bot uses")


def clock(headers: Mapping[str, str], now: float) -> Check:
    """Compare our clock, in Unix seconds, with that of Slack's answer."""
    try:
        theirs = parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError):
        return Check("slack clock", ok=True, said="Slack does not say what time it is")
    skew = now - theirs
    apart = number_of(round(abs(skew)), "second")
    said = f"{apart} {'ahead of' if skew > 0 else 'behind'} Slack's"
    if abs(skew) <= SKEW_SECONDS:
        return Check("slack clock", ok=True, said=said)
    over = abs(skew) > OLDEST_SECONDS
    said += ", so that every signed request over HTTP is refused" if over else ""
    return Check("slack clock", ok=False, said=said, mend="Set the machine's clock by NTP.")
