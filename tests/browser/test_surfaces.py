"""Slack's surfaces on the page: commands, shortcuts, modals, the home, the panel, files, stop."""

from __future__ import annotations

from playwright.async_api import Page, expect

from bot.playground.values import Message
from tests.browser.served import page
from tests.playground import ADA, BOT, DIRECT, GENERAL, HELP, RANDOM, Pg


def _plain(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def _button(action: str, label: str, value: str = "1") -> dict[str, object]:
    return {"type": "button", "action_id": action, "text": _plain(label), "value": value}


def _modal(*blocks: dict, **more: object) -> dict:
    title, submit = _plain("Tell us"), _plain("Send it")
    return {"type": "modal", "title": title, "submit": submit, "blocks": list(blocks), **more}


def _asked(block: str, label: str, element: dict, **more: object) -> dict:
    return {"type": "input", "block_id": block, "label": _plain(label), "element": element, **more}


def _whisper(pg: Pg, text: str, thread: str = "", blocks: list | None = None) -> Message:
    """Let the app say something that Ada alone sees."""
    stamp = pg.workspace.archive.stamp()
    message = Message(GENERAL, stamp, BOT, text, thread, blocks or [], by_app=True, only_for=ADA)
    return pg.workspace.archive.whisper(message)


def _sent(pg: Pg, kind: str) -> list[dict]:
    """Return the payloads of one type that the app was sent."""
    every = (change.data for change in pg.workspace.log.since(0) if change.kind == "interaction")
    return [
        one["payload"] for one in every if kind in {one["payload"].get("type", ""), one["form"]}
    ]


async def test_a_command_is_suggested_and_its_answer_is_for_one_alone(window: Page) -> None:
    """A slash offers the app's commands; what it answers has its buttons; threads take none."""
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}")
        box = window.locator("[data-composer=main] textarea")
        await box.fill("/")
        await expect(window.locator(".mentions [role=option]")).to_contain_text("/footnote")
        await box.press("Enter")
        await expect(box).to_have_value("/footnote ")
        await box.press_sequentially("How long?")
        await box.press("Enter")
        [command] = await pg.wait_for(lambda: _sent(pg, "slash_commands"))
        assert ("/footnote", "How long?") == (command["command"], command["text"])

        blocks = [{"type": "actions", "elements": [_button("share", "Share to channel")]}]
        said = _whisper(pg, "An answer", blocks=blocks)
        private = window.locator(".private")
        await expect(private).to_contain_text("Only visible to you")
        await private.get_by_role("button", name="Share to channel").click()
        [press] = await pg.wait_for(lambda: _sent(pg, "block_actions"))
        assert (said.ts, True) == (
            press["container"]["message_ts"],
            press["container"]["is_ephemeral"],
        )


async def test_a_command_that_is_none_stays_in_its_box(browser) -> None:
    """With the reason; Slack takes none in threads."""
    async with page() as pg:
        window = await browser.new_page()
        root = pg.say(ADA, GENERAL, "Hello")
        await window.goto(f"{pg.url}?as={ADA}&thread={root}")
        for name, text, reason in (
            ("main", "/frobnicate", "no such command"),
            ("reply", "/footnote x", "in threads"),
        ):
            box = window.locator(f"[data-composer={name}] textarea")
            await box.fill(text)
            await box.press("Enter")
            await expect(window.locator(f"[data-composer={name}] .unsent")).to_contain_text(reason)
            await expect(box).to_have_value(text)


async def test_the_menu_of_a_message_has_the_shortcuts(window: Page) -> None:
    """By keyboard too; what the app then says in its thread opens that thread."""
    async with page() as pg:
        ts = pg.say(ADA, GENERAL, "Is it open on Sunday?")
        await window.goto(f"{pg.url}?as={ADA}")
        await window.locator(".message").focus()
        await window.get_by_label("More message shortcuts").focus()
        await window.keyboard.press("Enter")
        item = window.get_by_role("menuitem", name="Ask Footnote about this")
        await expect(item).to_be_focused()
        await window.keyboard.press("Escape")
        await expect(item).to_be_hidden()
        await expect(window.get_by_label("More message shortcuts")).to_be_focused()
        await window.keyboard.press("Enter")
        await window.keyboard.press("Enter")
        [chosen] = await pg.wait_for(lambda: _sent(pg, "message_action"))
        assert ("footnote_ask", ts) == (chosen["callback_id"], chosen["message_ts"])

        _whisper(pg, "It is.", ts)
        await expect(window.locator("#panel-thread .private")).to_contain_text("It is.")


async def test_a_form_says_what_is_wrong_is_changed_and_put_aside(window: Page) -> None:
    """Each kind of field arrives as Slack sends it; errors stand below their fields."""
    choices = [{"text": _plain(name.upper()), "value": name} for name in ("one", "two")]
    fields = [
        _asked("why", "Why", {"type": "plain_text_input", "action_id": "a", "initial_value": "x"}),
        _asked("pick", "Pick", {"type": "static_select", "action_id": "a", "options": choices}),
        _asked("radio", "One of", {"type": "radio_buttons", "action_id": "a", "options": choices}),
        _asked(
            "boxes",
            "Some of",
            {"type": "checkboxes", "action_id": "a", "options": choices},
            optional=True,
        ),
        {"type": "actions", "elements": [_button("more", "More")]},
        {"type": "rich_text_input"},
    ]
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}")
        await expect(window.locator(".welcome")).to_be_visible()
        first = pg.workspace.views.open(ADA, _modal(*fields, notify_on_close=True))
        form = window.locator("#modal")
        await expect(form.get_by_label("Why")).to_be_focused()
        await expect(form.locator(".unknown")).to_contain_text("rich_text_input")
        await form.get_by_label("Why").fill("The date")
        await form.get_by_label("Pick").select_option("two")
        await form.get_by_role("radio", name="ONE").check()
        await form.get_by_role("checkbox", name="TWO").check()
        await form.get_by_role("button", name="More").click()
        [press] = await pg.wait_for(lambda: _sent(pg, "block_actions"))
        assert "The date" == press["view"]["state"]["values"]["why"]["a"]["value"]

        await form.get_by_role("button", name="Send it").click()
        [sent] = await pg.wait_for(lambda: _sent(pg, "view_submission"))
        values = {block: state["a"] for block, state in sent["view"]["state"]["values"].items()}
        assert {"type": "plain_text_input", "value": "The date"} == values["why"]
        assert (choices[1], choices[0]) == tuple(
            values[name]["selected_option"] for name in ("pick", "radio")
        )
        assert [choices[1]] == values["boxes"]["selected_options"]

        key = next(iter(pg.workspace.interactions._submitted))
        wrong = {"response_action": "errors", "errors": {"why": "Too short.", "x": "And more."}}
        pg.workspace.interactions.answered(key, wrong)
        await expect(form.locator("[data-field-of=why] .field-problem")).to_have_text("Too short.")
        await expect(form.locator(".problem")).to_have_text("And more.")
        await expect(form.get_by_label("Why")).to_have_attribute("aria-invalid", "true")

        pg.workspace.views.update(_modal(*fields[:2]), view_id=first["id"])
        await expect(form.get_by_label("One of")).to_have_count(0)
        await expect(form.get_by_label("Why")).to_have_value("The date")
        pg.workspace.views.push(ADA, _modal(fields[0], title=_plain("On top")))
        await expect(form.locator("h2")).to_have_text("On top")
        await form.get_by_label("Back").click()
        await expect(form.locator("h2")).to_have_text("Tell us")
        await window.keyboard.press("Escape")
        await expect(form).to_be_hidden()
        assert pg.view(ADA) is None


async def test_the_home_is_opened_shown_anew_and_pressed(window: Page) -> None:
    """The app hears that its home was opened; what it publishes is shown, and can be pressed."""
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}")
        await window.locator("[data-room-tab=home]").click()
        await expect(window.locator("[data-home]")).to_contain_text("published nothing")
        opened = [one for one in pg.workspace.log.since(0) if one.kind == "home_opened"]
        assert ["messages", "home"] == [one.data["tab"] for one in opened]

        section = {"type": "section", "text": {"type": "mrkdwn", "text": "*Case* one"}}
        view = {"type": "home", "blocks": [{**section, "accessory": _button("show", "Show", "c1")}]}
        pg.workspace.views.publish(ADA, view)
        await expect(window.locator("[data-home] strong")).to_have_text("Case")
        await window.get_by_role("button", name="Show").click()
        [press] = await pg.wait_for(lambda: _sent(pg, "block_actions"))
        assert ("view", "c1") == (press["container"]["type"], press["actions"][0]["value"])
        await window.reload()
        await expect(window.locator("[data-home] strong")).to_have_text("Case")


async def test_the_panel_knows_the_channel_beside_it(window: Page) -> None:
    """What is looked at is told, prompts are asked with a press, and titles name what was said."""
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}")
        await window.get_by_role("button", name="Ask Footnote").click()
        panel = window.locator("#panel-agent")
        await expect(panel.locator(".beside")).to_contain_text("#general")
        prompts = {"title": "Try", "prompts": [{"title": "Short", "message": "The long one?"}]}
        pg.workspace.panel.suggest(DIRECT, prompts)
        await window.locator(f"[data-room={HELP}]").click()
        await expect(panel.locator(".beside")).to_contain_text("#help")
        [seen] = pg.workspace.panel.entities[ADA]
        assert ("slack#/types/channel_id", HELP) == (seen["type"], seen["value"])

        await panel.get_by_role("button", name="Short").click()
        await expect(window.locator("#panel-thread .message")).to_contain_text("The long one?")
        [asked] = pg.messages(DIRECT)
        pg.workspace.panel.entitle((DIRECT, asked["ts"]), "A fine title")
        await expect(window.locator(".thread-title")).to_have_text("A fine title")
        await window.get_by_role("tab", name="Footnote", exact=True).click()
        await expect(panel.locator(".talks")).to_contain_text("A fine title")
        await window.keyboard.press("Escape")
        await expect(window.locator("#pane")).to_be_hidden()
        await pg.wait_for(lambda: not pg.workspace.panel.entities[ADA])


async def test_a_button_that_asks_first_is_pressed_when_confirmed(window: Page) -> None:
    """What it asks is shown as Slack shows it; whoever says no, or Escape, has pressed nothing."""
    async with page() as pg:
        asks = {
            "title": _plain("Ask a human?"),
            "text": _plain("It goes to #help."),
            "confirm": _plain("Pass it on"),
            "deny": _plain("Not now"),
        }
        human = {**_button("human", "Ask a human"), "confirm": asks}
        _whisper(pg, "Nothing found.", blocks=[{"type": "actions", "elements": [human]}])
        await window.goto(f"{pg.url}?as={ADA}")
        button, dialog = (
            window.get_by_role("button", name="Ask a human"),
            window.locator("#confirm"),
        )
        for leave in ("Not now", "Escape"):
            await button.click()
            await expect(dialog).to_contain_text("It goes to #help.")
            if leave == "Escape":
                await window.keyboard.press(leave)
            else:
                await dialog.get_by_role("button", name=leave).click()
            await expect(dialog).to_be_hidden()
            await expect(button).to_be_focused()
        assert [] == _sent(pg, "block_actions")
        await button.click()
        await dialog.get_by_role("button", name="Pass it on").click()

        [pressed] = await pg.wait_for(lambda: _sent(pg, "block_actions"))
        assert "human" == pressed["actions"][0]["action_id"]


async def test_what_is_being_written_can_be_stopped(window: Page) -> None:
    """The button stands below a thread for as long as there is something to stop."""
    async with page() as pg:
        root = pg.say(ADA, GENERAL, "Why?")
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}&thread={root}")
        stop = window.get_by_role("button", name="Stop", exact=True)
        await expect(stop).to_be_hidden()
        pg.workspace.panel.enter((GENERAL, root), "processing")
        await expect(stop).to_be_visible()
        pg.workspace.panel.enter((GENERAL, root), "active")
        await expect(stop).to_be_hidden()

        message = Message(GENERAL, pg.workspace.archive.stamp(), BOT, "", root, by_app=True)
        pg.workspace.streams.start(message, [{"type": "markdown", "text": "Because"}])
        await stop.click()
        await expect(stop).to_be_hidden()
        await expect(window.locator("#panel-thread .streaming")).to_have_count(0)
        [halted] = [one for one in pg.workspace.log.since(0) if one.kind == "halted"]
        assert (ADA, root) == (halted.data["user"], halted.data["thread_ts"])


async def test_files_are_sent_with_a_message(window: Page) -> None:
    """Each is named before it is sent, can be left out, and is shown with how its text begins."""
    files = [
        {"name": "rows.csv", "mimeType": "text/csv", "buffer": b"a,b\n<b>1</b>,2\n"},
        {"name": "wrong.txt", "mimeType": "text/plain", "buffer": b"not this one"},
        {"name": "<img src=x>.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n\x00"},
    ]
    async with page() as pg:
        await window.goto(f"{pg.url}?as={ADA}")
        await window.locator("[data-composer=main] input[type=file]").set_input_files(files)
        await window.get_by_label("Do not send wrong.txt").click()
        await expect(window.locator(".attached li")).to_have_count(2)
        await window.locator("[data-composer=main] textarea").press("Enter")
        await expect(window.locator(".message .file")).to_have_count(2)
        await window.locator(".file summary").click()
        await expect(window.locator(".file pre")).to_have_text("a,b\n<b>1</b>,2")
        await expect(window.locator(".file").last).to_contain_text("<img src=x>.png")

        [message] = pg.messages()
        assert ["rows.csv", "<img src=x>.png"] == [one["name"] for one in message["files"]]


async def test_a_reply_is_sent_to_the_channel_too_and_the_app_is_invited(window: Page) -> None:
    """As Slack's own client offers it."""
    async with page() as pg:
        root = pg.say(ADA, GENERAL, "Who?")
        await window.goto(f"{pg.url}?as={ADA}&channel={GENERAL}&thread={root}")
        await window.get_by_label("Also send to #general").check()
        await window.locator("[data-composer=reply] textarea").fill("Me")
        await window.keyboard.press("Enter")
        await expect(window.locator("[data-list=channel] .message")).to_have_count(2)
        await expect(window.locator("[data-list=thread] .log .message")).to_have_count(1)

        await window.goto(f"{pg.url}?as={ADA}&channel={RANDOM}")
        await window.get_by_role("button", name="Invite Footnote").click()
        await expect(window.locator(".welcome")).to_contain_text("Mention @Footnote")
        assert BOT in pg.workspace.channel(RANDOM).members


async def test_modal_and_home_fit_a_narrow_screen(browser) -> None:
    """At 400 pixels nothing is cut off, however long a word or wide a table."""
    async with page() as pg:
        window = await browser.new_page(viewport={"width": 400, "height": 800})
        long = "word" * 60
        blocks = [
            {"type": "header", "text": _plain(long[:150])},
            {"type": "section", "text": _plain(long), "accessory": _button("a", "A" * 60)},
            {"type": "markdown", "text": "|" + "wide column|" * 12 + "\n|" + "-|" * 12},
        ]
        pg.workspace.views.publish(ADA, {"type": "home", "blocks": blocks})
        await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}&tab=home")
        await expect(window.locator(".home-view")).to_be_visible()
        assert 400 == await window.evaluate("() => document.documentElement.scrollWidth")
        fits = "() => [...document.querySelectorAll('[data-home], .modal-body')].filter("
        fits += "one => one.scrollWidth > one.clientWidth).length"
        assert 0 == await window.evaluate(fits)

        pg.workspace.views.open(ADA, _modal(*blocks))
        await expect(window.locator("#modal h2")).to_be_visible()
        assert 0 == await window.evaluate(fits)
        box = await window.locator("#modal").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 400
