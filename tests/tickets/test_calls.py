"""Tests of retrieval/tickets/calls.py: within a time, tried again, and no secret is told."""

from __future__ import annotations

import pytest

from retrieval.errors import TicketError
from retrieval.tickets.calls import TRIES, Calls
from tests.fakes.web_server import web_server

SECRET = "ghp_verysecrettoken"
HEADERS = {"Authorization": f"Bearer {SECRET}"}


def _calls(url: str) -> Calls:
    return Calls(url, HEADERS, seconds=5.0, wait=0.0)


async def test_json_goes_and_comes() -> None:
    """With the headers that say who asks; an empty reply is None."""
    with web_server((201, {"id": 1}), (204, None)) as server:
        made = await _calls(server.url).ask("POST", "/x", {"a": "ü"}, headers={"X-One": "1"})
        empty = await _calls(server.url).ask("GET", "/y")

    assert (201, {"id": 1}, 204, None) == (made.status, made.data, empty.status, empty.data)
    assert ["POST /x", "GET /y"] == server.calls
    assert {"a": "ü"} == server.asked[0].body
    assert (f"Bearer {SECRET}", "1") == tuple(
        server.asked[0].headers[name] for name in ("Authorization", "X-One")
    )


@pytest.mark.parametrize(
    ("method", "status", "calls"),
    [
        ("GET", 500, TRIES),
        ("POST", 503, TRIES),
        ("POST", 429, TRIES),
        ("POST", 500, 1),
        ("GET", 404, 1),
    ],
)
async def test_what_may_pass_is_tried_again_a_few_times(
    method: str, status: int, calls: int
) -> None:
    """What changes something is not asked again where it may have been done."""
    with (
        web_server((status, {"message": "Not now."})) as server,
        pytest.raises(TicketError, match=f"answered {status}: Not now"),
    ):
        await _calls(server.url).ask(method, "/x")

    assert calls == len(server.asked)


async def test_a_second_try_may_do() -> None:
    """After the wait that the tracker asks for."""
    with web_server((429, {}, {"Retry-After": "1"}), (200, {"ok": True})) as server:
        found = await _calls(server.url).ask("POST", "/x", {})

    assert {"ok": True} == found.data


@pytest.mark.parametrize(("method", "calls"), [("GET", TRIES), ("POST", 1)])
async def test_no_answer_is_told(method: str, calls: int) -> None:
    """A connection that breaks off may have done what it was asked."""
    with (
        web_server((0, None)) as server,
        pytest.raises(TicketError, match="does not answer"),
    ):
        await _calls(server.url).ask(method, "/secret-path")

    assert calls == len(server.asked)


async def test_nobody_there_is_told_without_the_path() -> None:
    """The path of a webhook is a secret."""
    with web_server() as server:
        url = server.url
    with pytest.raises(TicketError) as told:
        await _calls(f"{url}/hidden").ask("POST", "/secret")

    assert "does not answer" in str(told.value)
    assert "hidden" not in str(told.value)
    assert "secret" not in str(told.value)


async def test_a_redirect_is_not_followed() -> None:
    """Our key is for the address that was set."""
    with web_server() as other, web_server((302, None, {"Location": "/x"})) as server:
        server.replies = [(302, None, {"Location": f"{other.url}/x"})]
        with pytest.raises(TicketError, match="answered 302"):
            await _calls(server.url).ask("GET", "/x")

    assert [] == other.asked


async def test_a_secret_that_is_repeated_is_taken_out() -> None:
    """Also where the tracker's own message has it, and nothing prints it."""
    errors = {"errorMessages": [f"Bad token {SECRET}"], "errors": {"field": "is wrong"}}
    with web_server((401, errors)) as server:
        calls = _calls(server.url)
        with pytest.raises(TicketError) as told:
            await calls.ask("GET")

    assert "answered 401: Bad token ... field: is wrong. Check FOOTNOTE_TICKETS_TOKEN." in str(
        told.value
    )
    assert SECRET not in f"{told.value}{calls!r}"


async def test_what_is_no_json_is_no_message() -> None:
    """A proxy's page is not repeated."""
    with web_server((502, b"<html>secret</html>"), (200, b"fine")) as server:
        found = await _calls(server.url).ask("GET")

    assert (200, None) == (found.status, found.data)
