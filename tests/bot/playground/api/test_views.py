"""views.*: modals on trigger ids, and the home."""

from __future__ import annotations

import pytest

from tests.playground import ADA, BEN, GENERAL, refusal

MODAL = {"type": "modal", "title": {"type": "plain_text", "text": "Why?"}, "blocks": []}
BUTTON = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}


async def _trigger(pg, web):
    blocks = [{"type": "actions", "elements": [BUTTON]}]
    posted = await web.chat_postMessage(channel=GENERAL, text="x", blocks=blocks)
    return pg.press(ADA, GENERAL, posted["ts"], "go")


async def test_a_trigger_opens_one_modal(pg, web):
    """The second use is refused, and so is one that nobody gave."""
    trigger = await _trigger(pg, web)
    opened = await web.views_open(trigger_id=trigger, view=MODAL)
    again = await refusal(web.views_open(trigger_id=trigger, view=MODAL))
    unknown = await refusal(web.views_open(trigger_id="1.2.3", view=MODAL))

    assert opened["view"]["id"] == pg.workspace.view(ADA)["id"]
    assert pg.workspace.view(BEN) is None
    assert ("exchanged_trigger_id", "invalid_trigger_id") == (again, unknown)


async def test_a_trigger_lasts_three_seconds(pg, web):
    """Later it is expired."""
    trigger = await _trigger(pg, web)
    pg.advance(3.1)

    assert "expired_trigger_id" == await refusal(web.views_open(trigger_id=trigger, view=MODAL))


async def test_three_modals_may_lie_on_each_other(pg, web):
    """The fourth is refused."""
    opened = await web.views_open(trigger_id=await _trigger(pg, web), view=MODAL)
    for _ in range(2):
        pushed = await web.views_push(trigger_id=await _trigger(pg, web), view=MODAL)
    pg.advance(1)
    fourth = web.views_push(trigger_id=await _trigger(pg, web), view=MODAL)

    assert opened["view"]["id"] == pushed["view"]["root_view_id"]
    assert "push_limit_reached" == await refusal(fourth)


async def test_an_update_needs_the_newest_hash(pg, web):
    """An old one is hash_conflict, an unknown view not_found."""
    view = MODAL | {"external_id": "mine"}
    opened = await web.views_open(trigger_id=await _trigger(pg, web), view=view)
    title = {"type": "plain_text", "text": "Because"}
    changed = await web.views_update(
        view_id=opened["view"]["id"], hash=opened["view"]["hash"], view=MODAL | {"title": title}
    )
    late = web.views_update(view_id=opened["view"]["id"], hash=opened["view"]["hash"], view=MODAL)

    assert title == changed["view"]["title"] == pg.workspace.view(ADA)["title"]
    assert "hash_conflict" == await refusal(late)
    assert "not_found" == await refusal(web.views_update(view_id="V404", view=MODAL))


async def test_a_home_is_published_for_a_person(pg, web):
    """It keeps its id; nobody's home is refused."""
    first = await web.views_publish(user_id=ADA, view={"type": "home", "blocks": []})
    again = await web.views_publish(user_id=ADA, view={"type": "home", "blocks": []})
    nobody = web.views_publish(user_id="U404", view={"type": "home", "blocks": []})

    assert first["view"]["id"] == again["view"]["id"] == pg.workspace.views.home(ADA)["id"]
    assert "invalid_arguments" == await refusal(nobody)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "home"},
        {"title": {"type": "plain_text", "text": "x" * 25}},
        {"private_metadata": "x" * 3_001},
        {"blocks": [{"type": "odd"}]},
        {"blocks": None},
    ],
)
async def test_a_view_that_slack_would_not_show_is_refused(pg, web, wrong):
    """And its trigger is not spent by it."""
    trigger = await _trigger(pg, web)
    error = await refusal(web.views_open(trigger_id=trigger, view=MODAL | wrong))
    opened = await web.views_open(trigger_id=trigger, view=MODAL)

    assert ("invalid_arguments", True) == (error, opened["ok"])
