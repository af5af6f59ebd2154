"""Findings -> the report of an evaluation: figures per set and pooled, and a row a question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from statistics import median
from typing import Any

from retrieval.learn.compare import MEASURES as COMPARED
from retrieval.learn.compare import Difference, Ranks, key, paired
from retrieval.learn.evaluate import Finding
from retrieval.learn.judge import Judgement
from retrieval.learn.metrics import Figure, figure, first_right, measure

POOLED = "pooled"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, with the interval of the share."""

    count: int
    of: int
    share: Figure


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures over some questions.

    `legs` is leg -> measure -> figure. `table` counts, for each kind of question (answerable,
    unanswerable, or what the file calls it), answered and refused. `seconds` are medians.
    """

    questions: int
    ranked: int
    findable: int
    failed: int
    degraded: int
    legs: Mapping[str, Mapping[str, Figure]]
    packed_right: Share
    integrity: Share
    said: Share
    """Answers that say all that they must, of the questions that name it; a refusal says none."""
    citations: Share
    claims: Mapping[str, int]
    table: Mapping[str, Mapping[str, int]]
    score: Figure
    judged_by: Mapping[str, int]
    seconds: Mapping[str, float]
    tokens: Mapping[str, int]
    unlabelled: int = 0
    """Questions of which nobody says what answers them: asked, not measured."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluation found; `against` is set (or "pooled") -> pipeline -> measure."""

    findings: tuple[Finding, ...]
    sets: Mapping[str, Summary]
    pooled: Summary
    against: Mapping[str, Mapping[str, Mapping[str, Difference]]]


def summarise(findings: Sequence[Finding]) -> Summary:
    """Return the figures over some questions."""
    must = [one for one in findings if one.task.case.must_say and one.judgement]
    with_right = [finding for finding in findings if finding.task.case.right]
    judged = [finding.judgement for finding in findings if finding.judgement]
    scores = [one.score for one in judged if one.score is not None]
    return Summary(
        questions=len(findings),
        ranked=len(with_right),
        findable=sum(bool(finding.task.right) for finding in with_right),
        failed=sum(bool(finding.failure) for finding in findings),
        degraded=sum(bool(finding.notes) for finding in findings),
        legs=_legs(with_right),
        packed_right=share([finding.packed_right for finding in with_right]),
        integrity=share([finding.whole for finding in findings if finding.whole is not None]),
        said=share([_says(finding) for finding in must]),
        citations=_citations(judged),
        claims=_claims(judged),
        table=_table(findings),
        score=figure(scores),
        judged_by=dict(Counter(one.by for one in judged if one.by)),
        seconds=_medians(findings),
        tokens={
            "prompt": sum(one.usage.prompt for one in judged),
            "completion": sum(one.usage.completion for one in judged),
        },
        unlabelled=sum(_unlabelled(finding) for finding in findings),
    )


def _says(finding: Finding) -> bool:
    """Whether an answer was given that says what it must, and nothing that it must not."""
    judged = finding.judgement
    return bool(judged and judged.answered and not judged.missing and not judged.forbidden)


def _unlabelled(finding: Finding) -> bool:
    """Whether nothing is known that a question could be measured by."""
    case = finding.task.case
    known = case.right or case.must_say or case.must_not_say or case.answer
    return not known and case.answerable is None


def ranks(findings: Sequence[Finding]) -> dict[str, dict[str, int | None]]:
    """Return leg -> question -> rank of its first right page."""
    found: dict[str, dict[str, int | None]] = {}
    for finding in findings:
        if finding.task.case.right:
            name = key(finding.task.case.set, finding.task.case.id)
            for leg in _names(findings):
                pages = finding.ranked.get(leg, ())
                found.setdefault(leg, {})[name] = first_right(pages, finding.task.right)
    return found


def against(
    ours: Mapping[str, Ranks], theirs: Mapping[str, Ranks]
) -> dict[str, dict[str, Difference]]:
    """Return pipeline -> measure -> difference.

    Our reranked order stands against each pipeline of others, and each of our legs against the
    leg of the same name in an earlier report of ours.
    """
    found: dict[str, dict[str, Difference]] = {}
    for pipeline, other in theirs.items():
        mine = ours.get(pipeline, ours.get("reranked", {}))
        pairs = {name: paired(mine, other, name) for name in COMPARED}
        compared = {name: pair for name, pair in pairs.items() if pair}
        if compared:
            found[pipeline] = compared
    return found


def build(findings: Sequence[Finding], theirs: Mapping[str, Ranks]) -> Evaluation:
    """Return the report of an evaluation, compared with the ranks of others."""
    names = list(dict.fromkeys(finding.task.case.set for finding in findings))
    sets = {name: summarise(of_set(findings, name)) for name in names}
    pooled = summarise(findings) if len(names) > 1 else sets[names[0]]
    differences = {name: against(ranks(of_set(findings, name)), theirs) for name in names}
    if len(names) > 1:
        differences[POOLED] = against(ranks(findings), theirs)
    return Evaluation(tuple(findings), sets, pooled, differences)


def as_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return the report as data: `questions`, `legs` (plain values, pooled), sets, pooled."""
    return {
        "questions": [_row(finding) for finding in evaluation.findings],
        "legs": {
            leg: {name: round(figure.value, 6) for name, figure in figures.items()}
            for leg, figures in evaluation.pooled.legs.items()
        },
        "sets": {name: _data(summary) for name, summary in evaluation.sets.items()},
        "pooled": _data(evaluation.pooled),
        "against": _data(evaluation.against),
    }


def _data(value: Any) -> Any:
    """Turn figures and summaries into JSON data; a figure over nothing is null."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {key: _data(item) for key, item in value.items()}
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 6)
    return list(value) if isinstance(value, tuple) else value


def of_set(findings: Sequence[Finding], name: str) -> list[Finding]:
    """Return the findings of one set."""
    return [finding for finding in findings if finding.task.case.set == name]


def share(values: Sequence[bool]) -> Share:
    """Return the share of what is true."""
    return Share(sum(values), len(values), figure([float(value) for value in values]))


def _names(findings: Sequence[Finding]) -> list[str]:
    """Return the names of all legs that any question has, in their order."""
    return list(dict.fromkeys(name for finding in findings for name in finding.ranked))


def _legs(findings: Sequence[Finding]) -> dict[str, dict[str, Figure]]:
    """Return the figures of each leg; a right page outside the corpus is never found."""
    places = {str(number): finding for number, finding in enumerate(findings)}
    right = {place: finding.task.right or ("?",) for place, finding in places.items()}
    legs: dict[str, dict[str, Figure]] = {}
    for leg in _names(findings):
        ranked = {place: finding.ranked.get(leg, ()) for place, finding in places.items()}
        measured = measure(ranked, right)
        legs[leg] = {name: figure(list(values.values())) for name, values in measured.items()}
    return legs


def _citations(judged: Sequence[Judgement]) -> Share:
    """Return the share of the writer's quotes that stand in the source that they name."""
    flags = [place < one.valid for one in judged for place in range(one.quotes)]
    return share(flags)


def _claims(judged: Sequence[Judgement]) -> dict[str, int]:
    """Count claims and what verification did to them, by the check that they failed."""
    dropped: Counter[str] = Counter()
    for one in judged:
        dropped.update(dict(one.dropped))
    return {
        "written": sum(one.claims for one in judged),
        "replaced": sum(one.replaced for one in judged),
        **{f"dropped: {check}": count for check, count in sorted(dropped.items())},
    }


def _table(findings: Sequence[Finding]) -> dict[str, dict[str, int]]:
    """Count answered and refused by whether there is an answer."""
    table: dict[str, dict[str, int]] = {}
    for finding in findings:
        if finding.judgement is None:
            continue
        case = finding.task.case
        known = {True: "answerable", False: "unanswerable", None: "not said"}[case.answerable]
        end = "answered" if finding.judgement.answered else "refused"
        names = [known] + ([case.answerability.lower()] if case.answerability else [])
        for name in dict.fromkeys(names):
            row = table.setdefault(name, {"answered": 0, "refused": 0})
            row[end] += 1
    return table


def _medians(findings: Sequence[Finding]) -> dict[str, float]:
    """Return the median seconds of each stage, and of all of them together."""
    timed = [finding.seconds for finding in findings if finding.seconds]
    stages = dict.fromkeys(stage for seconds in timed for stage in seconds)
    medians = {stage: median(seconds.get(stage, 0.0) for seconds in timed) for stage in stages}
    return medians | ({"all": median(sum(s.values()) for s in timed)} if timed else {})


def _row(finding: Finding) -> dict[str, Any]:
    """Return what is known of one question."""
    case = finding.task.case
    found: dict[str, Any] = {
        "id": case.id,
        "set": case.set,
        "question": case.text,
        "right": list(finding.task.right),
        "ranks": {
            leg: first_right(pages, finding.task.right) for leg, pages in finding.ranked.items()
        }
        if case.right
        else {},
        "best": list(finding.ranked.get("reranked", ())[:5]),
        "answerable": case.answerable,
        "packed_right": finding.packed_right,
        "whole": finding.whole,
        "seconds": {stage: round(seconds, 5) for stage, seconds in finding.seconds.items()},
        "notes": list(finding.notes),
        "failure": finding.failure,
    }
    if finding.judgement:
        found["answer"] = asdict(finding.judgement)
    return found
