"""Who may ask what: one readable file, and the scope of a question by it. Closed by default.

The smallest policy opens one collection to the whole workspace:

    [collections.docs]
    open = true

docs/policy.md tells the whole form, and policy.example.toml shows it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from retrieval.errors import SettingsError
from retrieval.policy_form import Problems, Table
from retrieval.policy_support import Rules, SupportPolicy, read_rules, read_support
from retrieval.values import Scope

LISTEN = ("mentions", "threads", "questions")
"""What is heard in a channel, from the least to the most."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: `guest` is a restricted member of the workspace, `stranger` is of another one.

    `organisation` is the id of the one that the workspace is part of, where there is one.
    """

    id: str
    team: str
    guest: bool = False
    stranger: bool = False
    deactivated: bool = False
    bot: bool = False
    organisation: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where it is asked, and so who can read the answer.

    `kind` is "channel" (public), "private", "group" (a message to several) or "direct"; `shared`
    means shared with another organisation. Of a group message `people` are the ids of all who
    are in it, and `guests` says whether a guest is among them.
    """

    id: str
    kind: str
    shared: bool = False
    people: tuple[str, ...] = ()
    guests: bool = False


@dataclass(frozen=True, slots=True)
class CollectionPolicy:
    """Who may search a collection, where its people are asked for help, and whose it is.

    `open` means to the whole workspace; `channels` are private ones that may search it too (or,
    of channels opened to others, those in which they may); `people` may in direct messages.
    Without `text_fragments` links end at the heading, for pages that a script renders. `helping`
    is how its people help, `rules` what they are asked without anybody's asking.
    """

    open: bool = False
    channels: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    support: str = ""
    owners: tuple[str, ...] = ()
    text_fragments: bool = True
    helping: SupportPolicy = field(default_factory=SupportPolicy)
    rules: Rules = field(default_factory=Rules)

    def named_in(self, channel: str) -> bool:
        """Whether what is posted to a channel unasked may name its pages."""
        return self.open or bool(channel and (channel == self.support or channel in self.channels))


@dataclass(frozen=True, slots=True)
class ChannelPolicy:
    """What a channel is opened to (guests, people of other organisations), and what is heard there.

    `listen` is "mentions" (only what mentions the bot), "threads" (what is said to it in its own
    threads, too) or "questions" (every question that a person asks at the top level, too). With
    `auto` the bot answers of its own accord, where it is sure. By `rules` people are asked of
    their own accord, too.
    """

    guests: bool = False
    outsiders: bool = False
    listen: str = "threads"
    auto: bool = False
    rules: Rules = field(default_factory=Rules)


@dataclass(frozen=True, slots=True)
class Policy:
    """The whole of the rules; `team` is the id of the one workspace served, empty for any.

    `bots` are the ids of other bots whose messages are heard as people's are.
    """

    collections: Mapping[str, CollectionPolicy]
    team: str = ""
    maintainers: tuple[str, ...] = ()
    maintainers_channel: str = ""
    channels: Mapping[str, ChannelPolicy] = field(default_factory=dict)
    bots: frozenset[str] = frozenset()

    def channel(self, channel: str) -> ChannelPolicy:
        """Return the rules of a channel, the closed ones where the file says nothing of it."""
        return self.channels.get(channel, ChannelPolicy())

    def names(self, channel: str, collection: str) -> bool:
        """Whether what is posted to a channel may name a collection's pages; "" is elsewhere."""
        known = self.collections.get(collection)
        return bool(known and known.named_in(channel))

    @property
    def scripted(self) -> frozenset[str]:
        """The collections whose pages no link into a sentence works on."""
        return frozenset(n for n, one in self.collections.items() if not one.text_fragments)


class Reason(StrEnum):
    """Why nothing may be searched; whoever shows it words it."""

    DEACTIVATED = "deactivated"
    """The asker's account is no longer in use."""
    BOT = "bot"
    """The asker is a program that the policy does not list."""
    TEAM = "team"
    """The asker is of no known workspace, or not of the one that the policy is for."""
    STRANGER = "stranger"
    """The asker is of another organisation."""
    GUEST = "guest"
    """The asker, or someone in the group message, is a guest."""
    SHARED = "shared"
    """Another organisation can read the place."""
    PLACE = "place"
    """The place is of a kind that is not known."""
    NOTHING = "nothing"
    """No collection may be searched from here."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing may be searched for this asker in this place, and why."""

    reason: Reason


def scope(asker: Asker, place: Place, policy: Policy) -> Scope | Refusal:
    """Return what may be searched for an asker in a place; never more than all readers may see.

    A public channel sees what is open, a private one also what names it, a direct or group
    message also what is granted to every person in it. Guests, strangers and channels shared
    with others are refused unless the policy opens the channel to them; they then see only
    what names that channel.
    """
    refused = _refused(asker, place, policy)
    if refused:
        return Refusal(refused)
    names = {name for name, one in policy.collections.items() if _sees(asker, place, one)}
    if asker.guest or asker.stranger or place.shared or place.guests:
        names = {name for name in names if place.id in policy.collections[name].channels}
    return Scope(tuple(sorted(names))) if names else Refusal(Reason.NOTHING)


def _refused(asker: Asker, place: Place, policy: Policy) -> Reason | None:
    """Say why an asker or a place is refused whatever the collections are."""
    opened = policy.channel(place.id)
    of = {asker.team, asker.organisation}
    wrong = {
        Reason.DEACTIVATED: asker.deactivated,
        Reason.BOT: asker.bot,
        Reason.PLACE: place.kind not in {"channel", "private", "group", "direct"},
        Reason.STRANGER: asker.stranger and not opened.outsiders,
        Reason.SHARED: place.shared and not opened.outsiders,
        Reason.GUEST: (asker.guest or place.guests) and not opened.guests,
        Reason.TEAM: not asker.team
        or (policy.team and policy.team not in of and not asker.stranger),
    }
    return next((reason for reason, applies in wrong.items() if applies), None)


def _sees(asker: Asker, place: Place, collection: CollectionPolicy) -> bool:
    """Whether all who can read the place may search a collection."""
    if collection.open:
        return True
    if place.kind == "private":
        return place.id in collection.channels
    if place.kind == "direct":
        return asker.id in collection.people
    if place.kind == "group":
        return bool(place.people) and {asker.id, *place.people} <= collection.people
    return False


def default(collections: Iterable[str] = ("docs",)) -> Policy:
    """Return the policy where there is no file: these collections are open to the workspace."""
    return Policy({name: CollectionPolicy(open=True) for name in collections})


def load(path: Path) -> Policy:
    """Read a policy file.

    Raises:
        SettingsError: It cannot be read or says something that is no policy; every problem is
            named, by its line where it is not TOML, else by its key.
    """
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"The policy cannot be read: {path} ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"The policy cannot be read: {path} is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"The policy {path} is not TOML: {error}.") from error
    problems = Problems()
    policy = _policy(Table("", data, problems))
    if problems.found:
        raise SettingsError(f"The policy {path} is wrong: {'; '.join(problems.found)}.")
    return policy


def _policy(table: Table) -> Policy:
    """Read the whole table; what is wrong is left out and noted."""
    maintainers = table.table("maintainers")
    policy = Policy(
        collections={
            name: _collection(one) for name, one in table.table("collections").each("collection")
        },
        team=table.id("team", "team"),
        maintainers=maintainers.ids("people", "person"),
        maintainers_channel=maintainers.id("channel", "channel"),
        channels={name: _channel(one) for name, one in table.table("channels").each("channel")},
        bots=frozenset(table.ids("bots", "bot")),
    )
    maintainers.rest()
    table.rest()
    if not policy.collections:
        table.problem("collections", "there is none, so nobody could ask anything")
    _unnamed(table, policy)
    return policy


def _collection(table: Table) -> CollectionPolicy:
    """Read the rules of one collection."""
    read = CollectionPolicy(
        open=table.flag("open"),
        channels=frozenset(table.ids("channels", "channel")),
        people=frozenset(table.ids("people", "person")),
        support=table.id("support", "channel"),
        owners=table.ids("owners", "person or group"),
        text_fragments=table.flag("text_fragments", absent=True),
        helping=read_support(table),
        rules=read_rules(table),
    )
    table.rest()
    return read


def _channel(table: Table) -> ChannelPolicy:
    """Read what one channel is opened to, and what is heard there."""
    read = ChannelPolicy(
        guests=table.flag("guests"),
        outsiders=table.flag("outsiders"),
        listen=table.choice("listen", LISTEN, "threads"),
        auto=table.flag("auto"),
        rules=read_rules(table),
    )
    table.rest()
    return read


def _unnamed(table: Table, policy: Policy) -> None:
    """A channel that is opened to others and that no collection names would see nothing."""
    named = {name for one in policy.collections.values() for name in one.channels}
    for name, one in policy.channels.items():
        if (one.guests or one.outsiders) and name not in named:
            table.problem(f"channels.{name}", "no collection names it, so it would see nothing")
