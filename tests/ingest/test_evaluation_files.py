"""The shipped cutter on every file of the evaluation sets, in the processes that indexing uses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from functools import partial
from itertools import accumulate
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from retrieval import wiring
from retrieval.errors import UnreadableDocument
from retrieval.ingest.cutting import cut
from retrieval.ingest.workers import Workers
from retrieval.ports import FileReader
from retrieval.values import Chunk
from tests.fakes.markdown import count

MAXIMUM = 250
HEADING = 25
"""Tokens that the heading of a chunk may need beside its text."""
AGAIN = 40
"""Files of each set that are cut in this process too."""
PARSER = MarkdownIt("commonmark").enable("table").disable("inline")


@pytest.mark.parametrize("name", ["handbooks", "runbooks"])
async def test_every_file_is_cut_without_loss(evaldata: Path, name: str) -> None:
    """No character is lost, no fence or row cut, no id given twice; each chunk fits the model.

    Fences and rows are found by another parser. A seeded sample of files becomes in this process
    what it became in the others, and its tokens are counted again.
    """
    make = partial(wiring.cutter, "", MAXIMUM)
    reader = wiring.folder_reader(wiring.settings(), evaldata / name / "corpus")
    assert isinstance(reader, FileReader)
    files = reader.scan().files
    again = set(random.Random(name).sample(files, AGAIN))
    here = make()
    left = iter(files)
    ids: list[str] = []
    faults: list[tuple[str, str]] = []
    async with aclosing(Workers(make).outcomes(reader, files)) as outcomes:
        async for outcome in outcomes:
            file = next(left)
            assert not isinstance(outcome, UnreadableDocument), file.path
            text, chunks = outcome[0].text, outcome[1]
            ids += [chunk.id for chunk in chunks]
            faults += [(file.path, fault) for fault in _faults(text, chunks)]
            if file in again:
                assert cut(reader, here, file) == outcome, file.path
                assert [count(one.embedded) for one in chunks] == [one.tokens for one in chunks]

    assert [] == faults
    assert len(files) > 800
    assert len(set(ids)) == len(ids) > len(files)


def _faults(text: str, chunks: Sequence[Chunk]) -> Iterator[str]:
    """Say what is wrong with the chunks of a text."""
    if "".join(chunk.text for chunk in chunks) != (text if text.strip() else ""):
        yield "characters lost"
    if any(text[chunk.start : chunk.end] != chunk.text for chunk in chunks):
        yield "wrong offsets"
    if any(chunk.tokens > MAXIMUM for chunk in chunks):
        yield "a chunk over the maximum"
    cuts = [chunk.start for chunk in chunks]
    for kind, start, end in _units(text) if len(cuts) > 1 else ():
        if any(start < at < end for at in cuts) and count(text[start:end]) <= MAXIMUM - HEADING:
            yield f"{kind} cut at line {text.count(chr(10), 0, start) + 1}"


def _units(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each fence, block of code and row, by another parser."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    for token in PARSER.parse(text):
        if token.map and token.type in ("fence", "code_block", "tr_open"):
            first, after = token.map
            yield token.type, starts[first], min(starts[after], len(text))
