"""Rows and presses are dealt with in the language of whoever they came from."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Acknowledged, Kind
from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.locales import Locales, user_of
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from tests.fakes.desk import ASKED, leased_work
from tests.fakes.slack import FakeWeb

GERMAN = "In der Dokumentation steht dazu nichts."
ENGLISH = "The documentation does not say."


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy is no Slack that is slow."""
    monkeypatch.setattr("bot.slack.locales.SECONDS", 30.0)


def _locales(told: Any) -> Locales:
    return Locales(Lookup(FakeWeb({"users.info": told}), "T1", "UBOT"))


def _of(locale: object) -> dict[str, Any]:
    return {"user": {"team_id": "T1", "locale": locale}}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (_of("de-DE"), GERMAN),
        (_of("xx-XX"), ENGLISH),
        (_of(None), ENGLISH),
        (_of(["de"]), ENGLISH),
        ({}, ENGLISH),
        (SlackRefused("users.info", "ratelimited"), ENGLISH),
    ],
)
async def test_a_press_is_answered_in_the_language_of_who_pressed(told: Any, said: str) -> None:
    """And in English where Slack does not say, whatever stands in the place of a locale."""

    async def listen(_: Mapping[str, Any]) -> Acknowledged:
        return Acknowledged({"text": phrases.refusal()})

    listener = _locales(told).within(listen)

    assert {"text": said} == (await listener({"user": {"id": "UANN"}})).body
    assert {"text": said} == (await listener({"user_id": "UANN"})).body
    assert {"text": ENGLISH} == (await listener({})).body
    assert ENGLISH == phrases.refusal()


async def test_nobody_waits_long_for_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Slack is slow the answer is English, and the look-up goes on for the next one."""
    monkeypatch.setattr("bot.slack.locales.SECONDS", 0.01)
    free = asyncio.Event()

    class Slow(FakeWeb):
        async def call(self, method: str, **arguments: Any) -> Mapping[str, Any]:
            await free.wait()
            return await super().call(method, **arguments)

    web = Slow({"users.info": _of("de-DE")})
    locales = Locales(Lookup(web, "T1", "UBOT"))
    assert "" == await locales.of("UANN")

    free.set()
    await asyncio.sleep(0)
    assert "de-DE" == await locales.lookup.locale("UANN")
    assert 1 == len(web.calls)


@pytest.mark.parametrize(("kind", "said"), [("question", GERMAN), ("joined", ENGLISH)])
async def test_a_row_is_dealt_with_in_the_language_of_its_person(
    ledger: Ledger, kind: Kind, said: str
) -> None:
    """But for the greeting, which a whole channel reads and nobody asked for."""

    async def handle(_: Work) -> str:
        return phrases.refusal()

    work = await leased_work(ledger, replace(ASKED, kind=kind))

    assert said == await _locales(_of("de-DE")).before(handle)(work)


@pytest.mark.parametrize(
    ("payload", "user"), [({"user": "U1"}, ""), ({"user_id": 3}, ""), ({}, "")]
)
def test_a_payload_without_a_person_has_none(payload: Mapping[str, Any], user: str) -> None:
    """What is not a person's id is nobody's."""
    assert user == user_of(payload)
