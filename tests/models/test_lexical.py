"""The built-in reranker: shipped weights, a collection's own, and files that are neither."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.errors import SettingsError
from retrieval.models.features import NAMES, features
from retrieval.models.lexical import (
    SHIPPED,
    LexicalReranker,
    Weights,
    hit_scores,
    parse_weights,
    plain_weights,
    read_weights,
    write_weights,
)
from retrieval.text.query import parse
from retrieval.values import Candidates, Frequencies, Queries, Question, Scope
from tests.fakes.team import OPEN, chunks, facts, ranked

FREQUENCIES = Frequencies(100, {"vpn": 5, "client": 9})
QUERIES = Queries(
    Question("vpn client", OPEN), "vpn client", (parse("vpn client", origin="asked"),), "none"
)
ONE = ranked(chunks("a.md", "Nothing that was asked for.")[0], facts("a.md", "A"), 1)
TWO = ranked(chunks("b.md", "The vpn client is here.")[0], facts("b.md", "B"), 2, score=0.9)


def _only(name: str, weight: float) -> Weights:
    return Weights(tuple(weight if known == name else 0.0 for known in NAMES), "a test")


async def test_the_evidence_outweighs_a_rank() -> None:
    """The page with the words comes first, though the fused order had it second."""
    found = Candidates((), FREQUENCIES)

    scores = await LexicalReranker().rerank(QUERIES, found, [ONE, TWO])

    assert scores[1] > scores[0]


async def test_evidence_looked_at_once_can_be_weighed_again() -> None:
    """Scores made of features taken before are those that reranking gives."""
    found = Candidates((), FREQUENCIES)
    rows = features(QUERIES, found, [ONE, TWO])

    assert await LexicalReranker().rerank(QUERIES, found, [ONE, TWO]) == hit_scores(
        rows, [ONE, TWO], SHIPPED
    )


async def test_a_collection_has_its_own_weights() -> None:
    """Weights are looked up by the collection that is asked."""
    found = Candidates((), FREQUENCIES)
    reranker = LexicalReranker({"docs": _only("window", -1.0)})

    scores = await reranker.rerank(QUERIES, found, [ONE, TWO])

    assert scores[0] > scores[1]


async def test_collections_that_disagree_are_ranked_by_the_shipped_weights() -> None:
    """Scores of different weights cannot be compared."""
    wide = Queries(
        Question("vpn client", Scope(("docs", "other"))), "vpn client", QUERIES.searches, "none"
    )
    found = Candidates((), FREQUENCIES)
    reranker = LexicalReranker({"docs": _only("window", -1.0)})

    assert await LexicalReranker().rerank(wide, found, [ONE, TWO]) == await reranker.rerank(
        wide, found, [ONE, TWO]
    )


async def test_what_has_the_name_that_is_asked_about_comes_first() -> None:
    """Neither the words of a name nor a longer name outweigh the name itself."""
    text = "What does KT-4031 mean?"
    queries = Queries(Question(text, OPEN), text, (parse(text, origin="asked"),), "none")
    said = ("KT, 4031: what codes mean, KT or 4031.", "KT-4031-B, a mean KT.", "x KT-4031 y")
    hits = [
        ranked(chunks(f"{n}.md", one)[0], facts(f"{n}.md", "A"), n, score=1.0 / n)
        for n, one in enumerate(said, start=1)
    ]
    scores = await LexicalReranker().rerank(queries, Candidates((), Frequencies(100, {})), hits)

    assert 2 == scores.index(max(scores))


async def test_a_borrowed_subject_leaves_the_fused_order() -> None:
    """Where a follow-up borrowed its subject, no one text says what is asked."""
    lent = Queries(
        Question("and for a Mac?", OPEN),
        "vpn client and for a Mac?",
        (parse("and for a Mac?", origin="asked"), parse("vpn and for a Mac?", origin="lent")),
        "none",
    )

    scores = await LexicalReranker().rerank(lent, Candidates((), FREQUENCIES), [ONE, TWO])

    assert [ONE.fused, TWO.fused] == list(scores)


async def test_a_follow_up_with_a_subject_of_its_own_is_reranked() -> None:
    """It says what is asked: what it borrowed weighs less, and keeps no order."""
    searches = (
        parse("vpn client?", origin="asked"),
        parse("leave vpn client?", "lent", weight=0.5),
    )
    own = Queries(Question("vpn client?", OPEN), "vpn client?", searches, "none")
    alone = replace(own, searches=searches[:1])
    found = Candidates((), FREQUENCIES)

    scores = await LexicalReranker().rerank(own, found, [ONE, TWO])

    assert list(scores) == list(await LexicalReranker().rerank(alone, found, [ONE, TWO]))
    assert [ONE.fused, TWO.fused] != list(scores)


async def test_further_chunks_of_a_page_come_later() -> None:
    """The best chunk stands for its page; others do not push other pages out."""
    first, second = chunks("b.md", "The vpn client is here. ", "The vpn client again.")
    page = facts("b.md", "B")
    hits = [ranked(first, page, 1), ranked(second, page, 2), ONE]

    scores = await LexicalReranker().rerank(QUERIES, Candidates((), FREQUENCIES), hits)

    assert scores[0] > scores[1]


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    """A round trip, by name, and the name of the reranker tells them apart."""
    weights = Weights(tuple(float(n) for n in range(len(NAMES))), "questions.jsonl")
    write_weights(tmp_path / "docs.rerank.json", weights)

    read = read_weights(tmp_path / "docs.rerank.json")
    loaded = LexicalReranker({"docs": read})

    assert weights == read == parse_weights(plain_weights(read))
    assert f"docs:{weights.digest}" in loaded.name
    assert loaded.name != LexicalReranker().name


def test_weights_of_a_feature_that_is_no_more_do_not_fit() -> None:
    """One that weighed nothing is not missed."""
    told = plain_weights(SHIPPED)
    told["weights"] |= {"gone": 0.0}

    assert SHIPPED == parse_weights(told)
    told["weights"] |= {"gone": 0.5}
    with pytest.raises(ValueError, match="'gone'"):
        parse_weights(told)


@pytest.mark.parametrize("text", ["", "{}", '{"weights": {}}', '{"weights": 3, "learnt_on": ""}'])
def test_a_file_that_holds_no_weights_is_named(tmp_path: Path, text: str) -> None:
    """The message says which file, and what to do."""
    path = tmp_path / "docs.rerank.json"
    path.write_text(text)

    with pytest.raises(SettingsError, match=r"docs\.rerank\.json.*scripts\.tune"):
        read_weights(path)
