"""Faults of such bots that were reported from the field, as far as they are of writing.

Each test names the public reports that it holds against.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.settings import BotSettings
from bot.slack.blocks import mrkdwn
from bot.slack.markdown import sanitise
from bot.slack.splitting import split
from tests.bot.slack.reply.test_reply import Desk
from tests.fakes.answers import answer, citation, claim

ROOT = Path(__file__).parents[3]
CODE = "```\n| a | b |\n| --- | --- |\n| 1 | **2** |\n```"


def test_block_quotes_survive_the_escaping() -> None:
    """bytedance/deer-flow#4197: signs are escaped in the text, and the quote stays a quote."""
    assert "> 5 &gt; 3\n>\n> - so" == sanitise("> 5 > 3\n>\n> - so")


@pytest.mark.parametrize(
    "text",
    [
        "`npm i @scope/pkg`",
        "```\n@channel: `npm i @scope/pkg`\n```",
        "npm i @scope/pkg",
        "| a |\n| --- |\n| `@org/x` |",
    ],
)
def test_names_in_code_are_left_alone(text: str) -> None:
    """vercel/chat#629, #618, #394: a package's scope, in code or not, is no mention."""
    assert text == sanitise(text)


@pytest.mark.parametrize("text", ["write to bob@example.com", "see https://x.example/@user/a"])
def test_addresses_with_an_at_sign_call_nobody(text: str) -> None:
    """vercel/chat#618: an address stands whole, and as code, since it is no source's."""
    assert f"`{text.rsplit(maxsplit=1)[-1]}`" in sanitise(text)


def test_a_table_in_code_is_no_table() -> None:
    """markdown_to_mrkdwn#30: what stands in a fence is neither rewritten nor cut as a table."""
    rows = "\n\n".join(f"| {n} | x |" for n in range(9))
    long = f"```\n| a | b |\n| --- | --- |\n{rows}\n```"
    pieces = split(sanitise(long), 60)

    assert CODE == sanitise(CODE)
    assert [CODE] == split(sanitise(CODE))
    assert long == sanitise(long)
    assert all(piece.startswith("```\n") and piece.endswith("\n```") for piece in pieces)
    assert 1 == sum(piece.count("| a | b |") for piece in pieces)


@pytest.mark.parametrize(
    "text",
    [
        "**重要**なお知らせです。",
        "これは**太字**です。",
        "- 一つ目\n- **二つ目**:説明",
        "1. 中文列表\n2. 第二项",
    ],
)
def test_chinese_and_japanese_keep_bold_and_lists(text: str) -> None:
    """yc-software/qm#651: parsed by a parser; no blank is needed beside the stars."""
    assert text == sanitise(text)
    assert "**" not in mrkdwn(sanitise(text))


@pytest.mark.parametrize("streaming", [True, False])
@pytest.mark.parametrize("length", [2_999, 3_000, 3_001, 3_499, 3_501, 11_499, 11_501, 13_200])
async def test_answers_about_as_long_as_a_limit_arrive_whole(length: int, streaming: bool) -> None:
    """dust#5701, metabase#79908, bolt-js#2509: no block or message is over, no word is lost."""
    desk = Desk()
    desk.pace.streaming = streaming
    words = ("word " * (length // 5 + 1))[: length - 1] + "."
    said_so = claim(words, citation("Leave is 25 days."))
    await desk.claim(said_so)
    await desk.conclude(answer(said_so))
    said = " ".join(desk.slack.texts())

    assert words.count("word") == said.count("word")
    assert all(len(text) <= (11_500 if streaming else 3_500) for text in desk.slack.texts())
    for message in desk.slack.messages.values():
        assert all(len(text) <= 3_000 for text in _sections(message))


def _sections(message: dict[str, Any]) -> list[str]:
    """Return the texts of the sections of a message."""
    blocks = message.get("blocks") or ()
    return [block["text"]["text"] for block in blocks if block["type"] == "section"]


def test_the_library_is_one_that_is_mended_and_its_assistant_is_not_used() -> None:
    """slackapi/bolt-python#1453, #1456, #1541: its Assistant lost contexts, and signatures."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [one for group in _lists(told) for one in group if str(one).startswith("slack-bolt")]
    used = {
        name.name
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for name in node.names
    }

    assert needed
    assert all("slack-bolt>=1.30,<2" == one for one in needed)
    assert not {name for name in used if "Assistant" in name}


def _lists(told: Any) -> list[list[Any]]:
    """Return every list in a file."""
    if isinstance(told, list):
        return [told]
    inner = told.values() if isinstance(told, dict) else ()
    return [found for one in inner for found in _lists(one)]


def test_a_token_that_is_rotated_is_refused_at_the_start() -> None:
    """slackapi/bolt-python#663, #685: it would end within hours, in the middle of the night."""
    with pytest.raises(ValueError, match="is one that is rotated"):
        BotSettings.model_validate({"SLACK_BOT_TOKEN": "xoxe.xoxb-1", "SLACK_APP_TOKEN": "xapp-1"})


async def test_a_reply_that_is_broken_off_takes_its_status_down() -> None:
    """NousResearch/hermes-agent#24117: whatever ends the work, nothing says that it goes on."""
    desk = Desk()
    await desk.reply.status("is reading the question …")
    await desk.time.turn(0.0)
    await desk.reply.close()
    shown = [given["status"] for name, given in desk.slack.calls if name.endswith("setStatus")]

    assert ["is reading the question …", ""] == [one for one in shown if one != "processing"][:2]
