"""A report -> lines for people."""

from __future__ import annotations

from collections.abc import Mapping

from retrieval.learn.compare import Difference
from retrieval.learn.metrics import Figure
from retrieval.learn.report import POOLED, Evaluation, Share, Summary
from retrieval.text.counted import number_of


def lines(evaluation: Evaluation) -> list[str]:
    """Print every set, then all of them pooled."""
    printed: list[str] = []
    parts = dict(evaluation.sets)
    if len(parts) > 1:
        parts[POOLED] = evaluation.pooled
    for name, summary in parts.items():
        printed += [_title(name, summary), "", *_body(summary)]
        printed += _against(evaluation.against.get(name, {}))
        printed.append("")
    return printed


def _title(name: str, summary: Summary) -> str:
    """Say what the figures are over."""
    missing = summary.ranked - summary.findable
    parts = [
        f"{name}: {number_of(summary.questions, 'question')}, {summary.ranked} with a right page",
        f"{missing} of these have none in the corpus and count as not found" if missing else "",
        f"{summary.unlabelled} say nothing of what answers them and are only asked"
        if summary.unlabelled
        else "",
        f"{summary.failed} failed" if summary.failed else "",
        f"{summary.degraded} with a stage degraded" if summary.degraded else "",
    ]
    return "; ".join(part for part in parts if part)


def _body(summary: Summary) -> list[str]:
    """Print the figures of one set."""
    printed = _legs(summary.legs) if summary.ranked else []
    printed += [
        *_share("right page among the packed", summary.packed_right),
        *_share("answer text whole in a chunk", summary.integrity),
        *_share("writer's citations that stand", summary.citations),
    ]
    if summary.table:
        printed += _share("answers that say what they must", summary.said)
        printed += _written(summary)
    if summary.seconds:
        stages = "  ".join(f"{name} {1000 * value:.0f}" for name, value in summary.seconds.items())
        printed.append(f"  median ms: {stages}")
    return printed


def _legs(legs: Mapping[str, Mapping[str, Figure]]) -> list[str]:
    """Print a line a leg, each figure with its interval."""
    names = list(next(iter(legs.values()), {}))
    wide = max(len(leg) for leg in legs) + 2 if legs else 0
    head = "  " + " " * wide + "".join(f"{name:<20}" for name in names)
    return [head.rstrip()] + [
        f"  {leg:<{wide}}" + "".join(f"{_figure(figures[name]):<20}" for name in names).rstrip()
        for leg, figures in legs.items()
    ]


def _figure(figure: Figure) -> str:
    """Print a figure with the ends of its interval."""
    if not figure.n:
        return "-"
    return f"{_short(figure.value)} ({_short(figure.low)}-{_short(figure.high)})"


def _short(value: float) -> str:
    """Print a share to three places, without the leading zero."""
    return f"{value:.3f}".replace("0.", ".", 1)


def _share(what: str, share: Share) -> list[str]:
    """Print a share, where there is anything to share."""
    if not share.of:
        return []
    return [f"  {what}: {share.count} of {share.of}, {_figure(share.share)}"]


def _written(summary: Summary) -> list[str]:
    """Print what the writer did with the questions."""
    printed = [f"  {'':<16}answered  refused"]
    printed += [
        f"  {name:<16}{row['answered']:>8}  {row['refused']:>7}"
        for name, row in summary.table.items()
    ]
    claims = ", ".join(f"{count} {name}" for name, count in summary.claims.items())
    printed.append(f"  claims: {claims}")
    if summary.score.n:
        by = ", ".join(f"{count} by {name}" for name, count in summary.judged_by.items())
        printed.append(
            f"  score (right 1, in part .5, refused 0, wrong -1; refusing rightly 1): "
            f"{_figure(summary.score)} over {summary.score.n} ({by})"
        )
    if summary.tokens["prompt"]:
        tokens = summary.tokens
        printed.append(f"  tokens: {tokens['prompt']} prompt, {tokens['completion']} completion")
    return printed


def _against(found: Mapping[str, Mapping[str, Difference]]) -> list[str]:
    """Print the paired differences with each pipeline."""
    printed = ["  ours minus theirs, paired, with 95 % interval"] if found else []
    for pipeline, pairs in found.items():
        n = next(iter(pairs.values())).difference.n
        printed.append(f"  {pipeline} ({n} questions)")
        for measure, pair in pairs.items():
            gap = pair.difference
            printed.append(
                f"    {measure:<8}{_short(pair.ours.value)} - {_short(pair.theirs.value)} = "
                f"{gap.value:+.3f} ({gap.low:+.3f} to {gap.high:+.3f}); "
                f"{pair.better} better, {pair.worse} worse"
            )
    return printed
