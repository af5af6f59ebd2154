"""Who is let in."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.page.guard import HEADERS, guarded


async def _answer(method: str, **headers: str) -> web.StreamResponse:
    async def handler(_request: web.Request) -> web.Response:
        return web.Response(text="ok")

    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return await guarded(handler)(make_mocked_request(method, "/", headers=names))


@pytest.mark.parametrize("host", ["127.0.0.1:3210", "localhost:3210", "[::1]:3210", "127.0.0.1"])
async def test_this_machine_is_answered_with_the_headers(host: str) -> None:
    """Whatever the port, and with the policy on every answer."""
    response = await _answer("GET", Host=host)

    assert 200 == response.status
    assert HEADERS.items() <= dict(response.headers).items()


@pytest.mark.parametrize(
    "host", ["evil.example:3210", "127.0.0.1.evil.example", "", "[bad", "a\u2100b"]
)
async def test_another_name_for_this_machine_is_not_answered(host: str) -> None:
    """A page elsewhere may point its own name here; it then reads nothing."""
    assert 421 == (await _answer("GET", Host=host)).status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "same-origin"}, 200),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Origin": "http://127.0.0.1:3210"}, 200),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Origin": "http://127.0.0.1:3210\u2100"}, 403),
        ({}, 200),
    ],
)
async def test_only_the_page_itself_may_act(headers: dict[str, str], status: int) -> None:
    """A form or script of another page, also one on another port, does nothing."""
    assert status == (await _answer("POST", Host="127.0.0.1:3210", **headers)).status


_ODD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=30)


@given(host=_ODD | _ODD.map("[{}".format), origin=_ODD | _ODD.map("http://[{}".format))
def test_whatever_a_header_says_there_is_an_answer(host: str, origin: str) -> None:
    """A name that is none is not this machine's, and an origin that is none not the page's."""
    by_host = asyncio.run(_answer("GET", Host=host))
    by_origin = asyncio.run(_answer("POST", Host="127.0.0.1:3210", Origin=origin))

    assert {200, 421} >= {by_host.status}
    assert {200, 403} >= {by_origin.status}
