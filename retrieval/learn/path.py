"""An answer path to measure: who answers, what is searched, and how much is packed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from retrieval.answer.answerer import Answerer
from retrieval.answer.pack import Budget
from retrieval.ports import Store


@dataclass(frozen=True, slots=True)
class AnswerPath:
    """One way to answer, put together.

    `configuration` is the id of its configuration and `content` that itself. `lacking` says what
    of a recorded configuration could not be brought back.
    """

    answerer: Answerer
    store: Store
    budget: Budget
    configuration: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()
