"""The version of each stage: with another one, the same input may give another result.

Raise a stage's number when you change what it does. A configuration holds these numbers, so that a
change of the code can be told from one of the settings, and `scripts.bisect` can name it.
"""

from __future__ import annotations

from collections.abc import Mapping

STAGES: Mapping[str, int] = {
    "rewrite": 4,
    "search": 3,
    "rank": 1,
    "rerank": 5,
    "pack": 2,
    "write": 4,
    "quote": 8,
    "verify": 3,
}
