"""Evidence -> diagnosis: the first stage that lost the right page of a question, with the proof.

Pure: `diagnosing` gathers the evidence. A page that came through is examined from the last stage
backwards, so that a harmless stage is not blamed; any other page from the first stage on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from retrieval.learn.evidence import Evidence, Loss, Places, places, standing_pieces, within
from retrieval.learn.evidence_said import Said, say
from retrieval.learn.lost_in_answer import answered_rightly, lost_in_answer
from retrieval.learn.lost_in_index import lost_in_index, not_written
from retrieval.learn.lost_in_search import lost_in_search
from retrieval.learn.stages import IN_NO_SOURCE, STEPS, Stage, Step

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What became of a right page: the stage that lost it, the evidence, and what to do.

    `page` is "collection:path", empty where no right page is known. `reached` is the last step
    that it came through. `places` says where it stood in each order, `reference` where a right
    wording of the question finds it. `whole` says whether the answer's text stands whole in a
    chunk, None where no text is known that stands in the page. `said` is the evidence in English,
    `evidence` for whoever words it otherwise.
    """

    stage: Stage
    said: str
    do: str
    page: str = ""
    reason: str = ""
    reached: Step | None = None
    places: Places = field(default_factory=Places)
    reference: int | None = None
    whole: bool | None = None
    evidence: tuple[Said, ...] = ()

    @property
    def named(self) -> str:
        """What to word the stage by: a page that is in no source needs other advice."""
        return IN_NO_SOURCE if self.reason == IN_NO_SOURCE else self.stage.value

    def came_to(self, step: Step) -> bool:
        """Whether the page came through a step."""
        return STEPS.index(step) <= (STEPS.index(self.reached) if self.reached else NOTHING)


def diagnose(evidence: Evidence) -> Diagnosis:
    """Name the first stage that lost the page; unknown where it is of no kind that is known."""
    found = places(evidence)
    loss = (
        not_written(evidence)
        or answered_rightly(evidence)
        or lost_in_index(evidence)
        or lost_in_search(evidence, found)
        or lost_in_answer(evidence)
        or _unknown(evidence, found)
    )
    said = (loss.evidence,) if isinstance(loss.evidence, Said) else loss.evidence
    return Diagnosis(
        stage=loss.stage,
        said=loss.said,
        do=loss.do,
        page=evidence.page.name,
        reason=loss.reason,
        reached=loss.reached,
        places=found,
        reference=evidence.reference,
        whole=_whole(evidence, loss),
        evidence=said,
    )


def furthest(found: Sequence[Diagnosis]) -> Diagnosis:
    """Return the diagnosis of the right page that came furthest: any one of them is enough."""
    return max(found, key=lambda one: STEPS.index(one.reached) if one.reached else NOTHING)


def _whole(evidence: Evidence, loss: Loss) -> bool | None:
    """Whether the answer's text stands whole in a chunk, as far as it stands in the page."""
    if not standing_pieces(evidence):
        return None
    return loss.stage is not Stage.CUT_APART


def _unknown(evidence: Evidence, found: Places) -> Loss:
    """Say how far the page was seen to come, and that no stage is known to have lost it."""
    trace = evidence.trace
    step = Step.IN_SCOPE
    if found.words is not None or found.meaning is not None:
        step = Step.FUSED if within(found.fused) else Step.FOUND
    if trace.draft and evidence.sources:
        step = Step.PACKED
    failure = evidence.failure or (trace.answer.reason if trace.answer else "")
    why = say("ended_early", failure=failure) if failure else say("no_check")
    said = say("unknown", page=evidence.page.path, step=say(f"step_{step}"), why=why)
    do = "Look at every hop with scripts.explain, and at the log."
    return Loss(Stage.UNKNOWN, said, do, failure, step)
