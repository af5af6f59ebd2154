"""The way in: a page, a code, a token."""

from __future__ import annotations

import base64
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground import refusal

BACK = "https://app.example.com/back"


@pytest.fixture(name="http")
async def _http():
    async with aiohttp.ClientSession() as http:
        yield http


def _page(pg, **changed):
    asked = {
        "client_id": pg.workspace.app.client_id,
        "scope": "chat:write,users:read",
        "redirect_uri": BACK,
        "state": '"><script>',
    }
    return f"{pg.url}oauth/v2/authorize?{urlencode(asked | changed)}"


async def _decide(pg, http, answer, team=""):
    form = {"redirect_uri": BACK, "state": "s", "answer": answer}
    form["team"] = team or pg.workspace.team.id
    async with http.post(_page(pg), data=form, allow_redirects=False) as told:
        location = urlsplit(told.headers.get("Location", ""))
        return told.status, {name: one[0] for name, one in parse_qs(location.query).items()}


async def test_a_person_is_asked_for_what_and_where(pg, http):
    """Whatever stands in the address is text on the page."""
    pg.playground.add_second()
    async with http.get(_page(pg)) as answer:
        page = await answer.text()

    assert "chat:write, users:read" in page
    assert ("Playground" in page) is ("Second" in page) is True
    assert "<script>" not in page


@pytest.mark.parametrize("wrong", [{"client_id": "1"}, {"redirect_uri": ""}])
async def test_an_app_that_asks_wrongly_is_not_shown(pg, http, wrong):
    """By Slack's own word."""
    async with http.get(_page(pg, **wrong)) as answer:
        assert 400 == answer.status


async def test_a_code_is_exchanged_for_a_token_that_works(pg, http):
    """By slack_sdk's own client, whether the secret is an argument or a header."""
    app = pg.workspace.app
    _, told = await _decide(pg, http, "allow")
    given = {"client_id": app.client_id, "client_secret": app.client_secret, "code": told["code"]}
    got = await AsyncWebClient(base_url=pg.api).api_call("oauth.v2.access", params=given)
    basic = base64.b64encode(f"{app.client_id}:{app.client_secret}".encode()).decode()
    headers = {"Authorization": f"Basic {basic}"}
    form = {"code": told["code"]}
    async with http.post(f"{pg.api}oauth.v2.access", data=form, headers=headers) as answer:
        again = await answer.json()

    assert ("s", app.bot_token, "bot") == (told["state"], got["access_token"], got["token_type"])
    assert set(got["scope"].split(",")) == app.scopes
    assert "code_already_used" == again["error"]


async def test_a_no_and_an_unknown_workspace_give_no_code(pg, http):
    """access_denied is told to the app; the rest to the person."""
    no = await _decide(pg, http, "cancel")
    nowhere = await _decide(pg, http, "allow", "T404")

    assert (302, {"error": "access_denied", "state": "s"}) == no
    assert (400, {}) == nowhere


async def test_a_revoked_token_is_of_no_use(pg, web):
    """A trial revokes nothing."""
    tried = await web.auth_revoke(test=True)
    done = await web.auth_revoke()

    assert (False, True) == (tried["revoked"], done["revoked"])
    assert "token_revoked" == await refusal(web.auth_test())
