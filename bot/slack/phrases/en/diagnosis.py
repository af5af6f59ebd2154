"""What is said of where the right page of an answer was lost."""

from __future__ import annotations


def diagnosed_now(stage_: str, page: str) -> str:
    """Say which stage loses a page now."""
    return f"*Now:* {_STAGES.get(stage_, _STAGES['unknown'])} ({page})"


def diagnosed_then(stage_: str, page: str) -> str:
    """Say which stage lost a page when it was asked."""
    return f"*When it was asked:* {_STAGES.get(stage_, _STAGES['unknown'])} ({page})"


def diagnosed_same() -> str:
    """Say that it was the same then."""
    return "It was the same when it was asked."


def diagnosis_evidence(evidence: str) -> str:
    """Give the evidence."""
    return f"_Evidence:_ {evidence}"


def diagnosis_to_do(stage_: str) -> str:
    """Say what to do about a stage."""
    return f"_To do:_ {_TO_DO.get(stage_, _TO_DO['unknown'])}"


def diagnosis_place(order_: str, place: int) -> str:
    """Say at which place of an order a page stood."""
    return f"{_ORDERS.get(order_, 'at')} {place}"


def diagnosis_places(places: str) -> str:
    """Say where a page stood in each order."""
    return f"_Places among the pages:_ {places}"


def diagnosis_kept(case: str) -> str:
    """Say that the page is kept as the right one, and how to see it again."""
    return f"Kept as the right page of case {case}. Once it is mended: `scripts.diagnose {case}`"


def diagnosis_no_page(link: str) -> str:
    """Say that no page that they may see has a link."""
    return (
        f"No page that you may see has the link {link}: it is not indexed, or it has another link. "
        "Nothing was kept."
    )


def diagnosis_nothing() -> str:
    """Say that there is no answer that a page could be the right one of."""
    return "There is no answer of mine here that this could be the right page of."


def diagnosis_hidden() -> str:
    """Say that the answer rests on pages that they may not see."""
    return "That answer was searched for where you may not search, so I cannot say more of it."


def diagnosis_failed(reason: str) -> str:
    """Say that it could not be found out."""
    return f"I could not find out where the page was lost: {reason}"


_STAGES = {
    "not_read": "the page was not read",
    "in_no_source": "the page is in no source of its collection",
    "not_indexed": "the page is not indexed",
    "not_written": "the page does not say it yet",
    "cut_apart": "the answer is cut apart between two chunks",
    "outside_scope": "the page is outside of what may be searched there",
    "rewrite_drifted": "the question was worded anew, and drifted",
    "not_found": "neither words nor meaning found the page",
    "not_found_by_words": "words did not find the page, and meaning was not searched",
    "not_found_by_meaning": "meaning did not find the page, and words were not searched",
    "lost_in_fusion": "the page was lost when words and meaning were fused",
    "lost_by_reranker": "the reranker lost the page",
    "lost_by_budget": "the page was not packed",
    "packed_not_used": "the writer saw the page and did not use it",
    "claim_dropped": "what was written from the page did not pass verification",
    "stale_or_conflicting": "the page counts as out of date, or another one says otherwise",
    "answered_rightly": "the page is cited, nothing was lost",
    "unknown": "no stage that I know explains it",
}
_TO_DO = {
    "not_read": "save it in a form that can be read, then index it again.",
    "in_no_source": "name a page that is there, or index the folder that holds it.",
    "not_indexed": "index it with scripts.ingest.",
    "not_written": "write the answer into it, then index it; or label the case, if it says it.",
    "cut_apart": "keep what belongs together under one heading, or in one list or table.",
    "outside_scope": "open the collection in the policy, or ask where it is open.",
    "rewrite_drifted": "look at the search under the answer; a correction of it is learnt from.",
    "not_found": "give the page the words that people use, or add a synonym.",
    "not_found_by_words": "have the pages embedded (scripts.index status).",
    "not_found_by_meaning": "look at the error of the words in the trace.",
    "lost_in_fusion": "look at the leg that does not have it.",
    "lost_by_reranker": "teach the reranker with scripts.tune, or try another one.",
    "lost_by_budget": "merge pages that say the same, or pack more (FOOTNOTE_SOURCES).",
    "packed_not_used": "look at the prompt and the writing model, or calibrate the quoting "
    "writer (scripts.calibrate).",
    "claim_dropped": "look at the quote: it has to stand in the page word for word.",
    "stale_or_conflicting": "correct the dates or the status of the page, or retire the other one.",
    "answered_rightly": "nothing; if it is wrong all the same, say in the label what is right.",
    "unknown": "look at every hop with scripts.explain.",
}
_ORDERS = {
    "words": "words",
    "meaning": "meaning",
    "fused": "fused",
    "reranked": "reranked",
}
