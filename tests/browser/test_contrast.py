"""Every text of the page can be read: its colour stands out from what lies behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.playground.values import Message
from tests.browser.served import page
from tests.playground import ADA, BOT, DIRECT, GENERAL, RANDOM, Pg

PALE = """
() => {
  const parse = (said) => {
    const parts = said.match(/[\\d.]+/g).map(Number);
    return parts.length > 3 ? parts : [...parts, 1];
  };
  const over = (front, back) =>
    [0, 1, 2].map((n) => front[n] * front[3] + back[n] * (1 - front[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((n) =>
      n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parents = (one) => (one ? [...parents(one.parentElement), one] : []);
  const behind = (one) => parents(one).reduce(
    (back, each) => over(parse(getComputedStyle(each).backgroundColor), back), [255, 255, 255]);
  const ratio = (one, colour) => {
    const back = behind(one), front = parse(colour);
    front[3] *= parents(one).reduce((k, each) => k * getComputedStyle(each).opacity, 1);
    const [dark, bright] = [light(over(front, back)), light(back)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const told = new Set();
  const look = (one, colour, text) => {
    const found = ratio(one, colour);
    if (found < 4.5) told.add(`${one.className || one.tagName}: ${text} (${found.toFixed(2)})`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim(), one = texts.currentNode.parentElement;
    const away = !one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!text || away || one.closest("[disabled], .sr")) continue;
    look(one, getComputedStyle(one).color, text.slice(0, 30));
  }
  for (const one of document.querySelectorAll("[placeholder]")) {
    const { color } = getComputedStyle(one, "::placeholder");
    if (one.checkVisibility()) look(one, color, one.placeholder);
  }
  return [...told];
}
"""
"""The texts whose contrast is under 4.5 to 1 (WCAG 2.2, success criterion 1.4.3)."""

BLOCKS = [
    {"type": "header", "text": {"type": "plain_text", "text": "Heading"}},
    {"type": "markdown", "text": "A [link](https://a.b), `code` [1](https://a.b)\n\n> quote"},
    {"type": "context", "elements": [{"type": "mrkdwn", "text": "trace *1a2b3c*"}]},
    {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": style or "plain",
                "text": {"type": "plain_text", "text": "Press"},
                **({"style": style} if style else {}),
            }
            for style in ("", "primary", "danger")
        ],
    },
    {"type": "video"},
]
FORM = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Tell us"},
    "submit": {"type": "plain_text", "text": "Send it"},
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": {"type": "plain_text", "text": "Why"},
            "hint": {"type": "plain_text", "text": "In a sentence"},
            "optional": True,
            "element": {"type": "plain_text_input", "action_id": "why"},
        }
    ],
}


@pytest.fixture(name="views", params=["light", "dark"])
async def _views(browser, request: pytest.FixtureRequest):
    """A page of 1280 pixels in light colours, and one in dark ones."""
    window = await browser.new_page(
        viewport={"width": 1280, "height": 800}, color_scheme=request.param, reduced_motion="reduce"
    )
    yield window
    await window.close()


def _say(pg: Pg, root: str, text: str, *, only_for: str = "") -> None:
    """Let the app say something of all blocks."""
    stamp = pg.workspace.archive.stamp()
    said = Message(GENERAL, stamp, BOT, text, root, BLOCKS, by_app=True, only_for=only_for)
    (pg.workspace.archive.whisper if only_for else pg.workspace.archive.add)(said)


async def test_every_text_stands_out(views: Page, tmp_path: Path) -> None:
    """Channel, thread, hints, forms, the home and the pages apart: no text is too pale."""
    (tmp_path / "page.md").write_text("# Page\n\nA [link](other.md) and `code`.\n\n## More\n\nYes.")
    async with page(tmp_path) as pg:
        root = pg.say(ADA, GENERAL, f"<@{BOT}> How?")
        _say(pg, root, "An answer")
        _say(pg, "", "Only for you", only_for=ADA)
        pg.say(ADA, DIRECT, "Not read yet")
        pg.workspace.views.publish(ADA, {"type": "home", "blocks": BLOCKS})

        for place in (f"channel={GENERAL}&thread={root}", f"channel={RANDOM}", "tab=home"):
            at = f"channel={DIRECT}&{place}" if place == "tab=home" else place
            await views.goto(f"{pg.url}?as={ADA}&{at}")
            if place != "tab=home":
                await views.locator("[data-composer=main] textarea").focus()
                await expect(views.locator("[data-composer=main] .hint")).to_have_css(
                    "opacity", "1"
                )
            assert (place, []) == (place, await views.evaluate(PALE))

        await views.locator(".switch summary").click()
        assert [] == await views.evaluate(PALE)
        pg.workspace.views.open(ADA, FORM)
        await expect(views.locator("#modal form")).to_be_visible()
        assert [] == await views.evaluate(PALE)
        for address in ("cases", "pages/", "pages/docs/page.md", "nothing"):
            await views.goto(f"{pg.url}{address}")
            assert (address, []) == (address, await views.evaluate(PALE))
