"""People and channels are looked up, kept for a while, and unknown where Slack does not say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.slack.facts import KEPT, PERSON_SECONDS, Kept, Lookup
from bot.slack.refused import SlackRefused
from retrieval.policy import Asker, Place
from tests.fakes.slack import FakeWeb


class _Time:
    """A clock that stands until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _person(**fields: Any) -> dict[str, Any]:
    return {"user": {"team_id": "T1"} | fields}


def _lookup(time: _Time | None = None, **replies: Any) -> tuple[Lookup, FakeWeb]:
    web = FakeWeb({name.replace("_", "."): reply for name, reply in replies.items()})
    return Lookup(web, "T1", "UBOT", time or _Time()), web


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, Asker("U1", "T1")),
        ({"is_restricted": True}, Asker("U1", "T1", guest=True)),
        ({"is_ultra_restricted": True}, Asker("U1", "T1", guest=True)),
        ({"is_stranger": True}, Asker("U1", "T1", stranger=True)),
        ({"team_id": "T2"}, Asker("U1", "T2", stranger=True)),
        ({"team_id": None}, Asker("U1", "", stranger=True)),
        ({"deleted": True}, Asker("U1", "T1", deactivated=True)),
        ({"is_bot": True}, Asker("U1", "T1", bot=True)),
        ({"is_workflow_bot": True}, Asker("U1", "T1", bot=True)),
        (
            {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2", "T1"]}},
            Asker("U1", "T2", organisation="E1"),
        ),
        (
            {"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2"]}},
            Asker("U1", "T2", stranger=True, organisation="E1"),
        ),
    ],
)
async def test_people_are_members_guests_or_strangers(
    fields: dict[str, Any], expected: Asker
) -> None:
    """Whoever Slack does not say is of our workspace is a stranger."""
    lookup, _ = _lookup(users_info=_person(**fields))

    assert expected == await lookup.asker("U1")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"is_channel": True}, Place("C1", "channel")),
        ({"is_channel": True, "is_private": True}, Place("C1", "private")),
        ({"is_im": True}, Place("C1", "direct")),
        ({"is_channel": True, "is_ext_shared": True}, Place("C1", "channel", shared=True)),
        ({"is_channel": True, "is_pending_ext_shared": True}, Place("C1", "channel", shared=True)),
        ({"is_channel": True, "pending_shared": ["T2"]}, Place("C1", "channel", shared=True)),
        ({"is_channel": True, "is_org_shared": True}, Place("C1", "channel", shared=True)),
        ({"is_channel": True, "is_shared": True}, Place("C1", "channel", shared=True)),
        ({}, Place("C1", "private")),
    ],
)
async def test_a_channel_is_what_slack_says_now(fields: dict[str, Any], expected: Place) -> None:
    """The kind is looked up, not taken from the id; what nothing is said of is private."""
    lookup, _ = _lookup(conversations_info={"channel": fields})

    assert expected == await lookup.place("C1")


@pytest.mark.parametrize(
    ("of", "stranger"), [("E1", False), ("E2", True)], ids=["the organisation", "another"]
)
async def test_an_app_of_a_whole_organisation(of: str, stranger: bool) -> None:
    """Everyone of the organisation belongs to it, and its channels are not shared with others."""
    person = _person(team_id="T7", enterprise_user={"enterprise_id": of, "teams": ["T7"]})
    shared = {"is_channel": True, "is_shared": True, "is_org_shared": True}
    web = FakeWeb({"users.info": person, "conversations.info": {"channel": shared}})
    lookup = Lookup(web, "T1", "UBOT", organisation="E1")

    assert Asker("U1", "T7", stranger=stranger, organisation=of) == await lookup.asker("U1")
    assert Place("C1", "channel") == await lookup.place("C1")


async def test_a_group_message_names_its_people() -> None:
    """All who read along are named, the bot left out, and a guest among them is noticed."""
    people = {"UANN": _person(), "UGUS": _person(is_restricted=True)}
    lookup, _ = _lookup(
        conversations_info={"channel": {"is_mpim": True, "is_private": True}},
        conversations_members={"members": ["UANN", "UBOT", "UGUS"]},
        users_info=lambda user, **_: people[user],
    )

    assert Place("G1", "group", people=("UANN", "UGUS"), guests=True) == await lookup.place("G1")


async def test_a_fact_is_kept_for_a_while() -> None:
    """A second look within the time costs no call, a later one does."""
    time = _Time()
    lookup, web = _lookup(time, conversations_info={"channel": {"is_channel": True}})
    for time.now in (0.0, 100.0, 200.0):
        await lookup.place("C1")

    assert 2 == len(web.called("conversations.info"))


async def test_what_slack_does_not_tell_is_not_guessed() -> None:
    """A refusal is raised, and not kept as a fact."""
    lookup, web = _lookup(users_info=SlackRefused("users.info", "ratelimited"))
    with pytest.raises(SlackRefused):
        await lookup.asker("U1")
    web.replies["users.info"] = _person()

    assert Asker("U1", "T1") == await lookup.asker("U1")


async def test_no_more_facts_are_kept_than_fit() -> None:
    """The oldest is forgotten first."""
    kept: Kept[str] = Kept(1.0, _Time())
    looked_up: list[str] = []

    async def get(key: str) -> None:
        async def look_up() -> str:
            looked_up.append(key)
            return key

        await kept.get(key, look_up)

    for number in range(KEPT + 1):
        await get(str(number))
    await get(str(KEPT))
    await get("0")

    assert ["0", "0"] == [key for key in looked_up if key == "0"]
    assert KEPT + 2 == len(looked_up)


async def test_many_who_ask_at_once_are_one_look_up() -> None:
    """Slack allows fifty a minute; who gives up does not take it from the others."""
    kept: Kept[int] = Kept(60.0)
    going, asked = asyncio.Event(), []

    async def look_up() -> int:
        asked.append(1)
        await going.wait()
        return 7

    waiting = [asyncio.create_task(kept.get("C1", look_up)) for _ in range(5)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    going.set()
    found = await asyncio.gather(*waiting[1:])

    assert [7] * 4 == found
    assert [1] == asked
    assert 7 == await kept.get("C1", look_up)


async def test_what_fails_is_looked_up_again() -> None:
    """All who waited are told; the next one asks anew."""
    kept: Kept[int] = Kept(60.0)
    replies: list[int | Exception] = [SlackRefused("users.info", "fatal_error"), 7]

    async def look_up() -> int:
        await asyncio.sleep(0)
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    failed = await asyncio.gather(
        *(kept.get("U1", look_up) for _ in range(2)), return_exceptions=True
    )

    assert [SlackRefused] * 2 == [type(one) for one in failed]
    assert 7 == await kept.get("U1", look_up)


async def test_a_locale_comes_with_the_person() -> None:
    """Who somebody is and which language they use is asked of Slack once, and in one call."""
    lookup, web = _lookup(users_info=_person(locale="ja-JP"))

    assert "ja-JP" == await lookup.locale("U1")
    assert Asker("U1", "T1") == await lookup.asker("U1")
    assert [("users.info", {"user": "U1", "include_locale": True})] == web.calls


async def test_a_person_is_looked_up_anew_where_it_matters() -> None:
    """What is done with the person now must not rest on what was so ten minutes ago."""
    web = FakeWeb({"users.info": {"user": {"team_id": "T1"}}})
    lookup = Lookup(web, "T1", "UBOT")
    await lookup.asker("U1")
    web.replies["users.info"] = {"user": {"team_id": "T1", "deleted": True}}

    assert not (await lookup.asker("U1")).deactivated
    assert (await lookup.asker("U1", fresh=True)).deactivated


GROUP = {"id": "S0123ABCD", "name": "Docs team", "handle": "docs-team"}


async def test_a_group_is_called_by_its_name_and_handle() -> None:
    """By its id or its handle, however written; all groups are looked up once for a while."""
    time = _Time()
    lookup, web = _lookup(time, usergroups_list={"usergroups": [GROUP, "odd"]})
    named = [await lookup.group(one) for one in ("S0123ABCD", " @Docs-Team ", "@other", "")]
    time.now = PERSON_SECONDS + 1
    await lookup.group("@docs-team")

    assert ["Docs team (@docs-team)"] * 2 + ["", ""] == named
    assert 2 == len(web.called("usergroups.list"))


async def test_an_app_without_the_scope_knows_no_group_and_asks_seldom() -> None:
    """What has passed tomorrow is tried again at once."""
    lacking = SlackRefused("usergroups.list", "missing_scope")
    lookup, web = _lookup(usergroups_list=lacking)
    named = [await lookup.group("S0123ABCD") for _ in range(3)]
    busy, asked = _lookup(usergroups_list=SlackRefused("usergroups.list", "ratelimited"))
    for _ in range(2):
        with pytest.raises(SlackRefused, match="ratelimited"):
            await busy.group("S0123ABCD")

    assert ["", "", ""] == named
    assert (1, 2) == (len(web.calls), len(asked.calls))
