"""Reads a tokenizer's file and counts with it; the model itself is not loaded."""

from __future__ import annotations

from pathlib import Path

from tokenizers import Tokenizer

from retrieval.errors import ModelRejected
from retrieval.models.model_folder import read_folder, shipped
from retrieval.ports import TokenCounter


def counter(model: str) -> TokenCounter:
    """Return what counts as an embedder does: the built-in one, one by path, or a service's.

    Raises SettingsError, ModelRejected.
    """
    if model and not Path(model).exists():
        from retrieval.models.tokens import Tokens  # noqa: PLC0415  (tiktoken is for services alone)

        return Tokens(model)
    return FileCounter((read_folder(Path(model)) if model else shipped()).tokenizer)


class FileCounter:
    """A `TokenCounter` with the tokenizer of an embedding model."""

    def __init__(self, file: Path) -> None:
        """Read the file. Raises ModelRejected."""
        self._tokenizer = read_tokenizer(file)

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, special tokens left out."""
        return len(self._tokenizer.encode(encodable(text), add_special_tokens=False).ids)


def read_tokenizer(file: Path) -> Tokenizer:
    """Return a tokenizer that neither pads nor cuts. Raises ModelRejected."""
    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # tokenizers raises bare Exception
        raise ModelRejected(f"{file} is not a tokenizer that can be read: {error}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encodable(text: str) -> str:
    """Replace lone surrogates, which are no characters and which tokenizers refuse."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
