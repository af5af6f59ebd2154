"""The only code that writes answers to Slack."""

from bot.slack.reply.aside import deliver, offer, remark, whisper
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Posted, Target
from bot.slack.reply.reply import Reply

__all__ = ["Pace", "Posted", "Reply", "Target", "deliver", "offer", "remark", "whisper"]
