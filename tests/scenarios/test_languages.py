"""Ela reads German and Ken Japanese, wherever the bot speaks to them; the documents stay as is."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground import cast
from bot.slack.actions import QUOTES_ACTION, SEARCH_ACTION
from tests.playground import BOT, GENERAL, RANDOM, playground
from tests.scenarios.conftest import Desk, bot_in, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

ELA, KEN = "U0ELA00009", "U0KEN00008"
LEAVE = "How many weeks of paid leave do parents get?"
UNKNOWN = "Which colour has the dragon of Ulaanbaatar?"


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A workspace with Ela and Ken in it."""
    data = tmp_path_factory.mktemp("languages") / "data"
    shutil.copytree(indexed, data)
    async with playground() as pg, bot_in(pg, data) as desk:
        for person in cast.others():
            pg.workspace.add_person(person)
            if person.id in {ELA, KEN}:
                pg.workspace.join(person.id, GENERAL)
        yield desk


@pytest.mark.parametrize(
    ("user", "told", "shown"),
    [
        (ELA, ("Quellen", "Hilfreich", "Zitate zeigen", "Gesucht: "), "liest die Frage …"),
        (KEN, ("出典", "役に立った", "引用を表示", "検索した内容: "), "が質問を読んでいます…"),
    ],
)
async def test_an_answer_speaks_its_askers_language_around_the_documents(
    desk: Desk, user: str, told: tuple[str, ...], shown: str
) -> None:
    """Statuses, headings and buttons are translated; what the page says is not."""
    answer = await desk.answer(GENERAL, desk.pg.ask(LEAVE, user=user))

    assert "26 weeks" in text_of(answer)
    assert [] == [part for part in told if part not in text_of(answer)]
    assert "Helpful" not in text_of(answer)
    assert shown in str([call.arguments for call in desk.pg.calls if "etStatus" in call.method])


@pytest.mark.parametrize(
    ("user", "said"),
    [(ELA, "In der Dokumentation steht dazu nichts."), (KEN, "ドキュメントには記載がありません。")],
)
async def test_a_refusal_speaks_its_askers_language(desk: Desk, user: str, said: str) -> None:
    """That the documentation does not say is said in German and Japanese."""
    answer = await desk.answer(GENERAL, desk.pg.ask(UNKNOWN, user=user))

    assert said in text_of(answer)


@pytest.mark.parametrize(
    ("user", "home", "quotes", "search"),
    [
        (ELA, "Was kann ich fragen?", "Zitate", "Wonach gesucht werden soll"),
        (KEN, "何を尋ねられますか", "引用", "検索する内容"),
    ],
)
async def test_windows_and_home_speak_the_language_of_who_looks(
    desk: Desk, user: str, home: str, quotes: str, search: str
) -> None:
    """The app's home, the quotes, and the window in which a search is edited."""
    answer = await desk.answer(GENERAL, desk.pg.ask(LEAVE, user=user))
    for action, wanted in ((QUOTES_ACTION, quotes), (SEARCH_ACTION, search)):
        value = _value(answer, action)
        desk.pg.press(user, GENERAL, answer["ts"], action, value)
        await desk.pg.wait_for(lambda wanted=wanted: wanted in text_of_view(desk, user))
    desk.pg.open_home(user)
    await desk.pg.wait_for(lambda: home in text_of(desk.pg.home(user) or {}))


async def test_each_person_reads_their_own_language_of_one_answer(desk: Desk) -> None:
    """Ken asked, and Ela opens the quotes: the window is German."""
    answer = await desk.answer(GENERAL, desk.pg.ask(LEAVE, user=KEN))
    desk.pg.press(ELA, GENERAL, answer["ts"], QUOTES_ACTION, _value(answer, QUOTES_ACTION))

    await desk.pg.wait_for(lambda: "Schließen" in text_of_view(desk, ELA))


@pytest.mark.parametrize(
    ("user", "said"),
    [(ELA, "zeigt diese Hilfe"), (KEN, "この説明を表示します")],
)
async def test_a_command_is_answered_in_the_language_of_who_typed(
    desk: Desk, user: str, said: str
) -> None:
    """The help that comes with the acknowledgement too."""
    desk.pg.command(user, GENERAL, "/footnote help")

    whispers = desk.pg.whispers
    await desk.pg.wait_for(lambda: [one for one in whispers(user) if said in text_of(one)])


async def test_a_greeting_is_english(desk: Desk) -> None:
    """A channel has people of many languages, and nobody there asked."""
    desk.pg.workspace.join(BOT, RANDOM, ELA)

    await desk.pg.wait_for(
        lambda: [c for c in desk.pg.called("chat.postMessage") if "Hello!" in str(c.arguments)]
    )


def text_of_view(desk: Desk, user: str) -> str:
    """Return all that the window shows that somebody has open."""
    return str(desk.pg.view(user) or "")


def _value(answer: dict[str, object], action: str) -> str:
    """Return the value of a button of an answer."""
    blocks = answer["blocks"]
    assert isinstance(blocks, list)
    elements = [one for block in blocks for one in block.get("elements", ())]
    return next(str(one["value"]) for one in elements if one.get("action_id") == action)
