"""The price table: read as the user wrote it, and what is wrong with it said by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.errors import SettingsError
from retrieval.prices import load
from retrieval.values import Price, Usage

TABLE = """
currency = "USD"

[models."gpt-4.1"]
input = 2.0
cached = 0.5
output = 8

[models.embedder]
input = 0.02
"""


def written(folder: Path, text: str) -> Path:
    """Write a price table."""
    file = folder / "prices.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_prices_are_read_by_the_models_names(tmp_path: Path) -> None:
    """What is left out is the price of the input for its cached part, and nothing for a reply."""
    prices = load(written(tmp_path, TABLE))

    assert Price(2.0, 0.5, 8, "USD") == prices["gpt-4.1"]
    assert Price(0.02, 0.02, 0.0, "USD") == prices["embedder"]


def test_without_a_file_no_price_is_known() -> None:
    """There are no prices of ours."""
    assert {} == load(None)


def test_cached_tokens_cost_what_they_cost() -> None:
    """They are a part of the prompt's tokens, at their own price."""
    charged = Price(2.0, 0.5, 8.0, "EUR").charge(Usage(1_000_000, 400_000, 100_000, model="m"))

    assert (2.2, "EUR", "m") == (charged.cost, charged.currency, charged.model)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("currency =", "is not TOML"),
        ("[models.m]\ninput = 1", "names no currency"),
        ('currency = "USD"\n[m]\ninput = 1', "currency and tables"),
        ('currency = "USD"\nmodels = 3', "currency and tables"),
        ('currency = "USD"\n[models.m]\noutput = 1', "must give m an input price"),
        ('currency = "USD"\n[models.m]\ninput = 1\nprompt = 2', "must give m an input price"),
        ('currency = "USD"\n[models.m]\ninput = "1"', "no number as input of m"),
        ('currency = "USD"\n[models.m]\ninput = -1', "no number as input of m"),
        ('currency = "USD"\n[models.m]\ninput = nan', "no number as input of m"),
        ('currency = "USD"\n[models.m]\ninput = 1\noutput = true', "no number as output of m"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str, tmp_path: Path) -> None:
    """File, model and field are said, and nothing is guessed."""
    with pytest.raises(SettingsError, match=words):
        load(written(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The setting is said."""
    with pytest.raises(SettingsError, match="FOOTNOTE_PRICES"):
        load(tmp_path / "none.toml")
