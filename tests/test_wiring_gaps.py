"""Tests of retrieval/wiring_gaps.py: what readers may know, and the digest of a week."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval import wiring, wiring_gaps
from retrieval.ledger.ledger import Ledger
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Posting
from retrieval.ports.unmet import Unmet
from retrieval.values import Answer, Outcome, Question, Scope, Trace
from tests.fakes.clock import FakeClock
from tests.fakes.team import BagEmbedder, MemoryStore

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
POLICY = """
team = "T0123ABCD"
[maintainers]
people = ["U0123ABCD"]
channel = "C0123ABCD"
[collections.docs]
open = true
"""


def _unmet(kind: str, *collections: str, team: str = "T1", channel: str = "C1") -> Unmet:
    return Unmet("t1", "Why?", "U1", NOW, collections or ("docs",), False, team, channel, kind)


def test_an_operator_is_shown_what_is_public_and_their_own() -> None:
    """What was asked in private only where they say so; outside of Slack it is theirs."""
    visible, all_of_it = wiring_gaps.operator(private=False), wiring_gaps.operator(private=True)

    assert visible.read(_unmet("channel"))
    assert visible.read(_unmet("", team="", channel=""))
    for kind in ("direct", "group", "private", "alone", ""):
        assert not visible.read(_unmet(kind))
        assert all_of_it.read(_unmet(kind))


def test_a_channel_is_told_what_is_open_or_its_own() -> None:
    """A question that searched a closed collection is not told, nor is a page of one named."""
    collections = {
        "docs": CollectionPolicy(open=True),
        "ours": CollectionPolicy(support="C9"),
        "hr": CollectionPolicy(support="C8"),
    }
    visible = wiring_gaps.channel(Policy(collections, "T1", ("U1",), "C9"))

    assert visible.read(_unmet("channel"))
    assert visible.read(_unmet("channel", "docs", "ours"))
    assert not visible.read(_unmet("channel", "docs", "hr"))
    assert not visible.read(_unmet("private"))
    assert not visible.counted
    assert [True, True, False, False] == [visible.name(n) for n in ("docs", "ours", "hr", "gone")]


async def test_a_week_has_one_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Posted to the maintainers' channel, once, with what is public of it."""
    monkeypatch.setattr(wiring, "embedder", lambda _: BagEmbedder())
    monkeypatch.setattr(wiring, "store", lambda *_: MemoryStore())
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY)
    settings = wiring.settings(data=tmp_path)
    clock = FakeClock()
    clock.time = NOW
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        for number, kind in enumerate(("channel", "direct")):
            await _refused(ledger, f"t{number}", kind)
        said = await wiring_gaps.post(settings, ledger, policy, NOW)
        again = await wiring_gaps.post(settings, ledger, policy, NOW)
        nobody = await wiring_gaps.post(settings, ledger, None, NOW)
        (notice,) = await ledger.outbox.due(seconds=1, team="T0123ABCD")

    assert ("The digest of 2026-W49: 1 gap.", "", "") == (said, again, nobody)
    assert "C0123ABCD" == notice.payload["to"]
    assert "Who feeds cat0?" in notice.payload["text"]
    assert "cat1" not in notice.payload["text"]
    assert (True, (NOW + timedelta(weeks=1)).isoformat()) == (
        notice.payload.get("within"),
        notice.payload.get("until"),
    )


async def _refused(ledger: Ledger, name: str, kind: str) -> None:
    """Leave a refused question, of its own subject, in a kind of place."""
    answer = Answer(Outcome.NOT_IN_CONTEXT, (), (), (), (), name, 0.1)
    question = Question(f"Who feeds cat{name[1:]}?", Scope(("docs",)), asker="U1")
    when = (NOW - timedelta(days=1)).isoformat()
    await ledger.record(Trace(name, when, "", question, answer=answer))
    await ledger.postings.keep(
        Posting(name, "T1", "C1", "", (f"2.{name}",), "U1", "1.0", kind=kind)
    )
