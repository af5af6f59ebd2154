"""Any text as a question, a thread, a model's reply or a claim: all of it is safe."""

from __future__ import annotations

import asyncio
import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from retrieval.answer.follow_up import lend, tidy
from retrieval.answer.reply import read_claim, read_prose
from retrieval.answer.rewrite import rewrite
from retrieval.answer.verify import verify
from retrieval.errors import InputError, ModelReplyInvalid
from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.json_stream import ReplyParser
from retrieval.text.plain import plain, urls, visible
from retrieval.text.query import MOST_TERMS, parse
from retrieval.text.synonyms import NO_SYNONYMS, Synonyms
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Claim, Dropped, Packed, Query, Question, Quote, Scope, Turn
from tests.fakes.markdown import words
from tests.fakes.pages import FakeReader
from tests.fakes.sources import packed

LONGEST = 4_096
TOKENS = (
    *(
        '"',
        "'",
        "*",
        "^",
        ":",
        "(",
        ")",
        " AND ",
        " OR ",
        " NOT ",
        "NEAR(",
        "-",
        "+",
        "{",
        "}",
        "--",
        ";",
        "%",
        "_",
    ),
    *(
        "\x1f",
        " => ",
        ", ",
        "\n",
        "\x00",
        "ERR_TIMEOUT",
        "v1.2.3",
        "kubectl",
        "a/b_c",
        "--flag=x",
        "数据",
        "é",
        "İ",
    ),
    *(
        '{"status": "',
        '"claims": [',
        '"text": "',
        '"quotes": [',
        '"label": "S1"',
        "]}",
        "<think>",
        "</think>",
    ),
    *(
        "\\ud800",
        "\\u0000",
        "null",
        "1e999",
        "NaN",
        "[S1]",
        "NOT_IN_CONTEXT",
        "```",
        "...",
        "[…]",
        "…",
        ". ",
        " not ",
    ),
    *(
        "https://a.example/x",
        "www.a.b",
        "mailto:a@b",
        "<@U1>",
        "<!channel>",
        "@here",
        "[a](b)",
        "| a |",
        "- ",
        "1. ",
    ),
    *(
        "30 days",
        "9:00 am",
        "2026-01-05",
        "5 GB",
        "no ",
        "unless ",
        "\u200b",
        "\u202e",
        "&lt;",
        "<b>",
        "**",
        "`",
        "\\",
    ),
)
_SPLIT = "\x1f"
_PAGES: dict[str, str | None] = {
    "leave.md": "# Leave\n\nFull-time staff get 30 days of paid leave a year. 'AND' is a word.\n",
    "err_timeout.md": "# ERR_TIMEOUT\n\nRun `kubectl get pods -n=prod`; v1.2.3 isn't affected.\n",
    "backup.md": '# 数据库备份\n\n备份每天运行。 データベース NEAR(a b) body:x* "quoted" ^start\n',
}
_SCOPE = Scope(("docs", "more"))


def one(data: bytes) -> None:
    """Use `data` without its first byte, which chooses what it is."""
    if not data:
        return
    text = data[1:].decode("utf-8", "replace")
    WAYS[data[0] % len(WAYS)](text)


# --- questions ------------------------------------------------------------------------------


def _question(text: str) -> None:
    _search([parse(text, "asked")])


def _question_with_synonyms(text: str) -> None:
    """Take the first part for a file of synonyms, and the rest for the question."""
    group, _, asked = text.partition(_SPLIT)
    known = NO_SYNONYMS
    with suppress(InputError):
        known = _synonyms(group)
    _search([parse(asked, "asked", known)])


def _synonyms(text: str) -> Synonyms:
    return synonyms(text, "synonyms.txt")


def _thread(text: str) -> None:
    """Take each part for a message of a thread, the last one for the question."""
    *earlier, asked = text.split(_SPLIT)
    turns = [Turn(("user", "assistant", "other")[at % 3], said) for at, said in enumerate(earlier)]
    line = tidy(asked)
    assert line == tidy(line), "tidying twice is tidying once"
    assert line.isprintable(), "control characters are taken out"
    lent = lend(line, turns)
    assert not lent or lent.endswith(line), "the words as asked stay"
    with suppress(InputError):
        question = Question(asked, _SCOPE, tuple(turns))
        queries = _loop().run_until_complete(rewrite(question, None, {}))
        assert queries.searches[0].text == line, "the person's own words are searched"
        _search(list(queries.searches))


def _search(queries: list[Query]) -> None:
    """Run queries on a real index; nothing in them means anything to the database."""
    for query in queries:
        assert len(query.terms) <= MOST_TERMS, "terms are bounded"
        assert all(all(term.alternatives) for term in query.terms), "no term is empty"
    search = _store().within(_SCOPE)
    none = [None] * len(queries)
    for leg in _loop().run_until_complete(search.search(queries, none, limit=5)):
        assert leg.leg != "words" or not leg.error, leg.error
        assert all(hit.score == hit.score for hit in leg.hits), "scores are numbers"
    asked = [word for query in queries for term in query.terms for word in term.alternatives]
    _loop().run_until_complete(search.frequencies([*asked, *(q.text for q in queries)]))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    atexit.register(loop.close)
    return loop


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _store() -> SqliteStore:
    """Index a few pages in two collections, by words alone."""
    folder = _folder()
    ingest = Ingest(SqliteIndex(folder), Chunker(words))
    for name in _SCOPE.collections:
        _loop().run_until_complete(ingest.run(FakeReader(_PAGES), name))
    return SqliteStore(folder)


# --- replies and claims ---------------------------------------------------------------------


def _reply(text: str) -> None:
    """Read a model's reply, whole and in pieces; both give the same."""
    whole, pieces = ReplyParser(), ReplyParser()
    events = whole.feed(text)
    step = len(text) % 7 + 1
    parts = [pieces.feed(text[at : at + step]) for at in range(0, len(text), step)]
    assert repr(events) == repr([event for part in parts for event in part]), "cuts matter not"
    assert whole.raw == text, "the raw reply is kept"
    assert sum(kind == "status" for kind, _ in events) <= 1, "there is one status"
    with suppress(ModelReplyInvalid):
        whole.close()
    for kind, value in events:
        if kind == "claim" and (claim := read_claim(value)):
            _verified(claim, packed(*filter(None, _PAGES.values())))
    with suppress(ModelReplyInvalid):
        for written in read_prose(text):
            if written.claim:
                _verified(written.claim, packed(*filter(None, _PAGES.values())))


def _claim(text: str) -> None:
    """Take the parts for a page, another one, a claim about them, and its quotes."""
    first, second, said, *quoted = (text.split(_SPLIT) + [""] * 4)[:12]
    sources = packed(first or "A page.", second or "Another page.", lead=second[:80])
    quotes = [Quote(f"S{at % 2 + 1}", quote) for at, quote in enumerate(quoted)]
    _verified(Claim(said, tuple(quotes)), sources)
    _verified(Claim(said, (*quotes, Quote("S1", said), Quote("S2", said))), sources)


def _verified(claim: Claim, sources: Packed) -> None:
    """Hold a verdict to its promise: every citation stands verbatim where it says."""
    verdict = verify(claim, sources)
    if isinstance(verdict, Dropped):
        assert verdict.reason, "a dropped claim has a reason"
        return
    assert verdict.text.strip(), "something is shown"
    assert verdict.citations, "it has a citation"
    texts = {source.label: source for source in sources.sources}
    for citation in verdict.citations:
        source = texts[citation.label]
        span = source.text[citation.start - source.start : citation.end - source.start]
        assert span == citation.text, "a citation is verbatim"
        assert citation.text.strip(), "a citation says something"
    allowed = {address for citation in verdict.citations for address in _addresses(citation.text)}
    assert set(urls(verdict.text)) <= allowed, "no address but the quotes' own"


def _addresses(text: str) -> tuple[str, ...]:
    """Return the addresses of a quote as it stands, and as it is shown."""
    return (*urls(text), *urls(visible(text)), *urls(plain(text)))


WAYS: tuple[Callable[[str], None], ...] = (
    _question,
    _question_with_synonyms,
    _thread,
    _reply,
    _claim,
)


def seeds() -> Iterator[bytes]:
    """Yield one or more of each, with what means something to a database or to a parser."""
    questions = (
        "How do I fix ERR_TIMEOUT on v1.2.3?",
        '"a" AND (b OR c) NOT d NEAR(e f, 3) body:x* ^g -- \'; DROP TABLE chunk; {a}: +',
        "数据库 备份 <instance> {{ $labels.pod }} ${X} kubectl/get-pods:a.b_c",
        "🙂👩‍👩‍👧 é ١٢٣ İıß",
    )
    page = "Staff get 30 days of paid leave. See https://a.example/x for v1.2.3, not 5 GB. @here"
    claims = [{"text": page, "quotes": [{"label": "S1", "text": page}], "side": "a"}]
    reply = json.dumps({"status": "answered", "claims": claims})
    for text in questions:
        yield b"\x00" + text.encode()
        yield b"\x01" + f"leave, time off\nk8s => {text}{_SPLIT}{text}".encode()
        yield b"\x02" + _SPLIT.join(["Tell me about backups", "They run daily.", text]).encode()
    for text in (
        reply,
        f"<think>{{}}</think>```json\n{reply}\n```",
        f'"{page}" [S1].',
        "NOT_IN_CONTEXT",
    ):
        yield b"\x03" + text.encode()
    yield b"\x04" + _SPLIT.join([page, page[:33], page, page, page[:40], "... days of"]).encode()
    yield (
        b"\x04"
        + _SPLIT.join(
            ["| a | b |\n|---|---|\n| 1 | 2 |", "- Do not\n- do", "a: 1", "1 ... 2", "Do not"]
        ).encode()
    )
