"""The workspace: all that a person can do in it, and all that a page asks of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence

from bot.playground.elements import filled
from bot.playground.interactions import Interactions
from bot.playground.panel import Panel
from bot.playground.reading import Reading
from bot.playground.rooms import Rooms
from bot.playground.statuses import Statuses
from bot.playground.streams import Streams
from bot.playground.typed import encode, named, rich_text
from bot.playground.uploads import Attached, Uploads
from bot.playground.values import App, Channel, Json, Message, Person, Refused, Shortcut, Team
from bot.playground.views import Views
from retrieval.ports import Clock

TYPED = 40_000
"""Characters that a person's message may have."""


class Workspace(Rooms):
    """A workspace in memory. Methods raise `Refused` with Slack's own name of the reason.

    `archive`, `statuses`, `streams`, `views`, `panel`, `uploads`, `interactions` and `reading`
    each keep their part; `log` holds what happened. `tick` ends what has stood for its time, and
    is called by who serves.
    """

    def __init__(
        self,
        clock: Clock,
        team: Team,
        app: App,
        people: Iterable[Person],
        channels: Iterable[Channel],
    ) -> None:
        super().__init__(clock, team, app, people, channels)
        self.statuses = Statuses(self.archive)
        self.streams = Streams(self.archive)
        self.reading = Reading(self.archive)
        self.views = Views(self.archive)
        self.panel = Panel(self.archive)
        self.uploads = Uploads(team)
        self.interactions = Interactions(self.archive, self.views, team, app)

    # --- what a person says -------------------------------------------------------------------

    def post(
        self,
        user: str,
        channel: str,
        text: str,
        thread_ts: str = "",
        files: Sequence[Attached] = (),
    ) -> Message:
        """Say something as a person: names as `@footnote` or `<@U..>`, files by name or whole."""
        if not text.strip() and not files:
            raise Refused("no_text")
        message, room = self._typed(user, channel, text, thread_ts)
        uploads = [self.uploads.add(one, user, room.id, self.now()) for one in files]
        message.files = self.uploads.shown(uploads, shared=room.shared)
        message.subtype = "file_share" if files else ""
        return self._said(message, room)

    def broadcast(self, user: str, channel: str, text: str, thread_ts: str) -> Message:
        """Reply in a thread, and show the reply in the channel too."""
        message, room = self._typed(user, channel, text, thread_ts)
        message.subtype = "thread_broadcast"
        return self._said(message, room)

    def post_as_bot(
        self, user: str, channel: str, text: str, thread_ts: str = "", *, classic: bool = False
    ) -> Message:
        """Say something as another bot; a `classic` one as a webhook does, without a user."""
        room = self._writable(user, channel)
        encoded = self._encode(text)
        message = Message(room.id, self.archive.stamp(), user, encoded, thread_ts)
        message.subtype = "bot_message" if classic else ""
        message.bot = self.person(user).real_name
        return self.archive.add(message)

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

    # --- what a person does with the app ------------------------------------------------------

    def press(self, user: str, channel: str, ts: str, action_id: str, value: str = "") -> str:
        """Press a button, or choose `value` in another element; return the trigger id."""
        room = self.channel(channel)
        private = {one.ts: one for one in self.archive.whispers(user, channel)}
        if ts not in private:
            self.room_of(user, channel)
        message = private.get(ts) or self.archive.get(channel, ts)
        return self.interactions.press(self.person(user), room, message, (action_id, value))

    def press_view(
        self,
        user: str,
        view_id: str,
        action_id: str,
        value: str = "",
        said: Mapping[str, str] | None = None,
    ) -> str:
        """Press an element of an open modal, or of the home; return the trigger id.

        `said` is what its inputs say: {action id: value}.
        """
        view = self.views.get(user, view_id)
        values = filled(view["blocks"], {**(said or {}), action_id: value})
        return self.interactions.press_view(self.person(user), view, (action_id, value), values)

    def submit(self, user: str, view_id: str, values: Json | None = None) -> str:
        """Send a modal's values ({block_id: {action_id: state}}); return the envelope's id."""
        return self.interactions.submit(self.person(user), view_id, values or {})

    def close_view(self, user: str, *, everything: bool = False) -> None:
        """Close the modal on top, or all of them."""
        self.interactions.close(self.person(user), everything=everything)

    def command(self, user: str, channel: str, text: str) -> str:
        """Type a slash command ("/footnote how?"); return its trigger id.

        Raises:
            Refused: "invalid_command" when the app has no such command.
        """
        room = self.channel(channel)
        if room not in self.visible(user):
            raise Refused("channel_not_found")
        name, _, rest = text.strip().partition(" ")
        found = next((one for one in self.app.commands if one.name == name), None)
        if found is None:
            raise Refused("invalid_command")
        said = rest.strip()
        if found.escaped:
            said = named(self._encode(said), {one.id: one.name for one in self.people.values()})
        return self.interactions.command(self.person(user), room, name, said)

    def shortcut(self, user: str, callback_id: str, channel: str = "", ts: str = "") -> str:
        """Choose a shortcut, in the menu of a message or of everywhere; return its trigger id.

        Raises:
            Refused: "invalid_shortcut" when the app has no such shortcut.
        """
        kind = "message" if channel else "global"
        found = [one for one in self.app.shortcuts if one.callback_id == callback_id]
        if not found or found[0].kind != kind:
            raise Refused("invalid_shortcut")
        return self._chosen(self.person(user), found[0], channel, ts)

    def open_home(self, user: str, tab: str = "messages") -> None:
        """Open the conversation with the app, or its home with `tab` "home"."""
        channel = self.direct(user, self.app.user_id)
        self.record("home_opened", channel.id, user=user, tab=tab)

    def look(self, user: str, entities: Sequence[Json]) -> None:
        """Have something else before one beside the app's panel: a channel, a message."""
        channel = self.direct(user, self.app.user_id)
        self.panel.look(user, channel.id, entities)

    def halt(self, user: str, channel: str, thread_ts: str) -> None:
        """Press the stop button of a thread in which the app is writing."""
        self.room_of(user, channel)
        halted = self.streams.halt(channel, thread_ts)
        self.record("halted", channel, user=user, thread_ts=thread_ts, streams=halted)

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

    def tick(self) -> None:
        """End statuses, streams and triggers whose time is over."""
        self.statuses.tick()
        self.streams.tick()
        self.interactions.tick()

    def settle(self, message: Message) -> None:
        """Take the status of a thread away, since the app has spoken in it."""
        self.statuses.clear(message.channel, message.root)
        self.statuses.clear(message.channel, message.ts)

    # --- inside -------------------------------------------------------------------------------

    def _writable(self, user: str, channel: str) -> Channel:
        room = self.room_of(user, channel)
        if room.archived:
            raise Refused("is_archived")
        if self.person(user).deleted:
            raise Refused("account_inactive")
        return room

    def _typed(self, user: str, channel: str, text: str, thread_ts: str) -> tuple[Message, Channel]:
        """Make a message of what somebody typed."""
        room = self._writable(user, channel)
        if len(text) > TYPED:
            raise Refused("msg_too_long")
        encoded = self._encode(text)
        stamp, blocks = self.archive.stamp(), rich_text(encoded)
        message = Message(room.id, stamp, user, encoded, thread_ts, blocks)
        message.client_msg_id = str(uuid.uuid4())
        message.team = self.person(user).team
        return message, room

    def _said(self, message: Message, room: Channel) -> Message:
        self.archive.add(message)
        self.archive.unfurl(message)
        self._tell_who_is_not_here(message, room)
        return message

    def _chosen(self, person: Person, shortcut: Shortcut, channel: str, ts: str) -> str:
        if not channel:
            return self.interactions.shortcut(person, shortcut)
        room = self.channel(channel)
        if room not in self.visible(person.id):
            raise Refused("channel_not_found")
        return self.interactions.shortcut(person, shortcut, (room, self.archive.get(channel, ts)))

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
