"""Every sentence that the bot says, in Japanese, a module a subject.

What is put into a sentence (a reason, a name, a number) is not escaped here: everything that
leaves goes through the sanitiser.
"""

from bot.slack.phrases.ja.acting import *  # noqa: F403 - a catalogue is all of its subjects
from bot.slack.phrases.ja.again import *  # noqa: F403
from bot.slack.phrases.ja.answering import *  # noqa: F403
from bot.slack.phrases.ja.casework import *  # noqa: F403
from bot.slack.phrases.ja.commands import *  # noqa: F403
from bot.slack.phrases.ja.counting import *  # noqa: F403
from bot.slack.phrases.ja.diagnosis import *  # noqa: F403
from bot.slack.phrases.ja.escalating import *  # noqa: F403
from bot.slack.phrases.ja.evidence import *  # noqa: F403
from bot.slack.phrases.ja.grading import *  # noqa: F403
from bot.slack.phrases.ja.hearing import *  # noqa: F403
from bot.slack.phrases.ja.holding import *  # noqa: F403
from bot.slack.phrases.ja.home import *  # noqa: F403
from bot.slack.phrases.ja.instead import *  # noqa: F403
from bot.slack.phrases.ja.judging import *  # noqa: F403
from bot.slack.phrases.ja.limiting import *  # noqa: F403
from bot.slack.phrases.ja.recalling import *  # noqa: F403
from bot.slack.phrases.ja.supporting import *  # noqa: F403
from bot.slack.phrases.ja.unasked import *  # noqa: F403
from bot.slack.phrases.ja.working import *  # noqa: F403
