"""The only code that writes answers to Slack."""

from bot.slack.reply.aside import offer, remark, whisper
from bot.slack.reply.notice import SECOND, Notice, amend, deliver
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Posted, Target
from bot.slack.reply.reply import Reply

__all__ = [
    "SECOND",
    "Notice",
    "Pace",
    "Posted",
    "Reply",
    "Target",
    "amend",
    "deliver",
    "offer",
    "remark",
    "whisper",
]
