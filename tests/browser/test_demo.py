"""The demo as a visitor meets it: the real bot, the real index of docs/, one browser."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from bot.playground.demo import QUESTIONS
from tests.browser.served import Started, demo
from tests.playground import DIRECT, GENERAL, HELP

PATIENCE = 60_000
"""Milliseconds that an answer may take on a busy machine."""


@pytest.fixture(name="started", scope="module")
def _started(program: str, tmp_path_factory: pytest.TempPathFactory):
    """The demo of this manual, on a port and with an index of its own."""
    with demo(tmp_path_factory.mktemp("data")) as started:
        yield started


async def _ask(window: Page, question: str, answers: int = 1) -> None:
    """Ask in the thread that is open, else in the channel, and wait for the answer to be whole."""
    box = window.locator("[data-composer=reply] textarea, [data-composer=main] textarea").last
    await box.fill(question)
    await box.press("Enter")
    whole = window.locator("#panel-thread .how")
    await expect(whole).to_have_count(answers, timeout=PATIENCE)


async def test_a_question_is_answered_with_sources_that_open(
    window: Page, started: Started
) -> None:
    """The thread opens by itself; a source opens its page at the heading, the quote marked."""
    await window.goto(started.url)
    await window.get_by_role("button", name=QUESTIONS[0]).click()
    answer = window.locator("#panel-thread .log .message")
    await expect(answer.locator(".how")).to_be_visible(timeout=PATIENCE)
    await expect(answer).to_contain_text("leave nothing behind")

    async with window.expect_popup() as opening:
        await answer.locator(".prose a").last.click()
    opened = await opening.value
    await expect(opened).to_have_url(re.compile(r"/pages/[\w-]+\.md\?trace=\w+#[\w-]+$"))
    heading = opened.locator(f"[id='{opened.url.split('#')[1]}']")
    await expect(heading).to_be_in_viewport()
    await expect(opened.locator("mark").first).to_be_in_viewport()
    await expect(opened.locator("article")).to_contain_text("leave nothing behind")


async def test_every_suggested_question_ends_as_it_should(window: Page, started: Started) -> None:
    """All but the last are answered; the last is refused, with the nearest pages as links."""
    for place, question in enumerate(QUESTIONS, start=1):
        await window.goto(f"{started.url}?channel={GENERAL}")
        await window.get_by_role("button", name=question).click()
        await expect(window.locator("#panel-thread .how")).to_have_count(1, timeout=PATIENCE)
        cited = await window.locator("#panel-thread .prose .cite").count()

        assert (place < len(QUESTIONS)) == bool(cited), question
    refused = window.locator("#panel-thread .log .message")
    assert await refused.locator(".prose li a").count() >= 2


async def test_a_follow_up_is_answered_in_the_thread(window: Page, started: Started) -> None:
    """It needs no mention, and its trace shows the question that it was taken for."""
    await window.goto(started.url)
    await _ask(window, f"@Footnote {QUESTIONS[0]}")
    await _ask(window, "And which ones are embedded again?", answers=2)
    await window.locator("#panel-thread .how-link").last.click()

    story = window.locator("#panel-trace .story")
    await expect(story.locator(".hop-question")).to_contain_text(
        "And which ones are embedded again?"
    )
    await expect(story.locator(".hop-question")).to_contain_text("Ada Okafor")
    await expect(story.locator(".hop h3").first).to_have_text("What was asked")
    for hop in ("rewrite", "search", "rank", "pack", "write", "verify", "answer"):
        await expect(story.locator(f".hop-{hop}")).to_be_visible()
    await window.keyboard.press("ArrowLeft")
    await expect(window.locator("#panel-thread .how")).to_have_count(2)


async def test_a_private_answer_is_shared_and_its_search_changed(
    window: Page, started: Started
) -> None:
    """A command's answer goes to the channel with a press; what was searched is typed anew."""
    await window.goto(f"{started.url}?channel={HELP}")
    box = window.locator("[data-composer=main] textarea")
    await box.fill(f"/footnote {QUESTIONS[0]}")
    await box.press("Enter")
    private = window.locator("[data-list=channel] .private")
    await private.get_by_role("button", name="Share to channel").click(timeout=PATIENCE)
    shared = window.locator("[data-list=channel] .message:not(.private)")
    await expect(shared).to_contain_text("asked me, and shared the answer", timeout=PATIENCE)
    await shared.get_by_role("button", name="Show quotes").click()
    await expect(window.locator("#modal blockquote").first).to_be_visible(timeout=PATIENCE)
    await window.keyboard.press("Escape")
    await expect(window.locator("#modal")).to_be_hidden()

    await shared.get_by_role("button", name="Edit search").click()
    field = window.locator("#modal textarea")
    await expect(field).to_have_value(QUESTIONS[0], timeout=PATIENCE)
    await field.fill(QUESTIONS[2])
    await window.locator("#modal [data-submit]").click()
    await expect(window.locator("#modal")).to_be_hidden()
    await shared.locator(".replies").click(timeout=PATIENCE)
    await expect(window.locator("#panel-thread .log .how")).to_be_visible(timeout=PATIENCE)
    await expect(window.locator("#panel-thread .log")).to_contain_text(QUESTIONS[2])


async def test_a_thumbs_down_makes_a_case(window: Page, started: Started) -> None:
    """The case is linked under the answer and has the question, who complained, and the trace."""
    await window.goto(f"{started.url}?channel={DIRECT}")
    await _ask(window, QUESTIONS[-1])
    await window.get_by_role("button", name=re.compile("not help|unhelp", re.IGNORECASE)).click()
    link = window.locator("#panel-thread .case-link")
    await expect(link).to_be_visible(timeout=PATIENCE)
    await expect(window.locator("#panel-thread .private")).to_be_visible(timeout=PATIENCE)

    async with window.expect_popup() as opening:
        await link.click()
    case = await opening.value
    await expect(case.locator("h1")).to_have_text(QUESTIONS[-1])
    await expect(case.locator(".facts").first).to_contain_text("Ada Okafor")
    await expect(case.locator(".kept-versions")).to_contain_text("writer")
    await expect(case.locator("main > p").last).to_contain_text("DATABASE_URL=")
    await case.locator(".facts a").first.click()
    await expect(case.locator(".outcome")).to_have_text("Not in the documentation")


async def test_a_reaction_is_an_opinion_too(window: Page, started: Started) -> None:
    """A thumbs-down among the reactions makes the case, and taken back it withdraws it."""
    await window.goto(f"{started.url}?channel={DIRECT}&as=U0BEN00002")
    await window.goto(f"{started.url}?as=U0BEN00002")
    await _ask(window, f"@Footnote {QUESTIONS[1]}")
    answer = window.locator("#panel-thread .log .message").first
    pressed = answer.locator(".thumb-negative[aria-pressed=true]")
    await answer.locator(".thumb-negative").click()
    await expect(pressed).to_have_count(1)
    await expect(answer.locator(".case-link")).to_be_visible(timeout=PATIENCE)
    await answer.hover()
    await answer.get_by_label("React with thumbs down").click()
    await expect(answer.locator(".case-link")).to_be_visible(timeout=PATIENCE)

    await answer.locator(".reaction[data-react='-1']").click()
    await expect(answer.locator(".case-link")).to_be_hidden(timeout=PATIENCE)
    await expect(pressed).to_have_count(0)


async def test_it_works_at_400_pixels_by_keyboard_alone(browser, started: Started) -> None:
    """Asking, reading the answer and its trace, and going back need neither width nor mouse."""
    window = await browser.new_page(viewport={"width": 400, "height": 800})
    await window.goto(started.url)
    await window.locator("[data-composer=main] textarea").focus()
    await window.keyboard.type("@foot")
    await window.keyboard.press("Enter")
    await window.keyboard.type(QUESTIONS[2])
    await window.keyboard.press("Enter")
    await expect(window.locator("#panel-thread .how")).to_have_count(1, timeout=PATIENCE)
    await window.locator("#panel-thread .how-link").focus()
    await window.keyboard.press("Enter")
    await expect(window.locator("#panel-trace .story")).to_be_visible()
    await expect(window.locator("#tab-trace")).to_be_focused()

    assert 400 == await window.evaluate("() => document.documentElement.scrollWidth")
    await window.keyboard.press("Escape")
    await expect(window.locator("#pane")).to_be_hidden()
