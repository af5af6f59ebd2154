"""What the evidence of a diagnosis says: sentences by their kind, each with its facts.

Whoever shows one words it in the language of the reader; the English words stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or a part of one, by its kind.

    Facts are numbers, texts that are the same in every language, other parts, or several of them.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it in English."""
        return worded(self)


def say(kind: str, **facts: Any) -> Said:
    """Return a sentence of a kind."""
    return Said(kind, facts)


def worded(
    said: Said | Sequence[Said], template: Callable[[str], str] | None = None, *, between: str = " "
) -> str:
    """Word a sentence, or several.

    Args:
        said: What is said.
        template: Returns the words of a kind, with a place for each fact; English by default.
        between: What stands between several.
    """
    find = template or SENTENCES.__getitem__
    if not isinstance(said, Said):
        return between.join(worded(one, find) for one in said)
    facts = {
        name: worded(fact, find, between=", ") if isinstance(fact, Said | tuple) else str(fact)
        for name, fact in said.facts.items()
    }
    return find(said.kind).format_map(facts)


SENTENCES: Mapping[str, str] = {
    "passed_over": "{page} is not read: {reason}.",
    "in_source": "{page} is in its source ({root}) and can be read, but is not indexed.",
    "nowhere": "{page} is neither in the index of {collection} nor in its sources.",
    "source_unknown": "{page} is not in the index of {collection}; its source cannot be looked at.",
    "changed_since": "{wording} stands in {page} now, but not in its indexed text.",
    "reading_lost": "{wording} stands in the file of {page}, but reading lost it.",
    "reader_said": "The reader said: {warnings}",
    "no_text": "{wording} is not in the text of {page}: {warnings}",
    "not_written": "{page} is indexed and does not say yet what a person answered: {wording}.",
    "cut_apart": "{wording} stands whole in {page} but in none of its chunks: it is at {start} to "
    "{end}, and {boundaries}.",
    "boundary": "chunk {chunk} ends at character {end}",
    "outside_scope": "{page} is in {collection}, which {asker} may not search in {place}; there it "
    "is {scope}.",
    "not_asked_of": "{page} is in {collection}, and this was asked of {scope} only.",
    "asker_unnamed": "nobody that is named",
    "place_unnamed": "a place that is not named",
    "nothing": "nothing",
    "drifted": "Searched was {query}, which finds the page {at}; {reference}.",
    "as_it_stood": "the message as it stood",
    "own_words": "the person's own words find the page at {place}",
    "reference": "“{query}” finds the page at {place}",
    "at": "at {place}",
    "not_there": "not there",
    "not_at_all": "not at all",
    "legs": "By words: {words}; by meaning: {meaning}.",
    "not_searched": "not searched ({reasons})",
    "no_leg": "no such leg",
    "not_among": "not among its {count} chunks",
    "not_among_scored": "not among its {count} chunks (scores {best} to {least})",
    "another_index": "Searched was the index {index}; whether it had the page is not known.",
    "fused_out": "By words {words}, by meaning {meaning}, fused {fused}: the first {first} pages "
    "go on.",
    "left_out": "{page} was left out: {reason}.",
    "freshness_out": "The freshness rules left {page} out: {reason}.",
    "newer_first": "The freshness rules put {page} from {before} {at}: newer pages come first.",
    "reranked_out": "Fused {fused}; {reranker} put it {at}, and of pages the first {top} count.",
    "the_reranker": "the reranker {name}",
    "nobody": "nobody",
    "at_score": "at {place} (score {score})",
    "notes": "It was noted: {notes}.",
    "not_packed": "Ranked {at}, but not packed: {reason}.",
    "no_room": "Ranked {at}, but {count} passages were packed before it: {pages}.",
    "passage_missing": "{page} is packed, but not the passage that has the answer.",
    "passage_left_out": "{page} is packed, but not the passage that has the answer: {at}, and was "
    "left out ({reason}).",
    "chunk_at": "it is in the chunk ranked {place}",
    "not_ranked": "it is not among the ranked chunks",
    "full": "no room",
    "cited": "{page} is cited in what was shown ({labels}).",
    "dropped": "The writer said {claim} from {page}; the check “{check}” dropped it: {reason}.",
    "outdone": "{other} was cited with {quote}, where {page} says {sentence}.",
    "undated": "{page} (without a date)",
    "not_used": "{page} was packed ({labels}), but {why}.",
    "writer_cited": "the writer {writer} cited {pages} instead",
    "writer_unshown": "nothing that the writer {writer} wrote from other passages passed a check",
    "writer_said": "the writer {writer} ended with {status}",
    "about_live": "nothing was written: the question was held to be about {live}, in no page",
    "half_used": "{page} was packed ({labels}) and cited, but what was shown does not say "
    "{wording}.",
    "unknown": "{page} came as far as {step}; {why}.",
    "step_in_scope": "in scope",
    "step_found": "found",
    "step_fused": "fused",
    "step_packed": "packed",
    "ended_early": "the question ended before its end: {failure}",
    "no_check": "no check explains it",
}
"""The words of each kind, with a place for each fact."""
