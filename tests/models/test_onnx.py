"""Tests of the local embedder: the built-in model, and others by folder."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelRejected, ModelReplyInvalid
from retrieval.models.model_folder import EmbeddingModel, shipped
from retrieval.models.onnx import OnnxEmbedder
from tests.fakes.onnx_graph import write_lookup

# Made with the vocabulary's own WordPiece tokenizer, onnxruntime on each sentence alone, and the
# plain mean over its tokens: the first four numbers of each unit vector, and their cosines.
REFERENCE = {
    "How do I reset my password?": (0.0054, -0.0611, -0.0713, -0.0342),
    "Steps to recover a forgotten password": (-0.0681, 0.0160, -0.0316, 0.0229),
    "The cafeteria opens at nine.": (0.0097, -0.0268, 0.0079, -0.0199),
    "kubectl rollout restart deployment/payments-webhook": (-0.0141, 0.0597, -0.0120, -0.0607),
}
COSINES = (
    (1.0, 0.7368, 0.0309, 0.1023),
    (0.7368, 1.0, 0.0533, 0.0764),
    (0.0309, 0.0533, 1.0, 0.0509),
    (0.1023, 0.0764, 0.0509, 1.0),
)
WORDS = ("alpha", "beta", "gamma", "[PAD]", "[UNK]")
TABLE = np.array([[1, 0], [0, 1], [-1, 1], [5, 5], [3, -3]], dtype=np.float32)


@pytest.fixture(name="builtin", scope="module")
def _builtin() -> OnnxEmbedder:
    """Return the built-in embedder, loaded once."""
    return OnnxEmbedder(threads=1)


def small(folder: Path, **changes: object) -> EmbeddingModel:
    """Write a model of three words and return it."""
    vocabulary = {word: place for place, word in enumerate(WORDS)}
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    if not (folder / "model.onnx").exists():
        write_lookup(folder / "model.onnx", TABLE)
    model = {"name": "small", "pooling": "mean", "window": 4, "dims": 2} | changes
    return EmbeddingModel(
        graph=folder / "model.onnx",
        tokenizer=folder / "tokenizer.json",
        **model,  # type: ignore[arg-type]
    )


async def test_vectors_are_those_of_an_independent_computation(builtin: OnnxEmbedder) -> None:
    """The built-in model gives the recorded vectors, so that no step of ours changes them."""
    vectors = await builtin.passages(list(REFERENCE))

    np.testing.assert_allclose(vectors[:, :4], list(REFERENCE.values()), atol=0.002)
    np.testing.assert_allclose(vectors @ vectors.T, COSINES, atol=0.005)
    assert (4, builtin.dims) == vectors.shape
    assert np.float32 == vectors.dtype


async def test_the_company_of_a_text_hardly_changes_its_vector(builtin: OnnxEmbedder) -> None:
    """A text has nearly the same vector alone, as a query, and among longer texts."""
    text = next(iter(REFERENCE))
    alone = (await builtin.passages([text]))[0]
    among = (await builtin.passages(["x " * 200, text, "", *REFERENCE]))[1]

    assert 1.0 == pytest.approx(float(alone @ among), abs=1e-4)
    assert 1.0 == pytest.approx(float(alone @ await builtin.query(text)), abs=1e-4)


async def test_empty_and_strange_texts_have_finite_vectors(builtin: OnnxEmbedder) -> None:
    """No text gives a vector that is not a number, and none is of another length than one."""
    texts = ["", " ", "\ud800", "\x00", "\u200b" * 10, "🙂", "日本語のページ", "a" * 5000]
    vectors = await builtin.passages(texts)

    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


async def test_nothing_to_embed_is_an_empty_matrix(builtin: OnnxEmbedder) -> None:
    """No texts give no rows, of the right length."""
    assert (0, builtin.dims) == (await builtin.passages([])).shape


def test_tokens_are_counted_without_a_limit(builtin: OnnxEmbedder) -> None:
    """The count is that of the model's own tokenizer, however long the text is."""
    assert 254 == builtin.max_tokens
    assert 6 == builtin.count("deploy the web hook now!")
    assert 3000 == builtin.count("word " * 3000)


async def test_a_text_that_is_cut_is_counted() -> None:
    """A text over the window loses its end, and the embedder says how many did."""
    embedder = OnnxEmbedder(threads=1)
    await embedder.passages(["word " * embedder.max_tokens, "word " * (embedder.max_tokens + 1)])

    assert 1 == embedder.cut


async def test_a_query_is_computed_once(tmp_path: Path) -> None:
    """The same question again costs nothing, and nobody can change what is kept."""
    embedder = OnnxEmbedder(small(tmp_path))
    first = await embedder.query("alpha")
    second = await embedder.query("alpha")

    assert first is second
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0


async def test_computing_leaves_the_event_loop_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens and vectors are made in a worker thread."""
    threads: set[int] = set()
    embedder = OnnxEmbedder(small(tmp_path))
    embed, batches = embedder._embed, embedder.batches
    monkeypatch.setattr(
        embedder, "_embed", lambda batch: threads.add(threading.get_ident()) or embed(batch)
    )
    monkeypatch.setattr(
        embedder, "batches", lambda texts: threads.add(threading.get_ident()) or batches(texts)
    )
    await asyncio.gather(embedder.passages(["alpha"]), embedder.query("beta"))

    assert threads
    assert threading.get_ident() not in threads


@pytest.mark.parametrize(
    ("pooling", "expected"), [("mean", (0.0, 1.0)), ("cls", (1.0, 0.0)), ("last", (-0.707, 0.707))]
)
async def test_pooling_is_as_the_model_wants_it(
    pooling: str, expected: tuple[float, float], tmp_path: Path
) -> None:
    """Mean, first and last token are taken over the text itself and not over its padding."""
    embedder = OnnxEmbedder(small(tmp_path, pooling=pooling))
    vectors = await embedder.passages(["alpha gamma", "beta beta beta beta"])

    np.testing.assert_allclose(vectors[0], expected, atol=0.001)


async def test_prefixes_stand_before_texts_of_their_kind(tmp_path: Path) -> None:
    """Queries and passages get their own prefix, which counts against the window."""
    model = small(tmp_path, pooling="cls", query_prefix="alpha ", passage_prefix="beta ")
    embedder = OnnxEmbedder(model)

    np.testing.assert_allclose(await embedder.query("gamma"), [1, 0], atol=1e-6)
    np.testing.assert_allclose((await embedder.passages(["gamma"]))[0], [0, 1], atol=1e-6)
    assert 3 == embedder.max_tokens


async def test_a_graph_that_pools_itself_is_taken_as_it_is(tmp_path: Path) -> None:
    """A graph whose output is one vector a text is not pooled again."""
    write_lookup(tmp_path / "model.onnx", TABLE, rank=2)
    vectors = await OnnxEmbedder(small(tmp_path)).passages(["gamma alpha"])

    np.testing.assert_allclose(vectors[0], [-0.7071, 0.7071], atol=0.001)


async def test_a_text_without_any_token_has_a_finite_vector(tmp_path: Path) -> None:
    """A model without special tokens has none for an empty text, and still does not fail."""
    vectors = await OnnxEmbedder(small(tmp_path)).passages(["", "alpha"])

    assert np.isfinite(vectors).all()


def test_dims_are_read_from_the_graph_where_no_file_says_them(tmp_path: Path) -> None:
    """The length of a vector is known before the first text is embedded."""
    assert 2 == OnnxEmbedder(small(tmp_path, dims=None)).dims


@pytest.mark.parametrize(
    ("inputs", "rank", "words"),
    [(("input_ids", "pixel_values"), 3, "pixel_values"), (("input_ids",), 1, "no vectors")],
)
async def test_a_graph_that_does_not_embed_texts_is_refused(
    inputs: tuple[str, ...], rank: int, words: str, tmp_path: Path
) -> None:
    """A model of another kind is named for what it is."""
    write_lookup(tmp_path / "model.onnx", TABLE, inputs=inputs, rank=rank)
    with pytest.raises(ModelRejected, match=words):
        await OnnxEmbedder(small(tmp_path)).passages(["alpha"])


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
async def test_a_damaged_file_is_refused(file: str, tmp_path: Path) -> None:
    """A file that cannot be read is named, without a traceback."""
    model = small(tmp_path)
    (tmp_path / file).write_bytes(b"damaged")
    with pytest.raises(ModelRejected, match=file):
        await OnnxEmbedder(model).passages(["alpha"])


async def test_what_is_not_a_number_is_never_returned(tmp_path: Path) -> None:
    """A model that computes NaN raises, as such a vector would spoil every search."""
    write_lookup(tmp_path / "model.onnx", np.full_like(TABLE, np.nan))
    with pytest.raises(ModelReplyInvalid):
        await OnnxEmbedder(small(tmp_path)).passages(["alpha"])


def test_the_identity_changes_with_everything_that_changes_vectors(tmp_path: Path) -> None:
    """Another file, pooling, length or prefix is another identity; the same is the same."""
    identities = [
        OnnxEmbedder(small(tmp_path, **changes)).identity
        for changes in ({}, {"pooling": "cls"}, {"window": 3}, {"query_prefix": "alpha"})
    ]
    same = OnnxEmbedder(small(tmp_path)).identity
    write_lookup(tmp_path / "model.onnx", TABLE[:, ::-1] * 2)
    other = OnnxEmbedder(small(tmp_path)).identity

    assert same == identities[0]
    assert 5 == len({*identities, other})
    assert OnnxEmbedder(shipped()).identity.startswith("all-MiniLM-L6-v2-int8 ")


@pytest.fixture(name="tiny", scope="module")
def _tiny(tmp_path_factory: pytest.TempPathFactory) -> OnnxEmbedder:
    """Return an embedder of three words, loaded once."""
    return OnnxEmbedder(small(tmp_path_factory.mktemp("tiny")), threads=1)


@settings(deadline=None)
@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS[:3]), max_size=6).map(" ".join), max_size=9),
    budget=st.integers(1, 20),
)
async def test_batches_never_change_order_or_result(
    texts: list[str], budget: int, tiny: OnnxEmbedder
) -> None:
    """Whatever the size of a batch, each text has its own vector in its own place."""
    tiny._batch_tokens = budget
    batched = await tiny.passages(texts)
    alone = {text: (await tiny.passages([text]))[0] for text in set(texts)}

    for text, vector in zip(texts, batched, strict=True):
        np.testing.assert_allclose(vector, alone[text], atol=1e-6)
