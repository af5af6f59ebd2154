"""The windows of a question that was handed over: its answer, and who has it from now on."""

from __future__ import annotations

from typing import Any

from bot.slack import phrases
from bot.slack.actions import plain_text
from bot.slack.web import Web

RESOLVE_VIEW, ASSIGN_VIEW = "footnote_resolve", "footnote_assign"
"""The `callback_id` of the two."""
ANSWER_FIELD, PAGE_FIELD, PERSON_FIELD = "answer", "page", "person"
"""The ids of their fields, of the blocks and of the elements in them."""
LONGEST_ANSWER, LONGEST_PAGE = 3_000, 1_000


async def open_resolve(web: Web, trigger_id: str, about: str) -> None:
    """Ask for the answer and where it should have been written. Raises SlackRefused."""
    answer = {
        "type": "plain_text_input",
        "action_id": ANSWER_FIELD,
        "multiline": True,
        "min_length": 1,
        "max_length": LONGEST_ANSWER,
    }
    page = {"type": "plain_text_input", "action_id": PAGE_FIELD, "max_length": LONGEST_PAGE}
    fields = (
        _field(ANSWER_FIELD, phrases.resolve_answer(), answer, phrases.resolve_answer_hint()),
        _field(PAGE_FIELD, phrases.resolve_page(), page, phrases.resolve_page_hint())
        | {"optional": True},
    )
    titles = (phrases.resolve_title(), phrases.resolve_submit())
    await web.call(
        "views.open", trigger_id=trigger_id, view=_view(RESOLVE_VIEW, about, titles, *fields)
    )


async def open_assign(web: Web, trigger_id: str, about: str) -> None:
    """Ask who has a question from now on. Raises SlackRefused."""
    person = {"type": "users_select", "action_id": PERSON_FIELD}
    titles = (phrases.assign_title(), phrases.assign_submit())
    field = _field(PERSON_FIELD, phrases.assign_label(), person)
    await web.call(
        "views.open", trigger_id=trigger_id, view=_view(ASSIGN_VIEW, about, titles, field)
    )


def _view(
    name: str, about: str, titles: tuple[str, str], *fields: dict[str, Any]
) -> dict[str, Any]:
    return {
        "type": "modal",
        "callback_id": name,
        "private_metadata": about,
        "title": plain_text(titles[0]),
        "submit": plain_text(titles[1]),
        "close": plain_text(phrases.close()),
        "blocks": list(fields),
    }


def _field(name: str, label: str, element: dict[str, Any], hint: str = "") -> dict[str, Any]:
    field = {"type": "input", "block_id": name, "label": plain_text(label), "element": element}
    return {**field, "hint": plain_text(hint)} if hint else field
