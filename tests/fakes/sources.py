"""Packed sources made from texts, for tests of what is written and checked."""

from __future__ import annotations

from dataclasses import replace

from retrieval.values import Packed, Queries, Question, Source, Turn
from tests.fakes.team import OPEN, chunks, facts


def packed(*texts: str, title: str = "Page", lead: str = "", **metadata: object) -> Packed:
    """Pack each text as a source S1, S2 of its own page, one chunk a paragraph."""
    sources: list[Source] = []
    for number, text in enumerate(texts, start=1):
        pieces = chunks(f"{number}.md", *text.split("\f"))
        pieces = tuple(replace(one, heading_path=(f"Part {one.ordinal}",)) for one in pieces)
        whole = "".join(one.text for one in pieces)
        sources.append(
            Source(
                label=f"S{number}",
                document=facts(f"{number}.md", title, **metadata),
                chunks=pieces,
                text=whole,
                start=0,
                end=len(whole),
                lead=lead,
            )
        )
    return Packed(tuple(sources))


def asked(text: str = "How many days?", history: tuple[Turn, ...] = ()) -> Queries:
    """Make the queries of a question that needs no rewriting."""
    return Queries(Question(text, OPEN, history), text, (), "none")
