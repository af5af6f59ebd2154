"""Slack's own words for what it refuses -> sentences for the person before the page."""

from __future__ import annotations

SENTENCES = {
    "msg_too_long": "That message is too long: Slack takes 40,000 characters.",
    "no_text": "A message needs some text.",
    "is_archived": "That channel is archived; nothing can be written in it.",
    "not_in_channel": "You are not in that channel.",
    "channel_not_found": "You are not in that conversation, or it is no longer there.",
    "message_not_found": "That message is no longer there.",
    "thread_not_found": "The message that this replies to is no longer there.",
    "cant_update_message": "Only its author can change that message.",
    "cant_delete_message": "Only its author can delete that message.",
    "already_reacted": "You have given that reaction already.",
    "no_reaction": "That reaction was taken back already.",
    "too_many_emoji": "That message has as many different reactions as it can carry.",
    "invalid_name": "There is no emoji of that name.",
    "action_not_found": "That button is no longer there to be pressed.",
    "not_found": "That form is no longer open.",
    "user_not_found": "There is nobody of that name in the workspace.",
    "account_inactive": "That account was deactivated.",
    "invalid_command": "The app has no such command. To send it as a message, put a space first.",
    "file_uploads_too_large": "Files of one message may have 16 MB together here.",
    "too_many_files": "A message takes ten files at most.",
    "invalid_shortcut": "The app has no such shortcut.",
    "user_is_bot": "Only people act through this page; a bot has the Web API.",
}


def sentence(error: str) -> str:
    """Return what to tell a person of a refusal; a word that is not known is quoted."""
    return SENTENCES.get(error, f"Slack would not take that ({error}).")
