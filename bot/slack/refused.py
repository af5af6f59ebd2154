"""Slack said no: which method, why, and a sentence on what to do about it."""

from __future__ import annotations

from retrieval.errors import FootnoteError

RATE_LIMITED = "ratelimited"
NO_CONNECTION = "no_connection"
"""Ours: nothing was sent."""
NO_ANSWER = "no_answer"
"""Ours: it was sent, and what came back was nothing, or nothing that can be read."""

_WHAT_TO_DO = {
    NO_CONNECTION: "Slack cannot be reached. Check the network and FOOTNOTE_SLACK_API_URL.",
    NO_ANSWER: "Slack gave no readable reply. Check the network, a proxy, and status.slack.com.",
    RATE_LIMITED: "Slack asks for fewer calls for a while. It passes by itself.",
    "not_in_channel": "The bot is not in that channel. Invite it there: /invite @footnote.",
    "channel_not_found": "The bot cannot see that channel. Invite it there, or check the id.",
    "is_archived": "The channel is archived. Take it out of the archive, or ask elsewhere.",
    "missing_scope": "{lacks}",
    "invalid_auth": "Slack does not accept {token}. Copy it again from the app's page.",
    "not_authed": "{token} is empty. Copy it from the app's page.",
    "token_revoked": "{token} was revoked. {renew}",
    "token_expired": "{token} has run out. Switch token rotation off, or copy a new one.",
    "account_inactive": "The bot's account is switched off. Install the app again.",
    "not_allowed_token_type": "{token} is of the wrong kind: xoxb- to write, xapp- to connect.",
    "messages_tab_disabled": "Messages to the app are off. Switch the Messages Tab on under App "
    "Home.",
    "restricted_action": "The workspace lets nobody but some post there. Ask its admin.",
    "user_not_found": "Slack does not know that person. Check the id.",
    "thread_not_found": "The thread is gone: its first message was deleted.",
    "message_not_found": "The message is gone: it was deleted.",
    "not_enabled": "The app's home is off. Switch the Home Tab on under App Home.",
    "expired_url": "The address that came with the command is over; it works for half an hour.",
    "used_url": "The address that came with the command was used five times, and takes no more.",
    "expired_trigger_id": "The window came too late: Slack waits three seconds. Try it again.",
    "hash_conflict": "A newer view was shown meanwhile; that one stays.",
    "invalid_blocks": "Slack does not take the layout of the message. Please report it.",
    "msg_too_long": "The message is too long for Slack. Please report it.",
}

CONNECT = "apps.connections.open"
"""The one method that is called with the app-level token."""
MANIFEST = "apps.manifest.export"
"""The one method that is called with an app configuration token."""
_BOT = {
    "token": "SLACK_BOT_TOKEN",
    "renew": "Install the app again and copy the new token.",
    "lacks": "The app lacks a permission. Add the scope to it and install it again.",
}
_APP = {
    "token": "SLACK_APP_TOKEN",
    "renew": "Make a new one under Basic Information, App-Level Tokens.",
    "lacks": "SLACK_APP_TOKEN lacks a scope. Make one with connections:write under Basic "
    "Information, App-Level Tokens.",
}
_CONFIG = {
    "token": "SLACK_CONFIG_TOKEN",
    "renew": "Make a new one on the page of all apps.",
    "lacks": "SLACK_CONFIG_TOKEN may not read that app's manifest.",
}
_TOKENS = {CONNECT: _APP, MANIFEST: _CONFIG}


class SlackRefused(FootnoteError):
    """Slack did not do what it was asked.

    `error` is Slack's own name of the reason, or NO_CONNECTION or NO_ANSWER; `needed` the scope
    that it misses, where it says; `retry_after` the seconds to wait when there were too many
    calls; `unsure` is true when the call may have been carried out all the same; `details` is
    what else Slack said, for the log.
    """

    def __init__(  # noqa: PLR0913 - one place makes it, and everything has a name
        self,
        method: str,
        error: str,
        *,
        needed: str = "",
        wait: float = 0.0,
        unsure: bool = False,
        details: tuple[str, ...] = (),
    ) -> None:
        self.method = method
        self.error = error
        self.needed = needed
        self.retry_after = wait
        self.unsure = unsure
        self.details = details
        what = _WHAT_TO_DO.get(error, "See the method's page at docs.slack.dev.")
        what = what.format_map(_TOKENS.get(method, _BOT))
        if needed:
            what = f"{what} It needs {needed}."
        super().__init__(f"Slack refused {method} ({error}). {what}")

    @property
    def passing(self) -> bool:
        """Whether the same may succeed later, without anybody's doing."""
        return bool(self.unsure or self.retry_after or self.error in {NO_CONNECTION, NO_ANSWER})
