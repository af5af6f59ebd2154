"""A rule hands over what is refused or disliked, once, and only what was asked aloud."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.by_rule import ByRule
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from retrieval.policy import ChannelPolicy, CollectionPolicy, Policy
from retrieval.policy_support import Rules
from retrieval.ports import Job, Opinion, Posting
from tests.fakes.clock import FakeClock
from tests.fakes.support import LEAVE, POLICY, Support, refusal

ASKED = Inbound(
    "question", "q", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", text="How?",
    source="mention",
)  # fmt: skip
DISLIKED = replace(ASKED, kind="feedback", key="f", ts="6.0", answer_ts="6.0", source="button")
REFUSES, DISLIKES = Rules(refusals=True), Rules(dislikes=2)


def _policy(collection: Rules = REFUSES, channel: Rules = REFUSES) -> Policy:
    hr = replace(POLICY.collections["hr"], rules=collection)
    channels = {"C1": ChannelPolicy(rules=channel)}
    return replace(POLICY, collections={**POLICY.collections, "hr": hr}, channels=channels)


async def _after(ledger: Ledger, policy: Policy, found: Inbound, result: str) -> list[Job]:
    """Deal with a row that ends so; return the rows that were put for it."""

    async def handle(_: Work) -> str:
        return result

    rule = ByRule(ledger.inbox, ledger.postings, ledger, ledger.feedback, policy)
    job: Any = type("J", (), {"payload": found.payload(), "id": 1})()
    work = Work(job, ledger.inbox)
    handled = rule.after_opinions(handle) if found.kind == "feedback" else None
    assert result == await (handled or rule.after_questions(handle))(work)
    return list(await ledger.inbox.lease(seconds=0.0, most=9))


async def _answered(ledger: Ledger, trace_id: str = "t1", ts: str = "6.0", ended: str = "") -> None:
    await ledger.record(replace(refusal(LEAVE), id=trace_id))
    outcome = ended or "not_in_context"
    await ledger.postings.keep(
        Posting(trace_id, "T1", "C1", "5.0", (ts,), "UANN", "5.0", outcome=outcome)
    )


@pytest.mark.parametrize(
    "policy", [_policy(channel=Rules()), _policy(collection=Rules())], ids=["collection", "channel"]
)
@pytest.mark.parametrize("result", ["not_in_context", "found_answered"])
async def test_a_refusal_is_handed_over_in_its_askers_name(
    ledger: Ledger, policy: Policy, result: str
) -> None:
    """By the rule of the channel, or of the collection that came nearest; by whichever attempt."""
    await _answered(ledger)
    (job,) = await _after(ledger, policy, ASKED, result)
    row = Inbound.read(job.payload)

    assert ("human", "rule", "UANN", "t1", "5.0") == (
        row.kind, row.source, row.user, row.trace_id, row.thread_ts,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "changed", "result", "ended"),
    [
        (_policy(Rules(), Rules()), {}, "not_in_context", ""),
        (_policy(), {"channel_kind": "direct"}, "not_in_context", ""),
        (_policy(), {"private": True}, "not_in_context", ""),
        (_policy(), {}, "answered", ""),
        (_policy(), {}, "found_answered", "answered"),
        (_policy(), {"ts": "7.0"}, "not_in_context", ""),
    ],
)
async def test_everything_else_is_not(
    ledger: Ledger, policy: Policy, changed: dict[str, Any], result: str, ended: str
) -> None:
    """Without a rule, in private, answered, or of an answer that is not known."""
    await _answered(ledger, ended=ended)

    assert [] == await _after(ledger, policy, replace(ASKED, **changed), result)


async def test_a_thread_is_handed_over_once_enough_of_it_is_disliked(ledger: Ledger) -> None:
    """By whomever; one answer that several dislike is one."""
    policy = _policy(DISLIKES, Rules())
    put = []
    clock = FakeClock()
    for number, (trace_id, ts) in enumerate((("t1", "6.0"), ("t2", "7.0"), ("t3", "8.0"))):
        await _answered(ledger, trace_id, ts)
        for person in ("UANN", "UBEN"):
            given = Opinion(trace_id, person, -1, "button", "C1", clock.now())
            await ledger.feedback.give(given)
        found = replace(DISLIKED, answer_ts=ts, key=f"f{number}")
        rows = await _after(ledger, policy, found, "bad")
        put.append([Inbound.read(job.payload).trace_id for job in rows])
        for job in rows:
            await ledger.inbox.finish(job, "done")
    assert [[], ["t2"], []] == put


async def test_an_opinion_without_a_rule_costs_nothing(ledger: Ledger) -> None:
    """A good one, or none that the policy counts."""
    await _answered(ledger)

    assert [] == await _after(ledger, _policy(Rules(), Rules()), DISLIKED, "bad")
    assert [] == await _after(ledger, _policy(DISLIKES), DISLIKED, "good")


async def test_what_a_rule_hands_over_tells_its_asker_aloud(ledger: Ledger) -> None:
    """In the thread, once; nobody is whispered to."""
    await _answered(ledger)
    policy = _policy()
    (job,) = await _after(ledger, policy, ASKED, "not_in_context")
    await ledger.inbox.finish(job, "done")
    support = Support(ledger, FakeClock(), policy=policy)
    await support.hand_over(Inbound.read(job.payload))
    await support.deliver()

    assert [phrases.passed_on_by_rule("#chelp")] == support.said("C1")
    assert [] == support.whispers()
    assert phrases.handed_by_rule("")[:12] in support.said("CHELP")[0]
    assert CollectionPolicy().rules == Rules()


async def test_the_last_disliked_answer_of_the_thread_is_handed_over(ledger: Ledger) -> None:
    """Whichever of them was disliked last."""
    for name, ts in (("t1", "6.0"), ("t2", "7.0")):
        await _answered(ledger, name, ts)
        await ledger.feedback.give(Opinion(name, "UBEN", -1, "button", "C1", FakeClock().now()))
    (job,) = await _after(ledger, _policy(DISLIKES, Rules()), DISLIKED, "bad")

    assert "t2" == Inbound.read(job.payload).trace_id
