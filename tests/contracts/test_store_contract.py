"""What every store keeps to, whoever made it; another one joins by one line in STORES."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.errors import IndexLocked, IndexMissing, InputError, UnreadableDocument
from retrieval.ports import Completion, Fingerprint, Index, Store
from retrieval.stores.elastic import ElasticStore
from retrieval.stores.elastic_client import Elastic, Login
from retrieval.stores.elastic_index import ElasticIndex
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Document, Hit, LegResult, Scope
from tests.fakes.pages import MADE_WITH, FakeCutter, page, vector


def _sqlite(request: pytest.FixtureRequest, folder: Path) -> tuple[Index, Store]:
    return SqliteIndex(folder, wait=0.05), SqliteStore(folder, embedder=MADE_WITH.embedder)


def _elasticsearch(request: pytest.FixtureRequest, folder: Path) -> tuple[Index, Store]:
    prefix = request.getfixturevalue("index_prefix")
    login = Login(hosts=(request.getfixturevalue("elasticsearch_url"),))
    elastic = Elastic(login, seconds=30)
    store = ElasticStore(elastic, prefix=prefix, embedder=MADE_WITH.embedder)
    return ElasticIndex(elastic, prefix=prefix, wait=0.05), store


STORES: Mapping[str, Callable[[pytest.FixtureRequest, Path], tuple[Index, Store]]] = {
    "sqlite": _sqlite,
    "elasticsearch": _elasticsearch,
}


@dataclass
class House:
    """Both sides of a store, with short ways to fill and to ask it."""

    index: Index
    store: Store

    async def fill(
        self,
        *pages: Document,
        collection: str = "docs",
        made_with: Fingerprint = MADE_WITH,
        embed: bool = True,
    ) -> Completion:
        """Put pages of one root, attach the vectors that are asked for, complete."""
        root = pages[0].root
        generation = await self.index.begin(collection, root, made_with)
        try:
            for one in pages:
                await generation.put(one, FakeCutter().chunks(one))
            pending = await generation.pending() if embed else ()
            if pending:
                vectors = np.stack([vector(text.text, made_with.dims) for text in pending])
                await generation.attach([text.digest for text in pending], vectors)
            return await self.index.complete(generation, root)
        finally:
            await self.index.release(generation)

    async def legs(self, text: str, *collections: str, limit: int = 50) -> Sequence[LegResult]:
        """Ask by words and by meaning."""
        search = self.store.within(Scope(collections or ("docs",)))
        return await search.search([parse(text, "asked")], [vector(text)], limit=limit)

    async def words(self, text: str, *collections: str, limit: int = 50) -> list[str]:
        """Name the pages that the words leg finds, in order."""
        (leg, *_) = await self.legs(text, *collections, limit=limit)
        return paths(leg.hits)


def paths(hits: Sequence[Hit]) -> list[str]:
    """Name the pages of hits, each once."""
    return list(dict.fromkeys(hit.document.path for hit in hits))


@pytest.fixture(name="house", params=STORES)
async def _house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    index, store = STORES[request.param](request, tmp_path)
    yield House(index, store)
    await store.close()


VPN = page("vpn.md", "VPN\n\nRestart the VPN client when it is slow.\n\nAsk the desk otherwise.")
KEYS = page("keys.md", "Keys\n\nRotate PAYMENTS_WEBHOOK_SECRET every year with getUserById.")


async def test_words_find_a_page_by_any_form_of_its_words(house: House) -> None:
    """Plural, case and accent make no difference, and the rarer word weighs more."""
    await house.fill(VPN, KEYS)

    assert ["vpn.md"] == await house.words("restarting CLIÉNTS")
    assert ["keys.md"] == await house.words("rotation of the secrets")


@pytest.mark.parametrize(
    "asked",
    [
        "PAYMENTS_WEBHOOK_SECRET",
        "payments-webhook-secret",
        "PaymentsWebhookSecret",
        "paymentswebhooksecret",
        "webhook",
        "get_user_by_id",
        "getuserbyid",
        "byid",
        "hookse",
    ],
)
async def test_an_identifier_is_found_in_every_form_it_is_written_in(
    house: House, asked: str
) -> None:
    """Snake, kebab and camel case, joined, one part, and a piece of a part find the name."""
    await house.fill(VPN, KEYS)

    assert ["keys.md"] == await house.words(asked)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Use v1.2.3 of it", "1.2.3"),
        ("Use 1.2.3 of it", "v1.2.3"),
        ("ERR_4021 means late", "err4021"),
        ("ERR4021 means late", "ERR-4021"),
        ("Written in C++ only", "C++"),
        ("Written in C# only", "c#"),
        ("Edit /etc/nginx/site.conf", "site.conf"),
        ("Call `kubectl get pods`", "kubectl pods"),
        ("パスワードを更新する方法", "更新"),
        ("パスワードを更新する方法", "更"),
        ("支払いはElasticsearchを使う", "elasticsearch"),
        ("비밀번호를 변경하는 방법", "변경"),
    ],
)
async def test_text_that_an_index_splits_at_signs_is_found(
    house: House, text: str, asked: str
) -> None:
    """Versions, error codes, languages, paths, code, Chinese, Japanese and Korean are found."""
    await house.fill(page("it.md", f"Page\n\n{text}"), page("other.md", "Other\n\nNothing, 7."))

    assert ["it.md"] == await house.words(asked)


async def test_title_headings_and_path_are_searched(house: House) -> None:
    """A word that stands only in the title or the path finds the page."""
    await house.fill(page("runbooks/disk-full.md", "Storage\n\nFree some room."), VPN)

    assert ["runbooks/disk-full.md"] == await house.words("storage")
    assert ["runbooks/disk-full.md"] == await house.words("disk full runbook")


async def test_meaning_ranks_by_cosine(house: House) -> None:
    """The nearest text comes first with its cosine, and ranks count from 1."""
    await house.fill(VPN, KEYS)
    _, leg, *_ = await house.legs("Ask the desk otherwise.")

    assert ("meaning", "") == (leg.leg, leg.error)
    assert "Ask the desk otherwise." == leg.hits[0].chunk.text
    assert 1.0 == pytest.approx(leg.hits[0].score, abs=1e-5)
    assert list(range(1, len(leg.hits) + 1)) == [hit.rank for hit in leg.hits]


async def test_pages_lend_their_rank_to_chunks_that_were_found(house: House) -> None:
    """The leg of pages ranks whole pages, and counts less than the legs of chunks."""
    about = page("about.md", "Coffee\n\nThe coffee machine.\n\nCoffee beans.\n\nMore coffee.")
    aside = page("aside.md", "Desk\n\nA coffee desk.\n\nChairs.\n\nLamps.\n\nPaper.")
    await house.fill(about, aside, VPN, KEYS)
    legs = {leg.leg: leg for leg in await house.legs("coffee")}
    found = {hit.chunk.id for name in ("words", "meaning") for hit in legs[name].hits}

    assert {"words", "meaning", "page_meaning"} == set(legs)
    pages = legs["page_meaning"]
    assert ["about.md", 1] == [pages.hits[0].document.path, pages.hits[0].rank]
    assert {1} == {hit.rank for hit in pages.hits if hit.document.path == "about.md"}
    assert found >= {hit.chunk.id for hit in pages.hits}
    assert 0 < pages.weight < legs["words"].weight


async def test_a_hit_carries_chunk_and_facts_as_they_were_put(house: House) -> None:
    """Nothing is lost between putting a page and finding it."""
    told = page("a.md", "Leave\n\nTwenty days.", owner="hr", tags=("x",), verified=date(2026, 1, 2))
    await house.fill(told)
    (words, *_) = await house.legs("twenty days")

    assert FakeCutter().chunks(told)[1] == words.hits[0].chunk
    assert told.facts("docs") == words.hits[0].document


async def test_a_page_put_again_replaces_its_earlier_self(house: House) -> None:
    """A shortened page leaves nothing of its earlier text, in either leg and in no count."""
    await house.fill(VPN)
    await house.fill(page("vpn.md", "VPN\n\nCall us."))
    _, meaning, *_ = await house.legs("desk")
    census = await house.store.within(Scope(("docs",))).census()

    assert [] == await house.words("restart desk")
    assert {"VPN\n\n", "Call us."} == {hit.chunk.text for hit in meaning.hits}
    assert (1, 2, 0) == (census.documents, census.chunks, census.without_vectors)


async def test_a_removed_page_is_found_by_no_leg(house: House) -> None:
    """What was removed is gone from words, vectors and counts; removing it twice is no error."""
    await house.fill(VPN, KEYS)
    generation = await house.index.begin("docs", "here", MADE_WITH)
    for _ in range(2):
        await generation.remove("here", "vpn.md")
    await house.index.complete(generation, "here")
    await house.index.release(generation)

    legs = await house.legs("vpn client keys")

    assert {("keys.md",)} == {tuple(paths(leg.hits)) for leg in legs}


async def test_a_renamed_page_keeps_its_vectors(house: House) -> None:
    """A page under another path costs no embedding and stands only once."""
    await house.fill(VPN)
    generation = await house.index.begin("docs", "here", MADE_WITH)
    moved = page("net/vpn.md", VPN.text)
    await generation.put(moved, FakeCutter().chunks(moved), instead_of="vpn.md")
    pending = await generation.pending()
    await house.index.release(generation)

    assert [] == list(pending)
    assert ["net/vpn.md"] == await house.words("vpn")


async def test_chunks_of_the_same_text_are_pending_once(house: House) -> None:
    """Texts that chunks share are embedded once, the shortest first."""
    generation = await house.index.begin("docs", "here", MADE_WITH)
    for path in ("a.md", "b.md"):
        one = page(path, "Same title\n\nThe very same words of both.")
        await generation.put(one, FakeCutter().chunks(one))
    pending = await generation.pending()
    await house.index.release(generation)

    assert ["Same title", "The very same words of both."] == [text.text for text in pending]


async def test_words_are_found_before_there_is_any_vector(house: House) -> None:
    """A page is searchable by its words at once; the meaning leg has nothing, and no error."""
    done = await house.fill(VPN, embed=False)
    words, meaning, *_ = await house.legs("vpn")

    assert (True, 3) == (done.current, done.without_vectors)
    assert (["vpn.md"], [], "") == (paths(words.hits), paths(meaning.hits), meaning.error)


async def test_roots_leave_each_other_alone(house: House) -> None:
    """Two roots may hold the same path; each manifest names its own pages."""
    await house.fill(VPN)
    await house.fill(page("vpn.md", "VPN of Berlin\n\nAnother page.", root="there"))
    generation = await house.index.begin("docs", "there", MADE_WITH)
    manifest = await generation.manifest("there")
    await generation.remove("there", "vpn.md")
    left = await generation.manifest("here")
    await house.index.release(generation)

    assert ["vpn.md"] == list(manifest)
    assert {"vpn.md": VPN.digest} == left


async def test_a_forgotten_root_is_gone_and_others_stay(house: House) -> None:
    """Forgetting a root takes its pages out and says how many there were."""
    await house.fill(VPN, KEYS)
    await house.fill(page("b.md", "Berlin\n\nAnother page.", root="there"))

    assert 2 == await house.index.forget("docs", "here")
    assert ["b.md"] == await house.words("vpn keys berlin")


async def test_an_id_that_is_taken_is_refused_and_harms_nothing(house: House) -> None:
    """A page with another page's id is not put, and the other one stays as it was."""
    generation = await house.index.begin("docs", "here", MADE_WITH)
    await generation.put(VPN, FakeCutter().chunks(VPN))
    thief = Document(VPN.id, "here", "thief.md", "T", "Stolen.", "0")
    with pytest.raises(UnreadableDocument, match="taken by another page"):
        await generation.put(thief, ())
    await house.index.release(generation)

    assert ["vpn.md"] == await house.words("vpn")


async def test_one_process_writes_at_a_time(house: House) -> None:
    """A second writer is told so after a bounded wait, and may write once the first is done."""
    generation = await house.index.begin("docs", "here", MADE_WITH)
    with pytest.raises(IndexLocked, match="Another process is indexing 'docs'"):
        await house.index.begin("docs", "there", MADE_WITH)
    other = await house.index.begin("team", "here", MADE_WITH)
    await house.index.release(other)
    await house.index.release(generation)
    again = await house.index.begin("docs", "there", MADE_WITH)
    await house.index.release(again)

    assert again.name == generation.name


async def test_another_fingerprint_builds_beside_and_swaps_when_complete(house: House) -> None:
    """The old index serves until the new one holds every root and every vector."""
    await house.fill(VPN)
    await house.fill(page("b.md", "Berlin\n\nOffice.", root="there"))
    newer = Fingerprint("reader 1", "cutter 2", MADE_WITH.embedder, MADE_WITH.dims)
    first = await house.fill(page("vpn.md", "VPN\n\nNew words."), made_with=newer)
    before = await house.words("vpn words berlin")
    second = await house.fill(page("b.md", "Berlin\n\nOffice.", root="there"), made_with=newer)

    assert (False, ("there",)) == (first.current, first.roots_to_come)
    assert ["b.md", "vpn.md"] == sorted(before)
    assert (True, ()) == (second.current, second.roots_to_come)
    assert ["vpn.md"] == await house.words("new words")


async def test_a_generation_without_all_vectors_is_not_swapped_in(house: House) -> None:
    """While a text waits for its vector the old index serves."""
    await house.fill(VPN)
    newer = Fingerprint("reader 1", "cutter 1", "other model", 4)
    half = await house.fill(page("vpn.md", "VPN\n\nNew."), made_with=newer, embed=False)
    whole = await house.fill(page("vpn.md", "VPN\n\nNew."), made_with=newer)

    assert (False, 2) == (half.current, half.without_vectors)
    assert (True, half.generation) == (whole.current, whole.generation)


async def test_a_new_generation_takes_over_vectors_of_the_same_embedder(house: House) -> None:
    """Texts that another chunker leaves as they were are not embedded again."""
    await house.fill(VPN)
    newer = Fingerprint("reader 1", "cutter 2", MADE_WITH.embedder, MADE_WITH.dims)
    done = await house.fill(VPN, made_with=newer, embed=False)

    assert (True, 0) == (done.current, done.without_vectors)


async def test_an_index_of_another_embedder_serves_words_only(house: House) -> None:
    """Vectors of two models never meet: the meaning leg says why, the words leg answers."""
    stranger = Fingerprint("reader 1", "cutter 1", "other model", MADE_WITH.dims)
    await house.fill(VPN, made_with=stranger)
    words, meaning, *_ = await house.legs("vpn")

    assert ["vpn.md"] == paths(words.hits)
    assert () == meaning.hits
    assert "embedder mismatch: 'docs' was indexed with other model" in meaning.error


async def test_nothing_outside_the_scope_is_reached(house: House) -> None:
    """Search, counts, neighbours and frequencies know the collections of the scope only."""
    await house.fill(VPN)
    await house.fill(page("s.md", "Salaries\n\nThe VPN of payroll."), collection="secret")
    search = house.store.within(Scope(("docs",)))
    (hidden, *_) = FakeCutter().chunks(page("s.md", "Salaries\n\nThe VPN of payroll."))

    assert ["vpn.md"] == await house.words("vpn salaries payroll")
    assert [] == list(await search.neighbours(hidden, 5))
    assert {"payroll": 0, "vpn": 3} == (await search.frequencies(["payroll", "vpn"])).counts
    assert ["docs", "secret"] == list(await house.store.collections())


async def test_nearer_pages_outside_the_scope_take_no_place(house: House) -> None:
    """Of thousands that are all nearer none counts: the scope's own ten are found, by every leg."""
    foreign = [page(f"f{n}.md", f"vpn slow f{n}") for n in range(2_000)]
    own = [
        page(f"own{n}.md", f"vpn of the office in town{n} by the old harbour") for n in range(10)
    ]
    await house.fill(*foreign, collection="secret")
    await house.fill(*own)
    words, meaning, pages = await house.legs("vpn slow", limit=10)
    everywhere = await house.legs("vpn slow", "docs", "secret", limit=10)

    for leg in (words, meaning, pages):
        assert {one.path for one in own} == set(paths(leg.hits))
    assert not {one.path for one in own} & {path for leg in everywhere for path in paths(leg.hits)}


async def test_several_collections_are_scored_as_one(house: House) -> None:
    """A scope of two collections gives the order and the counts that one of all pages gives."""
    pages = [page(f"{n:02}.md", f"Page\n\n{'apple ' * (n % 3 + 1)} pear{n}") for n in range(12)]
    rare = page("x.md", "Page\n\nquince and pear in it")
    await house.fill(*pages[:6], collection="left")
    await house.fill(*pages[6:], rare, collection="right")
    await house.fill(*pages, rare, collection="all")
    (apart, *_) = await house.legs("quince apple pear3", "left", "right")
    (whole, *_) = await house.legs("quince apple pear3", "all")

    assert [hit.document.path for hit in whole.hits[:2]] == [
        hit.document.path for hit in apart.hits[:2]
    ]
    assert set(paths(whole.hits)) == set(paths(apart.hits))
    for text in ("quince", "apple"):
        asked = [house.store.within(Scope(scope)) for scope in (("left", "right"), ("all",))]
        assert 1 == len({(await one.frequencies([text])).counts[text] for one in asked})


async def test_equal_scores_are_ordered_by_path(house: House) -> None:
    """Hits that score the same have one order, however they came in, at any limit."""
    pages = [page(f"{n:03}.md", "Same\n\nThe same sentence everywhere.") for n in range(90)]
    await house.fill(*reversed(pages))
    words, meaning, *_ = await house.legs("sentence", limit=30)

    assert [one.path for one in pages[:30]] == [hit.document.path for hit in words.hits]
    assert paths(meaning.hits) == sorted(paths(meaning.hits))


async def test_neighbours_are_those_of_the_same_page_in_order(house: House) -> None:
    """`reach` counts on both sides, stops at the page's ends, and includes the chunk itself."""
    await house.fill(page("a.md", "A\n\nb\n\nc\n\nd\n\ne"), VPN)
    chunks = FakeCutter().chunks(page("a.md", "A\n\nb\n\nc\n\nd\n\ne"))
    search = house.store.within(Scope(("docs",)))

    assert list(chunks[:3]) == list(await search.neighbours(chunks[1], 1))
    assert list(chunks[2:]) == list(await search.neighbours(chunks[4], 2))


async def test_everything_is_every_chunk_in_reading_order(house: House) -> None:
    """Pages by path, chunks by ordinal: their texts joined are the pages."""
    await house.fill(VPN, KEYS)
    hits = await house.store.within(Scope(("docs",))).everything()

    assert KEYS.text + VPN.text == "".join(hit.chunk.text for hit in hits)


async def test_the_census_counts_the_scope(house: House) -> None:
    """Documents, chunks, tokens and what waits for a vector, over all collections."""
    await house.fill(VPN)
    await house.fill(KEYS, collection="team", embed=False)
    census = await house.store.within(Scope(("docs", "team"))).census()

    assert (2, 5, 20, 2) == (
        census.documents,
        census.chunks,
        census.tokens,
        census.without_vectors,
    )
    assert {"docs": "hash 16", "team": "hash 16"} == census.embedder


async def test_a_missing_collection_says_what_to_do(house: House) -> None:
    """Nothing indexed is a sentence with the command; beside one that is there it is no error."""
    with pytest.raises(IndexMissing, match="Nothing has been indexed as 'docs' yet; run"):
        await house.words("vpn")
    await house.fill(VPN)

    assert ["vpn.md"] == await house.words("vpn", "docs", "team")
    with pytest.raises(IndexMissing, match="--collection team"):
        await house.store.within(Scope(("docs", "team"))).census()


@pytest.mark.parametrize("name", ["", "Docs", "../docs", "a.b", "-a", "a b", "a/b", "é", "a" * 65])
async def test_a_name_that_cannot_be_one_is_refused(house: House, name: str) -> None:
    """A collection's name is checked before anything is read or written."""
    with pytest.raises(InputError, match="cannot be the name of a collection"):
        await house.index.begin(name, "here", MADE_WITH)
    with pytest.raises(InputError):
        house.store.within(Scope((name,)))


async def test_synonyms_count_once_and_find_both_ways(house: House) -> None:
    """A page that uses the other words is found; one that uses both is not counted twice."""
    both = "vpn, virtual private network"
    await house.fill(
        VPN,
        page("net.md", "Net\n\nThe virtual private network drops."),
        page("other.md", "Other\n\nA private room."),
    )
    search = house.store.within(Scope(("docs",)))
    for asked in ("vpn", "virtual private network"):
        query = parse(asked, "asked", synonyms(both))
        (leg, *_) = await search.search([query], [None], limit=10)
        assert {"vpn.md", "net.md"} <= set(paths(leg.hits))


async def test_a_phrase_is_found_where_its_words_stand_side_by_side(house: House) -> None:
    """The words of a synonym that is a phrase do not count one by one, nor across pages' parts."""
    await house.fill(
        page("apart.md", "Room\n\nA private room, a virtual desk and the network."),
        page("across.md", "Virtual\n\nprivate network"),
        page("net.md", "Net\n\nThe virtual private network drops."),
    )
    search = house.store.within(Scope(("docs",)))
    query = parse("vpn", "asked", synonyms("vpn, virtual private network"))
    (leg, *_) = await search.search([query], [None], limit=10)

    assert ["net.md"] == paths(leg.hits)


@pytest.mark.parametrize(
    "typed",
    [
        "assmbly",
        "asembly",
        "assembley",
        "assemblyy",
        "axsembly",
        "assemblx",
        "asesmbly",
        "assembyl",
        "assmebly",
    ],
)
async def test_a_word_is_found_by_what_is_one_slip_away(house: House, typed: str) -> None:
    """A letter may be left out, put in, taken for another one, or two of them swapped."""
    await house.fill(page("fire.md", "Assembly\n\nGo to the assembly point. Do not reassemble."))
    found = await house.store.within(Scope(("docs",))).similar([typed])

    assert ["assembly"] == found[typed]


@pytest.mark.parametrize(
    "typed", ["polciy", "poilcy", "plicy", "poicy", "polcy", "poliy", "policyy", "polixy", "poliyc"]
)
async def test_a_short_word_is_found_by_what_is_one_slip_away(house: House, typed: str) -> None:
    """Of six letters, three before or behind the slip are all there is."""
    await house.fill(page("rule.md", "Rule\n\nThe policy of the house."))
    found = await house.store.within(Scope(("docs",))).similar([typed, "elephant"])

    assert (["policy"], []) == (found[typed], list(found.get("elephant", [])))


async def test_words_one_slip_away_are_those_of_the_scope_the_commonest_first(
    house: House,
) -> None:
    """Another collection's words are not found; a word that is a part of others stands for them."""
    await house.fill(
        page("a.md", "A\n\nThe marker and the market."),
        page("b.md", "B\n\nThe market. A dashboard or a dashoar."),
    )
    await house.fill(page("c.md", "C\n\nThe markeq."), collection="other")
    search = house.store.within(Scope(("docs",)))
    found = await search.similar(["markep", "dashboar"])

    assert ["market", "marker"] == list(found["markep"])
    assert ["dashboard"] == list(found["dashboar"])


async def test_an_index_without_pages_finds_nothing(house: House) -> None:
    """Before the first page every leg is empty and none fails; there is nothing to count."""
    generation = await house.index.begin("docs", "here", MADE_WITH)
    await house.index.complete(generation, "here")
    await house.index.release(generation)
    search = house.store.within(Scope(("docs",)))
    legs = await house.legs("vpn client ERR_4021 更")
    census = await search.census()

    assert {((), "")} == {(leg.hits, leg.error) for leg in legs}
    assert (0, 0, 0, 0) == (
        census.documents,
        census.chunks,
        census.tokens,
        census.without_vectors,
    )
    assert [] == list(await search.everything())
    assert 0 == (await search.frequencies(["vpn"])).total


@pytest.mark.parametrize("legs", [1, 3], ids=["one query", "several queries"])
async def test_each_query_has_its_legs_in_order(house: House, legs: int) -> None:
    """Queries are answered side by side, each with its own weight and by its own words."""
    await house.fill(VPN, KEYS)
    texts = ["vpn", "rotate", "nothing-of-that"][:legs]
    queries = [parse(text, "asked", weight=0.5) for text in texts]
    search = house.store.within(Scope(("docs",)))
    found = await search.search(queries, [vector(text) for text in texts], limit=5)

    assert ["words", "meaning", "page_meaning"] * legs == [leg.leg for leg in found]
    assert [text for text in texts for _ in range(3)] == [leg.query for leg in found]
    assert [0.5, 0.5, 0.2] * legs == [leg.weight for leg in found]
    assert ["vpn.md"] == paths(found[0].hits)


async def test_readers_see_the_old_page_or_the_new_one(house: House) -> None:
    """While one writes, whoever asks without pause finds each page in one of its versions."""
    await house.fill(page("p.md", "Marker\n\nversion 0"), VPN)
    generation = await house.index.begin("docs", "here", MADE_WITH)
    seen: list[set[str]] = []
    done = asyncio.Event()

    async def read() -> None:
        search = house.store.within(Scope(("docs",)))
        while not done.is_set():
            legs = await search.search([parse("marker version", "asked")], [None], limit=20)
            hits = [hit for hit in legs[0].hits if hit.document.path == "p.md"]
            seen.append({hit.chunk.text for hit in hits if hit.chunk.text != "Marker\n\n"})

    async def write() -> None:
        for number in range(1, 13):
            newer = page("p.md", f"Marker\n\nversion {number}")
            await generation.put(newer, FakeCutter().chunks(newer))
            await generation.settle()
        done.set()

    try:
        await asyncio.gather(write(), *(read() for _ in range(3)))
    finally:
        await house.index.release(generation)

    assert {1} == set(map(len, seen)), seen
    assert {"version 12"} == await _versions(house)
    assert len(seen) > 3


async def _versions(house: House) -> set[str]:
    """Return the versions of the page that are found now."""
    (leg, *_) = await house.legs("version")
    return {hit.chunk.text for hit in leg.hits if hit.chunk.text.startswith("version")}


async def test_ten_thousand_pages_are_searched_and_read_whole(house: House) -> None:
    """Ranks, ties, counts and reading all of it hold beyond what one request may return."""
    pages = [page(f"{n:05}.md", f"Item {n} of colour{n % 7}") for n in range(10_000)]
    await house.fill(*pages)
    search = house.store.within(Scope(("docs",)))
    (rare, *_) = await house.legs("9876")
    (common, meaning, *_) = await house.legs("Item 42 of colour0", limit=30)
    census = await search.census()
    every = await search.everything()

    assert ["09876.md"] == paths(rare.hits)
    assert ("00042.md", 30) == (common.hits[0].document.path, len(common.hits))
    assert sorted(paths(common.hits[1:])) == paths(common.hits[1:])
    assert ("00042.md", 30) == (meaning.hits[0].document.path, len(meaning.hits))
    assert (10_000, 10_000, 0) == (census.documents, census.chunks, census.without_vectors)
    assert [one.path for one in pages] == [hit.document.path for hit in every]


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.one_of(
        st.text(st.characters(exclude_categories=())),
        st.lists(
            st.sampled_from(
                [
                    '"',
                    "AND",
                    "NEAR(",
                    "OR",
                    "NOT",
                    "*",
                    "body:",
                    "^",
                    "-x",
                    "\0",
                    "{",
                    "}",
                    "(",
                    ")",
                    "\ud800",
                    "😀",
                    "vpn",
                    "C++",
                    "a_b",
                    "ERR-1",
                    "更",
                    "don't",
                    "+",
                    "#",
                    "::",
                ]
            )
        ).map(" ".join),
    )
)
async def test_any_text_is_a_safe_query(house: House, text: str) -> None:
    """Whatever was asked, both legs answer without an error."""
    if not await house.store.collections():
        await house.fill(VPN, KEYS)
    legs = await house.legs(text)

    assert {""} == {leg.error for leg in legs}


@given(text=st.text(max_size=30))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
async def test_any_text_is_a_safe_word_to_compare_with(house: House, text: str) -> None:
    """What is no word of plain letters has no words one slip away, and harms nothing."""
    if not await house.store.collections():
        await house.fill(page("fire.md", "Assembly\n\nGo to the assembly point."))
    found = await house.store.within(Scope(("docs",))).similar([text])

    assert {"assembly"}.issuperset(found.get(text, ()))


async def test_a_question_of_40_000_characters_is_answered(house: House) -> None:
    """A long paste is cut to a bounded number of terms, and still finds the page."""
    await house.fill(VPN, KEYS)
    noise = " ".join(f"word{n} Camel{n}Case err_{n}.{n}" for n in range(2000))[:39_900]

    assert "vpn.md" in await house.words(f"restart the vpn client {noise}")


async def test_any_text_can_be_put(house: House) -> None:
    """NUL, half surrogates and marks of full-text syntax are stored, and pages around them too."""
    odd = page("odd.md", 'Odd "*\n\nnul \0 half \ud800 and OR " NEAR( words')
    await house.fill(odd, VPN)

    assert ["odd.md"] == await house.words("nul half")
