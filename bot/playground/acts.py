"""What a step of a tape does in the playground, by the names that the tape gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.playground.cast import others
from bot.playground.clock import MovableClock
from bot.playground.server import Playground
from bot.playground.tapes import Step
from bot.playground.values import Channel, Message
from retrieval.errors import InputError


class Acts:
    """Does steps; `named` says where the messages are that steps gave a name."""

    def __init__(self, playground: Playground, clock: MovableClock) -> None:
        self.playground = playground
        self.named: dict[str, tuple[str, str]] = {}
        self._clock = clock

    def do(self, step: Step) -> None:
        """Do one step.

        Raises:
            Refused: Slack would not let that be done.
            InputError: there is no such person or place.
        """
        self._acts()[step.do](step)

    def _acts(self) -> dict[str, Callable[[Step], Any]]:
        playground, space = self.playground, self.playground.workspace
        deliveries, faults = playground.deliveries, playground.faults

        def on(step: Step) -> tuple[str, str]:
            return self.named[step.text("of")]

        return {
            "post": self._post,
            "bot": self._bot,
            "edit": lambda step: space.edit(self.who(step), *on(step), step.text("text")),
            "delete": lambda step: space.delete(self.who(step), *on(step)),
            "react": lambda step: space.react(
                self.who(step), *self.target(step), step.text("with")
            ),
            "unreact": lambda step: space.unreact(
                self.who(step), *self.target(step), step.text("with")
            ),
            "press": lambda step: space.press(
                self.who(step), *self.last(step), step.text("action"), step.text("value")
            ),
            "command": lambda step: space.command(
                self.who(step), self.room(step).id, step.text("text")
            ),
            "shortcut": lambda step: space.shortcut(
                self.who(step), step.text("callback"), *on(step)
            ),
            "home": lambda step: space.open_home(self.who(step), step.text("tab", "home")),
            "stop": lambda step: space.halt(self.who(step), *on(step)),
            "touch": self._touch,
            "fault": lambda step: faults.fail(**{"error": "", **step.fields}),
            "clear": lambda _: faults.clear(),
            "redeliver": lambda step: deliveries.redeliver(on(step)[1]),
            "duplicate": lambda step: deliveries.duplicate(
                on(step)[1], int(step.fields.get("times", 1))
            ),
            "lose": lambda step: setattr(deliveries, "losing", int(step.fields["count"])),
            "hold": lambda _: deliveries.hold(),
            "release": lambda step: deliveries.release(step.fields.get("order")),
            "disconnect": lambda step: playground.link.refresh(
                step.text("reason", "refresh_requested")
            ),
            "cut": lambda _: playground.link.cut(),
            "expire": lambda _: space.streams.expire(),
            "clock": self._move,
            "leave": lambda step: space.leave(space.app.user_id, self.room(step).id),
            "join": lambda step: space.join(
                space.app.user_id,
                self.room(step).id,
                self.who(step) if "as" in step.fields else "",
            ),
            "rename": lambda step: space.rename(self.room(step).id, step.text("to")),
            "revoke": lambda _: space.uninstall(),
            "install": lambda _: space.install(),
        }

    def _post(self, step: Step) -> None:
        space, room = self.playground.workspace, self.room(step)
        thread = self.named[step.text("thread")][1] if "thread" in step.fields else ""
        who, text = self.who(step), step.text("text")
        if step.fields.get("broadcast"):
            message = space.broadcast(who, room.id, text, thread)
        else:
            files = [(name, str(body).encode()) for name, body in step.fields.get("files", [])]
            message = space.post(who, room.id, text, thread, files)
        self._name(step, message)

    def _bot(self, step: Step) -> None:
        space, room, other = self.playground.workspace, self.room(step), others()[-1]
        if other.id not in space.people:
            space.add_person(other)
        space.join(other.id, room.id)
        thread = self.named[step.text("thread")][1] if "thread" in step.fields else ""
        classic = bool(step.fields.get("classic"))
        self._name(
            step, space.post_as_bot(other.id, room.id, step.text("text"), thread, classic=classic)
        )

    def _name(self, step: Step, message: Message) -> None:
        if "name" in step.fields:
            self.named[step.text("name")] = (message.channel, message.ts)

    def _touch(self, step: Step) -> None:
        """Change a message as Slack itself does: with cards for links, or with nothing new."""
        archive = self.playground.workspace.archive
        message = archive.get(*self.named[step.text("of")])
        cards = [
            {"id": at, "from_url": link} for at, link in enumerate(step.fields.get("links", ()))
        ]
        archive.rewrite(message, attachments=cards)

    def _move(self, step: Step) -> None:
        self._clock.move(float(step.fields["seconds"]))
        self.playground.tick()

    # --- who and where ------------------------------------------------------------------------

    def who(self, step: Step) -> str:
        """Return the id of the person of a step."""
        return self.person(step.text("as"))

    def person(self, name: str) -> str:
        """Return somebody's id, by that or by their name."""
        for person in self.playground.workspace.people.values():
            if name in {person.id, person.name}:
                return person.id
        raise InputError(f"There is nobody of the name {name} in the playground.")

    def room(self, step: Step) -> Channel:
        """Return the channel of a step, by id or name; "dm" is the person's own with the app."""
        space, name = self.playground.workspace, step.text("in")
        if name == "dm":
            return space.direct(self.who(step), space.app.user_id)
        for channel in space.channels.values():
            if name in {channel.id, channel.name}:
                return channel
        raise InputError(f"There is no channel of the name {name} in the playground.")

    def target(self, step: Step) -> tuple[str, str]:
        """Return the message to react to: the one named, or what the app said `to` it."""
        return self.last(step) if step.text("to") == "answer" else self.named[step.text("of")]

    def last(self, step: Step) -> tuple[str, str]:
        """Return the newest message of the app to what a step is about."""
        channel, ts = self.named[step.text("of")]
        said = self.answers(channel, ts)
        if not said:
            raise InputError(f"The app has said nothing to {step.text('of')} yet.")
        return channel, said[-1].ts

    def answers(self, channel: str, ts: str) -> list[Message]:
        """Return what the app says in the thread of a message, oldest first."""
        archive = self.playground.workspace.archive
        message = archive.find(channel, ts)
        root = message.root if message else ts
        return [one for one in archive.everything(channel) if one.by_app and one.thread_ts == root]
