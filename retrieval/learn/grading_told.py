"""A trace -> what a person sees of it to grade it: question, answer, proof; and a report."""

from __future__ import annotations

from retrieval.learn.grading import Report, Tally
from retrieval.ports.grades import GRADES
from retrieval.text.counted import number_of
from retrieval.text.plain import linked, unmarked
from retrieval.values import Outcome, Trace

NAMES = {"right": "right", "partly": "partly", "wrong": "wrong", "refuse": "should have refused"}
LONGEST_QUESTION, LONGEST_CLAIM, LONGEST_QUOTE = 600, 400, 200
"""Characters that are shown in Slack, where a message has an end."""
MOST_CLAIMS = 4


def lines(trace: Trace) -> list[str]:
    """Return all of it as lines for a terminal."""
    told = [f"Question: {_line(trace.question.text)}"]
    told += [f"  {turn.role}: {_line(turn.text)}" for turn in trace.question.history]
    answer = trace.answer
    if answer is None or answer.outcome is Outcome.NOT_IN_CONTEXT:
        near = [hit.document for hit in (answer.nearest if answer else ())]
        return [*told, "Refused.", *(f"  near: {one.title} ({one.path})" for one in near)]
    for number, claim in enumerate(answer.claims, start=1):
        told.append(f"{number}. {_line(claim.text)}")
        for citation in claim.citations:
            under = f" > {citation.heading}" if citation.heading else ""
            told.append(f'   "{_line(citation.text)}"')
            told.append(f"   {citation.document.title}{under} ({citation.document.path})")
    return told


def message(trace: Trace) -> tuple[str, tuple[str, ...]]:
    """Return it as Markdown for a channel, and the addresses in it.

    Where a line has to stay a line, a paragraph or a hard break says so.
    """
    told = ["**Is this answer right?**", f"> {unmarked(trace.question.text, LONGEST_QUESTION)}"]
    answer = trace.answer
    if answer is None or answer.outcome is Outcome.NOT_IN_CONTEXT:
        near = [hit.document for hit in (answer.nearest if answer else ())]
        told.append(f"It was refused: the documentation does not say.{' Nearest:' * bool(near)}")
        told.append("\n".join(f"- {linked(one.title, one.url, LONGEST_QUOTE)}" for one in near))
        return _joined(told), tuple(filter(None, (one.url for one in near)))
    shown = [(claim, claim.citations[:2]) for claim in answer.claims[:MOST_CLAIMS]]
    for claim, citations in shown:
        proof = (
            f'"{unmarked(one.text, LONGEST_QUOTE)}" '
            + linked(one.document.title, one.url, LONGEST_QUOTE)
            for one in citations
        )
        told.append("- " + "  \n  ".join([unmarked(claim.text, LONGEST_CLAIM), *proof]))
    more = len(answer.claims) - MOST_CLAIMS
    told.append(f"and {number_of(more, 'more sentence')} (trace {trace.id})" if more > 0 else "")
    links = (one.url for _, citations in shown for one in citations)
    return _joined(told), tuple(dict.fromkeys(filter(None, links)))


def _joined(paragraphs: list[str]) -> str:
    return "\n\n".join(filter(None, paragraphs))


def summary(found: Report) -> list[str]:
    """Return a report as lines."""
    told = [f"sample {found.sample}: {found.whole.graded} of {found.drawn} graded"]
    told += [_tally("all", found.whole)]
    if len(found.by_collection) > 1:
        told += [_tally(name, one) for name, one in found.by_collection.items()]
    if found.agreement is not None:
        alpha = "" if found.alpha is None else f", Krippendorff's alpha {found.alpha:.2f}"
        told.append(
            f"{found.twice} graded by several people: they agree in {found.agreement:.0%}{alpha}"
        )
    return told


def _tally(name: str, one: Tally) -> str:
    """Return one line of figures."""
    if not one.graded:
        return f"  {name}: none graded yet"
    counts = ", ".join(f"{one.counts[grade]} {NAMES[grade]}" for grade in GRADES)
    low, high = one.interval
    under, over = one.clustered
    return (
        f"  {name}: {one.right:.3f} right (95 % interval {low:.3f} to {high:.3f}; {under:.3f} to "
        f"{over:.3f} with {number_of(one.askers, 'asker')} as clusters): {counts}"
    )


def _line(text: str) -> str:
    return " ".join(text.split())
