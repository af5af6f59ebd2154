"""The thread before a question is read: its root and its newest messages, each as who said it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.payload import Facts
from bot.slack.refused import SlackRefused
from bot.slack.thread import PAGE, TOKENS, TURNS, History, Kept, Threads, tokens
from retrieval.errors import TraceMissing
from retrieval.ports import Posting
from retrieval.values import Answer, Outcome, Question, Scope, Trace, Turn, VerifiedClaim
from tests.fakes.slack import FakeWeb

BOT = Facts("UBOT", "BBOT")


class _Ledger:
    """Knows one answer of two messages; fills Postings and Traces as far as a thread asks."""

    def __init__(self, *ts: str) -> None:
        self.ts = ts

    async def in_thread(self, *_: str) -> list[Posting]:
        return []

    async def find(self, *place: str) -> Any:
        if len(place) == 1:
            return _trace(place[0])
        known = place[2] in self.ts
        posting = Posting("t1", "T1", "C1", "1.0", self.ts, "UANN", "1.0")
        return posting if known else None


def _trace(trace_id: str) -> Trace:
    if trace_id != "t1":
        raise TraceMissing("No trace has that id.")
    claims = (VerifiedClaim("Install the client.", ()), VerifiedClaim("Then restart.", ()))
    answer = Answer(Outcome.ANSWERED, claims, (), (), (), "t1", 0.1)
    question = Question("q", Scope(("docs",)))
    return Trace("t1", "2026-01-01T00:00:00+00:00", "c", question, answer=answer)


def _asked(ts: str = "100.0", thread_ts: str = "1.0") -> Inbound:
    return Inbound(
        "question", "k", f"T1:C1:{ts}", "T1", "C1", "channel", "UANN", ts, thread_ts, "and?"
    )


def _message(ts: str, text: str, user: str = "UANN", **more: Any) -> dict[str, Any]:
    return {"type": "message", "ts": ts, "thread_ts": "1.0", "text": text, "user": user} | more


def _slack(messages: list[dict[str, Any]], page: int = PAGE) -> FakeWeb:
    """Return a Slack that pages through a thread as conversations.replies does, root first."""

    def replies(
        cursor: str = "0", latest: str = "9e9", oldest: str = "0", **_: Any
    ) -> Mapping[str, Any]:
        root, rest = messages[:1], messages[1:]
        chosen = root + [m for m in rest if float(oldest) <= float(m["ts"]) <= float(latest)]
        start = int(cursor)
        more = start + page < len(chosen)
        metadata = {"next_cursor": str(start + page)} if more else {}
        return {"messages": chosen[start : start + page], "response_metadata": metadata}

    return FakeWeb({"conversations.replies": replies})


async def _before(web: FakeWeb, asked: Inbound, *ours: str) -> History:
    ledger = _Ledger(*ours)
    return await Threads(web, Kept(ledger, ledger), BOT).before(asked)  # type: ignore[arg-type]


async def test_a_question_at_the_top_level_has_no_history() -> None:
    """Nothing is read where there is no thread."""
    web = _slack([])

    assert History() == await _before(web, _asked(thread_ts=""))
    assert [] == web.calls


async def test_each_message_is_a_turn_of_its_author() -> None:
    """People, the bot by its claims, other bots apart; the question itself is left out."""
    thread = [
        _message("1.0", "<@UBOT> how do I install the <https://v.example|VPN>?"),
        _message("2.0", "Install. Sources: vpn.md", "UBOT", bot_id="BBOT"),
        _message("3.0", "more of the same answer", "UBOT", bot_id="BBOT"),
        _message("4.0", "Alert: VPN is down", "UMON", bot_id="BMON"),
        _message("5.0", ":tada:"),
        _message("6.0", "thanks &amp; bye", "UBEN"),
        _message("100.0", "and?"),
    ]
    history = await _before(_slack(thread), _asked(), "2.0", "3.0")

    assert (
        Turn("user", "how do I install the VPN (https://v.example)?"),
        Turn("assistant", "Install the client.\nThen restart."),
        Turn("other", "Alert: VPN is down"),
        Turn("user", "thanks & bye"),
    ) == history.turns
    assert not history.cut


async def test_what_the_bot_said_besides_answers_is_no_turn() -> None:
    """Help and refused places are no part of a conversation about documents."""
    thread = [_message("1.0", "hello there"), _message("2.0", "Ask me ...", "UBOT")]

    assert (Turn("user", "hello there"),) == (await _before(_slack(thread), _asked())).turns


@pytest.mark.parametrize("page", [15, PAGE])
async def test_a_long_thread_keeps_its_root_and_its_newest(page: int) -> None:
    """Pages of 15, as some apps are given, or of 200: the same turns, and the cut is said."""
    thread = [_message(f"{number}.0", f"message {number}") for number in range(1, 70)]
    history = await _before(_slack(thread, page), _asked())

    assert TURNS == len(history.turns)
    assert ("message 1", "message 69") == (history.turns[0].text, history.turns[-1].text)
    assert history.cut


async def test_the_end_of_a_very_long_thread_is_found() -> None:
    """Complaint C24: replies come oldest first and reading is bounded: the newest are found."""
    thread = [_message(f"{number}.0", f"message {number}") for number in range(1, 2_501)]
    web = _slack(thread)
    history = await _before(web, _asked("2501.0"))

    assert ("message 1", "message 2500") == (history.turns[0].text, history.turns[-1].text)
    assert history.cut
    assert len(web.calls) <= 50


async def test_a_refusal_is_raised() -> None:
    """Whoever asked decides what is said without the thread."""
    web = FakeWeb({"conversations.replies": SlackRefused("conversations.replies", "ratelimited")})
    with pytest.raises(SlackRefused):
        await _before(web, _asked())


async def test_a_trace_that_is_gone_is_no_turn() -> None:
    """The posting is known and its trace was purged: the thread is read without it."""
    ledger = _Ledger("2.0")
    messages = [_message("1.0", "how?"), _message("2.0", "so", "UBOT")]

    class _Purged(_Ledger):
        async def find(self, *place: str) -> Any:
            raise TraceMissing("No trace has that id.")

    threads = Threads(_slack(messages), Kept(ledger, _Purged()), BOT)  # type: ignore[arg-type]

    assert (Turn("user", "how?"),) == (await threads.before(_asked())).turns


async def test_a_long_paste_leaves_room_for_the_newest() -> None:
    """Complaint C29: the question, then the root, then the newest, then the rest, in tokens.

    The message that is asked is none of the turns before it.
    """
    paste = "word " * 6_000
    thread = [_message("1.0", "the root"), *(_message(f"{n}.0", paste) for n in range(2, 12))]
    thread += [_message("12.0", "the newest"), _message("100.0", "and?")]
    history = await _before(_slack(thread), _asked())
    spent = sum(tokens(turn.text) for turn in history.turns)

    assert ("the root", "the newest") == (history.turns[0].text, history.turns[-1].text)
    assert "and?" not in [turn.text for turn in history.turns]
    assert spent <= TOKENS - tokens("and?")
    assert history.cut


async def test_the_ledger_stands_for_a_thread_that_slack_does_not_show() -> None:
    """Complaint C25: with one read a minute, follow-ups are still understood."""
    refused = SlackRefused("conversations.replies", "ratelimited")

    class _Postings(_Ledger):
        async def in_thread(self, *place: str) -> list[Posting]:
            assert ("T1", "C1", "1.0") == place
            return [
                Posting("t1", *place, (), "UANN", "1.0"),
                Posting("t1", *place, (), "U", "100.0"),
            ]

    ledger = _Postings()
    kept = Kept(ledger, ledger)  # type: ignore[arg-type]
    threads = Threads(FakeWeb({"conversations.replies": refused}), kept, BOT)
    history = await threads.before(_asked())

    said = (Turn("user", "q"), Turn("assistant", "Install the client.\nThen restart."))
    assert said == history.turns
    assert ["history_own"] == [note.kind for note in history.notes]


async def test_turns_are_of_the_thread_alone() -> None:
    """Complaint C31: no other thread, channel or direct message is read for an answer."""
    web = _slack([_message("1.0", "how?"), _message("100.0", "and?")])
    await _before(web, _asked())

    assert {("C1", "1.0")} == {(one["channel"], one["ts"]) for _, one in web.calls}


async def test_a_thread_that_was_looked_at_is_not_read_twice() -> None:
    """Whether a reply is for the bot, and what it asks, come from one look."""
    web = _slack([_message("1.0", "how?"), _message("100.0", "and?", bot_id="BMON")])
    ledger = _Ledger()
    threads = Threads(web, Kept(ledger, ledger), BOT)  # type: ignore[arg-type]
    said = await threads.said(_asked())
    await threads.before(_asked())

    assert [("person", "UANN", "how?"), ("other", "UANN", "and?")] == [
        (one.speaker, one.who, one.text) for one in said
    ]
    assert 1 == len(web.calls)


async def test_what_is_asked_instead_is_no_turn() -> None:
    """The message that a mention points at is the question, and is not told twice."""
    thread = [_message("1.0", "VPN drops"), _message("2.0", "on Linux"), _message("100.0", "idea?")]
    asked = replace(_asked(), text="VPN drops", pointed="1.0")

    assert (Turn("user", "on Linux"),) == (await _before(_slack(thread), asked)).turns
