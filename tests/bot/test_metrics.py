"""The figures on /metrics are what happened."""

from __future__ import annotations

from bot.metrics import Metrics
from retrieval.ports import Backlog
from retrieval.values import Draft, Packed, Queries, Question, Ranked, Scope, Usage


def test_hops_are_counted_by_stage_with_their_tokens_and_cost() -> None:
    """Seconds by stage; tokens and cost by stage and model; what has no price is counted apart."""
    metrics = Metrics()
    question = Question("q", Scope(("docs",)))
    free, paid = Usage(5, model="small"), Usage(7, 2, 3, cost=0.5, currency="EUR", model="large")
    metrics.hop(Queries(question, "q", (), "none", usage=free, seconds=0.2))
    metrics.hop(Packed((), seconds=0.1))
    metrics.hop(Ranked((), (), "judge", usage=Usage(9, cost=0.25, currency="EUR", model="judge")))
    for _ in range(2):
        metrics.hop(Draft("large", "answered", (), usage=paid, seconds=1.5))
    metrics.hop(Draft("quoting", "answered", (), seconds=0.0))
    metrics.hop("something else")
    page = metrics.page().decode()

    for line in (
        'footnote_stage_seconds_sum{stage="write"} 3.0',
        'footnote_stage_seconds_count{stage="rewrite"} 1.0',
        'footnote_tokens_total{kind="prompt",model="small",stage="rewrite"} 5.0',
        'footnote_tokens_total{kind="prompt",model="large",stage="write"} 14.0',
        'footnote_tokens_total{kind="cached",model="large",stage="write"} 4.0',
        'footnote_tokens_total{kind="completion",model="large",stage="write"} 6.0',
        'footnote_cost_total{currency="EUR",model="large",stage="write"} 1.0',
        'footnote_cost_total{currency="EUR",model="judge",stage="rank"} 0.25',
        'footnote_unpriced_calls_total{model="small",stage="rewrite"} 1.0',
    ):
        assert line in page
    assert "quoting" not in page


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
