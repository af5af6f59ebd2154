"""What is done with a question that was handed over is done by who may, once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.slack import phrases
from bot.slack.card import BACK_ACTION, CLAIM_ACTION, RESOLVE_ACTION
from bot.slack.escalation import ASSIGN, BACK, CLAIM, RESOLVE, SOLVE, written
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Escalation
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, SOLVED
from tests.fakes.clock import FakeClock
from tests.fakes.support import LEAVE, PAY, PRESSED, Support, refusal


@pytest.fixture(name="support")
async def _support(ledger: Ledger) -> Support:
    """A question that was handed over to the first of two channels that could help."""
    await ledger.record(refusal(LEAVE, PAY))
    support = Support(ledger, FakeClock())
    assert "handed_over" == await support.hand_over()
    await support.deliver()
    return support


async def test_the_first_who_claims_has_it_and_the_card_says_so(support: Support) -> None:
    """Whoever comes second is told so, and whoever asked is told once who it is."""
    ended = [await support.act(CLAIM, by) for by in ("UBEN", "UCAT", "UBEN")]
    await support.deliver()
    one = await support.one()

    assert ["claimed", "claim_too_late", "claim_before"] == ended
    assert (CLAIMED, "UBEN") == (one.state, one.holder)
    assert support.shown("CHELP")["text"].startswith(
        f"<@UBEN> {phrases.has_it('<@UANN>', '')[:20]}"
    )
    assert CLAIM_ACTION not in support.buttons("CHELP")
    assert RESOLVE_ACTION in support.buttons("CHELP")
    assert [f"<@UBEN> {phrases.taken()}"] == support.said("C1")
    assert phrases.taken_before() == support.whispers()[-1]


@pytest.mark.parametrize("subject", [CLAIM, BACK, ASSIGN, RESOLVE])
async def test_who_was_not_told_can_do_nothing(support: Support, subject: str) -> None:
    """Neither a stranger to the channel, nor a member by a button that stands elsewhere."""
    ended = [await support.act(subject, "UANN", text="UANN")]
    forged = {"channel": "C1", "key": "forged"}
    ended.append(await support.act(subject, "UBEN", text="UBEN", **forged))
    ended.append(await support.act(subject, "UBEN", about="none", key="none"))
    ended.append(await support.act(subject, "UBEN", team="T2", key="t2"))

    assert ["not_a_member", "not_a_member", "unknown", "unknown"] == ended
    assert OPEN == (await support.one()).state
    assert 1 == (await support.one()).changes


async def test_the_answer_reaches_who_asked_whole_with_its_page(support: Support) -> None:
    """Line by line, its code as code; then the question can be handed over once more."""

    async def page_of(_: Escalation) -> tuple[str, str]:
        return LEAVE.title, LEAVE.url

    support.page_of = page_of
    answer = "\n".join(["Run `leave apply`:", *(f"{n}. step <{n}>" for n in range(200))])[:3_000]
    again = await support.hand_over(replace(PRESSED, key="h2"))
    await support.act(RESOLVE, "UBEN", text=written(answer, "leave.md"))
    await support.deliver()
    later = await support.hand_over(replace(PRESSED, key="h3"))
    (sent,) = [one for (where, _), one in support.messages.items() if where == "C1"]
    shown = "\n".join(block["text"]["text"] for block in sent["blocks"])

    assert answer.replace("<", "&lt;").replace(">", "&gt;") in shown
    assert f"<{LEAVE.url}|{LEAVE.title}>" in shown
    assert ["handed_over_before", "handed_over"] == [again, later]


async def test_a_private_question_stays_so_when_it_is_passed_on(ledger: Ledger) -> None:
    """Those who are asked next see no more of it, whatever channel it was asked in."""
    await ledger.record(refusal(LEAVE, PAY))
    support = Support(ledger, FakeClock())
    await support.hand_over(replace(PRESSED, private=True))
    await support.act(CLAIM, "UBEN")
    await support.act(BACK, "UBEN")
    await support.deliver()
    one = await support.one()

    unread = phrases.sees_name()
    assert f"{phrases.passed_to_others()} {unread}" == support.said("UANN")[-1]
    assert "CHELP" != one.to
    assert ("", "") == (one.content["question"], one.content["searched"])


async def test_a_question_is_given_to_a_member(support: Support) -> None:
    """They and whoever asked are told; somebody who cannot see it gets none."""
    ended = [
        await support.act(ASSIGN, "UBEN", text=person, key=person)
        for person in ("UANN", "UBOT", "UCAT")
    ]
    await support.deliver()

    assert ["nothing_done", "nothing_done", "assigned"] == ended
    assert phrases.not_in_the_channel() in support.whispers()
    assert "UCAT" == (await support.one()).holder
    assert support.said("UCAT")[0].startswith("<@UBEN> ")
    assert [f"<@UCAT> {phrases.taken()}"] == support.said("C1")


async def test_giving_it_to_whoever_has_it_changes_nothing(support: Support) -> None:
    """Who picked them is told; who they are was looked up at that moment, not before."""
    ended = [await support.act(ASSIGN, "UBEN", text="UCAT", key=str(n)) for n in range(2)]
    await support.deliver()
    looked_up = [one["user"] for one in support.web.called("users.info")]

    assert ["assigned", "nothing_done"] == ended
    assert phrases.has_it_already() == support.whispers()[-1]
    assert (1, 1) == (len(support.said("UCAT")), len(support.said("C1")))
    assert 2 == (await support.one()).changes
    assert "UCAT" in looked_up


async def test_what_is_not_theirs_goes_to_the_next(support: Support) -> None:
    """The next support channel, then the maintainers, then a maintainer, then nobody."""
    to = [(await support.one()).to]
    for by in ("UBEN", "UPAY", "UMAIN", "UMAIN"):
        now = await support.one()
        kind = "direct" if now.to.startswith("U") else "channel"
        await support.act(BACK, by, key=f"back {now.to}", channel_kind=kind)
        await support.deliver()
        to.append((await support.one()).to)

    assert ["CHELP", "CPAY", "CMAIN", "UMAIN", "UMAIN"] == to
    assert phrases.nobody_else() == support.whispers()[-1]
    assert support.shown("CHELP")["text"].startswith(
        f"<@UBEN> {phrases.has_handed_on('<@UANN>', '')[:40]}"
    )
    assert [] == support.buttons("CHELP")
    assert BACK_ACTION in support.buttons("UMAIN")


async def test_those_told_next_see_what_they_may_until_their_own_deadline(
    support: Support,
) -> None:
    """Pages of the other collection are named to its own people alone."""
    first = await support.one()
    await support.act(BACK, "UBEN")
    await support.deliver()
    one = await support.one()

    assert "Pay" not in support.said("CHELP")[0]
    assert "Pay" in support.shown("CPAY")["text"]
    assert "pay" == one.collection
    assert support.clock.now().replace(day=one.due.day) == one.due
    assert first.due != one.due
    assert 1 == one.routed


async def test_resolved_asks_what_the_answer_was(support: Support) -> None:
    """Whoever asked reads it where they asked; the card shows it, without any buttons."""
    await support.act(CLAIM, "UBEN")
    answer = written("Twenty <!here> weeks.", "leave.md")
    ended = [await support.act(RESOLVE, by, text=answer) for by in ("UBEN", "UCAT")]
    await support.deliver()
    one = await support.one()

    assert ["resolved", "resolve_too_late"] == ended
    assert phrases.over_already() == support.whispers()[-1]
    assert (RESOLVED, "UBEN", "leave.md") == (
        one.state, one.content["closed_by"], one.content["page"],
    )  # fmt: skip
    assert "Twenty" in support.said("C1")[-1]
    assert "Twenty" in support.shown("CHELP")["text"]
    assert [] == support.buttons("CHELP")
    assert "<!here" not in json.dumps([*support.messages.values()])


async def test_whoever_asked_gives_it_back(support: Support) -> None:
    """Nobody else does, wherever they press; those who help are told."""
    ended = [await support.act(SOLVE, by, channel="C1") for by in ("UBEN", "UANN", "UANN")]
    await support.deliver()

    assert ["not_the_asker", "solved", "solved_before"] == ended
    assert SOLVED == (await support.one()).state
    assert f"<@UANN> {phrases.says_solved()}" == support.said("CHELP")[-1]
    assert phrases.solved_thanks() in support.whispers()


async def test_a_private_question_is_told_of_to_its_asker_alone(ledger: Ledger) -> None:
    """They are told directly who has it, and what it is about; the channel where it was is not."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, FakeClock())
    await support.hand_over(replace(PRESSED, private=True))
    await support.deliver()
    await support.act(CLAIM, "UBEN")
    await support.deliver()

    assert [] == support.said("C1")
    assert "Secret question?" in support.said("UANN")[-1]
