"""The figures on /metrics are what happened."""

from __future__ import annotations

from bot.metrics import Metrics
from retrieval.ports import Backlog
from retrieval.values import Draft, Packed, Queries, Question, Scope, Usage


def test_hops_are_counted_by_stage_with_their_tokens() -> None:
    """Seconds by stage, tokens by kind; what is no hop counts nothing."""
    metrics = Metrics()
    question = Question("q", Scope(("docs",)))
    metrics.hop(Queries(question, "q", (), "none", usage=Usage(prompt=5), seconds=0.2))
    metrics.hop(Packed((), seconds=0.1))
    metrics.hop(Draft("writer", "answered", (), usage=Usage(7, 2, 3), seconds=1.5))
    metrics.hop("something else")
    page = metrics.page().decode()

    assert 'footnote_stage_seconds_sum{stage="write"} 1.5' in page
    assert 'footnote_stage_seconds_count{stage="rewrite"} 1.0' in page
    assert 'footnote_tokens_total{kind="prompt"} 12.0' in page
    assert 'footnote_tokens_total{kind="completion"} 3.0' in page


def test_the_queue_and_the_refusals_are_shown() -> None:
    """What the inbox says of itself, and Slack's refusals by method and reason."""
    metrics = Metrics()
    metrics.backlog(Backlog(waiting=3, working=2, oldest=1.5, taken_over=4))
    metrics.slack_error("chat.update", "ratelimited")
    page = metrics.page().decode()

    for line in (
        "footnote_queue_length 3.0",
        "footnote_queue_working 2.0",
        "footnote_queue_age_seconds 1.5",
        "footnote_leases_taken_over 4.0",
        'footnote_slack_errors_total{error="ratelimited",method="chat.update"} 1.0',
    ):
        assert line in page


def test_two_bots_in_one_process_count_apart() -> None:
    """Each has a registry of its own."""
    first, second = Metrics(), Metrics()
    first.questions.labels("answered").inc()

    assert "answered" not in second.page().decode()
