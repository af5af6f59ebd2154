"""The windows of an answer show quotes with their pages, and what was searched."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from slack_sdk.models.views import View

from bot.slack.reply.quoted import (
    LONGEST_SEARCH,
    LONGEST_TEXT,
    MOST_BLOCKS,
    open_quotes,
    open_search,
)
from retrieval.values import Answer
from tests.fakes.answers import answer, citation, claim, source
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import hostile

TWO = claim("It may be carried over.", citation("It may be carried over.", start=40))


async def _shown(given: Answer | None) -> dict[str, Any]:
    web = FakeWeb({"views.open": {}})
    await open_quotes(web, "1.2.x", given)
    (sent,) = web.called("views.open")
    assert "1.2.x" == sent["trigger_id"]
    view: dict[str, Any] = sent["view"]
    return view


def _texts(view: dict[str, Any]) -> list[str]:
    parts = [[block.get("text"), *block.get("elements", ())] for block in view["blocks"]]
    return [part["text"] for some in parts for part in some if part]


async def test_each_claim_stands_above_its_quotes() -> None:
    """A quote names its page, its owner and its date, and leads to the sentence."""
    view = await _shown(answer(claim("You get 25 days.", citation("Leave is 25 days.")), TWO))
    texts = _texts(view)

    assert ["section", "section", "context", "divider"] == [b["type"] for b in view["blocks"][:4]]
    assert "*You get 25 days.*" == texts[0]
    assert "> Leave is 25 days." == texts[1].replace("&gt;", ">")
    assert "#days:~:text=Leave%20is%2025%20days|Leave › Days>" in texts[2]
    assert "owner People team" in texts[2]
    assert "2026-01-02" in texts[2]


async def test_a_command_is_quoted_as_it_is_typed() -> None:
    """Its stars are no emphasis, for it stands in a fence on its page."""
    code = 'EXCLUDES="a/*,*/b/*" run'
    text = f"```\n{code}\n```\n"
    said = claim("Leave both out.", citation(code, start=text.index(code)))
    view = await _shown(answer(said, sources=(source(text),)))

    assert "".join(_texts(view)[1].split("\u200b")).endswith(code)


async def test_a_claim_that_is_its_quote_is_not_said_twice() -> None:
    """Only what is said in other words stands above what it rests on."""
    view = await _shown(answer(claim("Leave is 25 days.", citation("Leave is *25* days."))))

    assert ["section", "context"] == [block["type"] for block in view["blocks"]]
    assert "> Leave is 25 days." == _texts(view)[0].replace("&gt;", ">")


async def test_a_window_holds_no_more_than_slack_takes() -> None:
    """What is left out is counted."""
    view = await _shown(answer(*[claim(f"Claim {n}.") for n in range(60)]))

    assert MOST_BLOCKS + 1 == len(view["blocks"])
    assert _texts(view)[-1].startswith("… and ")


async def test_an_answer_without_quotes_says_so() -> None:
    """Nothing is shown as an empty window, which Slack refuses."""
    assert ["The documentation does not say."] == _texts(await _shown(answer()))
    assert ["The documentation does not say."] == _texts(await _shown(None))


async def test_a_search_is_shown_to_be_changed() -> None:
    """With what it is about, cut to what can be typed."""
    web = FakeWeb({"views.open": {}})
    await open_search(web, "1.2.x", "vpn " * 1_000, "{}")
    (sent,) = web.called("views.open")
    (field,) = sent["view"]["blocks"]

    assert "{}" == sent["view"]["private_metadata"]
    assert LONGEST_SEARCH == len(field["element"]["initial_value"])
    View(**sent["view"]).to_dict()


@given(hostile(), hostile())
async def test_no_page_does_anything_in_a_window(quote: str, text: str) -> None:
    """No token of Slack's works but the links to the pages that are cited."""
    cited = citation(quote)
    view = await _shown(answer(replace(claim(text, cited))))
    tokens = re.findall("<[^>]*>", " ".join(_texts(view)))

    assert all(token.startswith("<https://docs.example/leave") for token in tokens), tokens
    assert all(len(one) <= 3_000 for one in _texts(view))


async def test_a_long_section_is_cut_at_its_end() -> None:
    """An early "&" or link takes nothing away, and no entity ends in halves."""
    amp = await _shown(answer(claim("R&amp;D " + "word " * 555, citation("Leave."))))
    ends = await _shown(answer(claim("x" * 2_000 + "<" * 790, citation("Leave."))))

    assert 2_700 < len(_texts(amp)[0]) <= LONGEST_TEXT + 2
    assert re.search(r"(&lt;)+ …$", _texts(ends)[0])
    assert 2_790 < len(_texts(ends)[0]) <= LONGEST_TEXT + 2
