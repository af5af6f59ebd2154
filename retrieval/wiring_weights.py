"""Reranker weights that wait beside those in use, as files; beside `wiring`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.errors import InputError

if TYPE_CHECKING:
    from retrieval.settings import Settings

BESIDE = "beside"
"""The folder, in that of the weights, of those that wait."""


def keep(settings: Settings, collection: str, values: Sequence[float], learnt_on: str) -> str:
    """Keep weights beside those in use; return their digest, by which they are named."""
    from retrieval.models.lexical import Weights, write_weights

    weights = Weights(tuple(values), learnt_on)
    write_weights(_beside(settings, collection, weights.digest), weights)
    return weights.digest


def take(settings: Settings, collection: str, name: str) -> Path:
    """Put weights that wait in use; return where. Taken already, nothing is done.

    Raises InputError where they are not on this machine.
    """
    from retrieval.models.lexical import read_weights

    path = settings.weights_folder / f"{collection}.rerank.json"
    waiting = _beside(settings, collection, name)
    if not waiting.is_file():
        if path.is_file() and read_weights(path).digest == name:
            return path
        raise InputError(
            f"The weights {name} of '{collection}' are not at {waiting}: they were learnt on "
            "another machine. Accept them there: python -m scripts.index accept."
        )
    waiting.replace(path)
    return path


def drop(settings: Settings, collection: str, name: str) -> None:
    """Remove weights that wait."""
    _beside(settings, collection, name).unlink(missing_ok=True)


def with_weights(
    settings: Settings, collection: str, values: Sequence[float], learnt_on: str
) -> dict[str, Any]:
    """Return the current configuration with other weights of a collection, as ledgers keep it."""
    from retrieval.configuration import FORM
    from retrieval.models.lexical import Weights, plain_weights
    from retrieval.wiring_configuration import today

    now = asdict(today(settings))
    own = plain_weights(Weights(tuple(values), learnt_on))
    return {**now, "form": FORM, "weights": {**now["weights"], collection: own}}


def _beside(settings: Settings, collection: str, name: str) -> Path:
    return settings.weights_folder / BESIDE / f"{collection}.{name}.rerank.json"
