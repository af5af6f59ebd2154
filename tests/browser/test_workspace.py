"""The page over a workspace: what is shown of what happens in it, and what people can do."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page, expect

from bot.playground.page.documents import Library
from bot.playground.page.screen import Screen
from bot.playground.values import Message
from retrieval.readers.folder import FolderReader
from tests.browser.served import page
from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, HELP, Pg


def _answer(pg: Pg, root: str, text: str = "", **fields) -> Message:
    """Let the app begin a message in a thread."""
    archive = pg.workspace.archive
    return Message(GENERAL, archive.stamp(), BOT, text, root, by_app=True, **fields)


async def test_text_appears_as_it_is_appended(window: Page) -> None:
    """A status stands until the answer begins, and each piece of a stream is shown at once."""
    async with page() as pg:
        await window.goto(pg.url)
        await window.get_by_label("Message general", exact=True).fill("@Footnote What is new?")
        await window.keyboard.press("Enter")
        await expect(window.locator("[data-list=channel] .message")).to_have_count(1)
        [asked] = pg.messages()

        pg.workspace.statuses.set(GENERAL, asked["ts"], "is searching…")
        thread = window.locator("#panel-thread")
        await expect(thread.locator(".status-thread")).to_have_text("Footnote is searching…")

        pg.workspace.statuses.clear(GENERAL, asked["ts"])
        first = [{"type": "markdown", "text": "The first"}]
        stream = pg.workspace.streams.start(_answer(pg, asked["ts"]), first)
        await expect(thread.locator(".log .body")).to_have_text("The first")
        await expect(thread.locator(".streaming .caret")).to_be_visible()
        await expect(thread.locator(".status-thread")).to_be_hidden()

        pg.workspace.streams.append(stream, [{"type": "markdown", "text": " **claim**."}])
        await expect(thread.locator(".log strong").last).to_have_text("claim")
        pg.workspace.streams.stop(stream)
        await expect(thread.locator(".streaming")).to_have_count(0)
        await expect(thread.locator(".log .body")).to_have_text("The first claim.")
        await expect(window.locator(".replies strong").first).to_have_text("1 reply")


async def test_what_is_new_is_counted_until_it_is_read(window: Page) -> None:
    """A message elsewhere marks its channel; going there takes the mark away."""
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}")
        link = window.locator(f"[data-room={HELP}]")
        await expect(window.locator("[data-list=channel]")).to_be_visible()

        pg.say(BEN, HELP, "Anybody here?")
        await expect(link.locator("[data-number]")).to_have_text("1")
        await link.click()

        await expect(window.locator(".message")).to_contain_text("Anybody here?")
        await expect(link.locator("[data-unread]")).to_be_hidden()
        assert {} == pg.workspace.unread(ADA)


async def test_reactions_are_given_with_the_picker_and_taken_back(window: Page) -> None:
    """A reaction goes to the workspace, shows who gave it, and a second press takes it back."""
    async with page() as pg:
        pg.say(BEN, GENERAL, "Lunch?")
        await window.goto(f"{pg.url}?as={ADA}")
        await window.locator(".message").hover()
        await window.get_by_label("Add reaction").click()
        await window.get_by_role("button", name="tada").click()

        given = window.locator(".reaction[data-react=tada]")
        await expect(given).to_have_attribute("aria-pressed", "true")
        [message] = pg.messages()
        assert [{"name": "tada", "users": [ADA], "count": 1}] == message["reactions"]
        await given.click()
        await expect(given).to_have_count(0)


async def test_people_see_their_own_conversations(window: Page) -> None:
    """Another person has other channels, and what is for one person alone is shown to no other."""
    async with page() as pg:
        root = pg.say(ADA, GENERAL, "Hello")
        pg.workspace.archive.whisper(_answer(pg, root, "For Ada", only_for=ADA))
        await window.goto(f"{pg.url}?as={ADA}&thread={root}")
        await expect(window.locator("#panel-thread .private")).to_contain_text("For Ada")

        await window.locator(".switch summary").click()
        await window.locator(".switch").get_by_text("Gus Pereira").click()
        await expect(window.locator(".you summary strong")).to_have_text("Gus Pereira")
        await expect(window.locator(f"[data-room={GENERAL}]")).to_have_count(0)
        await window.goto(f"{pg.url}?as={BEN}&thread={root}")
        await expect(window.locator("#panel-thread .message")).to_have_count(1)


async def test_blocks_are_shown_and_what_is_not_known_is_named(window: Page) -> None:
    """Each block has its form; a type that the page does not know stands in a plain box."""
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Heading"}},
        {"type": "section", "text": {"type": "mrkdwn", "text": "*bold* `code` <https://a.b|link>"}},
        {"type": "divider"},
        {"type": "markdown", "text": "|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```"},
        {"type": "actions", "elements": [_button("go", "Go"), {"type": "workflow_button"}]},
        {"type": "video"},
    ]
    async with page() as pg:
        pg.workspace.archive.add(_answer(pg, "", blocks=blocks))
        await window.goto(pg.url)
        body = window.locator(".body")
        await expect(body.locator(".header")).to_have_text("Heading")
        await expect(body.locator("strong")).to_have_text("bold")
        await expect(body.locator("a")).to_have_attribute("href", "https://a.b")
        await expect(body.locator("td")).to_have_text(["1", "2"])
        await expect(body.locator("pre")).to_have_text("code")
        await expect(body.locator(".unknown")).to_contain_text(["workflow_button", "video"])

        await body.get_by_role("button", name="Go").click()
        await pg.wait_for(lambda: pg.playground.link.pending)


def _button(action: str, label: str) -> dict[str, object]:
    text = {"type": "plain_text", "text": label}
    return {"type": "button", "action_id": action, "text": text, "value": "1"}


async def test_a_form_is_filled_in_and_sent(window: Page) -> None:
    """A modal opens over the page; what is typed in it reaches the app, as does closing it."""
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}")
        await expect(window.locator(".welcome")).to_be_visible()
        element = {"type": "plain_text_input", "action_id": "why", "multiline": True}
        label = {"type": "plain_text", "text": "What was wrong?"}
        view = {
            "type": "modal",
            "title": {"type": "plain_text", "text": "Tell us"},
            "submit": {"type": "plain_text", "text": "Send it"},
            "blocks": [{"type": "input", "block_id": "b", "label": label, "element": element}],
        }
        pg.workspace.views.open(ADA, view)
        await window.get_by_label("What was wrong?").fill("The date")
        sent = []
        pg.workspace.log.listen(lambda change: sent.append(change.data))
        await window.get_by_role("button", name="Send it").click()
        await pg.wait_for(lambda: sent)

        state = sent[0]["payload"]["view"]["state"]["values"]["b"]["why"]
        assert {"type": "plain_text_input", "value": "The date"} == state
        pg.workspace.views.close(ADA)
        await expect(window.locator("#modal")).to_be_hidden()


async def test_ones_own_messages_are_edited_and_deleted(window: Page) -> None:
    """Edit and delete stand beside one's own messages, and beside nobody else's."""
    async with page() as pg:
        pg.say(BEN, GENERAL, "Not mine")
        pg.say(ADA, GENERAL, "Mine")
        await window.goto(f"{pg.url}?as={ADA}")
        await expect(window.get_by_label("Edit message")).to_have_count(1)
        await window.locator(".message").last.hover()
        await window.get_by_label("Edit message").click()
        await window.locator(".editor textarea").fill("Mine, mended")
        await window.keyboard.press("Enter")
        await expect(window.locator(".body").last).to_have_text("Mine, mended")
        await expect(window.locator(".byline").last).to_contain_text("(edited)")

        await window.locator(".message").last.hover()
        await window.get_by_label("Delete message").click()
        await expect(window.locator(".message")).to_have_count(1)


async def test_a_thread_goes_with_the_message_that_it_hangs_on(window: Page) -> None:
    """Nothing is left open to be replied to or stopped; an empty pane says what it is for."""
    async with page() as pg:
        root = pg.say(ADA, GENERAL, "Never mind")
        await window.goto(f"{pg.url}?as={ADA}&thread={root}")
        await expect(window.locator("#panel-thread .message")).to_have_count(1)
        pg.workspace.archive.remove(pg.workspace.archive.get(GENERAL, root))
        await expect(window.locator("#toast")).to_contain_text("deleted")
        await expect(window.locator("#pane")).to_be_hidden()
        assert "thread=" not in window.url

        await window.get_by_role("button", name="Ask Footnote").click()
        await window.locator("#tab-thread").click()
        said = "() => getComputedStyle(document.querySelector('#panel-thread'), '::before').content"
        assert "Choose the replies" in await window.evaluate(said)


async def test_light_and_dark_follow_the_system_until_they_are_chosen(browser) -> None:
    """The page is dark where the system is; the switch turns it, and stays turned."""
    async with page() as pg:
        window = await browser.new_page(color_scheme="dark")
        await window.goto(pg.url)
        paper = "() => getComputedStyle(document.body).backgroundColor"
        dark = await window.evaluate(paper)
        await window.get_by_label("Light or dark").click()
        light = await window.evaluate(paper)
        await window.reload()

        assert ("rgb(20, 25, 31)", "rgb(255, 255, 255)") == (dark, light)
        assert light == await window.evaluate(paper)


async def test_it_is_used_by_keyboard_alone(window: Page) -> None:
    """Asking, walking to a message, opening its thread and closing it need no mouse."""
    async with page() as pg:
        pg.say(ADA, DIRECT, "First")
        await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}")
        await window.keyboard.press("Tab")
        await expect(window.get_by_text("Skip to messages")).to_be_focused()
        await window.keyboard.press("Tab")
        await expect(window.get_by_text("Skip to the message box")).to_be_focused()
        await expect(window.get_by_text("Skip to the message box")).to_be_in_viewport()
        await window.keyboard.press("Enter")
        await expect(window.locator("[data-composer=main] textarea")).to_be_focused()
        await window.keyboard.type("Line one")
        await window.keyboard.press("Shift+Enter")
        await window.keyboard.type("@fo")
        await expect(window.locator(".mentions [role=option]").first).to_contain_text("Footnote")
        await window.keyboard.press("Tab")
        await window.keyboard.press("Enter")
        await expect(window.locator(".message")).to_have_count(2)
        assert f"Line one\n<@{BOT}>" == pg.messages(DIRECT)[-1]["text"].strip()

        await window.locator("[data-list=channel]").focus()
        await window.keyboard.press("ArrowUp")
        await window.keyboard.press("ArrowUp")
        await expect(window.locator(".message").first).to_be_focused()
        for _ in range(4):
            await window.keyboard.press("Tab")
        await expect(window.get_by_label("Reply in thread").first).to_be_focused()
        outline = await window.evaluate(
            "() => getComputedStyle(document.activeElement).outlineStyle"
        )
        assert "solid" == outline
        await window.keyboard.press("Enter")
        await expect(window.locator("[data-composer=reply] textarea")).to_be_focused()
        await window.keyboard.press("Escape")
        await expect(window.locator("#pane")).to_be_hidden()
        await window.keyboard.press("Alt+ArrowUp")


async def test_it_fits_a_narrow_screen(browser) -> None:
    """At 400 pixels nothing is cut off: the sidebar is a drawer, the thread covers the page."""
    async with page() as pg:
        root = pg.say(ADA, GENERAL, "A question that is long enough to be broken into lines " * 4)
        wide = [{"type": "markdown", "text": "|" + "wide column|" * 12 + "\n|" + "-|" * 12}]
        pg.workspace.archive.add(_answer(pg, root, blocks=wide))
        window = await browser.new_page(viewport={"width": 400, "height": 800})
        await window.goto(pg.url)
        await expect(window.locator("#sidebar")).to_be_hidden()
        await window.get_by_role("button", name="Channels", exact=True).click()
        await expect(window.locator("#sidebar")).to_be_visible()
        await window.locator(f"[data-room={GENERAL}]").click()
        await expect(window.locator("#sidebar")).to_be_hidden()
        await window.locator(".replies").click()
        await expect(window.locator("#pane .message")).to_have_count(2)

        assert 400 == await window.evaluate("() => document.documentElement.scrollWidth")
        box = await window.locator("#pane").bounding_box()
        assert box
        assert (0, 400) == (box["x"], box["width"])


async def test_how_far_indexing_is_is_shown_until_it_is_done(window: Page, tmp_path: Path) -> None:
    """Where a page would count none, and in the list of pages, which loads itself again."""
    (tmp_path / "a.md").write_text("# A\n\nText.\n")
    screens: list[Screen] = []
    async with page(screens=screens) as pg:
        (screen,) = screens
        screen.index("it has begun")
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}")
        words, tally = window.locator("[data-pages]"), window.locator("[data-pages-tally]")
        await expect(words).to_have_text("pages that are being indexed (it has begun)")
        await expect(tally).to_have_text("…")

        screen.index("reading: 20 of 400")
        await expect(words).to_contain_text("reading: 20 of 400")

        screen.library = Library([FolderReader(tmp_path)])
        screen.index("")
        await expect(words).to_have_text("the 1 page it has read")
        await expect(tally).to_have_text("1")


async def test_the_list_of_pages_loads_itself_again_until_all_are_there(
    window: Page, tmp_path: Path
) -> None:
    """It says how far indexing is meanwhile."""
    (tmp_path / "a.md").write_text("# A\n\nText.\n")
    screens: list[Screen] = []
    async with page(screens=screens) as pg:
        (screen,) = screens
        screen.index("reading: 20 of 400")
        await window.goto(f"{pg.url}pages/")
        await expect(window.get_by_role("status")).to_contain_text("reading: 20 of 400")

        screen.library = Library([FolderReader(tmp_path)])
        screen.index("")
        await expect(window.get_by_role("link", name="a.md")).to_be_visible()
        await expect(window.get_by_role("status")).to_have_count(0)
