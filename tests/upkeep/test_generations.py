"""Choosing among generations, and how many chunks pages have."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import IndexMissing, InputError
from retrieval.ports import GenerationFacts, PageEntry
from retrieval.upkeep import generations

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def facts(
    name: str, *, in_use: bool = False, before: bool = False, complete: bool = True
) -> GenerationFacts:
    """Make a generation; the higher the name, the newer."""
    return GenerationFacts(
        "docs",
        name,
        in_use=in_use,
        before=before,
        held=False,
        complete=complete,
        chunker="",
        embedder="",
        dims=0,
        roots={},
        documents=0,
        chunks=0,
        without_vectors=0,
        made=NOON + timedelta(hours=int(name)),
        changed=None,
    )


KNOWN = [
    facts("0004", complete=False),
    facts("0003"),
    facts("0002", in_use=True),
    facts("0001", before=True),
]


def test_the_one_in_use_is_meant_unless_another_is_named() -> None:
    """One that is not there is told with those that are; none in use, with what makes one."""
    assert "0002" == generations.named(KNOWN, "docs").name
    assert "0004" == generations.named(KNOWN, "docs", "0004").name
    with pytest.raises(InputError, match="0004, 0003, 0002, 0001"):
        generations.named(KNOWN, "docs", "0009")
    with pytest.raises(IndexMissing, match=r"scripts\.ingest"):
        generations.named(KNOWN[:2], "docs")


def test_the_newest_complete_one_that_waits_is_swapped_in() -> None:
    """Neither one that is not complete nor one that is older than what is in use: it is named."""
    assert "0003" == generations.to_swap_in(KNOWN, "docs").name
    with pytest.raises(InputError, match="name the one that you mean: 0001, 0000"):
        generations.to_swap_in([*KNOWN[:1], *KNOWN[2:], facts("0000")], "docs")
    with pytest.raises(InputError, match="Generation 0004 of 'docs' is not complete"):
        generations.to_swap_in([KNOWN[0], KNOWN[2]], "docs")
    with pytest.raises(InputError, match="index build"):
        generations.to_swap_in(KNOWN[2:3], "docs")


_HELD = (
    "Generation 0004 of 'docs' is not complete: 1,200 texts wait for a vector. Run"
    " `python -m scripts.ingest '/my docs'` to complete it, then"
    " `python -m scripts.index swap 0004` to put it in use."
)
_USED = (
    "Generation 0002 of 'team' is not complete: 1 text waits for a vector. Run"
    " `python -m scripts.ingest PATH --collection team` to complete it."
)
_PART = (
    "Generation 0004 of 'docs' is not complete: not all of its folders are wholly in it."
    " Run `python -m scripts.ingest PATH` to complete it."
)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (
            KNOWN[1],
            "Generation 0003 of 'docs' waits: `python -m scripts.index swap 0003` puts it in use.",
        ),
        (KNOWN[2], ""),
        (replace(KNOWN[3], complete=False), ""),
        (replace(KNOWN[0], damage="The file is damaged."), ""),
        (
            replace(KNOWN[0], without_vectors=1_200, roots={"/my docs": "r"}, held=True),
            _HELD,
        ),
        (
            replace(KNOWN[2], complete=False, collection="team", without_vectors=1),
            _USED,
        ),
        (
            KNOWN[0],
            _PART,
        ),
    ],
)
def test_it_is_said_what_completes_a_generation(one: GenerationFacts, said: str) -> None:
    """And what puts it in use, where no run does."""
    assert said == generations.unfinished(one)


def test_beside_one_in_use_a_build_completes_what_is_held() -> None:
    """Indexing would fill the one in use: the command is the build that was begun, and it works."""
    used = replace(KNOWN[2], roots={"/a": "r", "/b": "r"})
    held = replace(KNOWN[0], without_vectors=2, roots={"/a": "r"}, held=True)
    said = [
        generations.unfinished(one, [one, used])
        for one in (held, replace(held, anew=True), replace(held, roots={"/a": "", "/c": ""}))
    ]

    assert [
        f"Generation 0004 of 'docs' is not complete: 2 texts wait for a vector. Run `python -m"
        f" scripts.index build{what}` to complete it, then `python -m scripts.index swap 0004` to"
        f" put it in use."
        for what in ("", " --anew", " /a /c")
    ] == said
    assert "scripts.ingest /a`" in generations.unfinished(held, [held])


def test_what_is_there_and_not_in_use_is_told() -> None:
    """The newest with something to do; nothing where one is in use, or none is there."""
    assert "Generation 0004" in generations.unsearchable([KNOWN[0], KNOWN[1]])
    assert ["", "", ""] == [generations.unsearchable(k) for k in (KNOWN, KNOWN[3:], [])]


def test_what_is_not_copied_is_told_with_both_ways() -> None:
    """Copied with its vectors, or read again; another collection than the usual one is named."""
    assert (
        "Elasticsearch has nothing yet; 'team' is indexed in files here. Run `python -m"
        " scripts.index copy --from sqlite --to elasticsearch --collection team` to copy it with"
        " its vectors, or `python -m scripts.ingest PATH --collection team` to read the documents"
        " again." == generations.uncopied("team")
    )


def test_one_goes_back_to_the_one_before() -> None:
    """Where it is kept."""
    assert "0001" == generations.to_go_back_to(KNOWN, "docs").name
    with pytest.raises(InputError, match="was in use before"):
        generations.to_go_back_to(KNOWN[:3], "docs")


@pytest.mark.parametrize(
    ("keep", "gone"),
    [
        (4, []),
        (3, ["0003"]),
        (2, ["0004", "0003"]),
        (1, ["0001", "0004", "0003"]),
    ],
)
def test_the_one_in_use_stays_longest_then_the_one_before(keep: int, gone: list[str]) -> None:
    """Then the newest; the one in use goes never."""
    assert gone == [one.name for one in generations.to_prune(KNOWN, keep)]


def test_keeping_none_is_refused() -> None:
    """At least the one in use stays."""
    with pytest.raises(InputError, match="At least one"):
        generations.to_prune(KNOWN, 0)


def test_pages_of_strikingly_many_chunks_are_named() -> None:
    """The most first; pages without a chunk as well."""
    counts = [*[5] * 50, *[6] * 50, 0, 40, 300]
    entries = [PageEntry("r", f"{n}.md", str(n), "d", count) for n, count in enumerate(counts)]
    cuts = generations.cuts(entries)

    assert (6, 6, 300) == (cuts.median, cuts.high, cuts.most)
    assert [300, 40] == [entry.chunks for entry in cuts.outliers]
    assert ("100.md",) == cuts.empty


@given(st.lists(st.integers(0, 500)))
def test_any_manifest_can_be_told_of(counts: list[int]) -> None:
    """No median above the most, no page both empty and striking."""
    entries = [PageEntry("r", f"{n}.md", str(n), "d", count) for n, count in enumerate(counts)]
    cuts = generations.cuts(entries)

    assert cuts.median <= cuts.most
    assert cuts.high <= cuts.most
    assert counts.count(0) == len(cuts.empty)
    assert all(entry.chunks > generations.LEAST_OUTLIER for entry in cuts.outliers)
