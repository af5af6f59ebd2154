"""What the page reads of the ledger: traces and eval cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from retrieval.explaining import explain
from retrieval.explanation import Explanation
from retrieval.ports import Cases, EvalCase, Traces
from retrieval.values import Trace


@dataclass(frozen=True, slots=True)
class Records:
    """The ledger, for reading."""

    traces: Traces
    cases: Cases

    async def explanation(self, trace_id: str) -> Explanation:
        """Explain a trace. Raises TraceMissing."""
        return explain(await self.traces.find(trace_id))

    async def quotes(self, trace_id: str, path: str) -> list[tuple[int, int]]:
        """Return where an answer quotes a page: offsets into its text. Raises TraceMissing."""
        trace = await self.traces.find(trace_id)
        return quotes(trace, path)

    async def complaints(self) -> Sequence[EvalCase]:
        """Return the eval cases, newest first; those of liked answers are left out."""
        return [case for case in await self.cases.list() if case.kind != "praise"]

    async def case_of(self, trace_id: str) -> EvalCase | None:
        """Return the standing case of an answer, None where nobody complained."""
        standing = [case for case in await self.complaints() if case.state != "withdrawn"]
        return next((case for case in standing if case.trace_id == trace_id), None)


FIRST = ("outcome", "reason", "answer", "citations", "history", "standalone", "collections")
LAST = ("queries", "packed", "hits", "versions")


def parts(case: EvalCase) -> list[tuple[str, Any]]:
    """Return what a case keeps besides its question: what is right first, then what was answered.

    Nothing of it is empty.
    """
    asked = case.content.get("question")
    kept = {
        name: value
        for name, value in case.content.items()
        if value and name != "question" and (name, value) != ("standalone", asked)
    }
    others = [name for name in kept if name not in {*FIRST, *LAST}]
    right = {name: part for name, part in asdict(case.label).items() if part or part is False}
    said = [("label", right)] if right else []
    return [*said, *((name, kept[name]) for name in (*FIRST, *others, *LAST) if name in kept)]


def quotes(trace: Trace, path: str) -> list[tuple[int, int]]:
    """Return the spans of a page that the claims shown rest on."""
    claims = trace.answer.claims if trace.answer else ()
    return [
        (citation.start, citation.end)
        for claim in claims
        for citation in claim.citations
        if citation.document.path == path
    ]
