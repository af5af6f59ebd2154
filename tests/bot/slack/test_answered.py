"""Which reply of a person may be the answer that the bot could not give."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Ignore, Inbound
from bot.slack.answered import keep_value, may_answer, read_keep
from bot.slack.hear import hear, thread_of
from bot.slack.payload import Facts

FACTS = Facts("UBOT", team="T1", ours=True, refused="UANN")


@pytest.mark.parametrize(
    "text",
    [
        "Salaries are paid on the 25th of each month.",
        "<@UANN> it is on <https://wiki.example/pay|the pay page>",
        "https://wiki.example/pay",
        "Die Gehälter kommen immer am 25. des Monats.",
        "給料日は毎月25日です。詳しくは人事のページに。",
    ],
)
def test_what_may_be_an_answer(text: str) -> None:
    """A statement of some length, or a link."""
    assert may_answer({"text": text})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "thanks a lot",
        ":+1:",
        "On the 25th.",
        "Let me check that with the payroll team first",
        "I'll ask the payroll team about this one",
        "no idea, I have the same question as you",
        "Did you look at https://wiki.example/pay ?",
        "Does anybody here know when salaries are paid",
        "can somebody from payroll please help us out here",
        "Moment, ich frage mal die Kollegen vom Lohnbüro",
        "確認しますので少しお待ちください",
        "x" * 20_000,
    ],
)
def test_what_is_none(text: str) -> None:
    """Thanks, promises, questions, and what says too little."""
    assert not may_answer({"text": text})


@given(st.dictionaries(st.sampled_from(["text", "ts"]), st.text() | st.none()))
def test_any_message_may_be_one_or_not(said: dict[str, Any]) -> None:
    """Whatever stands in it."""
    assert may_answer(said) in {True, False}


def _reply(text: str, user: str = "UBEN", **more: Any) -> dict[str, Any]:
    event = {"type": "message", "channel": "C1", "channel_type": "channel", "user": user}
    event |= {"text": text, "ts": "6.0", "thread_ts": "5.0"} | more
    return {"type": "event_callback", "team_id": "T1", "event_id": "E1", "event": event}


def test_it_is_heard_where_the_bot_could_not_answer() -> None:
    """By somebody who did not ask; the words themselves are read when it is dealt with."""
    heard = hear(_reply("Salaries are paid on the 25th of each month."), FACTS)

    assert isinstance(heard, Inbound)
    assert ("answered", "UBEN", "6.0", "5.0", "") == (
        heard.kind,
        heard.user,
        heard.ts,
        heard.thread_ts,
        heard.text,
    )


@pytest.mark.parametrize(
    ("payload", "facts"),
    [
        (_reply("Salaries are paid on the 25th of each month.", "UANN"), FACTS),
        (_reply("Salaries are paid on the 25th of each month."), replace(FACTS, refused="")),
        (_reply("Salaries are paid on the 25th of each month."), replace(FACTS, ours=False)),
        (_reply("thanks"), FACTS),
        (_reply("It stands on https://wiki.example/pay", bot_id="B2"), FACTS),
        (_reply("It stands on https://wiki.example/pay"), replace(FACTS, listen="mentions")),
    ],
)
def test_it_is_left_alone_elsewhere(payload: dict[str, Any], facts: Facts) -> None:
    """By the asker, where the bot answered, in others' threads, by bots, where it is not heard."""
    assert isinstance(hear(payload, facts), Ignore)


def test_the_ledger_is_asked_whose_thread_it_is() -> None:
    """For a reply that may be an answer, and for no chatter."""
    unknown = replace(FACTS, ours=False, refused="")

    assert thread_of(_reply("Salaries are paid on the 25th of each month."), unknown)
    assert thread_of(_reply("thanks a lot"), unknown) is None


@given(st.text(min_size=1), st.text(min_size=1), st.text(min_size=1))
def test_a_value_comes_back(trace: str, ts: str, root: str) -> None:
    """As it was written."""
    assert (trace, ts, root) == read_keep(keep_value(trace, ts, root))


@pytest.mark.parametrize("value", ["", "[", "{}", "[1,2,3]", '["a","b"]', '["a","","c"]', "null"])
def test_a_forged_value_says_nothing(value: str) -> None:
    """It keeps nothing."""
    assert read_keep(value) is None
