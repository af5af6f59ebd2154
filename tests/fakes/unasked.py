"""A question whose answer covers it, hop by hop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retrieval.text.query import parse
from retrieval.values import Frequencies, Packed, Queries, Question, Scope
from tests.fakes.answers import answer, citation, claim, page, source
from tests.fakes.desk import Answering

ASKED = "How long is the leave?"
SAID = "The leave is 26 weeks long."
QUERIES = Queries(
    Question(ASKED, Scope(("docs",))), ASKED, (parse(ASKED, "asked"),), rewriter="none"
)
SOURCE = replace(source(SAID), scores={"c": 0.9}, heading_path=("Days",))
PACKED = Packed((SOURCE,), frequencies=Frequencies(100, {"leave": 9, "long": 20}))
COVERED = answer(claim(SAID, citation(SAID, page())), sources=(SOURCE,))


class Hops(Answering):
    """Gives an answer after the hops that it is weighed by."""

    async def answer(self, question: Question, watch: Any) -> Any:
        """Give it."""
        self.asked.append(question)
        for hop in (QUERIES, PACKED):
            await watch(hop)
        return self.given
