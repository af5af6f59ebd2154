"""What a record lacks is named once."""

from __future__ import annotations

from retrieval.learn.frozen.lacking import Lacking


def test_each_thing_is_named_once_in_the_order_found() -> None:
    """However often it is needed."""
    lacking = Lacking()
    for sentence in ("a reply", "a page", "a reply"):
        lacking.add(sentence)

    assert ["a reply", "a page"] == lacking.named
