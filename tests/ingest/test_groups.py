"""Small groups are joined with their neighbours."""

from __future__ import annotations

from retrieval.ingest.groups import Group, embedded, merged, with_words
from retrieval.ingest.split import Piece


def group(said: str, *path: str, bare: bool = False) -> Group:
    """Return a group of one piece that says something."""
    weight = len(said.split())
    return Group((Piece(0, 1, said, weight, 0),), path, weight=weight, bare=bare)


def test_small_siblings_join_and_cousins_do_not() -> None:
    """Neighbours join under the heading that both stand under."""
    found = merged([group("a", "T", "A"), group("b", "T", "B"), group("c", "U", "C")], 10, 5)

    assert [("T", "A"), ("U", "C")] == [part.path for part in found]


def test_large_neighbours_stay_apart() -> None:
    """Two groups that are long enough are not joined even where they would fit."""
    assert 2 == len(merged([group("a b c", "A"), group("d e f", "B")], 10, 3))


def test_a_bare_heading_takes_the_path_of_what_follows() -> None:
    """A heading without words of its own joins the next section, whose path stands."""
    (found,) = merged([group("T", "T", bare=True), group("A a b c", "T", "A")], 10, 0)

    assert ("T", "A") == found.path


def test_a_last_bare_heading_joins_what_came_before() -> None:
    """A heading at the very end is no chunk of its own."""
    assert 1 == len(merged([group("a b c", "A"), group("End", "End", bare=True)], 10, 0))


def test_what_says_nothing_joins_a_neighbour() -> None:
    """A group without words goes to the one before, or at the start to the one after."""
    assert 1 == len(with_words([group(""), group("a"), group("")]))


def test_parts_of_a_paragraph_flow_and_blocks_stand_in_lines() -> None:
    """Sentences of one block are embedded in one line, blocks in lines of their own."""
    pieces = (
        Piece(0, 1, "One.", 1, 0),
        Piece(1, 2, "Two.", 1, 0, flows=True),
        Piece(2, 3, "Three.", 1, 1, flows=True),
    )

    assert "H\nOne. Two.\nThree." == embedded(Group(pieces, (), prefix="H"))
