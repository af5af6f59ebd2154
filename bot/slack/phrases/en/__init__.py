"""Every sentence that the bot says, in English, a module a subject.

What is put into a sentence (a reason, a name, a number) is not escaped here: everything that
leaves goes through the sanitiser.
"""

from bot.slack.phrases.en.acting import *  # noqa: F403 - a catalogue is all of its subjects
from bot.slack.phrases.en.again import *  # noqa: F403
from bot.slack.phrases.en.answering import *  # noqa: F403
from bot.slack.phrases.en.casework import *  # noqa: F403
from bot.slack.phrases.en.commands import *  # noqa: F403
from bot.slack.phrases.en.counting import *  # noqa: F403
from bot.slack.phrases.en.diagnosis import *  # noqa: F403
from bot.slack.phrases.en.escalating import *  # noqa: F403
from bot.slack.phrases.en.evidence import *  # noqa: F403
from bot.slack.phrases.en.grading import *  # noqa: F403
from bot.slack.phrases.en.hearing import *  # noqa: F403
from bot.slack.phrases.en.holding import *  # noqa: F403
from bot.slack.phrases.en.home import *  # noqa: F403
from bot.slack.phrases.en.instead import *  # noqa: F403
from bot.slack.phrases.en.judging import *  # noqa: F403
from bot.slack.phrases.en.limiting import *  # noqa: F403
from bot.slack.phrases.en.recalling import *  # noqa: F403
from bot.slack.phrases.en.supporting import *  # noqa: F403
from bot.slack.phrases.en.unasked import *  # noqa: F403
from bot.slack.phrases.en.working import *  # noqa: F403
