"""Modals and homes as they are kept."""

from __future__ import annotations

import pytest

from bot.playground.values import Refused
from tests.playground import ADA, BEN

VIEW = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}


async def test_a_new_modal_takes_the_place_of_those_open(pg):
    """Push lies on top, close takes the top away."""
    views = pg.workspace.views
    views.open(ADA, VIEW)
    first = views.open(ADA, VIEW)
    second = views.push(ADA, VIEW)
    stack = [view["id"] for view in views.stack(ADA)]
    views.close(ADA)

    assert [first["id"], second["id"]] == stack
    assert first == views.get(ADA, first["id"])
    assert (first["id"], first["id"]) == (second["root_view_id"], second["previous_view_id"])


async def test_nobody_sees_another_persons_modal(pg):
    """Not even by its id."""
    view = pg.workspace.views.open(ADA, VIEW)

    with pytest.raises(Refused, match="not_found"):
        pg.workspace.views.get(BEN, view["id"])
    assert ADA == pg.workspace.log.since(0)[-1].only_for


async def test_a_view_is_found_by_the_apps_own_name_for_it(pg):
    """external_id; an empty one finds nothing."""
    views = pg.workspace.views
    views.open(ADA, VIEW | {"external_id": "mine"})
    changed = views.update(VIEW | {"callback_id": "c"}, external_id="mine")

    assert "c" == changed["callback_id"] == views.stack(ADA)[0]["callback_id"]
    with pytest.raises(Refused, match="not_found"):
        views.update(VIEW)
