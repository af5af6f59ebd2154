"""Where the right page of a question can be lost, in order, and what to do about each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Step(StrEnum):
    """What a right page comes through on its way into an answer, in order."""

    READ = "read"
    INDEXED = "indexed"
    WHOLE = "whole"
    IN_SCOPE = "in_scope"
    FOUND = "found"
    FUSED = "fused"
    RERANKED = "reranked"
    PACKED = "packed"
    CITED = "cited"
    SHOWN = "shown"


STEPS: tuple[Step, ...] = tuple(Step)

STEP_TITLES: Mapping[Step, str] = {
    Step.READ: "read",
    Step.INDEXED: "indexed",
    Step.WHOLE: "whole in a chunk",
    Step.IN_SCOPE: "in scope",
    Step.FOUND: "found by words or meaning",
    Step.FUSED: "fused, first 30",
    Step.RERANKED: "reranked, first 5",
    Step.PACKED: "packed",
    Step.CITED: "cited",
    Step.SHOWN: "shown",
}


class Stage(StrEnum):
    """What lost the right page; the earliest that did is the one that is named."""

    NOT_READ = "not_read"
    NOT_INDEXED = "not_indexed"
    NOT_WRITTEN = "not_written"
    CUT_APART = "cut_apart"
    OUTSIDE_SCOPE = "outside_scope"
    REWRITE_DRIFTED = "rewrite_drifted"
    NOT_FOUND = "not_found"
    """By neither leg; both searched."""
    NOT_FOUND_BY_WORDS = "not_found_by_words"
    """Words alone could be searched."""
    NOT_FOUND_BY_MEANING = "not_found_by_meaning"
    """Meaning alone could be searched."""
    FUSION = "lost_in_fusion"
    RERANKER = "lost_by_reranker"
    BUDGET = "lost_by_budget"
    NOT_USED = "packed_not_used"
    CLAIM_DROPPED = "claim_dropped"
    STALE_OR_CONFLICTING = "stale_or_conflicting"
    RIGHT = "answered_rightly"
    UNKNOWN = "unknown"


IN_NO_SOURCE = "in_no_source"
"""The reason of a page that is not read because no source of its collection has it."""

TITLES: Mapping[Stage, str] = {
    Stage.NOT_READ: "not read",
    Stage.NOT_INDEXED: "not indexed",
    Stage.NOT_WRITTEN: "the page does not say it yet",
    Stage.CUT_APART: "cut apart",
    Stage.OUTSIDE_SCOPE: "outside the scope",
    Stage.REWRITE_DRIFTED: "rewrite drifted",
    Stage.NOT_FOUND: "not found by words, nor by meaning",
    Stage.NOT_FOUND_BY_WORDS: "not found by words, and meaning was not searched",
    Stage.NOT_FOUND_BY_MEANING: "not found by meaning, and words were not searched",
    Stage.FUSION: "lost in fusion",
    Stage.RERANKER: "lost by the reranker",
    Stage.BUDGET: "lost by the budget",
    Stage.NOT_USED: "packed but not used",
    Stage.CLAIM_DROPPED: "claim dropped by verification",
    Stage.STALE_OR_CONFLICTING: "stale or conflicting",
    Stage.RIGHT: "answered rightly",
    Stage.UNKNOWN: "unknown",
}

AFTER: Mapping[Stage, Step | None] = {
    Stage.NOT_READ: None,
    Stage.NOT_INDEXED: Step.READ,
    Stage.NOT_WRITTEN: Step.INDEXED,
    Stage.CUT_APART: Step.INDEXED,
    Stage.OUTSIDE_SCOPE: Step.WHOLE,
    Stage.REWRITE_DRIFTED: Step.IN_SCOPE,
    Stage.NOT_FOUND: Step.IN_SCOPE,
    Stage.NOT_FOUND_BY_WORDS: Step.IN_SCOPE,
    Stage.NOT_FOUND_BY_MEANING: Step.IN_SCOPE,
    Stage.FUSION: Step.FOUND,
    Stage.RERANKER: Step.FUSED,
    Stage.BUDGET: Step.RERANKED,
    Stage.NOT_USED: Step.PACKED,
    Stage.CLAIM_DROPPED: Step.CITED,
    Stage.RIGHT: Step.SHOWN,
}
"""The last step that a page came through which a stage lost; of the others the evidence says it."""

MEND: Mapping[Stage, str] = {
    Stage.NOT_READ: "mend reading",
    Stage.NOT_INDEXED: "bring the index up to date",
    Stage.NOT_WRITTEN: "write into the pages what people answered",
    Stage.CUT_APART: "mend chunking",
    Stage.OUTSIDE_SCOPE: "look at the policy, and at which collections are asked",
    Stage.REWRITE_DRIFTED: "mend the rewriting of follow-ups",
    Stage.NOT_FOUND: "give the pages and the questions words in common (synonyms, headings)",
    Stage.NOT_FOUND_BY_WORDS: "have the meaning leg searched",
    Stage.NOT_FOUND_BY_MEANING: "have the words leg searched",
    Stage.FUSION: "look at the weaker leg, which lets the fused order down",
    Stage.RERANKER: "teach or change the reranker",
    Stage.BUDGET: "look at what is packed, and how much",
    Stage.NOT_USED: "look at the writer, with --gold-context of scripts.evaluate",
    Stage.CLAIM_DROPPED: "look at what the writer quotes and which check it fails",
    Stage.STALE_OR_CONFLICTING: "look at the dates and statuses of the pages",
}
"""What to do about a stage that loses many."""
MEND_NOWHERE = "name right pages that are there, or add the folders that hold them"
"""What to do about many pages that are in no source."""
