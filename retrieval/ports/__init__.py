"""The roles that Footnote needs filled, as protocols; adapters fill them and `wiring` chooses.

Everything that does I/O is async; what computes runs in a thread inside the adapter.
Vectors are float32, one row a text, of unit length, shape (len(texts), dims).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retrieval.ports.answering import (
    Hop,
    Reranker,
    Rewrite,
    Rewriter,
    Scores,
    Watch,
    Writer,
    Written,
)
from retrieval.ports.indexing import Alarm, Alarms, Run, Runs, Watcher, Watchers
from retrieval.ports.installing import Installation, Installations
from retrieval.ports.models import Chat, ChatPiece, ChatRequest, Embedder, Message, Paid, close
from retrieval.ports.opinions import Cases, EvalCase, Feedback, Opinion, RewriteCase, Rewrites
from retrieval.ports.places import (
    Asked,
    KnownPlace,
    Liking,
    PastOpinion,
    PastQuestion,
    Places,
    Popular,
    Posting,
    Postings,
    Talks,
)
from retrieval.ports.reading import (
    Changes,
    FileReader,
    Reader,
    Scan,
    Skipped,
    SourceFile,
    TokenCounter,
)
from retrieval.ports.stores import (
    Census,
    Completion,
    Filling,
    Fingerprint,
    Generation,
    Index,
    PendingText,
    Search,
    Store,
)
from retrieval.ports.tracing import Charge, Charges, Clock, Traces
from retrieval.ports.upkeep import (
    Canaries,
    Canary,
    Contents,
    GenerationFacts,
    PageEntry,
    StoredPage,
    Upkeep,
)
from retrieval.ports.waiting import Backlog, Button, Inbox, Job, Notifier, Outbox, Queue, Received

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors

__all__ = [
    "Alarm",
    "Alarms",
    "Asked",
    "Backlog",
    "Button",
    "Canaries",
    "Canary",
    "Cases",
    "Census",
    "Changes",
    "Charge",
    "Charges",
    "Chat",
    "ChatPiece",
    "ChatRequest",
    "Clock",
    "Completion",
    "Contents",
    "Embedder",
    "EvalCase",
    "Feedback",
    "FileReader",
    "Filling",
    "Fingerprint",
    "Generation",
    "GenerationFacts",
    "Hop",
    "Inbox",
    "Index",
    "Installation",
    "Installations",
    "Job",
    "KnownPlace",
    "Liking",
    "Message",
    "Notifier",
    "Opinion",
    "Outbox",
    "PageEntry",
    "Paid",
    "PastOpinion",
    "PastQuestion",
    "PendingText",
    "Places",
    "Popular",
    "Posting",
    "Postings",
    "Queue",
    "Reader",
    "Received",
    "Reranker",
    "Rewrite",
    "RewriteCase",
    "Rewriter",
    "Rewrites",
    "Run",
    "Runs",
    "Scan",
    "Scores",
    "Search",
    "Skipped",
    "SourceFile",
    "Store",
    "StoredPage",
    "Talks",
    "TokenCounter",
    "Traces",
    "Upkeep",
    "Vectors",
    "Watch",
    "Watcher",
    "Watchers",
    "Writer",
    "Written",
    "close",
]
