"""A browser for tests: the distribution's own, driven by Playwright."""

from __future__ import annotations

import os

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.served import chromium, flags


@pytest.fixture(name="program", scope="session")
def _program() -> str:
    """The path of Chromium; tests that need it skip where it is absent."""
    found = chromium()
    if found:
        return found
    if os.environ.get("FOOTNOTE_REQUIRE_SERVICES") == "1":
        pytest.fail("Chromium is not installed, and FOOTNOTE_REQUIRE_SERVICES=1 asks for it")
    pytest.skip("needs Chromium (Debian: apt-get install chromium)")


@pytest.fixture(name="browser")
async def _browser(program: str):
    """A browser that is closed after the test."""
    async with async_playwright() as playwright:
        browser: Browser = await playwright.chromium.launch(executable_path=program, args=flags())
        yield browser
        await browser.close()


@pytest.fixture(name="window")
async def _window(browser: Browser):
    """A page of 1280 by 800 that fails the test when a script of ours fails, or CSP stops one."""
    window = await browser.new_page(viewport={"width": 1280, "height": 800})
    wrong: list[str] = []
    window.on("pageerror", lambda error: wrong.append(str(error)))
    window.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    yield window

    assert [] == wrong
