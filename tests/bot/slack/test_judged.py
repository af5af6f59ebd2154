"""Each reason has its button, and the window takes one link."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.slack.judged import PAGE_ACTION, PAGE_VIEW, asking_why, page_view, reason_of
from retrieval.ports import REASONS


def test_one_press_a_reason() -> None:
    """Every button says another reason of the answer; the last asks for the right page."""
    reasons, page = asking_why("t1")

    assert list(REASONS) == [reason_of(one["action_id"]) for one in reasons["elements"]]
    assert {"t1"} == {one["value"] for one in [*reasons["elements"], *page["elements"]]}
    assert len(REASONS) == len({one["text"]["text"] for one in reasons["elements"]})
    assert [PAGE_ACTION] == [one["action_id"] for one in page["elements"]]


def test_what_said_nothing_is_not_made_up() -> None:
    """Whoever dislikes a refusal is offered the reasons that it can have."""
    for outcome in ("not_in_context", "failed"):
        reasons, _ = asking_why("t1", outcome)

        assert ["wrong_page", "not_asked", "other"] == [
            reason_of(one["action_id"]) for one in reasons["elements"]
        ]
    for outcome in ("answered", "partial", "conflict", ""):
        assert len(REASONS) == len(asking_why("t1", outcome)[0]["elements"])


@given(st.text() | st.sampled_from(REASONS).map(lambda reason: f"x{reason}"))
def test_what_is_no_reason(action_id: str) -> None:
    """A forged action says nothing."""
    assert "" == reason_of(action_id)


def test_the_window_remembers_what_it_is_about() -> None:
    """Its answer stands in its metadata."""
    view = page_view("about")

    assert (PAGE_VIEW, "about", PAGE_ACTION) == (
        view["callback_id"],
        view["private_metadata"],
        view["blocks"][0]["block_id"],
    )
