"""The windows of a question that was handed over hold what Slack takes."""

from __future__ import annotations

from bot.slack import phrases
from bot.slack.reply.handed import (
    ANSWER_FIELD,
    ASSIGN_VIEW,
    PAGE_FIELD,
    PERSON_FIELD,
    RESOLVE_VIEW,
    open_assign,
    open_resolve,
)
from tests.fakes.slack import FakeWeb
from tests.outgoing import problems


async def test_the_windows_ask_for_what_is_needed() -> None:
    """The answer, and where it should stand if somebody knows; or a person."""
    web = FakeWeb({"views.open": {}})
    await open_resolve(web, "1.2", "e1")
    await open_assign(web, "1.3", "e1")
    resolve, assign = (given["view"] for given in web.called("views.open"))

    assert (RESOLVE_VIEW, "e1") == (resolve["callback_id"], resolve["private_metadata"])
    assert [(ANSWER_FIELD, False), (PAGE_FIELD, True)] == [
        (block["block_id"], block.get("optional", False)) for block in resolve["blocks"]
    ]
    assert (ASSIGN_VIEW, PERSON_FIELD) == (assign["callback_id"], assign["blocks"][0]["block_id"])
    assert phrases.assign_submit() == assign["submit"]["text"]
    assert [] == [p for g in web.called("views.open") for p in problems("views.open", g)]
