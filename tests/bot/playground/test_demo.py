"""The demo: its index, its policy, what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import cast, server
from bot.playground.demo import QUESTIONS, Demo
from bot.playground.settings import apart
from retrieval import policy, wiring, wiring_stores
from retrieval.errors import FootnoteError, InputError, StoreUnavailable
from retrieval.ingest.naming import own_collection
from retrieval.ingest.report import Report
from retrieval.settings import Settings
from retrieval.values import Scope


@pytest.fixture(name="docs")
def _docs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Two pages, and a data folder of their own."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Alpha\n\nThe key is kept in the safe.\n")
    (folder / "b.md").write_text("# Beta\n\nThe safe is on the second floor.\n")
    return folder


async def _started(docs: Path, url: str = "http://127.0.0.1:1/") -> tuple[Demo, Report]:
    """Serve, index, and stop."""
    listening, _ = server.bind()
    demo = Demo(docs, url, lambda _: None)
    async with demo.serve(listening):
        return demo, await demo.index()


async def test_a_second_start_reads_and_embeds_nothing(docs: Path) -> None:
    """At another address the pages are read anew, so that links land; nothing is embedded."""
    _, first = await _started(docs)
    _, second = await _started(docs)
    demo, moved = await _started(docs, "http://127.0.0.1:2/")

    assert (2, 2) == (first.new, first.embeddings)
    assert (2, 0) == (second.unchanged, second.embeddings)
    assert (2, 0) == (moved.changed, moved.embeddings)
    assert ["a.md", "b.md"] == demo.screen.library.paths()
    assert {f"http://127.0.0.1:2/pages/{name}.md" for name in "ab"} == await _links(
        apart(wiring.settings()), docs
    )


async def test_a_server_that_is_gone_leaves_no_connection_open(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends the demo, what it asked its search by is closed."""
    monkeypatch.setenv("ELASTICSEARCH_URL", "http://127.0.0.1:1")
    with pytest.raises(StoreUnavailable):
        await _started(docs)

    assert {} == wiring_stores._connections


async def test_those_who_help_are_among_themselves(docs: Path) -> None:
    """No guest is in the channel to which questions are handed over, or they would see nothing."""
    demo, _ = await _started(docs)
    path = demo._policy()
    (known,) = policy.load(path).collections.values()
    people = {person.id: person for person in cast.people()}
    members = demo.playground.workspace.channels[known.support].members

    assert not any(people[one].guest or people[one].stranger for one in members)
    assert 4 == len(members)


async def _links(settings: Settings, docs: Path) -> set[str]:
    """Return where the indexed pages are said to be."""
    store = wiring.store(settings, wiring.embedder(settings))
    hits = await store.within(Scope((own_collection(docs),))).everything()
    await store.close()
    return {hit.document.url for hit in hits}


async def test_it_and_an_index_of_ones_own_leave_each_other_alone(docs: Path) -> None:
    """The same pages in the same collection: each keeps its links, and neither is read again."""
    own = wiring.settings()
    reader = wiring.folder_reader(own, docs)
    ingest = wiring.ingest(own, wiring.embedder(own))
    await ingest.run(reader, own_collection(docs))
    _, first = await _started(docs)
    again = await ingest.run(reader, own_collection(docs))
    _, second = await _started(docs)

    assert (2, 2, 2) == (first.new, again.unchanged, second.unchanged)
    assert {""} == await _links(own, docs)
    assert {f"http://127.0.0.1:1/pages/{name}.md" for name in "ab"} == await _links(
        apart(own), docs
    )


async def test_other_documents_stay_apart_from_the_manual(docs: Path, tmp_path: Path) -> None:
    """They are in the collection of `make ask DOCS=`, which the policy of the demo opens alone."""
    demo, _ = await _started(docs)
    demo.bot()

    read = policy.load(tmp_path / "data" / "playground.toml")
    named = own_collection(docs)
    assert [named] == list(read.collections)
    assert cast.channels(0)[1].id == read.collections[named].support
    assert () == demo.screen.suggestions
    assert len(QUESTIONS) == len(set(QUESTIONS))


async def test_documents_that_were_tried_before_are_not_shown(docs: Path, tmp_path: Path) -> None:
    """Another folder is on its own; going back to the first reads and embeds nothing."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "c.md").write_text("# Gamma\n\nThe key is kept in the drawer.\n")
    await _started(docs)
    demo, _ = await _started(other)
    _, back = await _started(docs)

    assert ["c.md"] == demo.screen.library.paths()
    assert {"http://127.0.0.1:1/pages/c.md"} == await _links(apart(wiring.settings()), other)
    assert (2, 0) == (back.unchanged, back.embeddings)


async def test_one_of_the_cast_maintains_the_bot(docs: Path, tmp_path: Path) -> None:
    """She is of the workspace, and in the channel of the maintainers with the bot."""
    demo, _ = await _started(docs)
    demo.bot()

    read = policy.load(tmp_path / "data" / "playground.toml")
    ada = cast.people()[0].id
    rooms = {room.id: room for room in cast.channels(0)}
    assert {ada} == set(read.maintainers)
    assert {ada, cast.BOT} <= set(rooms[read.maintainers_channel].members)


async def test_it_counts_pages_as_indexing_does(docs: Path) -> None:
    """One without a word is a page too, and can be opened."""
    (docs / "empty.md").write_text("")
    demo, report = await _started(docs)

    assert report.seen == len(demo.screen.library.paths())
    assert "" == demo.screen.library.read("empty.md").text


async def test_only_what_is_in_the_index_is_shown(docs: Path) -> None:
    """What could not be read, and what was skipped, is named and not counted; no picture is."""
    (docs / "bad.pdf").write_bytes(b"%PDF-bad")
    for name in ("b.png", "look.css", "drawing.svg"):
        (docs / name).write_bytes(b"\x89PNG")
    (docs / "c.xyz").write_text("?")
    said: list[str] = []
    listening, _ = server.bind()
    demo = Demo(docs, "http://127.0.0.1:1/", said.append)
    async with demo.serve(listening):
        await demo.index()

    assert ["a.md", "b.md"] == demo.screen.library.paths()
    assert said[0].startswith("Not indexed: bad.pdf: ")
    assert said[1].startswith("Skipped: c.xyz: ")
    assert [] == said[2:]


async def test_the_ledger_of_a_real_bot_is_left_alone(
    docs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The demo has its own, unless its option names one; the page says how to read it."""
    real = tmp_path / "real.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{real}")
    demo, _ = await _started(docs)
    assert not real.exists()
    assert (tmp_path / "data" / "playground.db").exists()
    assert f"DATABASE_URL=sqlite:///{tmp_path}/data/playground.db " == demo.screen.terminal

    listening, _ = server.bind()
    named = Demo(docs, "http://127.0.0.1:1/", print, ledger=f"sqlite:///{real}")
    async with named.serve(listening):
        assert real.exists()


async def test_where_nothing_can_be_indexed_it_says_so(docs: Path, tmp_path: Path) -> None:
    """In a sentence, whether the folder is empty or not there."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="No document was found"):
        await _started(tmp_path / "empty")

    with pytest.raises(FootnoteError, match="There is no folder"):
        await _started(tmp_path / "none")


async def test_a_link_of_ones_own_is_kept(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has set where the pages are, is led there."""
    monkeypatch.setenv("FOOTNOTE_URL_TEMPLATE", "https://wiki.example/{page}")
    await _started(docs)

    assert {"https://wiki.example/a", "https://wiki.example/b"} == await _links(
        apart(wiring.settings()), docs
    )


async def test_how_far_indexing_is_is_shown_while_it_goes_on(docs: Path) -> None:
    """Pages that are read are there while they are embedded; in the end nothing is said."""
    listening, _ = server.bind()
    demo = Demo(docs, "http://127.0.0.1:1/", lambda _: None)
    seen: list[tuple[str, int]] = []
    async with demo.serve(listening):
        before = demo.screen.indexing
        log = demo.playground.workspace.log
        log.listen(lambda _: seen.append((demo.screen.indexing, demo.screen.read()["pages"])))
        await demo.index()

    assert "it has begun" == before
    assert {"reading", "embedding"} >= {said.partition(":")[0] for said, _ in seen[:-1]} != set()
    assert ("", 2) == seen[-1]
