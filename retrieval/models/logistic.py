"""A small logistic model: named features in, a probability out; its numbers live in a file."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retrieval.errors import SettingsError

SHIPPED = Path(__file__).with_name("data") / "quoting.json"


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights by feature, and the bias; a feature that is missing counts as zero."""

    bias: float = 0.0
    weights: Mapping[str, float] = field(default_factory=dict)

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability, 0 to 1."""
        said = self.bias + sum(
            weight * features.get(name, 0.0) for name, weight in self.weights.items()
        )
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, said))))


@dataclass(frozen=True, slots=True)
class Judges:
    """The models that the quoting writer decides by, with vectors (`meaning`) or by words alone.

    `place` tells where the answer stands, `answer` whether there is one; below `threshold` the
    writer refuses.
    """

    place: Logistic
    answer: Logistic
    threshold: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The numbers of the quoting writer, and where they came from."""

    meaning: Judges
    words: Judges
    origin: Mapping[str, Any] = field(default_factory=dict)


def load(path: Path = SHIPPED) -> Calibration:
    """Read a calibration. Raises SettingsError when the file is missing or has another form."""
    try:
        return parse(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SettingsError(
            f"The calibration of the quoting writer in {path} cannot be read ({error!r})."
            " Delete the file, or write it anew with python -m scripts.calibrate."
        ) from error


def parse(raw: Any) -> Calibration:
    """Read a calibration from its file's content; a malformed one raises whatever it causes."""
    return Calibration(_judges(raw["meaning"]), _judges(raw["words"]), raw.get("origin", {}))


def write(path: Path, calibration: Calibration) -> None:
    """Write a file that `load` reads; an interrupted write changes nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(dump(calibration), encoding="utf-8")
    beside.replace(path)


def dump(calibration: Calibration) -> str:
    """Return a calibration as the text of its file."""
    raw = {
        "origin": dict(calibration.origin),
        "meaning": _plain(calibration.meaning),
        "words": _plain(calibration.words),
    }
    return json.dumps(raw, indent=2, sort_keys=True) + "\n"


def digest(calibration: Calibration) -> str:
    """Return eight characters that name these numbers in traces."""
    return hashlib.sha256(dump(calibration).encode()).hexdigest()[:8]


def _judges(raw: Mapping[str, Any]) -> Judges:
    threshold = float(raw["threshold"])
    if not 0.0 <= threshold <= 1.0:
        raise ValueError(f"a threshold of {threshold}")
    return Judges(_logistic(raw["place"]), _logistic(raw["answer"]), threshold)


def _logistic(raw: Mapping[str, Any]) -> Logistic:
    weights = {str(name): float(weight) for name, weight in raw["weights"].items()}
    return Logistic(float(raw["bias"]), weights)


def _plain(judges: Judges) -> dict[str, Any]:
    return {
        "threshold": judges.threshold,
        "place": _numbers(judges.place),
        "answer": _numbers(judges.answer),
    }


def _numbers(model: Logistic) -> dict[str, Any]:
    return {
        "bias": round(model.bias, 4),
        "weights": {name: round(weight, 4) for name, weight in model.weights.items()},
    }
