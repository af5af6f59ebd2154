"""Every sentence that the bot says, in German, a module a subject.

What is put into a sentence (a reason, a name, a number) is not escaped here: everything that
leaves goes through the sanitiser.
"""

from bot.slack.phrases.de.acting import *  # noqa: F403 - a catalogue is all of its subjects
from bot.slack.phrases.de.again import *  # noqa: F403
from bot.slack.phrases.de.answering import *  # noqa: F403
from bot.slack.phrases.de.casework import *  # noqa: F403
from bot.slack.phrases.de.commands import *  # noqa: F403
from bot.slack.phrases.de.counting import *  # noqa: F403
from bot.slack.phrases.de.diagnosis import *  # noqa: F403
from bot.slack.phrases.de.escalating import *  # noqa: F403
from bot.slack.phrases.de.evidence import *  # noqa: F403
from bot.slack.phrases.de.grading import *  # noqa: F403
from bot.slack.phrases.de.hearing import *  # noqa: F403
from bot.slack.phrases.de.holding import *  # noqa: F403
from bot.slack.phrases.de.home import *  # noqa: F403
from bot.slack.phrases.de.instead import *  # noqa: F403
from bot.slack.phrases.de.judging import *  # noqa: F403
from bot.slack.phrases.de.limiting import *  # noqa: F403
from bot.slack.phrases.de.recalling import *  # noqa: F403
from bot.slack.phrases.de.supporting import *  # noqa: F403
from bot.slack.phrases.de.unasked import *  # noqa: F403
from bot.slack.phrases.de.working import *  # noqa: F403
