"""Take the pictures of the README and the manual: `python -m tests.browser.pictures [FOLDER]`.

Starts the demo on the manual, and a second one on two pages that contradict each other with a
model service that is scripted; keeps an answer, a refusal, a conflict and the app's home in
docs/images, each 1280 and 400 pixels wide. With a folder named, more views are kept there to be
looked at, light and dark.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from bot.playground.demo import QUESTIONS
from tests.browser.contradiction import QUESTION, reply, write_pages
from tests.browser.served import ROOT, chromium, demo, flags
from tests.fakes.openai_server import OpenAIServer
from tests.playground import DIRECT

KEPT = ROOT / "docs" / "images"
PATIENCE = 60_000
WIDE, NARROW = (1280, 800), (400, 800)
TALL = 880
"""Pixels that a conflict needs."""


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


async def _home(window: Page, question: str) -> None:
    """Ask privately, and open the app's home."""
    await window.goto(f"{window.url.split('?')[0]}?channel={DIRECT}")
    await window.locator("[data-composer=main] textarea").fill(question)
    await window.keyboard.press("Enter")
    await expect(window.locator("#panel-thread .how")).to_have_count(1, timeout=PATIENCE)
    await window.keyboard.press("Escape")
    await window.locator("[data-room-tab=home]").click()
    await expect(window.locator(".home-view")).to_contain_text(question, timeout=PATIENCE)
    await window.mouse.move(5, 700)


Act = Callable[[Page, str], Awaitable[None]]
ON_THE_MANUAL: tuple[tuple[str, Act, str], ...] = (
    ("playground", _ask, QUESTIONS[0]),
    ("refusal", _ask, QUESTIONS[3]),
    ("home", _home, QUESTIONS[1]),
)


async def _take(browser: Browser, url: str, wanted: tuple[tuple[str, Act, str], ...]) -> None:
    """Keep the pictures that are wanted, wide and narrow."""
    for name, act, question in wanted:
        window = await _window(browser, url, WIDE, "light")
        await act(window, question)
        for (width, height), ending in ((WIDE, ""), (NARROW, "-narrow")):
            tall = TALL if name == "conflict" else height
            await window.set_viewport_size({"width": width, "height": tall})
            await window.evaluate(
                "document.querySelector('[data-list=thread]')?.scrollTo({ top: 0 })"
            )
            await window.mouse.move(1, 1)
            await window.screenshot(path=KEPT / f"{name}{ending}.png")
        await window.close()


async def _more(browser: Browser, url: str, folder: Path) -> None:
    """Keep every other view, wide and narrow, light and dark."""
    for size, name in ((WIDE, "wide"), (NARROW, "narrow")):
        for scheme in ("light", "dark"):
            window = await _window(browser, url, size, scheme)
            start = folder / f"{name}-{scheme}"
            await window.screenshot(path=f"{start}-channel.png")
            await _privately(window, f"{start}-private.png")
            await _ask(window, QUESTIONS[2])
            await window.screenshot(path=f"{start}-thread.png")
            await _windows(window, str(start))
            await window.locator("#panel-thread .how-link").click()
            await expect(window.locator(".story")).to_be_visible()
            await window.screenshot(path=f"{start}-trace.png")
            source = await window.locator(".prose a").first.get_attribute("href")
            await _home(window, QUESTIONS[1])
            await window.screenshot(path=f"{start}-home.png")
            for place, address in (("page", str(source)), ("cases", f"{url}cases")):
                await window.goto(address)
                await window.screenshot(path=f"{start}-{place}.png")
            await window.close()


async def _privately(window: Page, picture: str) -> None:
    """Ask by the command, and keep the answer that one person alone sees."""
    box = window.locator("[data-composer=main] textarea")
    await box.fill(f"/footnote {QUESTIONS[0]}")
    await box.press("Enter")
    await expect(window.locator(".private .how").last).to_be_visible(timeout=PATIENCE)
    await window.screenshot(path=picture)


async def _windows(window: Page, start: str) -> None:
    """Keep the windows of an answer, and the app's panel."""
    for button, name in (("Show quotes", "quotes"), ("Edit search", "search")):
        await window.locator("#panel-thread").get_by_role("button", name=button).click()
        await expect(window.locator("#modal form")).to_be_visible(timeout=PATIENCE)
        await window.screenshot(path=f"{start}-{name}.png")
        await window.keyboard.press("Escape")
        await expect(window.locator("#modal form")).to_have_count(0)
    await window.locator("#tab-agent").click()
    await expect(window.locator("#panel-agent .suggestions")).to_be_visible(timeout=PATIENCE)
    await window.screenshot(path=f"{start}-panel.png")
    await window.locator("#tab-thread").click()


async def _all(data: Path, folder: Path | None) -> None:
    async with OpenAIServer(reply) as service, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=flags())
        model = {"OPENAI_API_KEY": "scripted", "OPENAI_BASE_URL": service.url}
        pages = write_pages(data / "pages")
        with demo(data / "manual") as started:
            await _take(browser, started.url, ON_THE_MANUAL)
            if folder:
                await _more(browser, started.url, folder)
        with demo(data / "two", pages, settings=model) as started:
            await _take(browser, started.url, (("conflict", _ask, QUESTION),))
        await browser.close()


def main() -> None:
    """Take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for place in (KEPT, folder):
        if place:
            place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(_all(Path(data), folder))


if __name__ == "__main__":
    main()
