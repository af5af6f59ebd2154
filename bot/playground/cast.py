"""The people and channels that a new workspace has."""

from __future__ import annotations

from bot.playground import manifest
from bot.playground.values import App, Channel, Command, Person, Shortcut, Team

TEAM = "T0PLAYGR0UND"
PARTNER = "T0PARTNERC0"
BOT = "U0F00TN0TE0"
SLACKBOT = "USLACKBOT"
"""Who says what Slack itself has to say."""


def team(url: str) -> Team:
    """Return the workspace that is served at `url`."""
    return Team(TEAM, "Playground", "playground", url)


def app(
    scopes: frozenset[str] | None = None,
    events: frozenset[str] | None = None,
    *,
    key: str = "1",
    commands: tuple[Command, ...] | None = None,
    shortcuts: tuple[Shortcut, ...] | None = None,
) -> App:
    """Return the installed app; what is not given is what the manifest says."""
    told = manifest.read()
    return App(
        id="A0F00TN0TE0",
        bot_id="B0F00TN0TE0",
        user_id=BOT,
        name="Footnote",
        bot_token=f"xoxb-playground-{key}",
        app_token=f"xapp-playground-{key}",
        scopes=told.scopes if scopes is None else scopes,
        events=told.events if events is None else events,
        commands=told.commands if commands is None else commands,
        shortcuts=told.shortcuts if shortcuts is None else shortcuts,
        features=told.features if scopes is None else manifest.FEATURES,
    )


def people() -> list[Person]:
    """Return three colleagues, a guest, somebody from another company, the app and Slackbot."""
    return [
        Person("U0ADA00001", "ada", "Ada Okafor", TEAM, title="Platform engineer", admin=True),
        Person("U0BEN00002", "ben", "Ben Lindqvist", TEAM, title="Support"),
        Person("U0CHLOE003", "chloe", "Chloe Marsh", TEAM, title="Joined on Monday"),
        Person("U0GUS00004", "gus", "Gus Pereira", TEAM, title="Contractor", guest=True),
        Person("U0SAM00005", "sam", "Sam Iyer", PARTNER, title="Partner Co", stranger=True),
        Person(BOT, "footnote", "Footnote", TEAM, bot=True),
        Person(SLACKBOT, "slackbot", "Slackbot", TEAM, bot=True),
    ]


def others() -> list[Person]:
    """Return people that a workspace has beside its usual ones: add those that a test is about.

    Somebody who left, a guest of one channel, somebody who reads Japanese, somebody of an
    organisation with several workspaces, and another app's bot.
    """
    return [
        Person("U0DORA0006", "dora", "Dora Quist", TEAM, deleted=True),
        Person("U0SOLO0007", "solo", "Sol Ortiz", TEAM, title="Guest", guest=True, single=True),
        Person("U0KEN00008", "ken", "Ken Mori", TEAM, locale="ja-JP"),
        Person("U0ELA00009", "ela", "Ela Brandt", TEAM, locale="de-DE", enterprise="E0WIDE0001"),
        Person("U0ECHO0010", "echo", "Echo", TEAM, bot=True),
    ]


def channels(now: int) -> list[Channel]:
    """Return the channels; the bot is in all of them but #random."""
    ada, ben, chloe, gus, sam, bot = (person.id for person in people()[:6])
    staff = [ada, ben, chloe]
    directs = [
        Channel(f"D0F00TN{number:03d}", "", "direct", now, [person, bot])
        for number, person in enumerate((ada, ben, chloe, gus, sam), start=1)
    ]
    return [
        Channel("C0GENERAL1", "general", "channel", now, [*staff, bot], "For everybody"),
        Channel("C0HELP0002", "help", "channel", now, [*staff, gus, bot], "Ask anything"),
        Channel("C0RANDOM03", "random", "channel", now, staff, "Footnote is not in here"),
        Channel("C0LEADS004", "leads", "private", now, [ada, ben, bot], "Private"),
        Channel("C0PARTNER5", "partners", "channel", now, [ada, sam, bot], "Shared", shared=True),
        Channel("G0GR0UP006", "mpdm-ada--ben--footnote-1", "group", now, [ada, ben, bot]),
        *directs,
    ]
