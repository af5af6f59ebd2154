"""Only what is meant for the bot is answered: the rest is closed with its reason, unseen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.addressed import Bot, Said
from bot.slack.admission import Admission, Limits
from bot.slack.reading import Read
from bot.slack.refused import SlackRefused
from bot.slack.work import ATTEMPTS, Later, Work
from retrieval.ports import Escalation, Job
from retrieval.values import Turn
from tests.bot.slack.test_addressed import thread
from tests.fakes.clock import FakeClock

BEFORE = ("ann: @bot how do I get a laptop?", "bot: With the hardware form.")


class _Open:
    """A gate that stands open."""

    def before(self, handle: Any) -> Any:
        return handle


class _Threads:
    """A thread that was written."""

    def __init__(self, said: tuple[Said, ...] | Exception) -> None:
        self.said_so = said
        self.reads = 0

    async def said(self, asked: Inbound) -> tuple[Said, ...]:
        self.reads += 1
        if isinstance(self.said_so, Exception):
            raise self.said_so
        last = len(self.said_so) - 1
        return tuple(
            Said(one.speaker, one.who, one.text, asked.ts if n == last else f"{n}.0")
            for n, one in enumerate(self.said_so)
        )


class _Talks:
    """So many answers in the thread, all in all and within the minute."""

    answers_in_all = lately = 0

    async def answers(self, *place: str, since: datetime | None = None) -> int:
        assert ("T1", "C1", "1.0") == place
        return self.lately if since else self.answers_in_all


class _Desk:
    """An admission, and what came through it."""

    def __init__(self, *lines: str, error: Exception | None = None) -> None:
        self.threads = _Threads(error or thread(*lines))
        self.talks, self.told = _Talks(), dict[str, tuple[str, str]]()
        self.came: list[Inbound] = []
        self.clock = FakeClock()
        parts: Any = (_Open(), self.threads, self, self.talks, self, self.clock)
        self.admission = Admission(*parts, Bot("UBOT"), Limits(answers=20))

    async def notify(self, to: str, text: str, *, key: str, team: str = "") -> bool:
        assert team
        return self.told.setdefault(key, (to, text)) == (to, text)

    async def linked(self, _: Inbound) -> Read:
        return Read((Turn("other", "how do I reset my badge?"),))

    async def written(self, asked: Inbound) -> str:
        return "Where is the form?" if asked.file_ids == ("FTXT",) else ""

    async def put(self, attempts: int = 1, **more: Any) -> str:
        """Bring a question to the admission."""

        async def handle(work: Work) -> str:
            self.came.append(Inbound.read(work.job.payload))
            assert work.job.kind == self.came[-1].kind
            return "answered"

        asked = {"kind": "question", "key": "k", "message_key": "T1:C1:5.0", "team": "T1"}
        asked |= {"channel": "C1", "channel_kind": "channel", "user": "UANN", "ts": "5.0"}
        asked |= {"source": "thread", "thread_ts": "1.0", "text": "and?"} | more
        row = Inbound(**asked)  # type: ignore[arg-type]
        received = datetime(2026, 1, 1, tzinfo=UTC)
        job = Job(1, row.kind, row.lane, row.payload(), received, attempts, "lease")
        return await self.admission.before(handle)(Work(job, None))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reply", "kind", "source", "subject"),
    [
        ("ann: and for phones?", "question", "thread", ""),
        ("ann: no, that's not it", "question", "again", "not_it"),
        ("ann: human please", "human", "thread", ""),
    ],
)
async def test_a_reply_to_the_bot_is_what_it_wants(
    reply: str, kind: str, source: str, subject: str
) -> None:
    """A further question, a search without those pages, or a person: the row says which."""
    desk = _Desk(*BEFORE, reply)

    assert "answered" == await desk.put()
    (came,) = desk.came
    assert (kind, source, subject) == (came.kind, came.source, came.subject)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((*BEFORE, "ann: @bob can you look?"), "said to someone else in the bot's thread"),
        (
            (*BEFORE, "bob: actually it is the new form", "ann: where is it?"),
            "people are talking in the bot's thread",
        ),
    ],
)
async def test_people_among_themselves_leave_no_trace_in_slack(
    lines: tuple[str, ...], reason: str
) -> None:
    """Complaints A7 and B19: no eyes, no status, no word; the row says why."""
    desk = _Desk(*lines)

    assert f"quiet: {reason}" == await desk.put()
    assert [] == desk.came


async def test_a_thread_that_cannot_be_read_is_left_alone() -> None:
    """Another attempt first; in the end silence, since nobody can tell that the bot is meant."""
    desk = _Desk(error=SlackRefused("conversations.replies", "ratelimited"))
    with pytest.raises(SlackRefused):
        await desk.put()

    assert "quiet: the thread could not be read" == await desk.put(attempts=ATTEMPTS)
    assert "answered" == await desk.put(source="mention", text="any idea?")


async def test_a_reply_that_was_deleted_is_left_alone() -> None:
    """Its thread, or the reply itself, is gone."""
    gone = _Desk(error=SlackRefused("conversations.replies", "thread_not_found"))

    assert "deleted" == await gone.put()
    assert "deleted" == await _Desk().put()


@pytest.mark.parametrize("source", ["mention", "direct"])
async def test_a_mention_in_the_middle_asks_the_thread(source: str) -> None:
    """Complaint C22: the earlier message of a person is what is asked."""
    desk = _Desk("ann: VPN drops on Linux", "bob: @bot any idea?")
    await desk.put(source=source, text="any idea?", user="UBOB")

    assert [("VPN drops on Linux", "0.0")] == [(one.text, one.pointed) for one in desk.came]


async def test_a_mention_with_a_question_asks_it() -> None:
    """The thread is not even read for it here."""
    desk = _Desk("ann: VPN drops", "bob: @bot what is the dress code?")
    await desk.put(source="mention", text="what is the dress code?")

    assert ["what is the dress code?"] == [one.text for one in desk.came]
    assert 0 == desk.threads.reads


async def test_a_link_alone_asks_what_it_links_to() -> None:
    """Asked whether it can answer this, with the address of a message, the bot reads that one."""
    desk = _Desk("ann: x")
    await desk.put(source="mention", text="can you answer this?", links=("C2:1.0:",), thread_ts="")

    assert ["how do I reset my badge?"] == [one.text for one in desk.came]


async def test_a_full_thread_is_told_of_once() -> None:
    """Issue 6.11: after so many answers a person is asked, in private, to begin a new thread."""
    desk = _Desk(*BEFORE, "ann: and?")
    desk.talks.answers_in_all = 20
    for ts in ("5.0", "6.0"):
        assert "quiet: too many answers" == await desk.put(source="mention", ts=ts)

    assert [("C1 UANN 1.0", phrases.thread_full(20))] == list(desk.told.values())


async def test_a_thread_that_is_too_fast_waits() -> None:
    """What is over the limit of a minute is answered later; nothing is lost."""
    desk = _Desk(*BEFORE, "ann: and for phones?")
    desk.talks.lately = 10
    with pytest.raises(Later):
        await desk.put()
    assert "answered" == await desk.put(attempts=2, thread_ts="")


async def test_a_bot_that_is_heard_is_answered_twice_a_minute_in_a_channel() -> None:
    """Whatever it begins at the top level; people and other bots are answered meanwhile."""
    desk = _Desk()

    async def put(ts: str, bot: str = "BCI", **more: Any) -> str:
        key = {"ts": ts, "message_key": f"T1:C1:{ts}"}
        return await desk.put(source="mention", thread_ts="", bot=bot, **key, **more)

    said = [await put(ts) for ts in ("1.0", "2.0", "3.0", "2.0")]
    others = [await put("4.0", ""), await put("5.0", "BCD"), await put("6.0", channel="C2")]
    desk.clock.pass_by(61)

    assert ["answered", "answered", "quiet: too many answers", "answered"] == said
    assert ["answered"] * 3 == others
    assert "answered" == await put("7.0")


async def test_two_bots_do_not_talk_for_ever() -> None:
    """Facts 12: what another bot goes on about in a thread is dropped, without a word."""
    desk = _Desk("alert: <@UBOT> why?")
    desk.talks.lately = 2

    assert "quiet: too many answers" == await desk.put(source="mention", bot="BCI")
    assert {} == desk.told


async def test_other_rows_pass() -> None:
    """An opinion or a greeting is no question."""
    desk = _Desk(error=ValueError())

    assert "answered" == await desk.put(kind="feedback")
    assert timedelta(0) == desk.admission.clock.now() - FakeClock().now()


@pytest.mark.parametrize(
    ("file", "text", "asked"),
    [
        ("FTXT", "", "Where is the form?"),
        ("FPNG", "", ""),
        ("FTXT", "how long?", "how long?"),
    ],
)
async def test_a_file_alone_is_what_is_asked(file: str, text: str, asked: str) -> None:
    """A long paste becomes a file in Slack: with no words beside it, what it says is asked."""
    desk = _Desk()
    more = {"source": "mention", "thread_ts": "", "text": text, "files": 1, "file_ids": (file,)}

    assert "answered" == await desk.put(**more)
    assert [asked] == [came.text for came in desk.came]


class _Handed:
    """What of a thread was handed over."""

    def __init__(self, **one: Any) -> None:
        now = datetime(2026, 1, 1, tzinfo=UTC)
        known = ("e1", "s", "t1", "T1", "C1", "1.0", "UANN", "CHELP", "docs", now, now)
        self.known = [replace(Escalation(*known), **one)]

    async def in_thread(self, team: str, channel: str, thread: str) -> list[Escalation]:
        return self.known if (team, channel, thread) == ("T1", "C1", "1.0") else []


CLAIMED_AT = datetime(2026, 1, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("one", "reply", "ended"),
    [
        ({}, "ann: and for phones?", "answered"),
        ({"claimed": CLAIMED_AT, "state": "claimed"}, "ann: and for phones?", "quiet"),
        ({"claimed": CLAIMED_AT, "state": "open"}, "ann: and for phones?", "quiet"),
        ({"claimed": CLAIMED_AT, "state": "solved"}, "ann: and for phones?", "quiet"),
        ({"state": "resolved"}, "ann: and for phones?", "quiet"),
        ({"asker": "UBOB", "state": "resolved"}, "ann: human please", "quiet"),
        ({"state": "resolved"}, "ann: <@UBOB> human please", "quiet"),
    ],
)
async def test_a_thread_that_a_person_has_is_left_alone(
    one: dict[str, Any], reply: str, ended: str
) -> None:
    """From the first claim on, whatever became of it; who mentions the bot is answered."""
    desk = _Desk(*BEFORE, reply)
    admission = replace(desk.admission, escalations=_Handed(**one))  # type: ignore[arg-type]
    desk.admission = admission
    found = await desk.put()
    mentioned = await desk.put(source="mention", text="and for phones?")

    assert ("answered" if ended == "answered" else "quiet: a person has this thread") == found
    assert "answered" == mentioned


@pytest.mark.parametrize("state", ["claimed", "resolved", "solved"])
async def test_whoever_asked_calls_for_people_again(state: str) -> None:
    """By words, in a thread that people have or had, whatever they said there since."""
    desk = _Desk(*BEFORE, "bob: Try the other form.", "ann: human please")
    handed = _Handed(claimed=CLAIMED_AT, state=state)
    desk.admission = replace(desk.admission, escalations=handed)  # type: ignore[arg-type]
    await desk.put()

    assert ["human"] == [came.kind for came in desk.came]


@pytest.mark.parametrize(
    ("source", "asker", "kind"),
    [
        ("thread", "UANN", "escalation"),
        ("mention", "UANN", "escalation"),
        ("thread", "UBOB", ""),
        ("mention", "UBOB", "question"),
    ],
)
async def test_whoever_asked_says_that_it_is_solved(source: str, asker: str, kind: str) -> None:
    """By words, in the thread; from anybody else they are words."""
    desk = _Desk(*BEFORE, "ann: That solved it, thanks!")
    handed = _Handed(asker=asker, claimed=CLAIMED_AT, state="claimed")
    desk.admission = replace(desk.admission, escalations=handed)  # type: ignore[arg-type]
    await desk.put(source=source, text="That solved it, thanks!")

    assert ([kind] if kind else []) == [came.kind for came in desk.came]
    if kind == "escalation":
        assert ("e1", "solved") == (desk.came[0].about, desk.came[0].subject)


async def test_where_nothing_was_handed_over_such_words_ask_nothing() -> None:
    """They are let go as before."""
    desk = _Desk(*BEFORE, "ann: solved, thanks")

    assert "quiet: nothing asked in the bot's thread" == await desk.put()
