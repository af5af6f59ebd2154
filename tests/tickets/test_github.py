"""Tests of retrieval/tickets/github.py, by the requests that a server records."""

from __future__ import annotations

import pytest

from retrieval.errors import TicketError
from retrieval.tickets.github import GitHubTickets
from tests.fakes.web_server import WebServer, web_server

ISSUE = {"number": 7, "html_url": "https://github.example/o/r/issues/7", "state": "open"}


def _tickets(server: WebServer) -> GitHubTickets:
    return GitHubTickets.at("o/r", "token-of-nobody", server.url)


async def test_an_issue_is_opened() -> None:
    """With title, body, label, and the key where nobody sees it."""
    with web_server((201, ISSUE)) as server:
        opened = await _tickets(server).open("drop-1", "Fell", "Body")
    (asked,) = server.asked

    assert ("7", ISSUE["html_url"]) == (opened.ref, opened.url)
    assert ["POST /repos/o/r/issues"] == server.calls
    assert {
        "title": "Fell",
        "body": "Body\n\n<!-- footnote:drop-1 -->",
        "labels": ["footnote"],
    } == asked.body
    assert ("Bearer token-of-nobody", "2022-11-28") == (
        asked.headers["Authorization"],
        asked.headers["X-Github-Api-Version"],
    )


async def test_an_issue_is_found_by_its_key() -> None:
    """Among the newest; one whose body is empty is none."""
    ours = {**ISSUE, "body": "x <!-- footnote:drop-1 -->"}
    with web_server((200, [{**ISSUE, "body": None}, ours])) as server:
        found = await _tickets(server).find("drop-1")
        missing = await _tickets(server).find("drop-2")

    assert found
    assert ("7", None) == (found.ref, missing)


async def test_an_issue_is_closed_with_a_comment() -> None:
    """One that is closed or gone is left alone."""
    with web_server((200, ISSUE), (201, {}), (200, {})) as server:
        await _tickets(server).close("drop-1", "7", "Back.")
    closed, gone = (200, {**ISSUE, "state": "closed"}), (410, {"message": "Gone"})
    with web_server(closed, gone) as left:
        await _tickets(left).close("drop-1", "7", "Back.")
        await _tickets(left).close("drop-1", "7", "Back.")

    assert [
        "GET /repos/o/r/issues/7",
        "POST /repos/o/r/issues/7/comments",
        "PATCH /repos/o/r/issues/7",
    ] == server.calls
    assert [None, {"body": "Back."}, {"state": "closed", "state_reason": "completed"}] == [
        one.body for one in server.asked
    ]
    assert ["GET", "GET"] == [one.method for one in left.asked]


async def test_it_is_said_where_tickets_go() -> None:
    """A repository without issues cannot have any."""
    with web_server((200, {"full_name": "o/r", "has_issues": True})) as server:
        said = await _tickets(server).reach()
        server.replies = [(200, {"full_name": "o/r", "has_issues": False})]
        with pytest.raises(TicketError, match="o/r has no issues"):
            await _tickets(server).reach()

    assert "issues of o/r" == said


async def test_what_is_no_issue_is_said() -> None:
    """Another server than GitHub's API may answer."""
    with (
        web_server((200, ["hello"])) as server,
        pytest.raises(TicketError, match="names no issue"),
    ):
        await _tickets(server).open("k", "t", "b")
