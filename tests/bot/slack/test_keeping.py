"""Whoever answered where the bot could not is offered to keep it, once; what they press is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.addressed import Said
from bot.slack.answered import KEEP_ACTION, keep_value
from bot.slack.facts import Lookup
from bot.slack.keeping import Keeping, Offering
from bot.slack.notices import Handler
from bot.slack.web import RESPONSE
from retrieval.errors import StoreUnavailable
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Label
from tests.fakes.clock import FakeClock
from tests.fakes.reception import ANN, BEN, answered, row, said, slack
from tests.fakes.slack import FakeWeb

ANSWER = "On the 25th, see <https://wiki.example/pay|the page> &amp; ask &lt;HR&gt;"
REPLY = Inbound(
    "answered", "k", "T1:C1:6.0", "T1", "C1", "channel", BEN, "6.0", "5.0", source="thread"
)
PRESSED = replace(
    REPLY, kind="keep", key="p", trace_id="t1", source="button", private=True,
    response_url="https://hooks.example/1",
)  # fmt: skip
WHERE: dict[str, Any] = {"thread_ts": "5.0", "ts": ("5.5",), "outcome": "not_in_context"}


class _Threads:
    """A thread in which Ann asked, the bot refused, and Ben answered."""

    async def said(self, asked: Inbound) -> Sequence[Said]:
        return [
            Said("person", ANN, "<@UBOT> When are salaries paid?", "5.0"),
            Said("bot", "UBOT", "I do not know.", "5.5"),
            Said("person", BEN, ANSWER, "6.0"),
            Said("person", BEN, "Happy to help you with that.", "7.0"),
        ]


async def _locate(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
    known = text == "https://wiki.example/pay" and "docs" in collections
    return [("docs", "pay.md")] if known else []


async def _down(text: str, collections: Sequence[str]) -> Sequence[tuple[str, str]]:
    raise StoreUnavailable(f"No answer for {text}, {collections}.")


def _offering(ledger: Ledger, web: FakeWeb, *, may: bool = True) -> Offering:
    async def allowed(_: Inbound) -> bool:
        return may

    return Offering(ledger, Lookup(web, "T1", "UBOT"), ledger.outbox, allowed)


async def _offer(ledger: Ledger, found: Inbound = REPLY, **options: Any) -> str:
    web = options.pop("web", None) or slack()
    return await _done(ledger, _offering(ledger, web, **options), found)


async def _keep(
    ledger: Ledger, web: FakeWeb, pressed: Inbound = PRESSED, locate: Any = _locate
) -> str:
    threads: Any = _Threads()
    clock = FakeClock()
    keeping = Keeping(web, ledger, threads, locate, clock, _offering(ledger, web))
    return await _done(ledger, keeping, pressed)


async def _done(ledger: Ledger, handler: Handler, found: Inbound) -> str:
    """Deal with a row, and close it."""
    work = await row(ledger, found)
    ended = await handler(work)
    await ledger.inbox.finish(work.job, ended)
    return ended


async def test_it_is_offered_once(ledger: Ledger) -> None:
    """To whoever wrote it alone, in the thread; a second reply of theirs is left alone."""
    await answered(ledger, **WHERE)
    first = await _offer(ledger)
    second = await _offer(ledger, replace(REPLY, key="k2", ts="7.0"))
    (offer,) = await ledger.outbox.due(seconds=60)
    (button,) = offer.payload["buttons"]

    assert ("offered", "offered_before") == (first, second)
    assert f"C1 {BEN} 5.0" == offer.payload["to"]
    assert (KEEP_ACTION, keep_value("t1", "6.0", "5.0")) == (button["action"], button["value"])


async def test_it_is_not_offered_elsewhere(ledger: Ledger) -> None:
    """Not to the asker or who may not ask, not where the bot is muted or has answered since."""
    await answered(ledger, **WHERE)
    ended = [
        await _offer(ledger, replace(REPLY, key="a", user=ANN)),
        await _offer(ledger, replace(REPLY, key="b"), may=False),
        await _offer(ledger, replace(REPLY, key="c", thread_ts="9.0")),
    ]
    guest = slack(users__info={"user": {"id": BEN, "team_id": "T1", "is_restricted": True}})
    ended.append(await _offer(ledger, replace(REPLY, key="d"), web=guest))
    await ledger.places.mute("T1", "C1", ANN)
    ended.append(await _offer(ledger, replace(REPLY, key="e")))
    await ledger.places.unmute("T1", "C1")
    await answered(ledger, "t2", thread_ts="5.0", ts=("6.5",))
    ended.append(await _offer(ledger, replace(REPLY, key="f")))

    assert [
        "quiet: answered by the bot",
        "not_allowed",
        "quiet: answered by the bot",
        "not_allowed",
        "quiet: muted",
        "quiet: answered by the bot",
    ] == ended
    assert [] == list(await ledger.outbox.due(seconds=60))


async def test_what_was_written_is_kept_with_its_page(ledger: Ledger) -> None:
    """As a case of its own, with all that was known of the question; pressed again, once."""
    await answered(ledger, **WHERE)
    web = slack()
    ended = [await _keep(ledger, web), await _keep(ledger, web, replace(PRESSED, key="q"))]
    (case,) = await ledger.cases.list(kind="human")

    assert ["kept", "kept_before"] == ended
    label = Label(
        ("docs:pay.md",), "On the 25th, see the page (https://wiki.example/pay) & ask <HR>"
    )
    assert ("triaged", "t1", BEN, "C1", label) == (
        case.state,
        case.trace_id,
        case.person,
        case.place,
        case.label,
    )
    assert "How long is the leave?" == case.content["question"]
    assert "docs:pay" in said(web, RESPONSE)
    assert all(given["replace_original"] for given in web.called(RESPONSE))


async def test_the_longest_answer_is_kept_whichever_was_offered(ledger: Ledger) -> None:
    """An aside after it is not taken for the answer."""
    await answered(ledger, **WHERE)
    await _keep(ledger, slack(), replace(PRESSED, ts="7.0"))
    (case,) = await ledger.cases.list(kind="human")

    assert case.label.expected.startswith("On the 25th")


async def test_an_answer_without_a_page_waits_for_one(ledger: Ledger) -> None:
    """Also where the index cannot be asked: it is new, and a maintainer names its page."""
    await answered(ledger, **WHERE)
    web = slack()

    assert "kept" == await _keep(ledger, web, locate=_down)
    (case,) = await ledger.cases.list(kind="human")
    assert ("new", ()) == (case.state, case.label.right)
    assert phrases.answer_kept_alone() in said(web, RESPONSE)


@pytest.mark.parametrize(
    ("change", "ended"),
    [
        ({"user": "UEVE"}, "not_the_writer"),
        ({"ts": "5.5"}, "not_the_writer"),
        ({"ts": "8.0"}, "not_the_writer"),
        ({"trace_id": "t9"}, "not_an_answer"),
        ({"channel": "C2"}, "not_an_answer"),
        ({"thread_ts": "4.0"}, "not_an_answer"),
        ({"team": "T2"}, "not_an_answer"),
    ],
)
async def test_a_forged_press_keeps_nothing(
    ledger: Ledger, change: dict[str, str], ended: str
) -> None:
    """Of another's words or none, about another answer, from elsewhere."""
    await answered(ledger, **WHERE)

    assert ended == await _keep(ledger, slack(), replace(PRESSED, **change))  # type: ignore[arg-type]
    assert [] == list(await ledger.cases.list(kind="human"))


async def test_nothing_is_kept_where_the_bot_answered(ledger: Ledger) -> None:
    """A button that is replayed for an answer proper."""
    await answered(ledger, thread_ts="5.0", ts=("5.5",))

    assert "not_allowed" == await _keep(ledger, slack())
