"""Counting with a tokenizer's file alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from retrieval.errors import ModelRejected
from retrieval.models.embedding import OpenAIEmbedder
from retrieval.models.model_folder import SHIPPED_TOKENIZER
from retrieval.models.onnx import OnnxEmbedder
from retrieval.models.tokenizer import FileCounter, counter

TEXTS = ("How do I reset my password?", "", "数据库 备份 ERR_TIMEOUT", "half \ud83d of a character")


def test_it_counts_as_the_embedder_does() -> None:
    """With the same file, special tokens left out, whatever the text."""
    counter, embedder = FileCounter(SHIPPED_TOKENIZER), OnnxEmbedder()

    assert [embedder.count(text) for text in TEXTS] == [counter.count(text) for text in TEXTS]


def test_the_counter_of_a_service_is_that_of_its_model() -> None:
    """A name that is no path is a service's model."""
    service = OpenAIEmbedder("text-embedding-3-small", api_key="none")

    assert [service.count(text) for text in TEXTS[:3]] == [
        counter("text-embedding-3-small").count(text) for text in TEXTS[:3]
    ]


def test_it_loads_no_model() -> None:
    """A process that only cuts documents has no use for onnxruntime."""
    code = (
        "import sys; from retrieval import wiring\n"
        "print(wiring.cutter('', 250).count('a b'), 'onnxruntime' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )

    assert "2 False" == done.stdout.strip()


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    """In a sentence."""
    (tmp_path / "tokenizer.json").write_text("{}")

    with pytest.raises(ModelRejected, match=r"tokenizer\.json is not a tokenizer"):
        FileCounter(tmp_path / "tokenizer.json")
