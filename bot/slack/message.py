"""A message, its edit or its deletion -> what it asks of the bot, or why there is nothing to do."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from bot.inbound import Heard, Ignore, Inbound, Source
from bot.slack import asking
from bot.slack.addressed import Bot, could_be
from bot.slack.answered import may_answer
from bot.slack.asked import question, small_talk
from bot.slack.decode import LONGEST, mentions, says_something
from bot.slack.interactions import looked_at
from bot.slack.material import channels, file_ids, links, pasted
from bot.slack.naming import named_page
from bot.slack.payload import (
    SLACKS_OWN,
    Facts,
    Payload,
    delivery,
    kind_of,
    mapping,
    string,
    team_of,
    word,
)

_HUMAN_SUBTYPES = frozenset({"", "file_share", "thread_broadcast", "me_message"})
_BOT_SUBTYPES = frozenset({"bot_message"})
_SAID_SUBTYPES = _HUMAN_SUBTYPES | _BOT_SUBTYPES
_KNOWN_SUBTYPES = _SAID_SUBTYPES | {"message_changed", "message_deleted"}
_OPENING_MENTION = re.compile(r"\s*<[@!]")


def message(payload: Payload, event: Payload, facts: Facts) -> Heard:
    """Decide about a message, its edit or its deletion."""
    subtype = _subtype(event)
    said, old = versions(event)
    if reason := _not_a_message(event, said) or _not_a_person(said, facts):
        return Ignore(reason)
    found = _inbound(payload, event, (said, old), facts)
    if subtype == "message_deleted":
        gone = replace(found, kind="deleted", text="")
        return gone if found.source else Ignore("a deletion that is not for the bot")
    if subtype == "message_changed":
        return _edit(found, said, old, facts)
    return _question(found, said, facts)


def needs_thread(event: Payload, facts: Facts) -> bool:
    """Whether only the ledger can tell if a message event is for the bot: a reply without mention.

    A reply that cannot be a question, in a channel where the bot listens to mentions alone, or
    by a bot, is not for us whatever the thread; edits and deletions are always looked up.
    """
    said, old = versions(event)
    text = string(said, "text")
    if (
        not string(said, "thread_ts")
        or kind_of(event) == "direct"
        or _not_a_person(said, facts)
        or string(said, "bot_id")
        or facts.bot_user in mentions(text + string(old, "text"))
    ):
        return False
    if _subtype(event) in {"message_changed", "message_deleted"}:
        return True
    if facts.listen == "mentions":
        return False
    names = string(said, "user") in facts.maintainers and named_page(said)
    asks = not could_be(text, Bot(facts.bot_user, facts.name))
    return bool(names) or asks or may_answer(said)


def versions(event: Payload) -> tuple[Payload, Payload]:
    """Return a message as it is now and as it was before."""
    match _subtype(event):
        case "message_changed":
            return mapping(event, "message"), mapping(event, "previous_message")
        case "message_deleted":
            gone = dict(mapping(event, "previous_message"))
            gone.setdefault("ts", string(event, "deleted_ts"))
            return gone, {}
    return event, {}


def _not_a_message(event: Payload, said: Payload) -> str:
    """Say why there is no message to look at; empty where there is one."""
    subtype = word(event, "subtype")
    if subtype not in _KNOWN_SUBTYPES:
        return f"a message of subtype {subtype}"
    if event.get("hidden") and subtype in _SAID_SUBTYPES:
        return "a hidden message"
    placed = string(event, "channel") and string(said, "ts")
    return "" if placed else "a message without a place"


def _question(found: Inbound, said: Payload, facts: Facts) -> Heard:
    """Decide whether a message is a question to the bot."""
    if not found.source:
        return Ignore(_silence(found, said, facts))
    if found.thread_ts and found.user in facts.maintainers and (link := named_page(said)):
        return replace(found, kind="diagnose", text=link)
    if found.source == "thread" and (reason := could_be(string(said, "text"), _bot(facts))):
        answers = facts.refused not in {"", found.user} and may_answer(said)
        return replace(found, kind="answered", text="") if answers else Ignore(reason)
    plain = asking.bare(found.text)
    if found.source in {"mention", "direct"}:
        if asking.wants_person(plain):
            return replace(found, kind="human")
        if found.thread_ts and asking.says_wrong(plain):
            return replace(found, source="again", subject="not_it")
    return found


def _silence(found: Inbound, said: Payload, facts: Facts) -> str:
    """Say why a message that does not address the bot is ignored."""
    if string(said, "bot_id"):
        return "another bot's message"
    if found.thread_ts and facts.ours and facts.listen == "mentions":
        return "only mentions are heard in this channel"
    if not found.thread_ts and facts.hears_all and found.channel_kind != "group":
        return "a question to somebody" if _asks(string(said, "text")) else "no question"
    return "not addressed to the bot"


def _edit(found: Inbound, said: Payload, old: Payload, facts: Facts) -> Heard:
    """Decide about an edit: only one that adds the first mention is a question."""
    new_text, old_text = string(said, "text"), string(old, "text")
    if new_text == old_text:
        return Ignore("an update that leaves the text as it was")
    if not mapping(said, "edited") or string(said, "bot_id"):
        return Ignore("an update that no person made")
    was = facts.bot_user in mentions(old_text)
    if found.source == "mention" and not was:
        return found
    if found.source or was:
        return replace(found, kind="edited")
    return Ignore("an edit that is not for the bot")


def _inbound(
    payload: Payload, event: Payload, now_and_before: tuple[Payload, Payload], facts: Facts
) -> Inbound:
    """Gather where a message stands, who wrote it, how it addresses the bot, and its words."""
    said, old = now_and_before
    team, channel, ts = team_of(payload, facts), string(event, "channel"), string(said, "ts")
    root, source = string(said, "thread_ts"), _source(event, said, facts)
    to_us = source or facts.bot_user in mentions(string(old, "text"))
    return Inbound(
        kind="question",
        key=delivery(payload, event),
        message_key=f"{team}:{channel}:{ts}",
        team=team,
        channel=channel,
        channel_kind=kind_of(event),
        user=string(said, "user") or string(said, "bot_id"),
        ts=ts,
        thread_ts="" if root == ts else root,
        source=source,
        shared=payload.get("is_ext_shared_channel") is True,
        about=looked_at(event) if source == "direct" else "",
        bot=string(said, "bot_id"),
        **(_words(said) if to_us else {}),
    )


def _words(said: Payload) -> dict[str, Any]:
    """Return what a message says: its words, decoded, and what comes along with them.

    Its text is empty where it is only mentions or emoji.
    """
    text, files = string(said, "text"), said.get("files")
    shown = question(text)
    return {
        "text": shown if says_something(shown) else "",
        "cut": len(text) > LONGEST,
        "files": len(files) if isinstance(files, list) else 0,
        "file_ids": file_ids(said),
        "channels": channels(text),
        "links": links(said),
        "pasted": pasted(said),
    }


def _source(event: Payload, said: Payload, facts: Facts) -> Source:
    """Say how a message addresses the bot; empty where it does not.

    Another bot that is heard at all is heard only where it mentions ours.
    """
    text, root = string(said, "text"), string(said, "thread_ts")
    if facts.bot_user in mentions(text) or word(event, "type") == "app_mention":
        return "direct" if kind_of(event) == "direct" else "mention"
    if string(said, "bot_id"):
        return ""
    if kind_of(event) == "direct":
        return "direct"
    if root and root != string(said, "ts"):
        return "thread" if facts.ours and facts.listen != "mentions" else ""
    if kind_of(event) == "group" or not facts.hears_all or not _asks_all(text):
        return ""
    return "auto" if facts.auto else "channel"


def _asks_all(text: str) -> bool:
    """Whether a top-level message is a question that is not addressed to somebody by name."""
    opened = _OPENING_MENTION.match(text) and not re.match(r"\s*<!", text)
    return _asks(text) and not opened and not asking.called(asking.bare(text))


def _asks(text: str) -> bool:
    """Whether a message is a question, to whomever."""
    plain = asking.bare(text)
    return asking.asks(plain) and not small_talk(plain)


def _bot(facts: Facts) -> Bot:
    """Return the names by which people speak of the bot."""
    return Bot(facts.bot_user, facts.name)


def _subtype(event: Payload) -> str:
    """Return what a message event tells of; a deleted message that has replies is a tombstone."""
    subtype = word(event, "subtype")
    tombstone = word(mapping(event, "message"), "subtype") == "tombstone"
    return "message_deleted" if subtype == "message_changed" and tombstone else subtype


def _not_a_person(said: Payload, facts: Facts) -> str:
    """Say why the author of a message is not to be answered; empty for a person.

    Other bots are answered where the policy lists them.
    """
    user, bot = string(said, "user"), string(said, "bot_id")
    app, subtype = string(said, "app_id"), word(said, "subtype")
    pairs = ((user, facts.bot_user), (bot, facts.bot_id), (app, facts.app_id))
    if any(its and its == our for its, our in pairs):
        return "our own message"
    if bot and bot in facts.bots:
        return "" if subtype in _SAID_SUBTYPES else f"a message of subtype {subtype}"
    if bot or mapping(said, "bot_profile") or subtype in _BOT_SUBTYPES:
        return "another bot's message"
    if user in SLACKS_OWN:
        return "a message of Slack's"
    if subtype not in _HUMAN_SUBTYPES:
        return f"a message of subtype {subtype}"
    return "" if user else "a message without an author"
