"""The number of each stage: another one means that the same input may come out otherwise.

Whoever changes what a stage does raises its number. A configuration holds them, so that a change
of the code is told apart from one of the settings, and `scripts.bisect` can name it.
"""

from __future__ import annotations

from collections.abc import Mapping

STAGES: Mapping[str, int] = {
    "rewrite": 1,
    "search": 1,
    "rank": 1,
    "rerank": 2,
    "pack": 1,
    "write": 1,
    "quote": 1,
    "verify": 1,
}
