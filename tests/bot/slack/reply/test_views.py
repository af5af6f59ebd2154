"""Views keep to Slack's limits, and nothing in them is live."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.slack.reply.views import (
    HEADER,
    MOST_BLOCKS,
    SECTION,
    button,
    header,
    linked,
    open_modal,
    publish_home,
    section,
)
from tests.fakes.slack import FakeWeb
from tests.fakes.slack_reading import live


@given(text=st.text(max_size=200), times=st.integers(1, 60))
@settings(max_examples=100, deadline=None)
@example(text="[\\]()", times=1)
def test_whatever_is_shown_is_short_and_harmless(text: str, times: int) -> None:
    """No mention, no link but ours, within a section's and a header's length.

    A link of the older mark-up stands in angle brackets; `[]()` is plain text in it.
    """
    shown = section(text * times)["text"]["text"]

    assert len(shown) <= SECTION
    assert [] == [one for one in live(shown) if not one.startswith("link ")]
    assert len(header(text * times)["text"]["text"]) <= HEADER


def test_a_link_stands_below_its_sentence() -> None:
    """Where there is no address its label stands alone."""
    assert linked("How? <!here>", "see it", "https://x/p1")["text"]["text"].endswith(
        "\n<https://x/p1|see it>"
    )
    assert linked("How?", "only you", "")["text"]["text"].endswith("\nonly you")
    assert "How?" == linked("How?", "", "")["text"]["text"]


def test_a_button_stands_beside_its_text() -> None:
    """It carries an id and nothing else."""
    pressed = button("act", "Show", "c1")

    assert pressed == section("x", pressed)["accessory"]
    assert ("act", "c1") == (pressed["action_id"], pressed["value"])


async def test_views_are_cut_to_what_slack_takes() -> None:
    """A hundred blocks; the hash goes along where one is known."""
    web = FakeWeb({"views.publish": {}, "views.open": {}})
    await publish_home(web, "UANN", [section("x")] * 150, "h1")
    await publish_home(web, "UANN", [])
    await open_modal(web, "1.2.x", "Case", ["a", "b"])
    first, second = web.called("views.publish")
    (modal,) = web.called("views.open")

    assert MOST_BLOCKS == len(first["view"]["blocks"])
    assert ("h1", None) == (first["hash"], second.get("hash"))
    assert ("1.2.x", 2) == (modal["trigger_id"], len(modal["view"]["blocks"]))
