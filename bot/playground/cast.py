"""The people and channels that a new workspace has."""

from __future__ import annotations

from dataclasses import replace

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
        client_id="1000000000001.1000000000002",
        client_secret=f"client-secret-{key}",
        signing_secret=f"signing-secret-{key}",
        scopes=told.scopes if scopes is None else scopes,
        events=told.events if events is None else events,
        commands=told.commands if commands is None else commands,
        shortcuts=told.shortcuts if shortcuts is None else shortcuts,
        features=told.features if scopes is None else manifest.FEATURES,
    )


def second(url: str, first: App) -> tuple[Team, App, list[Person], list[Channel]]:
    """Return a second workspace, of which the app is not a member before it is installed there.

    It is the same app with another user and another token.
    """
    there = Team("T0SEC0ND002", "Second", "second", url)
    app = replace(
        first,
        user_id="U0F00TN0TE2",
        bot_id="B0F00TN0TE2",
        bot_token=f"{first.bot_token}-second",
    )
    zoe, yan = "U0ZOE00021", "U0YAN00022"
    people = [
        Person(zoe, "zoe", "Zoe Adler", there.id, admin=True),
        Person(yan, "yan", "Yan Costa", there.id),
        Person(app.user_id, "footnote", "Footnote", there.id, bot=True),
    ]
    rooms = [
        Channel("C0LOBBY021", "lobby", "channel", 0, [zoe, yan, app.user_id]),
        Channel("D0F00TN021", "", "direct", 0, [zoe, app.user_id]),
    ]
    return there, app, people, rooms


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
        Channel("C0RANDOM03", "random", "channel", now, staff, "Nothing in particular"),
        Channel("C0LEADS004", "leads", "private", now, [ada, ben, bot], "Private"),
        Channel("C0PARTNER5", "partners", "channel", now, [ada, sam, bot], "Shared", shared=True),
        Channel("G0GR0UP006", "mpdm-ada--ben--footnote-1", "group", now, [ada, ben, bot]),
        *directs,
    ]
