"""What may be searched follows from who asks where, and from what is indexed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import NOWHERE, UNKNOWN, Access
from bot.slack.facts import Lookup
from bot.slack.refused import SlackRefused
from retrieval.errors import IndexCorrupt, IndexLocked, IndexMissing, StoreError, StoreUnavailable
from retrieval.policy import CollectionPolicy, Policy
from retrieval.ports import Census
from retrieval.values import Scope
from tests.fakes.slack import FakeWeb

RULES = Policy(
    {
        "handbook": CollectionPolicy(open=True),
        "payroll": CollectionPolicy(channels=frozenset({"C1"}), people=frozenset({"UANN"})),
    }
)


@dataclass
class _Store:
    """These collections, of so many pages each."""

    names: tuple[str, ...] = ("handbook", "payroll")
    pages: int = 2
    broken: StoreError | None = None

    async def collections(self) -> tuple[str, ...]:
        return self.names

    def within(self, scope: Scope) -> _Store:
        return self if set(scope.collections) <= set(self.names) else _Store((), 0)

    async def census(self) -> Census:
        if self.broken:
            raise self.broken
        if not self.names:
            raise IndexMissing("Nothing is indexed.")
        return Census(self.pages, 1, 1, 0, {}, {})


def _asked(**more: Any) -> Inbound:
    told = {"kind": "question", "key": "k", "message_key": "m", "team": "T1", "channel": "C1"}
    return Inbound(**(told | {"channel_kind": "channel", "user": "UANN", "ts": "5.0"} | more))


def _access(channel: dict[str, Any] | Exception, store: _Store | None = None) -> Access:
    told = channel if isinstance(channel, Exception) else {"channel": channel}
    replies = {"users.info": {"user": {"team_id": "T1"}}, "conversations.info": told}
    lookup = Lookup(FakeWeb(replies), "T1", "UBOT")
    return Access(lookup, store or _Store(), RULES)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        ({"is_channel": True}, ("handbook",)),
        ({"is_channel": True, "is_private": True}, ("handbook", "payroll")),
        ({"is_im": True}, ("handbook", "payroll")),
    ],
)
async def test_the_place_decides_what_is_searched(
    channel: dict[str, Any], expected: tuple[str, ...]
) -> None:
    """By what Slack says of the channel now, whatever the event called it."""
    assert Scope(expected) == await _access(channel).scope(_asked(channel_kind="private"))


async def test_what_is_not_indexed_is_left_out() -> None:
    """A collection may stand in the policy before it is filled."""
    access = _access({"is_im": True}, _Store(("payroll",)))

    assert Scope(("payroll",)) == await access.scope(_asked())
    assert None is await _access({"is_im": True}, _Store(())).pages(Scope(()))
    assert None is await _access({"is_im": True}, _Store(pages=0)).pages(Scope(("payroll",)))
    assert 2 == await access.pages(Scope(("payroll",)))


@pytest.mark.parametrize("error", [IndexCorrupt("Damaged."), IndexLocked("Locked.")])
async def test_an_index_that_cannot_be_read_is_search_that_is_down(error: StoreError) -> None:
    """It can be mended while the question is kept."""
    with pytest.raises(StoreUnavailable, match=str(error)):
        await _access({"is_im": True}, _Store(broken=error)).pages(Scope(("payroll",)))


async def test_an_event_from_a_shared_channel_is_refused() -> None:
    """Either Slack's event or its lookup is enough."""
    said = phrases.refused("shared")

    assert said == await _access({"is_channel": True}).scope(_asked(shared=True))
    assert said == await _access({"is_channel": True, "is_ext_shared": True}).scope(_asked())


@pytest.mark.parametrize("error", sorted({"fatal_error", "ratelimited", *UNKNOWN}))
async def test_where_nobody_knows_nothing_is_searched(error: str) -> None:
    """A sentence instead of a guess."""
    access = _access(SlackRefused("conversations.info", error))

    assert phrases.place_unknown() == await access.scope(_asked())


@pytest.mark.parametrize("error", sorted(NOWHERE - UNKNOWN))
async def test_without_a_place_to_answer_the_refusal_is_raised(error: str) -> None:
    """There is nowhere to say the sentence."""
    with pytest.raises(SlackRefused):
        await _access(SlackRefused("conversations.info", error)).scope(_asked())


@pytest.mark.parametrize(
    ("channel", "allowed", "expected"),
    [
        ("C1", ("handbook", "payroll"), ("payroll",)),
        ("C1", ("handbook",), None),
        ("C1", ("payroll",), None),
        ("C2", ("handbook", "payroll"), None),
        ("", ("handbook", "payroll"), None),
    ],
)
def test_the_channel_that_one_looks_at_opens_nothing(
    channel: str, allowed: tuple[str, ...], expected: tuple[str, ...] | None
) -> None:
    """What belongs to it is searched first, of what may be searched anyway."""
    access = Access(Lookup(FakeWeb(), "T1", "UBOT"), _Store(), RULES)  # type: ignore[arg-type]
    near = access.near(channel, Scope(allowed))

    assert expected == (near.collections if near else None)


async def test_a_private_place_that_cannot_be_seen_is_as_good_as_a_direct_message() -> None:
    """Its asker alone reads the answer; in public nothing may be searched there."""
    unseen = SlackRefused("conversations.info", "channel_not_found")
    web = FakeWeb({"users.info": {"user": {"team_id": "T1"}}, "conversations.info": unseen})
    access = Access(Lookup(web, "T1", "UBOT"), _Store(), RULES)  # type: ignore[arg-type]

    assert Scope(("handbook", "payroll")) == await access.scope(_asked(private=True))
    with pytest.raises(SlackRefused):
        await access.scope(_asked())
