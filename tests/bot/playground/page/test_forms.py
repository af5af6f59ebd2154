"""What comes with an act of the page."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession, FormData, web
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.page.forms import FILES, LONGEST_NAME, Said, _name, said, state
from bot.playground.server import bind, serve
from bot.playground.values import Refused


async def _post(**how: Any) -> Any:
    """Send something to a server that reads it; return what it read, or its refusal."""
    read: list[Any] = []

    async def handle(request: web.Request) -> web.Response:
        try:
            told = await said(request)
            read.append((dict(told), list(told.files)))
        except Refused as refused:
            read.append(refused.error)
        return web.Response()

    app = web.Application(client_max_size=2_000)
    app.router.add_post("/", handle)
    listening, url = bind()
    async with serve(app, listening), ClientSession() as client, client.post(url, **how):
        return read[0]


async def test_words_and_files_of_a_form_are_read_apart() -> None:
    """Files in their order, under the names that are shown."""
    form = FormData({"text": "Hello"}, quote_fields=False)
    form.add_field("files", b"a,b", filename="../up/rows.csv")
    form.add_field("files", b"\x00", filename="p\u202egnp.exe")

    told, files = await _post(data=form)
    assert {"text": "Hello"} == told
    assert [("rows.csv", b"a,b"), ("pgnp.exe", b"\x00")] == files


async def test_too_many_and_too_large_files_are_refused() -> None:
    """As Slack refuses more than ten, and the playground more than it can hold."""
    many = FormData()
    for number in range(FILES + 1):
        many.add_field("files", b"x", filename=f"{number}")
    assert "too_many_files" == await _post(data=many)

    large = FormData()
    large.add_field("files", b"x" * 3_000, filename="large")
    assert "file_uploads_too_large" == await _post(data=large)


async def test_json_must_be_an_object() -> None:
    """Halves of surrogate pairs are replaced."""
    head = {"Content-Type": "application/json"}
    assert "json_not_object" == await _post(data=b"[]", headers=head)
    assert "invalid_json" == await _post(data=b"{", headers=head)
    told, _ = await _post(data=b'{"text": "\\ud800x"}', headers=head)
    assert {"text": "\ufffdx"} == told


@pytest.mark.parametrize("wrong", [7, [], {"b": 1}, {"b": {"a": 1}}, {"b": {"a": None}}])
def test_what_fields_say_is_text_by_block_and_action(wrong: object) -> None:
    """Whatever else is sent is refused."""
    assert {"b": {"a": "x"}} == Said(said={"b": {"a": "x"}}).filled()
    with pytest.raises(Refused, match="invalid_arguments"):
        Said(said=wrong).filled()


def test_the_same_action_in_two_blocks_says_two_things() -> None:
    """An action's id is unique in its block, not in its view."""
    element = {"type": "plain_text_input", "action_id": "a"}
    blocks = [{"type": "input", "block_id": name, "element": element} for name in ("one", "two")]

    told = state({"blocks": blocks}, {"one": {"a": "1"}, "two": {"a": "2"}, "none": {"a": "3"}})
    assert ["1", "2"] == [told[name]["a"]["value"] for name in ("one", "two")]
    assert ["one", "two"] == list(told)


@given(st.text())
def test_a_name_is_shown_without_folders_and_unseen_signs(name: str) -> None:
    """It is short, and never empty."""
    shown = _name(name)

    assert 0 < len(shown) <= LONGEST_NAME
    assert shown.isprintable()
    assert "/" not in shown
    assert "\\" not in shown
