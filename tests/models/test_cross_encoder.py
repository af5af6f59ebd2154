"""Tests of reranking by a cross-encoder's files."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from retrieval.answer.rank import rank
from retrieval.errors import ModelRejected, ModelReplyInvalid, SettingsError
from retrieval.models.cross_encoder import CrossEncoder
from retrieval.values import Candidates, Hit, LegResult, RankedHit
from tests.fakes.onnx_graph import write_lookup
from tests.fakes.sources import asked
from tests.fakes.team import chunks, facts, ranked

WORDS = ("[UNK]", "good", "better", "best", "Page")
ONE = np.array([[0.0], [1.0], [2.0], [3.0], [9.0]], dtype=np.float32)
TWO = np.array([[0, 0], [3, 1], [1, 3], [1, 9], [9, 9]], dtype=np.float32)
WIDE = np.zeros((5, 3), dtype=np.float32)


def model(folder: Path, table: np.ndarray = ONE, **files: object) -> Path:
    """Write a model that scores a pair by the first word of the passage."""
    vocabulary = {word: place for place, word in enumerate(WORDS)}
    first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [first],
            "pair": [second, first],
            "special_tokens": {},
        },
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    told = {"tokenizer.json": tokenizer, "tokenizer_config.json": {"model_max_length": 8}} | files
    for name, content in told.items():
        if content is not None:
            (folder / name).write_text(json.dumps(content), "utf-8")
    write_lookup(folder / "model.onnx", table, rank=2)
    return folder


def hits(*texts: str) -> list[RankedHit]:
    """Return hits of pages whose titles begin with these words."""
    return [ranked(chunks(f"{n}.md", "Text.")[0], facts(f"{n}.md", t)) for n, t in enumerate(texts)]


async def scores(folder: Path, *texts: str) -> list[float]:
    """Return a model's scores of passages."""
    reranker = CrossEncoder.from_folder(folder, threads=1)
    return list(await reranker.rerank(asked(), Candidates(()), hits(*texts)))


async def test_each_passage_has_the_score_of_the_pair(tmp_path: Path) -> None:
    """Over several batches, in the order given."""
    texts = ["good", "best", "better", "other", "best", "good"]

    assert [1.0, 3.0, 2.0, 0.0, 3.0, 1.0] == await scores(model(tmp_path), *texts)


async def test_two_numbers_a_pair_are_one_score(tmp_path: Path) -> None:
    """Where a model says how likely "no" and "yes" are, the difference counts."""
    assert [-2.0, 2.0, 8.0] == await scores(model(tmp_path, TWO), "good", "better", "best")


async def test_the_order_of_the_answer_is_the_models(tmp_path: Path) -> None:
    """In its stage it does what a service does, and is named by its folder."""
    folder = tmp_path / "judge"
    folder.mkdir()
    found = [
        Hit(hit.chunk, hit.document, place, 1.0)
        for place, hit in enumerate(hits("good", "best", "better"), start=1)
    ]
    candidates = Candidates((LegResult("words", "q", tuple(found)),))
    reranker = CrossEncoder.from_folder(model(folder), threads=1)
    done = await rank(asked(), candidates, reranker, today=date(2026, 1, 1), rerank_seconds=30.0)

    assert ["best", "better", "good"] == [hit.document.title for hit in done.hits]
    assert ("judge", ()) == (done.reranker, done.notes)


async def test_a_long_pair_is_cut_to_the_window(tmp_path: Path) -> None:
    """The model never sees more tokens than it can."""
    assert [3.0] == await scores(model(tmp_path), "best " + "x " * 500)


async def test_no_hits_have_no_scores(tmp_path: Path) -> None:
    """Nothing is loaded for nothing."""
    (model(tmp_path) / "model.onnx").write_bytes(b"damaged")

    assert [] == await scores(tmp_path)


async def test_what_is_no_cross_encoder_is_said(tmp_path: Path) -> None:
    """Three numbers a pair, or a damaged file, are an error that names the file."""
    with pytest.raises(ModelRejected, match="not a cross-encoder"):
        await scores(model(tmp_path, WIDE), "good")
    (tmp_path / "model.onnx").write_bytes(b"damaged")
    with pytest.raises(ModelRejected, match="damaged"):
        await scores(tmp_path, "good")


async def test_what_is_no_number_is_said(tmp_path: Path) -> None:
    """A score that is not finite is never ranked by."""
    with pytest.raises(ModelReplyInvalid, match="no number"):
        await scores(model(tmp_path, np.full((5, 1), np.nan, dtype=np.float32)), "good")


@pytest.mark.parametrize(
    ("files", "words"),
    [({"tokenizer.json": None}, "tokenizer.json"), ({"tokenizer_config.json": None}, "how many")],
)
def test_a_file_that_is_missing_is_named(
    files: dict[str, object], words: str, tmp_path: Path
) -> None:
    """Before anything is asked."""
    with pytest.raises(SettingsError, match=words):
        CrossEncoder.from_folder(model(tmp_path, **files))


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The setting is to be checked."""
    with pytest.raises(SettingsError, match="no reranking model"):
        CrossEncoder.from_folder(tmp_path / "none")
