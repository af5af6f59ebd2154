"""Take the pictures of the README and the manual: `python -m tests.browser.pictures [FOLDER]`.

Asks the manual's first suggested question in the demo, and keeps one picture of 1280 by 800
(docs/images/playground.png). With a folder named, more views are kept there to be looked at.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from bot.playground.demo import QUESTIONS
from tests.browser.served import ROOT, chromium, demo, flags

PICTURE = ROOT / "docs" / "images" / "playground.png"
PATIENCE = 60_000
WIDE, NARROW = (1280, 800), (400, 800)


async def _window(browser: Browser, url: str, size: tuple[int, int], scheme: str) -> Page:
    """Open the page without the blinking of a text cursor."""
    view = {"width": size[0], "height": size[1]}
    window = await browser.new_page(viewport=view, color_scheme=scheme, reduced_motion="reduce")
    await window.goto(url)
    return window


async def _ask(window: Page, question: str) -> None:
    """Ask, and wait until the answer is whole."""
    box = window.locator("[data-composer=main] textarea")
    await box.fill(f"@Footnote {question}")
    await box.press("Enter")
    await expect(window.locator("#panel-thread .how")).to_have_count(1, timeout=PATIENCE)
    await window.mouse.move(5, 700)


async def _more(browser: Browser, url: str, folder: Path) -> None:
    """Keep every other view, wide and narrow, light and dark."""
    for size, name in ((WIDE, "wide"), (NARROW, "narrow")):
        for scheme in ("light", "dark"):
            window = await _window(browser, url, size, scheme)
            await window.screenshot(path=folder / f"{name}-{scheme}-channel.png")
            await _ask(window, QUESTIONS[2])
            await window.screenshot(path=folder / f"{name}-{scheme}-thread.png")
            await window.locator("#panel-thread .how-link").click()
            await expect(window.locator(".story")).to_be_visible()
            await window.screenshot(path=folder / f"{name}-{scheme}-trace.png")
            source = await window.locator(".prose a").first.get_attribute("href")
            for place, address in (("page", str(source)), ("cases", f"{url}cases")):
                await window.goto(address)
                await window.screenshot(path=folder / f"{name}-{scheme}-{place}.png")
            await window.close()


async def _take(url: str, folder: Path | None) -> None:
    """Take the picture, and the others where a folder is given."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=flags())
        window = await _window(browser, url, WIDE, "light")
        await _ask(window, QUESTIONS[0])
        await window.screenshot(path=PICTURE)
        if folder:
            await _more(browser, url, folder)
        await browser.close()


def main() -> None:
    """Start the demo on its usual port and take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for place in (PICTURE.parent, folder):
        if place:
            place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, demo(Path(data)) as started:
        asyncio.run(_take(started.url, folder))


if __name__ == "__main__":
    main()
