"""Reads what the tokens of models cost, from a TOML file of the user's.

Prices change, differ by contract, and are not ours to know: without the file none is known, and
that is said rather than counted as nothing.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from retrieval.errors import SettingsError
from retrieval.values import Price

_FIELDS = {"input", "cached", "output"}


def load(path: Path | None) -> Mapping[str, Price]:
    """Read the prices of models by their names; none where there is no file.

    The file has a `currency` and, for each model, a table `[models."NAME"]` with the price of a
    million tokens: `input`, `cached` (that of `input` where it is left out) and `output` (0 where
    it is left out, as of a model that writes nothing). Raises SettingsError naming what is wrong.
    """
    if path is None:
        return {}
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"FOOTNOTE_PRICES names {path}, which cannot be read.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"The price table {path} is not TOML: {error}.") from error
    currency, models = told.get("currency"), told.get("models", {})
    if not isinstance(currency, str) or not currency.strip():
        raise SettingsError(f'The price table {path} names no currency, as in currency = "USD".')
    if not isinstance(models, Mapping) or set(told) - {"currency", "models"}:
        raise SettingsError(
            f'The price table {path} may have currency and tables like [models."gpt-4.1"] only.'
        )
    return {name: _price(path, name, row, currency.strip()) for name, row in models.items()}


def _price(path: Path, name: str, row: Any, currency: str) -> Price:
    """Read one model's prices."""
    if not isinstance(row, Mapping) or set(row) - _FIELDS or "input" not in row:
        raise SettingsError(
            f"The price table {path} must give {name} an input price, and may give it cached and "
            "output, all for a million tokens."
        )
    prices = {"input": row["input"], "cached": row["input"], "output": 0.0} | dict(row)
    for field, value in prices.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise SettingsError(f"The price table {path} has no number as {field} of {name}.")
    return Price(prices["input"], prices["cached"], prices["output"], currency)
