"""A file says what is to be otherwise, and what is wrong in it is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retrieval.configuration import Configuration
from retrieval.errors import InputError, PathUnusable, SettingsError
from retrieval.overrides import is_file, override, read

MADE = Configuration(
    settings={"sources": 5, "source_tokens": 400},
    prompts={"write": "Write.", "rewrite": "Word."},
    weights={"": {"weights": {}}},
    synonyms={"hr": "leave, absence\n"},
)

FULL = """\
service = true
[settings]
sources = 7
[prompts]
write = "Say it."
[weights]
docs = "docs.rerank.json"
[quoting.docs]
words = 1
[synonyms]
docs = "docs.txt"
"""


def _same(name: str, value: Any) -> Any:
    del name
    return value


def _made(path: Path, text: str) -> Configuration:
    path.write_text(text, "utf-8")
    return override(MADE, read(path), path.parent, _same)


def test_what_a_file_names_is_otherwise_and_the_rest_stays(tmp_path: Path) -> None:
    """Settings, prompts, weights, numbers, synonyms and whether a service writes."""
    (tmp_path / "docs.rerank.json").write_text('{"weights": {"fused": 1}}')
    (tmp_path / "docs.txt").write_text("vpn, tunnel\n")

    made = _made(tmp_path / "more.toml", FULL)

    assert (
        Configuration(
            service=True,
            settings={"sources": 7, "source_tokens": 400},
            prompts={"write": "Say it.", "rewrite": "Word."},
            weights={"": {"weights": {}}, "docs": {"weights": {"fused": 1}}},
            quoting={"docs": {"words": 1}},
            synonyms={"hr": "leave, absence\n", "docs": "vpn, tunnel\n"},
        )
        == made
    )
    assert MADE == _made(tmp_path / "none.json", "{}")


def test_a_folder_of_synonyms_may_be_named(tmp_path: Path) -> None:
    """Each file in it is those of a collection."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "docs.txt").write_text("vpn, tunnel\n")

    made = _made(tmp_path / "more.toml", 'synonyms = "words"')

    assert "vpn, tunnel\n" == made.synonyms["docs"]
    with pytest.raises(PathUnusable, match="no file of synonyms"):
        _made(tmp_path / "more.toml", 'synonyms = "elsewhere"')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[settings", "is not TOML"),
        ("colour = 1", "no 'colour'"),
        ("settings = 1", "must be a table"),
        ("[settings]\ndata = 1", "no 'data' in settings"),
        ("[prompts]\nsing = 1", "no 'sing' in prompts"),
        ('[weights]\ndocs = "none.json"', "cannot be read"),
        ('[weights]\ndocs = "more.toml"', "is not JSON"),
        ('[synonyms]\ndocs = "alone.txt"', "needs two things"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    """In one sentence, with the file or the place in it."""
    (tmp_path / "alone.txt").write_text("vpn\n")

    with pytest.raises((SettingsError, InputError), match=said):
        _made(tmp_path / "more.toml", text)


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    """JSON must be one object; what is not there cannot be read."""
    (tmp_path / "list.json").write_text("[]")

    with pytest.raises(SettingsError, match="must hold"):
        read(tmp_path / "list.json")
    with pytest.raises(PathUnusable, match="cannot be read"):
        read(tmp_path / "none.toml")


def test_a_file_is_known_by_its_ending() -> None:
    """Anything else is the id of a configuration."""
    assert [True, True, False] == [is_file(name) for name in ("a.toml", "b/c.json", "3f2a")]
