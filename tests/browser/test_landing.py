"""The links of answers, in a browser: they land on their sentence, and not only at its heading."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from playwright.async_api import Browser

from bot.slack.escaping import safe_address
from bot.slack.landing import landing
from retrieval import wiring
from retrieval.settings import Settings
from retrieval.text.sentences import units
from retrieval.values import Citation, Document, DocumentFacts, Source
from tests.browser.served import ROOT, page

EVERY = 19
"""Of so many sentences of the manual one is followed."""

SHOWN = """
(words) => {
  const said = (text) => text.replace(/\\s+/g, " ").toLowerCase();
  const article = document.querySelector("article");
  const walk = document.createTreeWalker(article, NodeFilter.SHOW_ELEMENT);
  let best = null;
  while (walk.nextNode()) {
    if (said(walk.currentNode.textContent).includes(words)) best = walk.currentNode;
  }
  if (!best) return "not on the page";
  const place = best.getBoundingClientRect();
  const seen = place.bottom > 0 && place.top < innerHeight;
  return seen ? "seen" : `at ${Math.round(place.top)}`;
}
"""


def _documents() -> list[Document]:
    reader = wiring.folder_reader(Settings(_env_file=None), ROOT / "docs")
    return [reader.read(file) for file in reader.scan().files if file.path.endswith(".md")]


def _cited(documents: list[Document]) -> Iterator[Citation]:
    """Cite every so many sentences, under the anchor that they stand below."""
    number = 0
    for document in documents:
        offsets = [anchor.offset for anchor in document.anchors]
        for unit in units(document.text):
            number += 1
            if number % EVERY or unit.end - unit.start < 40:
                continue
            at = bisect.bisect_right(offsets, unit.start) - 1
            fragment = document.anchors[at].fragment if at >= 0 else ""
            facts = DocumentFacts(document.path, "docs", document.path, document.title)
            quote = document.text[unit.start : unit.end]
            yield Citation("S1", facts, quote, unit.start, unit.end, "c", "d", "", fragment)


async def test_links_land_on_their_sentence(browser: Browser) -> None:
    """Of the manual's sentences all but one in ten are in view, in a window of few lines."""
    documents = {document.path: document for document in _documents()}
    async with page(ROOT / "docs") as served:
        window = await browser.new_page(viewport={"width": 900, "height": 240})
        lost: list[str] = []
        looked = 0
        for citation in _cited(list(documents.values())):
            url = f"{served.url.rstrip('/')}/pages/{citation.document.path}"
            whole = documents[citation.document.path]
            cited = replace(citation, document=replace(citation.document, url=url))
            source = Source("S1", cited.document, (), whole.text, 0, len(whole.text))
            address = safe_address(landing(cited, source))
            if ":~:text=" not in address:
                continue
            looked += 1
            await window.goto("about:blank")
            await window.goto(address)
            words = unquote(address.split(":~:text=")[1].split(",")[0])
            found = await window.evaluate(SHOWN, " ".join(words.split()).lower())
            if found != "seen":
                lost.append(f"{found}: {address}")

    assert looked >= 30
    assert len(lost) <= looked / 10, "\n".join(lost)
