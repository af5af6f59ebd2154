"""Files: what a message shows of them, and how an app gets at what is in them."""

from __future__ import annotations

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import cast
from bot.playground.uploads import Uploads
from bot.playground.values import Refused
from tests.playground import ADA, GENERAL, PARTNERS

TEAM = cast.team("http://127.0.0.1:1/")


async def _fetch(pg, url, token):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with aiohttp.ClientSession() as http, http.get(url, headers=headers) as answer:
        return answer.status, answer.content_type, await answer.read()


@pytest.mark.parametrize(
    ("name", "mimetype", "filetype", "mode"),
    [
        ("notes.txt", "text/plain", "text", "hosted"),
        ("run.py", "text/plain", "python", "snippet"),
        ("rows.csv", "text/csv", "csv", "hosted"),
        ("shot.png", "image/png", "png", "hosted"),
        ("odd", "application/octet-stream", "binary", "hosted"),
    ],
)
async def test_a_message_tells_what_kind_of_file_it_has(pg, name, mimetype, filetype, mode):
    """By its ending, as Slack does."""
    pg.say(ADA, GENERAL, "look", files=[(name, b"abc")])
    (message,) = pg.messages()
    (told,) = message["files"]

    assert "file_share" == message["subtype"]
    assert (name, mimetype, filetype, mode, 3) == tuple(
        told[field] for field in ("name", "mimetype", "filetype", "mode", "size")
    )


async def test_the_content_is_for_who_has_the_token_and_the_scope(pg, web):
    """Who has not is shown a page to sign in, with a status that says nothing is wrong."""
    pg.say(ADA, GENERAL, "look", files=[("notes.txt", b"abc")])
    ident = pg.messages()[0]["files"][0]["id"]
    told = (await web.files_info(file=ident))["file"]
    urls = told["url_private"], told["url_private_download"]
    right = [await _fetch(pg, url, pg.workspace.app.bot_token) for url in urls]
    wrong = [await _fetch(pg, urls[1], token) for token in ("", "xoxb-wrong")]
    pg.faults.fail("files.download", status=500)
    spoilt = await _fetch(pg, urls[1], pg.workspace.app.bot_token)

    assert [(200, "text/plain", b"abc")] * 2 == right
    assert [(200, "text/html")] * 2 == [one[:2] for one in wrong]
    assert 500 == spoilt[0]


async def test_of_a_shared_channels_file_a_message_tells_the_id_alone(pg, web):
    """files.info tells the rest."""
    pg.say(ADA, PARTNERS, "look", files=[("notes.txt", b"abc")])
    (told,) = pg.messages(PARTNERS)[0]["files"]

    assert ("check_file_info", False) == (told["file_access"], "url_private" in told)
    assert "notes.txt" == (await web.files_info(file=told["id"]))["file"]["name"]


def test_what_was_deleted_or_never_was_is_refused():
    """file_deleted, file_not_found."""
    uploads = Uploads(TEAM)
    kept = uploads.add("a.txt", ADA, GENERAL, 0.0)
    kept.deleted = True

    assert {"id": kept.id, "mode": "tombstone"} == uploads.shape(kept)
    for ident, error in ((kept.id, "file_deleted"), ("F404", "file_not_found")):
        with pytest.raises(Refused, match=error):
            uploads.get(ident)


@given(st.text(max_size=40), st.binary(max_size=40))
def test_any_name_is_a_name(name, content):
    """Whatever somebody calls a file, it is shown."""
    uploads = Uploads(TEAM)
    shape = uploads.shape(uploads.add((name, content), ADA, GENERAL, 0.0))

    assert (name, len(content)) == (shape["name"], shape["size"])


def test_addresses_hold_nothing_of_a_name_that_is_unusual() -> None:
    """Whatever a file is called, its content is found."""
    uploads = Uploads(TEAM)
    for name, last in (("What? 100%#1.TXT", "what_100_1.txt"), ("..", "_"), ("日本", "_")):
        shape = uploads.shape(uploads.add((name, b"x"), "U1", "C1", 0.0))
        assert (name, last) == (shape["name"], shape["url_private"].rpartition("/")[2])
