"""Questions of all kinds, asked of bots that are killed, and what stands in Slack for each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.slack import phrases
from tests.playground import ADA, BEN, BOT, CHLOE, GENERAL, GROUP, HELP, LEADS, Pg
from tests.scenarios.conftest import payload_of, text_of
from tests.scenarios.storm import QUESTIONS, Killable

PLACES = ((ADA, GENERAL), (CHLOE, HELP), (BEN, LEADS), (ADA, GROUP), (BEN, GENERAL), (ADA, HELP))
PRIVATELY = 10
"""One question in so many is asked in private."""
IN_THREADS = 5
"""One in so many is asked in a thread that is there."""


@dataclass(frozen=True, slots=True)
class Public:
    """A question in a channel, and the thread that its answer stands in."""

    channel: str
    ts: str
    root: str


@dataclass(frozen=True, slots=True)
class Private:
    """A question that one person sees answered; `mark` is repeated above the answer."""

    person: str
    channel: str
    mark: str


@dataclass(slots=True)
class Siege:
    """What was asked so far."""

    pg: Pg
    moments: Random
    public: list[Public] = field(default_factory=list)
    private: list[Private] = field(default_factory=list)

    @property
    def asked(self) -> int:
        """How many questions there were."""
        return len(self.public) + len(self.private)

    def ask(self, most: int) -> None:
        """Let people ask, some in private, some in threads, until there were so many."""
        while self.asked < most:
            number = self.asked
            person, channel = PLACES[number % len(PLACES)]
            text = f"{QUESTIONS[number % len(QUESTIONS)]} (number {number})"
            if number % PRIVATELY == PRIVATELY - 1:
                self.pg.command(person, GENERAL, f"/footnote {text}")
                self.private.append(Private(person, GENERAL, f"(number {number})"))
                continue
            known = [one for one in self.public if one.channel == channel]
            root = ""
            if number % IN_THREADS == IN_THREADS - 2 and known:
                root = self.moments.choice(known).root
            ts = self.pg.say(person, channel, f"<@{BOT}> {text}", root)
            self.public.append(Public(channel, ts, root or ts))

    def redeliver(self) -> None:
        """Let Slack deliver something once more: as a retry, or under other event ids."""
        if self.public:
            ts = self.moments.choice(self.public).ts
            again = self.pg.playground.deliveries
            self.moments.choice((again.redeliver, again.duplicate))(ts)

    def answers(self, asked: Public) -> list[dict[str, Any]]:
        """Return the messages that answer a question, whole or not."""
        end = f"{asked.channel}:{asked.ts}"
        return [
            one
            for one in self.pg.answers(asked.channel, asked.root)
            if str(payload_of(one).get("question", "")).endswith(end)
        ]

    def whole(self) -> int:
        """Count the public questions with an answer that says all it will."""
        return sum(
            any(payload_of(one).get("done") for one in self.answers(asked)) for asked in self.public
        )

    def whispers(self, asked: Private) -> tuple[int, int]:
        """Count the answers to a private question, and the words that it may be lost."""
        said = [text_of(one) for one in self.pg.whispers(asked.person, asked.channel)]
        above = phrases.asked_privately("").strip()
        mine = [text for text in said if asked.mark in text and above in text]
        lost = sum(phrases.interrupted()[:30] in text for text in mine)
        return len(mine) - lost, lost

    def strange(self) -> list[str]:
        """Describe what stands in Slack for the questions that are not as they must be."""
        lines = []
        for asked in self.public:
            said = self.answers(asked)
            if len(said) != 1:
                lines += [
                    f"{asked}: {one.get('ts')} {dict(payload_of(one))}" for one in said or [{}]
                ]
        for private in self.private:
            if self.whispers(private)[0] > 1:
                said = self.pg.whispers(private.person, private.channel)
                texts = [text_of(one)[:400] for one in said]
                lines += [f"{private}: {text}" for text in texts if private.mark in text]
        return lines

    def unheard(self) -> int:
        """Count the commands that nobody acknowledged: Slack itself told whoever typed them."""
        every = self.pg.workspace.log.since(0)
        return sum(
            one.kind == "unanswered" and one.data.get("type") != "event_callback" for one in every
        )


async def besiege(siege: Siege, bots: Sequence[Killable], questions: int, kills: int) -> None:
    """Ask questions while bots are killed, and started again, at seeded moments."""
    siege.ask(questions // 2)
    for kill in range(kills):
        siege.ask(questions // 2 + (questions - questions // 2) * (kill + 1) // kills)
        siege.redeliver()
        await asyncio.sleep(siege.moments.random() * siege.moments.choice((0.3, 1.0, 2.0)))
        bot = siege.moments.choice(bots)
        await bot.kill()
        await bot.start()
        if len(bots) == 1:
            await bot.connected()
        await siege.pg.connected()
    siege.ask(questions)


def told(siege: Siege) -> tuple[str, bool]:
    """Return in a line what stands in Slack, and whether all of it is as it must be."""
    public = Counter(len(siege.answers(asked)) for asked in siege.public)
    private = [siege.whispers(asked) for asked in siege.private]
    answered = Counter(answers for answers, _ in private)
    silent = sum(not answers and not lost for answers, lost in private)
    line = (
        f"{len(siege.public)} public: answers a question {dict(public)}; {len(private)} private: "
        f"answered {dict(answered)}, told to ask again {sum(bool(lost) for _, lost in private)}, "
        f"neither {silent} (commands that Slack said were not heard: {siege.unheard()}); "
        f"statuses left {len(siege.pg.statuses())}"
    )
    right = public == {1: len(siege.public)} and set(answered) <= {0, 1}
    return line, right and silent <= siege.unheard() and not siege.pg.statuses()
