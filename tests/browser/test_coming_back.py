"""The page when the playground stops and comes back, and when people go to and fro in it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from playwright.async_api import Page, expect

from bot.playground import server
from bot.playground.page.documents import Library
from bot.playground.page.records import Records
from bot.playground.page.routes import attach
from bot.playground.page.screen import Screen
from bot.playground.values import Message
from retrieval.clock import SystemClock
from retrieval.ports import EvalCase
from tests.browser.served import Kept, page
from tests.playground import ADA, BEN, BOT, GENERAL, HELP, Pg


@asynccontextmanager
async def _served_again(port: int) -> AsyncIterator[Pg]:
    """Serve a new workspace where another one was."""
    url = f"http://127.0.0.1:{port}/"
    playground = server.furnished(SystemClock(), url)
    records = Records(Kept(), Kept())
    screen = Screen(playground.workspace, Library([]), records, url.rstrip("/"))
    application = server.create_app(playground, lambda app: attach(app, screen))
    async with server.serve(application, socket.create_server(("127.0.0.1", port))):
        yield Pg(playground, SystemClock(), url)


async def test_the_page_says_when_the_playground_stops_and_goes_on_when_it_is_back(
    browser,
) -> None:
    """What could not be sent is said beside its box and stays in it, also in the page made anew."""
    window = await browser.new_page()
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}")
        await expect(window.locator("#gone")).to_be_hidden()
        port = int(pg.url.rstrip("/").rsplit(":", 1)[1])
    await expect(window.locator("#gone")).to_contain_text("has stopped")
    box = window.locator("[data-composer=main] textarea")
    await box.fill("Is anybody there?")
    await box.press("Enter")
    await expect(window.locator("[data-composer=main] .unsent")).to_have_text(
        "Not sent: The playground cannot be reached."
    )
    await expect(box).to_have_value("Is anybody there?")

    async with _served_again(port) as pg:
        await expect(window.locator("#gone")).to_be_hidden(timeout=15_000)
        await expect(window.locator("[data-composer=main] .unsent")).to_be_hidden()
        await expect(box).to_have_value("Is anybody there?")
        await box.press("Enter")
        await expect(window.locator(".message .body")).to_have_text("Is anybody there?")
        assert "Is anybody there?" == pg.messages()[0]["text"]


async def test_what_is_refused_is_said_in_a_sentence(browser) -> None:
    """Beside the box that it stays in."""
    window = await browser.new_page()
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}")
        box = window.locator("[data-composer=main] textarea")
        await box.fill("x" * 40_001)
        await box.press("Enter")
        await expect(window.locator("[data-composer=main] .unsent")).to_contain_text("too long")
        assert 40_001 == len(await box.input_value())


async def test_channels_are_changed_by_key_and_back_leads_back(window: Page) -> None:
    """Alt and an arrow work in the box too; a draft waits in its channel."""
    async with page() as pg:
        root = pg.say(BEN, GENERAL, "Hello")
        pg.say(BEN, GENERAL, "Reply", root)
        await window.goto(pg.url)
        box = window.locator("[data-composer=main] textarea")
        await window.locator(".replies").click()
        await box.fill("A draft")
        await box.press("Alt+ArrowDown")
        await expect(window.locator(f"[data-channel-id={HELP}]")).to_be_visible()
        await expect(window.locator("#pane")).to_be_hidden()
        await expect(box).to_be_focused()
        await expect(box).to_have_value("")

        await window.go_back()
        await expect(window.locator(f"[data-channel-id={GENERAL}]")).to_be_visible()
        await expect(box).to_have_value("A draft")
        await expect(window.locator("#panel-thread .message")).to_have_count(2)
        await window.go_forward()
        await expect(window.locator(f"[data-channel-id={HELP}]")).to_be_visible()
        await window.locator("[data-composer=main] textarea").press("Alt+ArrowUp")
        await expect(window.locator(f"[data-channel-id={GENERAL}]")).to_be_visible()


async def test_a_thread_opened_again_shows_its_case_and_counts_as_the_channel(
    window: Page,
) -> None:
    """A note for one person alone is no reply, and the tools of the first message are whole."""
    made = datetime(2026, 1, 2, tzinfo=UTC)
    case = EvalCase("c1", "abcdef0123", made, "new", ADA, GENERAL, {"question": "Why?"})
    async with page(kept=Kept(made=[case])) as pg:
        root = pg.say(ADA, GENERAL, "@footnote Why?")
        archive = pg.workspace.archive
        payload = {"event_type": "x", "event_payload": {"trace_id": "abcdef0123"}}
        answer = Message(GENERAL, archive.stamp(), BOT, "So.", root, by_app=True, metadata=payload)
        archive.add(answer)
        note = Message(GENERAL, archive.stamp(), BOT, "Thanks", root, by_app=True, only_for=ADA)
        archive.whisper(note)
        await window.goto(f"{pg.url}?as={ADA}")
        for _ in range(2):
            await window.locator(".replies").first.click()
            await expect(window.locator("#panel-thread .case-link")).to_have_attribute(
                "href", "/cases/c1"
            )
            await expect(window.locator("#panel-thread .private")).to_be_visible()
            await expect(window.locator("[data-count]")).to_have_text("1 reply")
            await window.keyboard.press("Escape")
        await window.locator(".replies").first.click()
        pg.say(BEN, GENERAL, "Me too", root)
        await expect(window.locator("[data-count]")).to_have_text("2 replies")
        await expect(window.locator(".replies strong").first).to_have_text("2 replies")

        await window.locator(".thread-root .message").hover()
        tools = await window.locator(".thread-root .tools").bounding_box()
        pane = await window.locator("#panel-thread .scroll").bounding_box()
        assert tools
        assert pane
        assert pane["y"] <= tools["y"]
