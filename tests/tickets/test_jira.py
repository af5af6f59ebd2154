"""Tests of retrieval/tickets/jira.py, by the requests that a server records."""

from __future__ import annotations

import base64
from urllib.parse import parse_qs, urlsplit

import pytest

from retrieval.errors import TicketError
from retrieval.tickets.jira import JiraTickets, markup
from tests.fakes.web_server import WebServer, web_server

TO_DO = {"fields": {"status": {"statusCategory": {"key": "new"}}}}
DONE = {"fields": {"status": {"statusCategory": {"key": "done"}}}}
WAYS = {
    "transitions": [
        {"id": "11", "to": {"statusCategory": {"key": "indeterminate"}}},
        {"id": "31", "to": {"statusCategory": {"key": "done"}}},
    ]
}


def _tickets(server: WebServer, user: str = "") -> JiraTickets:
    return JiraTickets.at(server.url, "DOCS", "token-of-nobody", user=user, kind="Bug")


async def test_an_issue_is_created() -> None:
    """With project, type, Jira's own markup, and the key as a label."""
    with web_server((201, {"key": "DOCS-7"})) as server:
        opened = await _tickets(server, "a@b.example").open("drop-1", "Fell", "**Why**\n- `x`")
    (asked,) = server.asked

    assert ("DOCS-7", f"{server.url}/browse/DOCS-7") == (opened.ref, opened.url)
    assert ["POST /rest/api/2/issue"] == server.calls
    assert {
        "project": {"key": "DOCS"},
        "issuetype": {"name": "Bug"},
        "summary": "Fell",
        "description": "*Why*\n* {{x}}",
        "labels": ["footnote", "drop-1"],
    } == asked.body["fields"]
    pair = base64.b64encode(b"a@b.example:token-of-nobody").decode()
    assert f"Basic {pair}" == asked.headers["Authorization"]


async def test_an_issue_is_found_by_its_label() -> None:
    """Cloud has a path of its own, Data Center the older one."""
    found = {"issues": [{"key": "DOCS-7"}]}
    with web_server((200, found)) as cloud, web_server((404, {}), (200, found)) as data_center:
        one = await _tickets(cloud).find("drop-1")
        other = await _tickets(data_center).find("drop-1")
        cloud.replies = [(200, {"issues": []})]
        missing = await _tickets(cloud).find("drop-2")
    query = parse_qs(urlsplit(cloud.asked[0].path).query)

    assert one
    assert ("DOCS-7", one.ref, None) == (one.ref, other.ref if other else "", missing)
    assert ['project = "DOCS" AND labels = "drop-1"'] == query["jql"]
    assert ["GET /rest/api/2/search/jql", "GET /rest/api/2/search"] == data_center.calls
    assert "Bearer token-of-nobody" == cloud.asked[0].headers["Authorization"]


async def test_an_issue_is_commented_on_and_done() -> None:
    """By whichever transition leads to a state that means done."""
    with web_server((200, TO_DO), (200, WAYS), (201, {}), (204, None)) as server:
        await _tickets(server).close("drop-1", "DOCS-7", "Back.")
    with web_server((200, DONE)) as left:
        await _tickets(left).close("drop-1", "DOCS-7", "Back.")

    assert [
        "GET /rest/api/2/issue/DOCS-7",
        "GET /rest/api/2/issue/DOCS-7/transitions",
        "POST /rest/api/2/issue/DOCS-7/comment",
        "POST /rest/api/2/issue/DOCS-7/transitions",
    ] == server.calls
    assert {"transition": {"id": "31"}} == server.asked[-1].body
    assert 1 == len(left.asked)


async def test_without_a_way_to_done_nothing_is_written() -> None:
    """Else there would be a comment every night."""
    ways = {"transitions": WAYS["transitions"][:1]}
    with (
        web_server((200, TO_DO), (200, ways)) as server,
        pytest.raises(TicketError, match="DOCS-7 has no transition"),
    ):
        await _tickets(server).close("drop-1", "DOCS-7", "Back.")

    assert {"GET"} == {one.method for one in server.asked}


async def test_it_is_said_where_tickets_go() -> None:
    """The project is read; what is no issue is said."""
    with web_server((200, {"key": "DOCS"}), (200, {"hello": 1})) as server:
        said = await _tickets(server).reach()
        with pytest.raises(TicketError, match="names no issue"):
            await _tickets(server).open("k", "t", "b")

    assert "issues of DOCS at 127.0.0.1" == said


def test_markup() -> None:
    """Bold, code and both kinds of lists."""
    assert "*a* {{b}}\n# one\n* two" == markup("**a** `b`\n1. one\n- two")
