"""Replays what was asked in a channel, for `scripts.backtest`; what was done is kept in a file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.settings import BotSettings, secret
from bot.slack.access import Access
from bot.slack.agreement import People
from bot.slack.app import identify
from bot.slack.download import downloads
from bot.slack.facts import Lookup
from bot.slack.past import Past
from bot.slack.reading import Reading
from bot.slack.ready import Weighing
from bot.slack.replay import Replay, Replayed
from bot.slack.thread import Kept, Threads
from bot.slack.web import open_web
from retrieval import policy, wiring
from retrieval.errors import PathUnusable, SettingsError

if TYPE_CHECKING:
    from retrieval.settings import Settings

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Backtest:
    """What would have been said in a channel: its questions, oldest first, of so many messages."""

    channel: str
    since: datetime
    messages: int
    questions: tuple[Replayed, ...]

    @property
    def answered(self) -> tuple[Replayed, ...]:
        """The questions that it would have answered."""
        return tuple(one for one in self.questions if one.answered)

    @property
    def quiet(self) -> Mapping[str, int]:
        """Why it would have kept quiet, and how often, the most frequent first."""
        return dict(Counter(one.reason for one in self.questions if one.reason).most_common())

    @property
    def people(self) -> Mapping[str, int]:
        """What people said to what it would have answered."""
        said = Counter(one.people for one in self.answered)
        return {str(kind): said[str(kind)] for kind in People}

    @property
    def precision(self) -> float | None:
        """The share of its answers that people agreed with, of those that people answered too."""
        said = self.people
        agreed = said[People.LINKED] + said[People.AGREED]
        both = agreed + said[People.DIFFERED]
        return agreed / both if both else None

    @property
    def doubtful(self) -> tuple[Replayed, ...]:
        """The answers to read first: those to questions that people answered differently."""
        return tuple(one for one in self.answered if one.people == People.DIFFERED)

    def as_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            "channel": self.channel,
            "since": self.since.isoformat(),
            "messages": self.messages,
            "questions": len(self.questions),
            "answered": len(self.answered),
            "quiet": self.quiet,
            "people": self.people,
            "precision": self.precision,
            "list": [one.row() for one in self.questions],
        }


class Diary:
    """The questions of a channel that were replayed before; those that failed are not kept."""

    def __init__(self, path: Path, *, afresh: bool = False) -> None:
        """Read a file, or begin a new one. Raises PathUnusable."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if afresh:
                path.unlink(missing_ok=True)
            lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        except OSError as error:
            raise PathUnusable(f"{path}: cannot be used ({error.strerror}).") from error
        self._known = {one.ts: one for one in map(_read, lines) if one}

    def find(self, ts: str) -> Replayed | None:
        """Return what came of a question, None where it was not replayed."""
        return self._known.get(ts)

    def add(self, found: Replayed) -> None:
        """Keep what came of a question. Raises PathUnusable."""
        if found.failure:
            return
        line = json.dumps(found.row(), ensure_ascii=False)
        try:
            with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise PathUnusable(f"{self._path}: cannot be written ({error.strerror}).") from error


def _read(line: str) -> Replayed | None:
    """Read a line; one that was cut off, or is of another version, counts for nothing."""
    try:
        return Replayed.read(json.loads(line))
    except (ValueError, TypeError):
        return None


async def backtest(
    replay: Replay, channel: str, since: datetime, diary: Diary, progress: Progress
) -> Backtest:
    """Replay the questions of a channel since a moment. Raises SlackRefused."""
    place = await replay.weighing.access.lookup.place(channel)
    told = [one async for one in replay.past.messages(channel, since.timestamp())]
    found = [(asked, one) for one in told if (asked := replay.question(one, place))]
    done: list[Replayed] = []
    for asked, message in reversed(found):
        known = diary.find(asked.ts)
        if known is None:
            known = await replay(asked, message)
            diary.add(known)
        done.append(known)
        progress(len(done), len(found))
    return Backtest(channel, since, len(told), tuple(done))


@asynccontextmanager
async def opened(settings: Settings, bot: BotSettings, *, pause: float) -> AsyncIterator[Replay]:
    """Open what replaying needs; nothing of it can write to Slack. Raises FootnoteError."""
    if bot.bot_token is None:
        raise SettingsError("SLACK_BOT_TOKEN is not set: it is that of the workspace to look at.")
    async with AsyncExitStack() as stack:
        rules = policy.load(bot.policy) if bot.policy else policy.default(("docs",))
        opening = open_web(secret(bot.bot_token), base_url=bot.api_url)
        web = await stack.enter_async_context(opening)
        who = await identify(web)
        ledger = await stack.enter_async_context(wiring.open_ledger(settings))
        footnote = await stack.enter_async_context(wiring.open_answerer(settings))
        lookup = Lookup(web, who.team, who.user, organisation=who.organisation)
        reading = Reading(web, lookup, downloads(web))
        threads = Threads(web, Kept(ledger.postings, ledger), who.facts, reading)
        access = Access(lookup, footnote.store, rules)
        weighing = Weighing(access, threads, footnote.answerer, bot.question_seconds)
        yield Replay(Past(web, pause=pause), weighing, who.facts)
