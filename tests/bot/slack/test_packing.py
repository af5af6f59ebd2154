"""Those who are told of a question see its passages and owners as far as they may."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.slack.facts import Lookup
from bot.slack.markdown import sanitise
from bot.slack.packet import Packet
from bot.slack.packing import MOST_PAGES, Packing
from bot.slack.refused import SlackRefused
from retrieval.policy import CollectionPolicy, Policy
from retrieval.values import Metadata
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import live
from tests.fakes.support import LEAVE, PAY, PRESSED, refusal

POLICY = Policy(
    {
        "hr": CollectionPolicy(open=True, support="CHELP", owners=("UOWN", "S1", "UGONE")),
        "pay": CollectionPolicy(support="CPAY"),
    }
)


_GUEST = {"UGUEST": {"is_restricted": True}, "UOUT": {"team_id": "T9"}}


def _packing(**channel: Any) -> Packing:
    def person(user: str, **_: Any) -> Any:
        if user == "UGONE":
            raise SlackRefused("users.info", "user_not_found")
        return {
            "user": {
                "name": "own",
                "team_id": "T1",
                **_GUEST.get(user, {}),
                "profile": {"display_name": "Olga"},
            }
        }

    web = FakeWeb(
        {
            "conversations.info": {"channel": {"name": "c", **channel}},
            "chat.getPermalink": {"permalink": "https://w.slack.com/x"},
            "conversations.members": {"members": ["UOWN", "UBOT"]},
            "users.info": person,
        }
    )
    return Packing(web, POLICY, Lookup(web, "T1", "UBOT"))


async def test_passages_owners_and_the_thread_are_packed() -> None:
    """Pages of other collections are not; owners are those of the page, else of its collection."""
    kept = replace(LEAVE, id="kept", metadata=Metadata(owner="People team"))
    packet = await _packing().pack(PRESSED, refusal(LEAVE, PAY, kept), "CHELP")

    assert ["Leave", "Leave"] == [passage.title for passage in packet.passages]
    assert all(passage.why == "below" for passage in packet.passages)
    assert ("Olga", "People team") == packet.owners
    assert ("UANN", "", "https://w.slack.com/x") == (packet.who, packet.presser, packet.where)


async def test_so_many_pages_are_packed() -> None:
    """The nearest."""
    pages = [replace(LEAVE, id=f"p{n}", title=f"P{n}") for n in range(5)]
    packet = await _packing().pack(PRESSED, refusal(*pages), "CHELP")

    assert [f"P{n}" for n in range(MOST_PAGES)] == [one.title for one in packet.passages]


async def test_of_a_private_place_nothing_but_who_asks_is_packed() -> None:
    """Nor of one of which Slack says nothing; who passes it on is named."""
    found = replace(PRESSED, user="UBEN")
    private = await _packing(is_private=True).pack(found, refusal(LEAVE), "CHELP")
    unknown = _packing()
    unknown.web.replies["conversations.info"] = SlackRefused("x", "fatal_error")  # type: ignore[attr-defined]

    assert ("", "", (), ()) == (
        private.question, private.searched, private.passages, private.owners,
    )  # fmt: skip
    assert ("UANN", "UBEN") == (private.who, private.presser)
    assert private == await unknown.pack(found, refusal(LEAVE), "CHELP")


@pytest.mark.parametrize(
    ("members", "more"),
    [(["UOWN", "UGUEST"], ""), (["UOUT"], ""), (["UOWN"], "next"), (["UGONE"], "")],
)
async def test_who_is_no_full_member_reads_nothing_of_other_channels(
    members: list[str], more: str
) -> None:
    """A guest among those who are told, or one too many to be sure, hides what was asked."""
    packing = _packing()
    reply = {"members": members, "response_metadata": {"next_cursor": more}}
    packing.web.replies["conversations.members"] = reply  # type: ignore[attr-defined]
    packet = await packing.pack(PRESSED, refusal(LEAVE), "CHELP")

    assert ("UANN", "", ()) == (packet.who, packet.question, packet.passages)


async def test_owners_that_are_groups_are_called_by_name_and_not_mentioned() -> None:
    """Of the policy by id, of a page by id or handle; without the scope as the page has it."""
    group = {"id": "S1", "name": "People <!here>", "handle": "people-team"}
    other = {"id": "S0123ABCD", "name": "Docs", "handle": "docs"}
    pages = [
        replace(LEAVE, id="by-id", metadata=Metadata(owner="S0123ABCD")),
        replace(LEAVE, id="by-handle", metadata=Metadata(owner="@people-team")),
        replace(LEAVE, id="by-person", metadata=Metadata(owner="U0123ABCD")),
        LEAVE,
    ]
    packing = _packing()
    unknown = await packing._owners(pages)
    knowing = _packing()
    knowing.web.replies["usergroups.list"] = {"usergroups": [group, other]}  # type: ignore[attr-defined]
    known = await knowing._owners(pages)
    packet = Packet("UANN", "Why?", owners=known)
    shown = sanitise("\n\n".join(packet.body()))

    assert ("S0123ABCD", "@people-team", "Olga") == unknown
    assert ("Docs (@docs)", "People <!here> (@people-team)", "Olga") == known
    assert "@people-team" in shown
    assert [] == live(shown, set())
    assert "<!" not in shown
