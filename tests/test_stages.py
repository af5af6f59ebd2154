"""The number of a stage is raised when the stage begins to do otherwise.

Each stage is run over a few fixed inputs, and what comes out is held by a digest that goes with
the stage's number. A change that these inputs do not show is beyond this test: whoever makes one
raises the number all the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Any

import pytest

from retrieval.answer.generate import ModelWriter, generate
from retrieval.answer.pack import Budget, pack
from retrieval.answer.rank import rank
from retrieval.answer.rewrite import ModelRewriter, rewrite
from retrieval.answer.search import search
from retrieval.answer.verify import verify
from retrieval.models.lexical import LexicalReranker
from retrieval.models.quoting import QuotingWriter
from retrieval.stages import STAGES
from retrieval.text.synonyms import parse
from retrieval.values import (
    Candidates,
    Claim,
    Packed,
    Queries,
    Question,
    Quote,
    Ranked,
    Turn,
    VerifiedClaim,
)
from tests.fakes.chat import ScriptedChat
from tests.fakes.team import OPEN, BagEmbedder, MemoryStore, ScriptedReranker, facts

KNOWN = {
    "rewrite": (4, "bfc2a0901d74"),
    "search": (3, "b8ce7e8a106e"),
    "rank": (1, "f47fcf5e4409"),
    "rerank": (5, "896cb5316628"),
    "pack": (2, "b1a844812751"),
    "write": (4, "99809586d374"),
    "quote": (8, "6d691a8f0c4d"),
    "verify": (3, "9536a2847472"),
}
"""Stage -> its number, and the digest of what it makes of the inputs below."""

LEAVE = "# Parental leave\n\nParents get 26 weeks of paid leave. It starts on the day of birth.\n"
APPLY = "\n## How to apply\n\nWrite to people@example.com at least 8 weeks before.\n"
OLD = "# Parental leave (2019)\n\nParents get 12 weeks of paid leave.\n"
VPN = "# VPN\n\nInstall VPN client 4.2 from the portal. Do not use version 3.\n"
SPLIT = "\n- `vpnctl connect --split`\n- `vpnctl stop`\n"
ASKED = (
    Question("How many weeks of paid parental leave do parents get?", OPEN),
    Question("Which version of the VPN client is it?", OPEN),
    Question("and how do I apply for it?", OPEN, (Turn("user", "What is parental leave?"),)),
    Question("tunnel --split", OPEN),
    Question("elephants?", OPEN),
)
SYNONYMS = {"docs": parse("vpn, tunnel\nparents => mothers")}


def _store() -> MemoryStore:
    store = MemoryStore()
    store.put(facts("leave.md", "Parental leave", verified=date(2025, 9, 1)), LEAVE, APPLY)
    store.put(facts("old/leave.md", "Leave", status="archived"), OLD)
    store.put(facts("vpn.md", "VPN", updated=date(2021, 1, 1), version="4.2"), VPN, SPLIT)
    store.put(facts("copy/vpn.md", "VPN again", updated=date(2020, 1, 1)), VPN)
    return store


async def _queries(question: Question) -> Queries:
    return await rewrite(question, None, SYNONYMS)


async def _found(question: Question) -> tuple[Queries, Candidates]:
    queries = await _queries(question)
    return queries, await search(queries, _store(), BagEmbedder())


async def _ranked(question: Question) -> tuple[Queries, Candidates, Ranked]:
    queries, candidates = await _found(question)
    today = date(2026, 1, 1)
    return queries, candidates, await rank(queries, candidates, ScriptedReranker(), today=today)


async def _packed(question: Question, budget: Budget | None = None) -> tuple[Queries, Packed]:
    queries, candidates, ranked = await _ranked(question)
    packed = await pack(ranked, _store(), budget or Budget(sources=3, tokens=40))
    return queries, Packed(packed.sources, packed.left_out, frequencies=candidates.frequencies)


async def _rewriting() -> Any:
    """Tell what is searched for, with a model and without one."""
    says = '{"standalone": "How do I apply for parental leave?", "searches": ["apply leave"]}'
    drifts = '{"standalone": "Who won the world cup?", "searches": []}'
    chats = [ScriptedChat([said]) for said in (says, drifts)]
    rewriters = [None, *(ModelRewriter(chat) for chat in chats)]
    other = Question("And which version of the VPN client?", OPEN, ASKED[2].history)
    asked = (*ASKED, other)
    made = [await rewrite(question, one, SYNONYMS) for question in asked for one in rewriters]
    sent = [[message.content for message in one.messages] for chat in chats for one in chat.asked]
    return [_told(queries) for queries in made], sent


def _told(queries: Queries) -> Any:
    searches = [
        (
            one.text,
            one.origin,
            one.weight,
            [list(term.alternatives) for term in one.terms],
            one.identifiers,
        )
        for one in queries.searches
    ]
    return queries.standalone, queries.rewriter, searches, queries.notes


async def _searching() -> Any:
    """Tell what the legs were asked, and what is said of one that fails."""
    told = []
    for question in (*ASKED, Question("Which verssion of the VPN client is it?", OPEN)):
        _, found = await _found(question)
        legs = [(leg.leg, leg.query, [hit.chunk.id for hit in leg.hits]) for leg in found.legs]
        told.append((legs, found.frequencies.counts))
    store = _store()
    store.failing["words"] = "broken"
    failed = await search(await _queries(ASKED[0]), store, BagEmbedder())
    return told, failed.notes


async def _ranking() -> Any:
    """Tell the order, and what is left out."""
    told = []
    for question in ASKED:
        *_, ranked = await _ranked(question)
        told.append(
            (
                [(hit.chunk.id, round(hit.fused, 6)) for hit in ranked.hits],
                [(left.path, left.reason) for left in ranked.left_out],
            )
        )
    return told


async def _reranking() -> Any:
    """Tell the scores of our reranker."""
    told = []
    for question in ASKED:
        queries, candidates, ranked = await _ranked(question)
        if not ranked.hits:
            continue
        scores = await LexicalReranker().rerank(queries, candidates, ranked.hits)
        told.append([round(score, 5) for score in scores])
    return told


async def _packing() -> Any:
    """Tell what is packed, in a small budget, in a large one and whole."""
    told = []
    for question in ASKED:
        for budget in (Budget(2, 12), Budget(), Budget(whole=1000)):
            _, packed = await _packed(question, budget)
            told.append([(s.label, s.document.path, s.text) for s in packed.sources])
            told.append([(left.path, left.reason) for left in packed.left_out])
    return told


JSON = (
    '{"status": "answered", "claims": [{"text": "26 weeks.", "side": "", "quotes": '
    '[{"label": "S1", "text": "Parents get 26 weeks of paid leave."}]}]}'
)
REPLIES = (
    JSON,
    "Parents get 26 weeks [S1]. They do.",
    '{"status": "NOT_IN_CONTEXT", "claims": []}',
    "I do not know.",
)


async def _writing() -> Any:
    """Tell what a model is asked, and what is read of its reply."""
    told = []
    for reply in REPLIES:
        queries, packed = await _packed(ASKED[0])
        chat, claims = ScriptedChat([reply]), list[Claim]()
        writer = ModelWriter(chat, "Write.", secret=b"s")
        draft = await generate(writer, QuotingWriter(), queries, packed, _to(claims))
        told.append((draft.writer, draft.status, draft.fallback, list(map(_said, claims))))
        told.append([message.content for message in chat.asked[0].messages])
    return told


def _to(claims: list[Claim]) -> Callable[[Claim], Awaitable[None]]:
    async def keep(claim: Claim) -> None:
        claims.append(claim)

    return keep


def _said(claim: Claim) -> Any:
    return claim.text, claim.side, [(quote.label, quote.text) for quote in claim.quotes]


async def _quoting() -> Any:
    """Tell what is quoted, with vectors and by words alone."""
    told = []
    for embedder in (None, BagEmbedder()):
        for question in ASKED:
            queries, packed = await _packed(question)
            every = [one async for one in QuotingWriter(embedder).write(queries, packed)]
            written = [one for one in every if one.weighed is None]
            told.append([one.claim.text if one.claim else one.status for one in written])
    return told


SAYINGS = (
    ("Parents get 26 weeks.", "Parents get 26 weeks of paid leave."),
    ("Parents get 27 weeks.", "Parents get 26 weeks of paid leave."),
    ("Parents do not get leave.", "Parents get 26 weeks of paid leave."),
    ("Managers get 26 weeks of paid leave.", "Parents get 26 weeks of paid leave."),
    ("Parents get 26 weeks of leave.", "Nobody wrote this."),
    ("Run vpnctl stop.", "vpnctl stop"),
    ("See https://example.com.", "It starts on the day of birth."),
)


async def _verifying() -> Any:
    """Tell which claims are shown, and how."""
    packed = [await _packed(question) for question in ASKED[:2]]
    told = []
    for text, quote in SAYINGS:
        for _, sources in packed:
            verdict = verify(Claim(text, (Quote("S1", quote), Quote("S2", quote))), sources)
            if isinstance(verdict, VerifiedClaim):
                told.append((verdict.text, verdict.replaced, len(verdict.citations)))
            else:
                told.append((verdict.check, verdict.reason, 0))
    return told


RUN: dict[str, Callable[[], Awaitable[Any]]] = {
    "rewrite": _rewriting,
    "search": _searching,
    "rank": _ranking,
    "rerank": _reranking,
    "pack": _packing,
    "write": _writing,
    "quote": _quoting,
    "verify": _verifying,
}


def _digest(told: Any) -> str:
    written = json.dumps(told, sort_keys=True, default=list)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


@pytest.mark.parametrize("stage", STAGES)
async def test_a_stage_that_does_otherwise_has_another_number(stage: str) -> None:
    """The digest is that of the number; another one of a new number is written down here."""
    found = (STAGES[stage], _digest(await RUN[stage]()))

    assert KNOWN[stage] == found, (
        f"{stage} makes something else of the same input. If that is meant, raise its number in "
        f"retrieval/stages.py and write {found[1]!r} beside the new number in KNOWN."
    )


async def test_the_inputs_show_something_of_every_stage() -> None:
    """A digest of nothing would hold nothing."""
    told: Sequence[str] = [json.dumps(await run(), default=list) for run in RUN.values()]

    assert all(len(one) > 100 for one in told)
