"""Tests of reading what an embedding model's folder says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import SettingsError
from retrieval.models import model_folder
from retrieval.models.model_folder import digest, read_folder, shipped

TRANSFORMER = {"type": "sentence_transformers.models.Transformer", "path": ""}
POOLING = {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"}
FILES: dict[str, Any] = {
    "model.onnx": None,
    "tokenizer.json": None,
    "modules.json": [TRANSFORMER, POOLING],
    "1_Pooling/config.json": {
        "word_embedding_dimension": 8,
        "pooling_mode_cls_token": True,
        "pooling_mode_mean_tokens": False,
    },
    "sentence_bert_config.json": {"max_seq_length": 100},
    "config_sentence_transformers.json": {"prompts": {"query": "query: ", "document": ""}},
}


def lay_out(folder: Path, **changes: Any) -> Path:
    """Write the files of a model, with changes by name; ... takes a file away."""
    for name, content in (FILES | changes).items():
        if content is ...:
            continue
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        file.write_text(text, "utf-8")
    return folder


def test_the_shipped_model_is_there() -> None:
    """The built-in model needs no setting: its files are installed with the product."""
    model = shipped()

    assert model.graph.is_file()
    assert model.tokenizer.is_file()
    assert ("mean", 256, 384, "", "") == (
        model.pooling,
        model.window,
        model.dims,
        model.query_prefix,
        model.passage_prefix,
    )


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package of the built-in model, the sentence says how to get it."""
    monkeypatch.setattr(model_folder, "SHIPPED_PACKAGE", "no_such_package")
    with pytest.raises(SettingsError, match="make install"):
        shipped()


def test_a_folder_says_how_its_model_is_used(tmp_path: Path) -> None:
    """Pooling, length, dimensions and prefixes come from the model's own files."""
    model = read_folder(lay_out(tmp_path))

    assert ("cls", 100, 8, "query: ", "") == (
        model.pooling,
        model.window,
        model.dims,
        model.query_prefix,
        model.passage_prefix,
    )
    assert tmp_path / "model.onnx" == model.graph


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode_lasttoken": True}, "last"),
        ({"pooling_mode": "cls", "embedding_dimension": 8}, "cls"),
    ],
)
def test_old_and_new_names_of_pooling_are_known(
    config: dict[str, Any], pooling: str, tmp_path: Path
) -> None:
    """The configuration is read as each version of the library wrote it."""
    folder = lay_out(tmp_path, **{"1_Pooling/config.json": config})

    assert pooling == read_folder(folder).pooling


@pytest.mark.parametrize(
    ("config", "prefixes"),
    [
        ({"prompts": {"search_query": "q: ", "search_document": "d: "}}, ("q: ", "d: ")),
        ({"prompts": {"x": "x: "}, "default_prompt_name": "x"}, ("x: ", "x: ")),
        ({"prompts": {}}, ("", "")),
        ({"prompts": None}, ("", "")),
        (..., ("", "")),
    ],
)
def test_prefixes_are_found_by_their_names(
    config: Any, prefixes: tuple[str, str], tmp_path: Path
) -> None:
    """Prompts for queries and documents have several names, and a default."""
    model = read_folder(lay_out(tmp_path, **{"config_sentence_transformers.json": config}))

    assert prefixes == (model.query_prefix, model.passage_prefix)


def test_a_setting_overrides_the_prefixes(tmp_path: Path) -> None:
    """Models that need prefixes and do not say so can be given them."""
    model = read_folder(lay_out(tmp_path), query_prefix="", passage_prefix="passage: ")

    assert ("", "passage: ") == (model.query_prefix, model.passage_prefix)


@pytest.mark.parametrize(
    ("changes", "window"),
    [
        ({"sentence_bert_config.json": ..., "tokenizer_config.json": {"model_max_length": 64}}, 64),
        (
            {
                "sentence_bert_config.json": ...,
                "tokenizer_config.json": {"model_max_length": 10**30},
                "config.json": {"max_position_embeddings": 32},
            },
            32,
        ),
    ],
)
def test_the_length_is_looked_for_where_it_may_stand(
    changes: dict[str, Any], window: int, tmp_path: Path
) -> None:
    """Models say how many tokens they see in one of three files."""
    assert window == read_folder(lay_out(tmp_path, **changes)).window


@pytest.mark.parametrize("place", ["onnx/model.onnx", "onnx/model_int8.onnx"])
def test_the_graph_may_stand_in_a_folder_of_its_own(place: str, tmp_path: Path) -> None:
    """The graph is found under onnx/, also when its folder is not named but the file is."""
    lay_out(tmp_path, **{"model.onnx": ..., place: None})

    assert tmp_path / place == read_folder(tmp_path).graph == read_folder(tmp_path / place).graph


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model.onnx": ...}, "holds no .onnx file"),
        ({"model.onnx": ..., "a.onnx": None, "onnx/b.onnx": None}, r"a\.onnx, onnx/b\.onnx"),
        ({"tokenizer.json": ...}, "tokenizer.json"),
        ({"1_Pooling/config.json": ...}, "1_Pooling/config.json"),
        ({"1_Pooling/config.json": {"pooling_mode_max_tokens": True}}, "pools in a way"),
        (
            {
                "1_Pooling/config.json": {
                    "pooling_mode_max_tokens": True,
                    "pooling_mode_cls_token": True,
                }
            },
            "pools in a way",
        ),
        ({"modules.json": [TRANSFORMER, {"type": "x.Dense", "path": "2_Dense"}]}, "Dense"),
        ({"sentence_bert_config.json": ...}, "max_seq_length"),
        ({"modules.json": "{"}, "cannot be read as JSON"),
        ({"1_Pooling/config.json": []}, "1_Pooling/config.json"),
        ({"1_Pooling/config.json": [1]}, "JSON object"),
        ({"sentence_bert_config.json": [1]}, "JSON object"),
    ],
)
def test_what_is_missing_or_strange_is_named(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    """Each thing that a model's folder lacks has a sentence that names it."""
    with pytest.raises(SettingsError, match=words):
        read_folder(lay_out(tmp_path, **changes))


def test_no_folder_at_all_is_said(tmp_path: Path) -> None:
    """A path that does not exist is named."""
    with pytest.raises(SettingsError, match="There is no embedding model"):
        read_folder(tmp_path / "nothing")


def test_the_digest_changes_with_every_file(tmp_path: Path) -> None:
    """Graph, weights beside it and tokenizer each make another digest; the same files do not."""
    seen = [digest(read_folder(lay_out(tmp_path)))]
    seen.append(digest(read_folder(lay_out(tmp_path))))
    for name in ("model.onnx", "model.onnx_data", "tokenizer.json"):
        (tmp_path / name).write_text("changed")
        seen.append(digest(read_folder(tmp_path)))

    assert seen[0] == seen[1]
    assert 4 == len(set(seen))
