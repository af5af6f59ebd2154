"""Arguments from query, form and JSON, by type."""

from __future__ import annotations

import aiohttp
import pytest

from bot.playground.api.arguments import DEPTH, Arguments
from bot.playground.values import Refused


async def test_query_form_and_json_are_one(pg):
    """Each way of sending brings the same arguments."""
    async with aiohttp.ClientSession() as http:
        told = []
        for sent in ({"params": {"a": "1"}}, {"data": {"a": "1"}}, {"json": {"a": "1"}}):
            async with http.post(pg.api + "api.test", **sent) as answer:
                told.append((await answer.json())["args"])
        both = {"params": {"a": "1", "b": "2"}, "json": {"b": 3}}
        async with http.post(pg.api + "api.test", **both) as answer:
            told.append((await answer.json())["args"])

    assert [{"a": "1"}, {"a": "1"}, {"a": "1"}, {"a": "1", "b": 3}] == told


@pytest.mark.parametrize(
    ("body", "error"),
    [(b"{", "invalid_json"), (b"[1]", "json_not_object"), (b"\xff", "invalid_json")],
)
async def test_what_is_no_object_is_refused(pg, body, error):
    """By Slack's names."""
    headers = {"Content-Type": "application/json"}
    async with (
        aiohttp.ClientSession() as http,
        http.post(pg.api + "api.test", data=body, headers=headers) as answer,
    ):
        assert {"ok": False, "error": error} == await answer.json()


def test_scalars_are_written_out_and_lists_are_not_strings():
    """A number is its digits, a boolean its word."""
    arguments = Arguments({"a": 1, "b": True, "c": 1.5, "d": []})

    assert ["1", "true", "1.5"] == [arguments.text(name) for name in "abc"]
    with pytest.raises(Refused, match="invalid_arguments"):
        arguments.text("d")


@pytest.mark.parametrize("value", ["0.5", "-1", "x", "1001", "٣", "9" * 30, True])
def test_a_number_is_whole_and_within_its_bounds(value):
    """Anything else is refused with the error that the method gives."""
    with pytest.raises(Refused, match="invalid_limit"):
        Arguments({"n": value}).number("n", 5, 1_000, "invalid_limit")


def test_a_number_that_is_left_out_has_its_default():
    """Nothing, an empty string and zero are left out."""
    for values in ({}, {"n": ""}, {"n": 0}):
        assert 5 == Arguments(values).number("n", 5, 10, "invalid_limit")


def test_lists_and_objects_may_come_as_json():
    """As a form sends them."""
    arguments = Arguments({"a": "[1]", "b": '{"c": 2}', "d": "", "e": "[" * 9 + "]" * 9})

    assert ([1], {"c": 2}) == (arguments.items("a", "bad"), arguments.mapping("b", "bad"))
    assert arguments.items("d", "bad") is None
    with pytest.raises(Refused, match="bad"):
        arguments.items("b", "bad")
    with pytest.raises(Refused, match="bad"):
        arguments.mapping("a", "bad")


def test_json_that_is_nested_too_deeply_is_refused():
    """However it is nested, nothing recurses into it."""
    deep = "[" * (DEPTH + 1) + "]" * (DEPTH + 1)

    with pytest.raises(Refused, match="bad"):
        Arguments({"a": deep}).items("a", "bad")


def test_flags_are_read_as_slack_reads_them():
    """true, True and 1 are set."""
    values = {"a": True, "b": "1", "c": "true", "d": "0", "e": "false"}
    arguments = Arguments(values)

    assert [True, True, True, False, False] == [arguments.flag(name) for name in "abcde"]
    assert arguments.flag("z", default=True)
