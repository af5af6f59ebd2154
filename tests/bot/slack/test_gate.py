"""Who may not ask is told so in private, once, and nothing is said, shown or read for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.facts import Lookup
from bot.slack.gate import LOOK_UPS, Gate
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval.policy import ChannelPolicy, CollectionPolicy, Policy
from retrieval.ports import Job
from tests.fakes.slack import FakeWeb

POLICY = Policy(
    {"docs": CollectionPolicy(open=True, channels=frozenset({"COPEN"}))},
    maintainers=("UMAIN",),
    maintainers_channel="CMAIN",
    channels={"COPEN": ChannelPolicy(outsiders=True, guests=True)},
    bots=frozenset({"BCI"}),
)
MEMBER: Mapping[str, Any] = {"team_id": "T1"}
OPEN: Mapping[str, Any] = {"is_channel": True}
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class _Notes:
    """A notifier that keeps what it is told, each key once."""

    def __init__(self) -> None:
        self.told: dict[str, tuple[str, str]] = {}

    async def notify(
        self, to: str, text: str, *, key: str, team: str = "", about: str = ""
    ) -> bool:
        new = key not in self.told
        self.told.setdefault(key, (to, text))
        assert about in {"", *text.replace(",", " ").split()}
        return new and bool(team)


class _Time:
    """A clock that is set."""

    at = NOON

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return 0.0


class _Desk:
    """A gate with what it tells, and what came through."""

    def __init__(self, person: Any, channel: Any) -> None:
        person = person if isinstance(person, Exception) else {"user": person}
        channel = channel if isinstance(channel, Exception) else {"channel": channel}
        self.web = FakeWeb({"users.info": person, "conversations.info": channel})
        self.notes, self.time, self.came = _Notes(), _Time(), list[str]()
        access = Access(Lookup(self.web, "T1", "UBOT"), None, POLICY)  # type: ignore[arg-type]
        self.gate = Gate(self.web, access, self.notes, self.time)

    async def put(self, attempts: int = 1, **more: Any) -> str:
        """Bring a row to the gate."""

        async def handle(work: Work) -> str:
            self.came.append(work.job.kind)
            return "answered"

        told = {"kind": "question", "key": "k", "message_key": "T1:C1:5.0", "team": "T1"}
        told |= {"channel": "C1", "channel_kind": "channel", "user": "UANN", "ts": "5.0"}
        asked = Inbound(**(told | {"source": "mention"} | more))  # type: ignore[arg-type]
        job = Job(1, asked.kind, asked.lane, asked.payload(), NOON, attempts, "lease")
        return await self.gate.before(handle)(Work(job, None))  # type: ignore[arg-type]


TABLE: Mapping[str, tuple[Any, Any, dict[str, Any], str]] = {
    "a member": (MEMBER, OPEN, {}, ""),
    "a member, privately": (MEMBER, {"is_im": True}, {"channel": "D1"}, ""),
    "somebody external": ({"team_id": "T2"}, OPEN, {}, "stranger"),
    "a stranger": ({"team_id": "T1", "is_stranger": True}, OPEN, {}, "stranger"),
    "a guest": ({"team_id": "T1", "is_restricted": True}, OPEN, {}, "guest"),
    "a guest of one channel": ({"team_id": "T1", "is_ultra_restricted": True}, OPEN, {}, "guest"),
    "a deactivated account": ({"team_id": "T1", "deleted": True}, OPEN, {}, "deactivated"),
    "a bot's account": ({"team_id": "T1", "is_bot": True}, OPEN, {}, "bot"),
    "a workflow's account": ({"team_id": "T1", "is_workflow_bot": True}, OPEN, {}, "bot"),
    "a channel shared by Slack Connect": (MEMBER, OPEN | {"is_ext_shared": True}, {}, "shared"),
    "a channel about to be shared": (MEMBER, OPEN | {"is_pending_ext_shared": True}, {}, "shared"),
    "a channel of several workspaces": (MEMBER, OPEN | {"is_org_shared": True}, {}, "shared"),
    "a channel that the event calls shared": (MEMBER, OPEN, {"shared": True}, "shared"),
    "somebody external where it is open": (
        {"team_id": "T2"},
        OPEN | {"is_ext_shared": True},
        {"channel": "COPEN"},
        "",
    ),
    "a guest where it is open": (
        {"team_id": "T1", "is_restricted": True},
        OPEN,
        {"channel": "COPEN"},
        "",
    ),
    "a colleague of the organisation": (
        {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2"]}},
        OPEN,
        {},
        "stranger",
    ),
    "a listed bot": (SlackRefused("users.info", "user_not_found"), OPEN, {"bot": "BCI"}, ""),
    "nobody that Slack knows": (SlackRefused("users.info", "user_not_found"), OPEN, {}, "unknown"),
    "a lookup without its scope": (
        MEMBER,
        SlackRefused("conversations.info", "missing_scope"),
        {},
        "unknown",
    ),
}


@pytest.mark.parametrize(("person", "channel", "more", "refused"), TABLE.values(), ids=TABLE)
async def test_who_may_ask(person: Any, channel: Any, more: dict[str, Any], refused: str) -> None:
    """Facts 37, complaint E55, issue 6.12: decided by lookups alone, closed by default.

    Not a status, a reaction, a message, or a read of the thread comes before the decision.
    """
    desk = _Desk(person, channel)
    result = await desk.put(**more)

    assert ("not_allowed" if refused else "answered") == result
    assert ([] if refused else ["question"]) == desk.came
    assert {name for name, _ in desk.web.calls} <= {"users.info", "conversations.info"}


async def test_a_person_is_told_once_a_day() -> None:
    """In private, in the channel and thread where they asked; the next day once more."""
    desk = _Desk({"team_id": "T1", "is_restricted": True}, OPEN)
    for ts in ("5.0", "6.0"):
        await desk.put(ts=ts, thread_ts="1.0")
    desk.time.at = NOON + timedelta(days=1)
    await desk.put(ts="7.0")
    told = [one for one in desk.notes.told.values() if one[0].startswith("C1")]

    assert [
        ("C1 UANN 1.0", phrases.refused("guest")),
        ("C1 UANN", phrases.refused("guest")),
    ] == told


async def test_a_person_is_told_in_each_place() -> None:
    """Whoever was told in a channel and then writes directly is not left without a word."""
    desk = _Desk({"team_id": "T1", "is_restricted": True}, OPEN)
    await desk.put()
    desk.web.replies["conversations.info"] = {"channel": {"is_im": True}}
    await desk.put(channel="D1", channel_kind="direct", source="direct")
    told = [(to, text) for to, text in desk.notes.told.values() if to != "CMAIN"]

    assert [("C1 UANN", phrases.refused("guest")), ("D1", phrases.refused("guest"))] == told


async def test_maintainers_are_told_once_a_channel() -> None:
    """Whoever is refused there, and however often."""
    desk = _Desk({"team_id": "T2"}, OPEN | {"is_ext_shared": True})
    for user in ("UANN", "UBOB"):
        await desk.put(user=user)
    told = [text for to, text in desk.notes.told.values() if to == "CMAIN"]

    assert [phrases.refused_in("C1", "stranger")] == told


async def test_in_a_direct_message_it_is_said_there() -> None:
    """It is private already, and no channel that the maintainers could open."""
    desk = _Desk({"team_id": "T1", "is_restricted": True}, {"is_im": True})
    await desk.put(channel="D1", channel_kind="direct", source="direct")

    assert [("D1", phrases.refused("guest"))] == list(desk.notes.told.values())


async def test_who_used_a_command_is_answered_each_time() -> None:
    """A command waits for a word: it goes to the address that came with it."""
    desk = _Desk({"team_id": "T1", "is_restricted": True}, OPEN)
    desk.web.replies["chat.postEphemeral"] = {"ok": True}
    for _ in range(2):
        await desk.put(source="command", private=True)

    assert 2 == len(desk.web.called("chat.postEphemeral"))


@pytest.mark.parametrize("source", ["thread", "auto", "channel"])
async def test_what_was_not_said_to_the_bot_is_let_go_in_silence(source: str) -> None:
    """A guest who talks in the bot's thread hears nothing of the bot's rules."""
    desk = _Desk({"team_id": "T2"}, OPEN)

    assert "not_allowed" == await desk.put(source=source)
    assert {} == desk.notes.told


@pytest.mark.parametrize("person", [{"deleted": True}, {"is_bot": True}])
async def test_who_is_no_person_is_told_nothing(person: dict[str, Any]) -> None:
    """Neither can read it, and two bots that apologise to each other never end."""
    desk = _Desk({"team_id": "T1"} | person, OPEN)
    await desk.put()

    assert {} == desk.notes.told


async def test_where_slack_does_not_say_it_is_tried_again_and_stays_shut() -> None:
    """The lookup fails: another attempt, and at the last one a word in private, no answer."""
    desk = _Desk(MEMBER, SlackRefused("conversations.info", "ratelimited"))
    with pytest.raises(SlackRefused):
        await desk.put()
    assert "not_allowed" == await desk.put(attempts=LOOK_UPS)

    assert [("C1 UANN", phrases.place_unknown())] == list(desk.notes.told.values())
    assert [] == desk.came


@pytest.mark.parametrize("kind", ["feedback", "joined", "edited", "deleted"])
async def test_what_asks_for_no_answer_is_not_held_up(kind: str) -> None:
    """An opinion, a greeting or an edit shows nobody a document."""
    desk = _Desk({"team_id": "T2"}, OPEN)

    assert "answered" == await desk.put(kind=kind)
    assert [] == desk.web.calls


@pytest.mark.parametrize(
    ("person", "channel", "expected"),
    [
        (MEMBER, OPEN, True),
        ({"team_id": "T1", "is_restricted": True}, OPEN, False),
        (MEMBER, SlackRefused("conversations.info", "channel_not_found"), False),
    ],
)
async def test_whose_opinion_counts(person: Any, channel: Any, *, expected: bool) -> None:
    """That of those who may ask there; where Slack does not say now, it is asked again."""
    given = Inbound("feedback", "k", "m", "T1", "C1", "channel", "UANN", "5.0", source="reaction")

    assert expected is await _Desk(person, channel).gate.counts(given)
    with pytest.raises(SlackRefused):
        await _Desk(SlackRefused("users.info", "ratelimited"), OPEN).gate.counts(given)


@pytest.mark.parametrize(
    ("person", "expected"), [(MEMBER, True), ({"team_id": "T2"}, False), (ValueError, False)]
)
async def test_whether_a_status_may_be_shown(person: Any, expected: bool) -> None:
    """Known with no word said; where Slack does not say, it may not."""
    unknown = SlackRefused("users.info", "ratelimited")
    desk = _Desk(unknown if person is ValueError else person, OPEN)
    asked = Inbound("question", "k", "m", "T1", "C1", "channel", "UANN", "5.0", source="mention")

    assert expected is await desk.gate.lets(asked)
    assert {} == desk.notes.told
