"""Questions are asked again: of their records alone, with nothing else in reach, and of today."""

from __future__ import annotations

import itertools
import json
import re
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from retrieval import wiring
from retrieval.answer.rank import SET_ASIDE
from retrieval.errors import TraceMissing
from retrieval.learn.replay import Replayed
from retrieval.ledger.ledger import Ledger
from retrieval.readers.folder import document_id
from retrieval.settings import Settings, load
from retrieval.values import Question, Scope, Turn
from retrieval.wiring_replay import replay_frozen, replay_live
from tests.fakes.openai_server import DROP, Asked, OpenAIServer, Respond, error, says
from tests.fakes.team import BagEmbedder

TOPICS = {
    "parental leave": ("26 weeks", "the people team", "LEAVE-1"),
    "vpn access": ("3 days", "the network team", "VPN-20"),
    "laptop repair": ("5 days", "the service desk", "LAP-7"),
    "travel expenses": ("30 days", "the finance team", "EXP-12"),
    "office keys": ("2 days", "the front desk", "KEY-3"),
    "security training": ("4 hours", "the security team", "SEC-9"),
}
ASKS = (
    "How long does {} take?",
    "Who decides about {}?",
    "Which form do I need for {}?",
    "Is {} possible on Mars?",
    "tell me about {}",
    "{} and elephants, how long?",
    "What must I do first for {}?",
)
SCOPE = Scope(("docs",))


def _page(topic: str) -> str:
    long, who, form = TOPICS[topic]
    title = topic.capitalize()
    return (
        f"# {title}\n\n{title} takes {long}. It is decided by {who}.\n\n## What to do first\n\n"
        f"1. Fill in form {form}.\n2. Send it to {who}.\n\nDo not wait for an answer by letter.\n"
    )


def _questions(rounds: int, folder: Path) -> Iterator[Question]:
    """Ask of every topic in every way: follow-ups, searches as they are, and not that page."""
    made = itertools.product(ASKS, TOPICS)
    for number, (ask, topic) in enumerate(itertools.islice(itertools.cycle(made), rounds)):
        if number % 10 == 1:
            yield Question(f"{topic} form", SCOPE, asker="U1", as_is=True)
        elif number % 10 == 2:
            page = document_id(str(folder.resolve()), f"{topic.replace(' ', '-')}.md")
            yield Question(ask.format(topic), SCOPE, asker="U1", without=(f"docs:{page}",))
        elif number % 3:
            yield Question(ask.format(topic), SCOPE, asker="U1", place="C1")
        else:
            thread = (Turn("user", ask.format(topic)), Turn("assistant", "By the page."))
            yield Question("and who do I ask about it?", SCOPE, thread, asker="U1", place="C1")


def _model(turn: Iterator[int]) -> Any:
    """Make a model that writes, words anew and reranks, and fails in every way that is known."""

    def reply(asked: Asked) -> Respond:
        told, said = (message["content"] for message in asked.json["messages"][:2])
        number = next(turn)
        if told.startswith("You turn"):
            return _reworded(said, number)
        if told.startswith("You get a question"):
            return _reranked(number)
        return _written(said, number)

    return reply


def _reworded(said: str, number: int) -> Respond:
    topic = next((topic for topic in TOPICS if topic in said), "leave")
    worded = json.dumps({"standalone": f"Who decides about {topic}?", "searches": [topic]})
    drifts = json.dumps({"standalone": "Who won the cup?", "searches": []})
    return (says(worded), says("no idea"), says(drifts), error(400, "no"), says('{"st', DROP))[
        number % 5
    ]


def _reranked(number: int) -> Respond:
    return (says('{"best": [2, 1]}'), says('{"best": [99]}'), says("none"), error(400, "no"))[
        number % 4
    ]


def _written(said: str, number: int) -> Respond:
    labels = dict(re.findall(r"<<source \w+ (S\d+)>>\n.*\n((?:.*\n)*?)<<end", said))
    quotes = {
        label: next(line for line in text.splitlines() if " takes " in line)
        for label, text in labels.items()
        if " takes " in text
    }
    claims = [
        {"text": quote, "side": "", "quotes": [{"label": label, "text": quote}]}
        for label, quote in quotes.items()
    ]
    wrong = [{**claims[0], "text": "It takes 99 years."}] if claims else []
    whole = json.dumps({"status": "answered", "claims": claims[:2]})
    first = json.dumps({"status": "answered", "claims": claims[:1]})[:-2]
    prose = "\n".join(f"{quote} [{label}]" for label, quote in quotes.items())
    return (
        says(*(whole[at : at + 9] for at in range(0, len(whole), 9))),
        says(json.dumps({"status": "partial", "claims": wrong + claims})),
        says('{"status": "NOT_IN_CONTEXT", "claims": []}'),
        says(prose),
        says("I do not know."),
        says(first, ', {"text": "Not', DROP),
        says('{"status": "ans', DROP),
        error(400, "no"),
        says(first, finish="length"),
        says("Let me see", finish="content_filter"),
        says('{"status": "answered", "cl', finish="length"),
    )[number % 11]


@pytest_asyncio.fixture(scope="module", loop_scope="module", name="desk")
async def _desk(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[Settings, Ledger, list[str]]]:
    """Record 100 questions and more: quoted, written, reranked, packed whole, and failed."""
    folder = tmp_path_factory.mktemp("replay")
    (folder / "pages").mkdir()
    for topic in TOPICS:
        path = folder / "pages" / f"{topic.replace(' ', '-')}.md"
        path.write_text(_page(topic), "utf-8")
    (folder / "data" / "synonyms").mkdir(parents=True)
    (folder / "data" / "synonyms" / "docs.txt").write_text("vpn, tunnel\nlaptop, computer\n")
    settings = load(data=folder / "data", whole_corpus_tokens=0)
    model = BagEmbedder()
    await wiring.ingest(settings, model).run(
        wiring.folder_reader(settings, folder / "pages"), "docs"
    )
    turn = itertools.count()
    async with (
        OpenAIServer(_model(turn)) as server,
        wiring.open_ledger(settings) as ledger,
    ):
        served = {"openai_base_url": server.url, "model_timeout": 2.0}
        ways: list[tuple[dict[str, Any], int]] = [
            ({}, 60),
            (served, 24),
            ({**served, "whole_corpus_tokens": 30_000}, 6),
            ({**served, "rerank_model": "judge"}, 8),
        ]
        made: list[str] = []
        for chosen, rounds in ways:
            told = settings.model_copy(update=chosen)
            store = wiring.store(told, model)
            answerer = await wiring.answerer(told, model, store, ledger)
            answers = [await answerer.answer(one) for one in _questions(rounds, folder / "pages")]
            elsewhere = Question("Where is it?", Scope(("gone",)))
            answers.append(await answerer.answer(elsewhere))
            made += [answer.trace_id for answer in answers]
            await answerer.close()
            await store.close()
        yield settings, ledger, made


class Shut(socket.socket):
    """A socket that nobody can open."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise AssertionError("A frozen replay opened a socket.")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_hundred_questions_are_answered_again_from_their_records_alone(
    desk: tuple[Settings, Ledger, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the network shut, the index gone and no service set, all is as it was then."""
    settings, ledger, made = desk
    monkeypatch.setattr(socket, "socket", Shut)
    elsewhere = settings.model_copy(update={"data": settings.data / "elsewhere", "sources": 2})

    replayed = [
        await replay_frozen(elsewhere, await ledger.find(trace_id), ledger) for trace_id in made
    ]

    assert 100 <= len(replayed)
    assert [] == [
        (one.before.id, changed.hop, changed.changes[:3])
        for one in replayed
        for changed in one.hops
        if not changed.same
    ]
    assert all(one.identical for one in replayed)
    assert {()} == {one.lacking for one in replayed}
    assert _kinds(replayed) >= {
        "answered",
        "partial",
        "not_in_context",
        "failed",
        "fallback",
        "broke off",
        "whole",
        "judge",
        "order kept",
        "rewritten",
        "not rewritten",
        "set aside",
    }


def _kinds(replayed: list[Replayed]) -> set[str]:
    """Name what happened to the questions, so that nothing is proved of nothing."""
    kinds = set()
    for trace in (one.before for one in replayed):
        assert trace.answer
        kinds.add(trace.answer.outcome.value)
        if trace.draft and trace.draft.fallback:
            kinds.add("fallback" if trace.draft.writer.startswith("quoting") else "broke off")
        if trace.packed and trace.packed.whole:
            kinds.add("whole")
        if trace.ranked and trace.ranked.raw:
            kinds.add("order kept" if trace.ranked.notes else trace.ranked.reranker)
        if trace.ranked and any(left.reason == SET_ASIDE for left in trace.ranked.left_out):
            kinds.add("set aside")
        if trace.queries and trace.queries.raw:
            kinds.add("not rewritten" if trace.queries.rewriter == "none" else "rewritten")
    return kinds


@pytest.mark.asyncio(loop_scope="module")
async def test_a_page_that_changed_is_where_a_live_run_parts(
    desk: tuple[Settings, Ledger, list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is set otherwise now is named, and a run leaves no trace unless it is told to."""
    settings, ledger, made = desk
    monkeypatch.setattr(wiring, "embedder", lambda _: BagEmbedder())
    trace = await ledger.find(made[1])
    now = settings.model_copy(update={"data": tmp_path, "sources": 2})
    page = tmp_path / "pages" / "parental-leave.md"
    page.parent.mkdir()
    page.write_text(_page("parental leave").replace("26 weeks", "30 weeks"), "utf-8")
    reader = wiring.folder_reader(now, page.parent)
    await wiring.ingest(now, BagEmbedder()).run(reader, "docs")

    replayed = await replay_live(now, trace, ledger)
    kept = await replay_live(now, trace, ledger, keep=True)

    parted = {hop.hop for hop in replayed.hops if not hop.same}
    assert {"rewrite", "search", "rank", "pack"} <= parted
    assert {"setting sources", "synonyms of docs"} == {one.what for one in replayed.changed}
    assert kept.after.id == (await ledger.find(kept.after.id)).id
    with pytest.raises(TraceMissing):
        await ledger.find(replayed.after.id)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_record_of_before_is_answered_as_far_as_it_goes(
    desk: tuple[Settings, Ledger, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a configuration, and without what was compared: both are named."""
    settings, ledger, made = desk
    trace = await ledger.find(made[2])
    assert trace.draft
    monkeypatch.setattr(wiring, "embedder", lambda _: BagEmbedder())
    older = replace(trace, configuration="", draft=replace(trace.draft, closeness=None))

    here = await replay_frozen(settings, older, ledger)
    served = settings.model_copy(update={"embedding_model": "a-service's"})
    there = await replay_frozen(served, older, ledger)

    assert ("the configuration of then, so today's is used",) == here.lacking
    assert {"write"} >= {hop.hop for hop in here.hops if not hop.same}
    assert "its embedder is a service" in there.lacking[1]
