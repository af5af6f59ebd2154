"""What the bot counts, for /metrics: a registry of its own, so that nothing is counted twice."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from retrieval.ports import Backlog
from retrieval.values import Candidates, Draft, Packed, Queries, Ranked, Usage

STAGE_BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_STAGES = {
    Queries: "rewrite",
    Candidates: "search",
    Ranked: "rank",
    Packed: "pack",
    Draft: "write",
}


class Metrics:
    """The bot's figures."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.questions = Counter(
            "footnote_questions", "Questions by how they ended.", ["outcome"], registry=registry
        )
        self.heard = Counter(
            "footnote_events",
            "Payloads from Slack by what was decided.",
            ["decision"],
            registry=registry,
        )
        self.stages = Histogram(
            "footnote_stage_seconds",
            "Seconds that a stage of an answer took.",
            ["stage"],
            buckets=STAGE_BUCKETS,
            registry=registry,
        )
        self.tokens = Counter(
            "footnote_tokens",
            "Tokens that a model service charged for.",
            ["stage", "model", "kind"],
            registry=registry,
        )
        self.cost = Counter(
            "footnote_cost",
            "What those tokens cost, by the price table.",
            ["stage", "model", "currency"],
            registry=registry,
        )
        self.unpriced = Counter(
            "footnote_unpriced_calls",
            "Calls of models whose price is not known; their cost is not counted.",
            ["stage", "model"],
            registry=registry,
        )
        self.errors = Counter(
            "footnote_slack_errors",
            "Refusals of Slack, the repeated ones too.",
            ["method", "error"],
            registry=registry,
        )
        self.queue = Gauge("footnote_queue_length", "Rows not begun.", registry=registry)
        self.working = Gauge("footnote_queue_working", "Rows in work.", registry=registry)
        self.age = Gauge(
            "footnote_queue_age_seconds", "Age of the oldest unfinished row.", registry=registry
        )
        self.taken_over = Gauge(
            "footnote_leases_taken_over",
            "Leases that ran out, since the ledger was made.",
            registry=registry,
        )
        self.tasks = Gauge(
            "footnote_tasks",
            "Tasks of the event loop, to see whether any are left behind.",
            registry=registry,
        )
        self.index_age = Gauge(
            "footnote_index_age_seconds", "Since the index last changed.", registry=registry
        )
        self.index_behind = Gauge(
            "footnote_index_behind_seconds",
            "Age of the oldest change of a watched folder that is not indexed yet.",
            ["collection", "root"],
            registry=registry,
        )
        self.alarms = Gauge(
            "footnote_index_alarms",
            "What is wrong with indexes now, by kind.",
            ["kind"],
            registry=registry,
        )
        self.connected = Gauge(
            "footnote_connected", "1 while the socket to Slack is up.", registry=registry
        )
        self.connections = Gauge(
            "footnote_connections",
            "Connections that Slack counts for the app, by its last hello.",
            registry=registry,
        )
        self.escalations = Gauge(
            "footnote_escalations",
            "Questions that wait for people, by whether somebody has them.",
            ["state"],
            registry=registry,
        )
        self.overdue = Gauge(
            "footnote_escalations_overdue",
            "Questions that wait for people after their deadline.",
            registry=registry,
        )
        self.handed_failures = Counter(
            "footnote_escalation_failures",
            "Attempts to tell or to remind of a question that failed.",
            ["what"],
            registry=registry,
        )
        self.rebuilds = Counter(
            "footnote_socket_rebuilds",
            "Clients of Socket Mode that heard nothing and were built anew.",
            registry=registry,
        )

    def slack_error(self, method: str, error: str) -> None:
        """Count a refusal."""
        self.errors.labels(method, error).inc()

    def hop(self, hop: object) -> None:
        """Count the seconds and the tokens of a hop."""
        stage = _STAGES.get(type(hop))
        if stage:
            self.stages.labels(stage).observe(getattr(hop, "seconds", 0.0))
        usage = getattr(hop, "usage", Usage())
        if stage and usage != Usage():
            self._charged(stage, usage)

    def _charged(self, stage: str, usage: Usage) -> None:
        """Count what a model charged for at a stage."""
        kinds = {"prompt": usage.prompt, "cached": usage.cached, "completion": usage.completion}
        for kind, number in kinds.items():
            self.tokens.labels(stage, usage.model, kind).inc(number)
        if usage.cost is None:
            self.unpriced.labels(stage, usage.model).inc()
        else:
            self.cost.labels(stage, usage.model, usage.currency).inc(usage.cost)

    def backlog(self, backlog: Backlog) -> None:
        """Take over what the inbox says of itself."""
        self.queue.set(backlog.waiting)
        self.working.set(backlog.working)
        self.age.set(backlog.oldest)
        self.taken_over.set(backlog.taken_over)

    def page(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
