"""The workspace: who is there, where they talk, and all that a person can do in it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterable, Sequence

from bot.playground.archive import Archive
from bot.playground.interactions import Interactions
from bot.playground.log import Log
from bot.playground.reading import Reading
from bot.playground.shapes import channel_shape, person_shape
from bot.playground.statuses import Statuses
from bot.playground.streams import Streams
from bot.playground.typed import encode, rich_text
from bot.playground.values import App, Change, Channel, Json, Kind, Message, Person, Refused, Team
from bot.playground.views import Views
from retrieval.ports import Clock

TYPED = 40_000
"""Characters that a person's message may have."""


class Workspace:
    """A workspace in memory. Methods raise `Refused` with Slack's own name of the reason.

    `archive`, `statuses`, `streams`, `views`, `interactions` and `reading` each keep their part;
    `log` holds what happened. `tick` ends what has stood for its time, and is called by who serves.
    """

    def __init__(
        self,
        clock: Clock,
        team: Team,
        app: App,
        people: Iterable[Person],
        channels: Iterable[Channel],
    ) -> None:
        self.clock = clock
        self.team = team
        self.app = app
        self.people = {person.id: person for person in people}
        self.channels = {channel.id: channel for channel in channels}
        self.log = Log()
        self.archive = Archive(self.log, clock, team, app)
        self.statuses = Statuses(self.archive)
        self.streams = Streams(self.archive)
        self.reading = Reading(self.archive)
        self.views = Views(self.archive)
        self.interactions = Interactions(self.archive, self.views, team, app)
        self.prompts: dict[str, Json] = {}
        self.titles: dict[tuple[str, str], str] = {}
        self.sessions: dict[tuple[str, str], str] = {}

    # --- who and where ------------------------------------------------------------------------

    def person(self, user: str) -> Person:
        """Return somebody by id; refuses with "user_not_found"."""
        if user not in self.people:
            raise Refused("user_not_found")
        return self.people[user]

    def channel(self, channel: str) -> Channel:
        """Return a conversation by id; refuses with "channel_not_found"."""
        if channel not in self.channels:
            raise Refused("channel_not_found")
        return self.channels[channel]

    def channels_of(self, user: str) -> list[Channel]:
        """Return the conversations that somebody is in."""
        return [channel for channel in self.channels.values() if user in channel.members]

    def room_of(self, user: str, channel: str) -> Channel:
        """Return a conversation that somebody is in; refuses with "not_in_channel"."""
        found = self.channel(channel)
        if user not in found.members:
            raise Refused("channel_not_found" if found.kind != "channel" else "not_in_channel")
        return found

    def direct(self, *users: str) -> Channel:
        """Return the direct or group conversation of these people, opened if need be."""
        members = list(dict.fromkeys(users))
        for channel in self.channels.values():
            if channel.kind in {"direct", "group"} and set(channel.members) == set(members):
                return channel
        kind: Kind = "direct" if len(members) <= 2 else "group"
        number = len(self.channels)
        ident = f"{'D' if kind == 'direct' else 'G'}0PENED{number:03d}"
        names = "--".join(self.person(user).name for user in members)
        name = "" if kind == "direct" else f"mpdm-{names}-1"
        return self.add_channel(Channel(ident, name, kind, int(self.now()), members))

    def add_channel(self, channel: Channel) -> Channel:
        """Add a conversation."""
        self.channels[channel.id] = channel
        self._record("channel_created", channel.id, channel=channel_shape(channel, ""))
        return channel

    def add_person(self, person: Person) -> Person:
        """Add somebody, with a direct conversation with the app."""
        self.people[person.id] = person
        self._record("person_added", "", user=person_shape(person))
        self.direct(person.id, self.app.user_id)
        return person

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.archive.now()

    # --- what a person does -------------------------------------------------------------------

    def post(
        self, user: str, channel: str, text: str, thread_ts: str = "", files: Sequence[str] = ()
    ) -> Message:
        """Say something as a person: names as `@footnote` or `<@U..>`, files by their names."""
        room = self.room_of(user, channel)
        if room.archived:
            raise Refused("is_archived")
        if not text.strip() and not files:
            raise Refused("no_text")
        if len(text) > TYPED:
            raise Refused("msg_too_long")
        encoded = self._encode(text)
        message = self.archive.add(
            Message(
                room.id,
                self.archive.stamp(),
                user,
                encoded,
                thread_ts,
                rich_text(encoded),
                subtype="file_share" if files else "",
                files=[{"id": f"F{uuid.uuid4().hex[:9].upper()}", "name": name} for name in files],
                client_msg_id=str(uuid.uuid4()),
                team=self.person(user).team,
            )
        )
        self.archive.unfurl(message)
        self._tell_who_is_not_here(message, room)
        return message

    def edit(self, user: str, channel: str, ts: str, text: str) -> Message:
        """Change one's own message; refuses with "cant_update_message"."""
        message = self._own(user, channel, ts, "cant_update_message")
        encoded = self._encode(text)
        edited = {"user": user, "ts": self.archive.stamp()}
        self.archive.rewrite(message, text=encoded, blocks=rich_text(encoded), edited=edited)
        return message

    def delete(self, user: str, channel: str, ts: str) -> None:
        """Take one's own message away; refuses with "cant_delete_message"."""
        self.archive.remove(self._own(user, channel, ts, "cant_delete_message"))
        if self.archive.find(channel, ts) is None:
            self.statuses.clear(channel, ts)

    def react(self, user: str, channel: str, ts: str, name: str) -> None:
        """Add a reaction, by its name without colons."""
        self.room_of(user, channel)
        self.archive.react(user, self.archive.get(channel, ts), name)

    def unreact(self, user: str, channel: str, ts: str, name: str) -> None:
        """Take one's reaction back."""
        self.room_of(user, channel)
        self.archive.unreact(user, self.archive.get(channel, ts), name)

    def press(self, user: str, channel: str, ts: str, action_id: str, value: str = "") -> str:
        """Press a button, or choose `value` in another element; return the trigger id."""
        room = self.room_of(user, channel)
        private = {one.ts: one for one in self.archive.whispers(user, channel)}
        message = private.get(ts) or self.archive.get(channel, ts)
        return self.interactions.press(self.person(user), room, message, (action_id, value))

    def submit(self, user: str, view_id: str, values: Json | None = None) -> str:
        """Send a modal's values ({block_id: {action_id: state}}); return the envelope's id."""
        return self.interactions.submit(self.person(user), view_id, values or {})

    def open_home(self, user: str, tab: str = "messages") -> None:
        """Open the conversation with the app, or its home with `tab` "home"."""
        channel = self.direct(user, self.app.user_id)
        self._record("home_opened", channel.id, user=user, tab=tab)

    def join(self, user: str, channel: str) -> None:
        """Come into a channel; the app comes in when it is invited this way."""
        room = self.channel(channel)
        if user not in room.members:
            room.members.append(self.person(user).id)
            self._record("joined", room.id, user=user)

    def leave(self, user: str, channel: str) -> None:
        """Go out of a channel."""
        room = self.room_of(user, channel)
        room.members.remove(user)
        self._record("left", room.id, user=user)

    def halt(self, user: str, channel: str, thread_ts: str) -> None:
        """Press the stop button of a thread in which the app is writing."""
        self.room_of(user, channel)
        halted = self.streams.halt(channel, thread_ts)
        self._record("halted", channel, user=user, thread_ts=thread_ts, streams=halted)

    def mark_read(self, user: str, channel: str, ts: str = "") -> None:
        """Note that somebody has read a channel up to `ts`, or all of it."""
        self.reading.mark(user, self.room_of(user, channel).id, ts)

    # --- what the page asks -------------------------------------------------------------------

    def messages(self, channel: str, user: str = "") -> list[Json]:
        """Return all messages of a channel and its threads as Slack shows them, oldest first.

        With a person, what only that person sees is among them.
        """
        every = self.archive.everything(channel) + self.archive.whispers(user, channel)
        return [self.archive.shape(one) for one in sorted(every, key=lambda one: one.ts)]

    def status(self, channel: str, thread_ts: str) -> str:
        """Return the status line that is shown in a thread, or nothing."""
        standing = {(one.channel, one.thread_ts): one.text for one in self.statuses.standing()}
        return standing.get((channel, thread_ts), "")

    def view(self, user: str) -> Json | None:
        """Return the modal that somebody has before them."""
        stack = self.views.stack(user)
        return stack[-1] if stack else None

    def unread(self, user: str) -> dict[str, int]:
        """Return the number of new messages per channel, where there are any."""
        return self.reading.unread(user, self.channels_of(user))

    def visible(self, user: str) -> list[Channel]:
        """Return the conversations that somebody can look into: for guests, those they are in."""
        person = self.person(user)
        outsider = person.guest or person.stranger
        return [
            channel
            for channel in self.channels.values()
            if user in channel.members or (channel.kind == "channel" and not outsider)
        ]

    def sees(self, user: str, change: Change) -> bool:
        """Whether a change is somebody's to see."""
        if change.only_for:
            return change.only_for == user
        channel = self.channels.get(change.channel)
        return channel is None or channel in self.visible(user)

    async def subscribe(
        self, user: str | None = None, after: int | None = None
    ) -> AsyncIterator[Change]:
        """Yield changes as they happen: all of them, or those that somebody may see."""
        async for change in self.log.subscribe(after):
            if user is None or self.sees(user, change):
                yield change

    def tick(self) -> None:
        """End statuses, streams and triggers whose time is over."""
        self.statuses.tick()
        self.streams.tick()
        self.interactions.tick()

    def settle(self, message: Message) -> None:
        """Take the status of a thread away, since the app has spoken in it."""
        self.statuses.clear(message.channel, message.root)
        self.statuses.clear(message.channel, message.ts)

    def suggest(self, channel: str, prompts: Json) -> None:
        """Show suggested prompts ({title, prompts}) above the composer of a conversation."""
        self.prompts[channel] = prompts
        self._record("prompts", channel, **prompts)

    def enter_session(self, thread: tuple[str, str], status: str) -> None:
        """Note how the app's session in a (channel, thread) stands."""
        self.sessions[thread] = status
        self._record("session", thread[0], thread_ts=thread[1], status=status)

    # --- inside -------------------------------------------------------------------------------

    def _tell_who_is_not_here(self, message: Message, room: Channel) -> None:
        """Let Slackbot tell an author that the app which they named is not in the channel."""
        mention = f"<@{self.app.user_id}>"
        if mention not in message.text or self.app.user_id in room.members:
            return
        text = f"You mentioned {mention}, but they're not in this channel."
        stamp, root = self.archive.stamp(), message.thread_ts
        told = Message(room.id, stamp, "USLACKBOT", text, root, only_for=message.user)
        self.archive.whisper(told)

    def _own(self, user: str, channel: str, ts: str, error: str) -> Message:
        message = self.archive.get(channel, ts)
        if message.user != user or message.by_app:
            raise Refused(error)
        return message

    def _encode(self, text: str) -> str:
        people = {person.name.lower(): person.id for person in self.people.values()}
        channels = {room.name.lower(): room.id for room in self.channels.values() if room.name}
        return encode(text, people, channels)

    def _record(self, kind: str, place: str, /, **data: object) -> None:
        self.log.record(self.now(), kind, place, data)
