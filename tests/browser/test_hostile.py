"""A hostile document, question or message does nothing: it is text wherever it is shown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.async_api import Page, expect

from bot.playground.values import Message
from retrieval.ports import EvalCase
from retrieval.values import Question, Scope, Trace
from tests.browser.served import Kept, page
from tests.playground import ADA, BOT, DIRECT, GENERAL, Pg

RUN = "window.hacked=1;alert(1)"
ATTACKS = (
    f"<script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f'<img src=x onerror="{RUN}">',
    f'<svg onload="{RUN}"><a href="javascript:{RUN}">x</a></svg>',
    f'"><b onmouseover="{RUN}">b</b>',
    f"[click](javascript:{RUN})",
    f"[click](JaVaScRiPt&colon;{RUN})",
    f"[click](java\tscript:{RUN})",
    "[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[click](vbscript:msgbox)",
    f"<javascript:{RUN}>",
    f"<javascript:{RUN}|click>",
    f"![pic](https://evil.example/x.png)![pic](javascript:{RUN})",
    "{{ 7 + 7 }}{% for x in y %}${7+7}<%= 7+7 %>",
    f"`<script>{RUN}</script>`",
    f"<details open ontoggle={RUN}><summary>s</summary></details>",
    "<iframe src=https://evil.example></iframe><form action=https://evil.example><input>",
    "<style>*{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>",
    f"<math><mtext></p><style><img src=x onerror={RUN}>",
)
NAME = "<img src=x onerror=alert(1)>'\" {{7+7}}.md"

PAGE = """# {0}

{1}

## Heading {0}

| a | {2} |
|:-:|---|
| {2} | x |

```js" onmouseover="{3}
{0}
```

[ref]: javascript:{3}
[ref] <a href="javascript:{3}" onclick="{3}">tag</a>
"""

FOUND = """() => [...document.querySelectorAll("*")].flatMap((one) => [
  ...(["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "IMG"].includes(one.tagName)
    ? [one.outerHTML] : []),
  ...(one.tagName === "SCRIPT" && !one.src.startsWith(location.origin) ? [one.outerHTML] : []),
  ...[...one.attributes].filter(({ name, value }) => /^on/i.test(name) || name === "style"
    || (/^(href|src|action|formaction|xlink:href)$/i.test(name)
      && /^\\s*(javascript|data|vbscript):/i.test(value))).map(({ name, value }) => name + value),
])"""


@pytest.fixture(name="docs")
def _docs(tmp_path: Path) -> Path:
    """A folder with one page that attacks in its name, title, headings, tables and code."""
    (tmp_path / NAME).write_text(
        PAGE.format(ATTACKS[0], "\n\n".join(ATTACKS), ATTACKS[2], RUN), encoding="utf-8"
    )
    return tmp_path


async def _nothing_happened(window: Page, *, seen: str) -> None:
    """Hold that the page shows the text `seen`, ran no script and holds nothing that could."""
    await expect(window.locator("body")).to_contain_text(seen)
    for one in await window.locator("main a, main button, main article").all():
        if await one.is_visible():
            await one.dispatch_event("mouseover")

    assert [] == await window.evaluate(FOUND)
    assert await window.evaluate("() => window.hacked") is None


@pytest.fixture(name="foreign")
def _foreign(window: Page):
    """Requests to other hosts and dialogs that opened; none may have."""
    met: list[str] = []
    window.on("dialog", lambda dialog: met.append(dialog.message))
    window.on("request", lambda one: met.append(one.url) if "127.0.0.1" not in one.url else None)
    yield met

    assert [] == met


@pytest.mark.usefixtures("foreign")
async def test_a_hostile_page_is_text(window: Page, docs: Path) -> None:
    """Scripts, handlers, links and templates in a page, title or name are shown as text."""
    async with page(docs) as pg:
        await window.goto(f"{pg.url}pages/")
        await _nothing_happened(window, seen="{{7+7}}.md")
        await window.get_by_text("{{7+7}}.md").click()
        await expect(window).to_have_url(f"{pg.url}pages/{quote(NAME)}")
        await _nothing_happened(window, seen="${7+7}")

        await expect(window.locator("article")).not_to_contain_text("14")


def _blocks(text: str) -> list[dict[str, object]]:
    """Put a text everywhere in the blocks that the page knows, and in one that it does not."""
    plain, mrkdwn = {"type": "plain_text", "text": text}, {"type": "mrkdwn", "text": text}
    button = {"type": "button", "text": plain, "action_id": text, "value": text, "url": text}
    side = {"text": plain, "value": text, "accessibility_label": text}
    thumbs = {"type": "feedback_buttons", "action_id": text, "positive_button": side}
    link = {"type": "link", "url": f"javascript:{RUN}", "text": text}
    elements = [{"type": "text", "text": text, "style": {"bold": True}}, link, {"type": text}]
    emoji = {"type": "emoji", "name": text}
    return [
        {"type": "markdown", "text": text},
        {"type": "section", "text": mrkdwn, "fields": [plain, mrkdwn], "accessory": button},
        {"type": "header", "text": plain},
        {"type": "context", "elements": [mrkdwn, {"type": "image", "alt_text": text}]},
        {"type": "actions", "elements": [button, {"type": text}]},
        {"type": "context_actions", "elements": [thumbs, {"type": "icon_button", "text": plain}]},
        {
            "type": "rich_text",
            "elements": [{"type": "rich_text_section", "elements": [*elements, emoji]}],
        },
        {"type": "table", "rows": [[{"type": "raw_text", "text": text}]]},
        {"type": "image", "alt_text": text, "image_url": "https://evil.example/x.png"},
        {"type": text},
    ]


def _say(pg: Pg, text: str) -> None:
    """Let a person and the app say it."""
    pg.say(ADA, GENERAL, text)
    archive = pg.workspace.archive
    about = {"event_type": "x", "event_payload": {"trace_id": text}}
    said = Message(GENERAL, archive.stamp(), BOT, text, blocks=_blocks(text), by_app=True)
    said.metadata = about
    archive.add(said)
    archive.add(Message(GENERAL, archive.stamp(), BOT, text, by_app=True))


@pytest.mark.usefixtures("foreign")
async def test_a_hostile_message_is_text(window: Page) -> None:
    """It is so in every block, both when the page is loaded and when the message comes later."""
    async with page() as pg:
        for text in ATTACKS[: len(ATTACKS) // 2]:
            _say(pg, text)
        await window.goto(pg.url)
        await expect(window.locator(".message")).to_have_count(3 * (len(ATTACKS) // 2))
        for text in ATTACKS[len(ATTACKS) // 2 :]:
            _say(pg, text)
        await expect(window.locator(".message")).to_have_count(3 * len(ATTACKS))

        await _nothing_happened(window, seen="${7+7}")


def _fields(text: str) -> list[dict[str, object]]:
    """Put a text everywhere in what can be filled in and chosen."""
    plain = {"type": "plain_text", "text": text}
    option = {"text": plain, "value": text, "description": plain}
    common = {"action_id": text, "placeholder": plain, "options": [option]}
    first = {"initial_value": text, "initial_option": option, "initial_options": [option]}
    kinds = ("plain_text_input", "email_text_input", "static_select", "multi_static_select")
    inputs = [
        {"type": kind, **common, **first, "multiline": many}
        for kind in (*kinds, "radio_buttons", "checkboxes", "users_select", "datepicker", text)
        for many in (False, True)
    ]
    return [
        *(
            {"type": "input", "block_id": text, "label": plain, "hint": plain, "element": one}
            for one in inputs
        ),
        {"type": "actions", "elements": [{"type": "overflow", **common}, *inputs]},
    ]


@pytest.mark.usefixtures("foreign")
async def test_a_hostile_form_home_and_panel_are_text(window: Page) -> None:
    """In titles, labels, options and first values, in prompts, in names of threads and of files."""
    async with page() as pg:
        for text in (" ".join(ATTACKS[first::5]) for first in range(5)):
            plain = {"type": "plain_text", "text": text}
            view = {"title": plain, "submit": plain, "close": plain}
            blocks = [*_fields(text), *_blocks(text)]
            pg.workspace.views.publish(ADA, {"type": "home", "blocks": blocks})
            pg.workspace.views.open(ADA, {"type": "modal", **view, "blocks": blocks})
            ts = pg.say(ADA, DIRECT, text, files=[(f"{text}.txt", text.encode())])
            pg.workspace.panel.entitle((DIRECT, ts), text)
            prompts = {"title": text, "prompts": [{"title": text, "message": text}]}
            pg.workspace.panel.suggest(DIRECT, prompts)
            await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}&tab=home")
            await expect(window.locator("#modal form")).to_be_visible()
            await _nothing_happened(window, seen=text[:20].strip())
        await window.keyboard.press("Escape")
        await window.goto(f"{pg.url}?as={ADA}&channel={DIRECT}&thread={ts}")
        await _nothing_happened(window, seen=text[:20].strip())
        await window.locator(f"[data-room={GENERAL}]").click()
        await window.get_by_role("button", name="Ask Footnote").click()
        await expect(window.locator(".talks li")).to_have_count(5)
        await _nothing_happened(window, seen=text[:20].strip())


@pytest.mark.usefixtures("foreign")
async def test_a_hostile_trace_and_case_are_text(window: Page) -> None:
    """What a person asked is text in the trace of its answer and in the case made of it."""
    for text in (ATTACKS[0], ATTACKS[2], ATTACKS[13]):
        content = {"question": text, "queries": [{"text": text}], text: {text: text}, "x": [text]}
        made = datetime(2026, 1, 2, tzinfo=UTC)
        case = EvalCase("c1", "t1", made, "new", text, text, content)
        trace = Trace("t1", text, text, Question(text, Scope((text,)), asker=text))
        async with page(kept=Kept({"t1": trace}, [case])) as pg:
            for place in ("traces/t1", "cases", "cases/c1", "?trace=t1"):
                await window.goto(f"{pg.url}{place}")
                await _nothing_happened(window, seen=text[:20])


async def test_what_the_page_may_do_is_written_in_its_headers(window: Page) -> None:
    """The policy allows our own scripts and styles, nothing inline and nothing from elsewhere."""
    async with page() as pg:
        for place in ("", "pages/", "cases", "traces/none", "static/page.js"):
            response = await window.request.get(f"{pg.url}{place}")
            policy = response.headers["content-security-policy"]

            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            assert "nosniff" == response.headers["x-content-type-options"]
