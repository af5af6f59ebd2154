"""The roles that Footnote needs filled, as protocols; adapters fill them and `wiring` chooses.

Everything that does I/O is async; what computes runs in a thread inside the adapter.
Vectors are float32, one row a text, of unit length, shape (len(texts), dims).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from retrieval.values import (
    Candidates,
    Chunk,
    Claim,
    Document,
    Frequencies,
    Hit,
    LegResult,
    Packed,
    Queries,
    Query,
    Question,
    RankedHit,
    Scope,
    Trace,
    Turn,
    Usage,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


# --- reading --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A document that a scan saw: `digest` changes when what it says or its facts change."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that a scan passed over, and why, in a few words for the report."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What stands under a root now, in order of path."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


class Reader(Protocol):
    """A source of documents: one root, for instance a folder or a git checkout."""

    @property
    def root(self) -> str:
        """The name of the source; what is gone is decided per root."""

    @property
    def version(self) -> str:
        """Changes when the same file would give another document; part of the fingerprint."""

    def scan(self) -> Scan:
        """List what is there. Raises ReaderError when the source itself cannot be read."""

    def read(self, file: SourceFile) -> Document:
        """Read one file. Raises UnreadableDocument with the reason for the report."""


@runtime_checkable
class FileReader(Reader, Protocol):
    """A reader whose documents are files, which another process can read just as well.

    It can be pickled, what its last scan found out included.
    """

    def at(self, root: str) -> FileReader:
        """Return this reader over another root, an absolute path."""


class Changes(Protocol):
    """Notices changes of what a reader reads."""

    def follow(self, root: str) -> AsyncIterator[None]:
        """Yield whenever something may have changed under a root, once it has come to rest.

        It never ends, whether the root is there, goes or comes; a change may be missed.
        """


class TokenCounter(Protocol):
    """Counts tokens as one model does."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, special tokens left out."""


# --- models ---------------------------------------------------------------------------------


class Embedder(Protocol):
    """Turns texts into vectors; cosine of two vectors is closeness of meaning."""

    @property
    def identity(self) -> str:
        """Model, revision, pooling and prefixes; vectors of two identities never mix."""

    @property
    def dims(self) -> int:
        """The length of a vector."""

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text it sees, prefix and special tokens left out."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, prefix and special tokens left out."""

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found. Raises ModelError."""

    async def query(self, text: str) -> Vectors:
        """Embed one text to find by, shape (dims,). Raises ModelError."""


@runtime_checkable
class Paid(Protocol):
    """An embedder that is paid by the token."""

    async def paid_query(self, text: str) -> tuple[Vectors, Usage]:
        """Embed one text to find by, with what that was charged for. Raises ModelError."""

    def spent(self) -> Usage:
        """Return what embedding passages was charged for since this was asked last."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat: `role` is "system", "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What a chat model is asked: messages, and the JSON schema that its reply must follow.

    Requests with the same `cache_key` start with the same words, for the service's cache.
    """

    messages: tuple[Message, ...]
    schema_name: str
    schema: Mapping[str, Any]
    max_tokens: int
    temperature: float = 0.0
    cache_key: str = ""


@dataclass(frozen=True, slots=True)
class ChatPiece:
    """A piece of a streamed reply; the last one carries `finish` and the usage."""

    text: str = ""
    finish: str = ""
    usage: Usage | None = None


class Chat(Protocol):
    """A chat model that follows a JSON schema as well as its service can make it."""

    @property
    def name(self) -> str:
        """The model's name, for the trace and the configuration."""

    @property
    def context_tokens(self) -> int:
        """How many tokens prompt and reply may have together."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, never fewer than the service counts."""

    def stream(self, request: ChatRequest) -> AsyncIterator[ChatPiece]:
        """Yield the reply as it comes. Raises ModelError, also in the middle."""


async def close(part: object) -> None:
    """Let go of what a part holds, where it holds anything: models of services do."""
    if letting_go := getattr(part, "close", None):
        await letting_go()


# --- the answer path ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewriter's proposal; `searches` may be empty, `raw` is the model's own reply.

    `failed` says why there is no proposal, though the model was paid for one.
    """

    standalone: str
    searches: tuple[str, ...] = ()
    raw: str = ""
    usage: Usage = field(default_factory=Usage)
    failed: str = ""


class Rewriter(Protocol):
    """Turns a follow-up into a question that stands alone."""

    @property
    def name(self) -> str:
        """For the trace and the configuration."""

    async def rewrite(self, question: Question) -> Rewrite:
        """Propose; the stage checks for drift. Raises ModelError."""


class Scores(list[float]):
    """The scores of a reranker that was paid for them."""

    def __init__(self, scores: Iterable[float], usage: Usage) -> None:
        """Take the scores and what the service charged for them."""
        super().__init__(scores)
        self.usage = usage


class Reranker(Protocol):
    """Puts the best candidates in a better order."""

    @property
    def name(self) -> str:
        """For the trace and the configuration; "identity" changes nothing."""

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Return one score a hit, higher is better, same order. Raises ModelError.

        A reranker that is paid by the token returns `Scores`.
        """


@dataclass(frozen=True, slots=True)
class Written:
    """One thing a writer said: its `status` first, then claims, then the raw reply and usage.

    `note` is for the trace: what the writer did otherwise than it was asked.
    """

    status: str = ""
    claim: Claim | None = None
    raw: str = ""
    usage: Usage | None = None
    note: str = ""


class Writer(Protocol):
    """Writes claims from packed sources, each with its quotes; checks nothing itself."""

    @property
    def name(self) -> str:
        """For the trace and the configuration."""

    def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield what is written as it comes. Raises ModelError, also in the middle."""


Hop = object
Watch = Callable[[Hop], Awaitable[None]]
"""Called after each hop and each verified claim with that very value."""


# --- stores ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Census:
    """What a scope holds: for status lines, doctor and whole-corpus mode."""

    documents: int
    chunks: int
    tokens: int
    without_vectors: int
    generations: Mapping[str, str]
    embedder: Mapping[str, str]
    """Identity of the embedder of each collection."""
    unread: Mapping[str, str] = field(default_factory=dict)
    """Why a collection could not be read, where others could: it is not counted."""


class Search(Protocol):
    """A store within a scope: the only thing that can be searched."""

    async def search(
        self, queries: Sequence[Query], vectors: Sequence[Vectors | None], *, limit: int
    ) -> Sequence[LegResult]:
        """Run every leg for every query, `limit` hits each; a failed leg says so in `error`."""

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Count the chunks of the scope in which each word occurs."""

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks of the same document within `reach` ordinals, itself included."""

    async def census(self) -> Census:
        """Count what is in the scope. Raises IndexMissing for a collection that is not there."""

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk of the scope, documents by path, chunks by ordinal."""


class Store(Protocol):
    """Where chunks live."""

    def within(self, scope: Scope) -> Search:
        """Return the search of a scope; nothing outside it can be reached through it."""

    async def collections(self) -> Sequence[str]:
        """Name the collections that are there."""

    async def close(self) -> None:
        """Let go of files and connections."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What an index was made with; another one makes another index from the same documents."""

    reader: str
    chunker: str
    embedder: str
    dims: int


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that waits for its vector; `digest` is that of the chunks that share it."""

    digest: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Completion:
    """How a generation ended: whether it is the one that is searched, else what it lacks."""

    generation: str
    current: bool
    without_vectors: int
    roots_to_come: tuple[str, ...] = ()
    held: bool = False
    """Whether it waits for `Upkeep.swap`, whatever it has."""


class Generation(Protocol):
    """An index of one collection being filled; its process alone writes to it."""

    @property
    def name(self) -> str:
        """Its name, for the trace and the report."""

    async def manifest(self, root: str) -> Mapping[str, str]:
        """Return the digest of each page that stands in it, by path, for one root."""

    async def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        instead_of: str = "",
        vectors: Mapping[str, Vectors] | None = None,
    ) -> None:
        """Put a page in place of its earlier self, whole or not at all, words searchable.

        `instead_of` is the path it had under the same root, where it was renamed: that page
        goes in the same step. `vectors` are those of its texts, by digest, as far as they are
        known: they need not be attached. Raises StoreError.
        """

    async def remove(self, root: str, path: str) -> None:
        """Take a page out; one that is not there is no error. Raises StoreError."""

    async def settle(self) -> Mapping[str, str]:
        """Make all that was put and removed searchable: a store may gather it until then.

        Return why pages could not be put after all, by path; their earlier selves stay.
        """

    async def pending(self) -> Sequence[PendingText]:
        """Return the texts without a vector, each once, the shortest first."""

    async def attach(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors of texts, one row a digest. Raises StoreError."""


Filling = TypeVar("Filling", bound="Generation")
"""The kind of generation that one store fills."""


class Index(Protocol[Filling]):
    """The write side of a store.

    A generation may be held: only `Upkeep.swap` puts it in use. Runs that find no other one of
    their fingerprint fill it, and it stays held. An index made for building (`held=True`) fills
    held generations alone: the newest of the fingerprint that is not in use, else a new one.
    Built anew (`anew=True`), a new one takes over no vectors, and only ones so made are gone on
    with. Those named in `besides` are passed over.
    """

    async def begin(self, collection: str, root: str, fingerprint: Fingerprint) -> Filling:
        """Take the collection's writer lease; open the generation of that fingerprint.

        Where there is none, one is made: in use at once if it is the collection's first, else
        beside the one in use. Raises IndexLocked after a bounded wait, IndexCorrupt, InputError
        for a collection's name that cannot be one.
        """

    async def complete(
        self, generation: Filling, root: str, taken_over: Sequence[str] = ()
    ) -> Completion:
        """Say that `root` is wholly in it; put it in use once nothing is lacking.

        The pages of the roots that `root` has `taken_over` go from it, and the roots with them.
        """

    async def roots(self, collection: str) -> Sequence[str]:
        """Name the roots that the collection has pages of, or had and is being rebuilt from."""

    async def release(self, generation: Filling) -> None:
        """Let go of the lease; what was put stays, and the next `begin` goes on from there."""

    async def forget(self, collection: str, root: str) -> int:
        """Take out every page of a root that is no more; return how many there were."""


# --- the upkeep of an index -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GenerationFacts:
    """What is known of one generation of a collection.

    Of all generations one at most is `in_use`, and one at most was in use `before` it. `complete`
    means that every root is wholly in it and no text waits for a vector. `roots` gives the
    version of the reader of each root. `made` is when it was begun, `changed` when pages or
    vectors last changed, None where that is not known. `size` is in bytes, 0 where not known.
    `damage` says why it cannot be searched at all, and then only its name is certain.
    """

    collection: str
    name: str
    in_use: bool
    before: bool
    held: bool
    complete: bool
    chunker: str
    embedder: str
    dims: int
    roots: Mapping[str, str]
    documents: int
    chunks: int
    without_vectors: int
    made: datetime | None
    changed: datetime | None
    size: int = 0
    damage: str = ""

    @classmethod
    def damaged(
        cls, state: tuple[str, str, bool, bool, bool], damage: str, *, size: int = 0
    ) -> GenerationFacts:
        """Say of a generation that cannot be read what is known from outside, and why.

        `state` is its collection, its name, whether it is in use, was in use before and is held.
        """
        return cls(
            *state,
            complete=False,
            chunker="",
            embedder="",
            dims=0,
            roots={},
            documents=0,
            chunks=0,
            without_vectors=0,
            made=None,
            changed=None,
            size=size,
            damage=damage,
        )

    def fingerprint(self, root: str) -> Fingerprint:
        """Return what the pages of one of its roots were made with."""
        return Fingerprint(self.roots[root], self.chunker, self.embedder, self.dims)


class Upkeep(Protocol):
    """The generations of collections: what there is, which one is in use, what is wrong in it.

    Each of the three ports of upkeep may be filled by one adapter. A generation that is not there
    is an InputError, also in the other two.
    """

    async def collections(self) -> Sequence[str]:
        """Name the collections that have a generation, in use or not, in order."""

    async def generations(self, collection: str) -> Sequence[GenerationFacts]:
        """Return the generations of a collection, the newest first; none where there is none."""

    async def swap(self, collection: str, generation: str) -> None:
        """Put a generation in use in one step, and hold the one that it takes the place of.

        That one is kept, as the one that was in use `before`; a third one that was in use earlier
        may go. To go back is to swap to the one before. Raises InputError for one that is not
        complete, IndexLocked while another process writes to the collection.
        """

    async def drop(self, collection: str, generation: str) -> None:
        """Remove a generation. Raises InputError for the one in use, IndexLocked."""

    async def faults(self, collection: str, generation: str) -> Sequence[str]:
        """Look the store's own structure over; return a sentence for each thing wrong in it.

        Chunks without a page, chunk ids that are there twice, gaps in a page's ordinals, vectors
        of the wrong length, chunks that the full-text index lacks or has too many of.
        """


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page as the manifest of a generation has it, and how many chunks stand under it."""

    root: str
    path: str
    document: str
    digest: str
    chunks: int


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page as a store holds it; `document.text` is that of its chunks, joined.

    What only the making of chunks needs (anchors, warnings) is not kept.
    """

    document: Document
    chunks: tuple[Chunk, ...]


class Contents(Protocol):
    """What a generation holds, for whoever checks or copies it."""

    async def entries(self, collection: str, generation: str) -> Sequence[PageEntry]:
        """Return its manifest, in order of root and path."""

    async def pages(
        self, collection: str, generation: str, documents: Sequence[str]
    ) -> Sequence[StoredPage]:
        """Return pages by the id of their document, in the order asked for.

        One that has gone meanwhile is left out. Callers ask for a hundred at most.
        """

    async def vectors(
        self, collection: str, generation: str, digests: Sequence[str]
    ) -> Mapping[str, Vectors]:
        """Return the vectors, shape (dims,), of texts by digest: those that there are.

        They are what `attach` was given, made of unit length. A thousand at most at once.
        """


@dataclass(frozen=True, slots=True)
class Canary:
    """A fixed sentence, with the vector (shape (dims,)) that the model gave it once."""

    text: str
    vector: Vectors


class Canaries(Protocol):
    """The canaries of a generation: a model that answers them otherwise is not the one it was."""

    async def canaries(self, collection: str, generation: str) -> Sequence[Canary]:
        """Return them, in the order kept; none where none were kept."""

    async def keep_canaries(
        self, collection: str, generation: str, canaries: Sequence[Canary]
    ) -> None:
        """Keep them, over earlier ones; also while the same process fills the generation."""


# --- the ledger -----------------------------------------------------------------------------


class Traces(Protocol):
    """What happened to each question, kept."""

    async def record(self, trace: Trace) -> None:
        """Keep a trace: hops, answer, citations, texts by digest. Raises LedgerError."""

    async def find(self, trace_id: str) -> Trace:
        """Return a trace by its id or an unambiguous start of it. Raises TraceMissing."""

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Keep a configuration (prompts, settings, model names, weights); return its id."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a model charged for at one stage of one question; it names nobody and quotes nothing.

    Embedding pages is charged to a run of indexing, which has a name of its own in `trace`.
    """

    trace: str
    asked: datetime
    collections: tuple[str, ...]
    stage: str
    usage: Usage


class Charges(Protocol):
    """What was charged, kept when the questions themselves are pruned."""

    async def add(self, charge: Charge) -> None:
        """Keep what was charged for something else than a question. Raises LedgerError."""

    async def between(self, since: datetime | None, until: datetime | None) -> Sequence[Charge]:
        """Return what was charged from `since` up to before `until`, the oldest first."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time now, in UTC, with its zone."""

    def monotonic(self) -> float:
        """Return seconds that never go back."""


# --- what waits to be done, and what people said ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Job:
    """A row of the inbox, leased: an opaque payload, and what was done so far.

    `lane` is what is worked on one at a time (a thread); `attempts` counts the leases, this one
    included; `progress` is what earlier attempts noted. Only the holder of the lease may write.
    """

    id: int
    kind: str
    lane: str
    payload: Mapping[str, Any]
    received: datetime
    attempts: int
    lease: str
    progress: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much waits: rows not begun, rows in work, age of the oldest unfinished in seconds."""

    waiting: int
    working: int
    oldest: float
    taken_over: int
    """How many leases ran out and went to another worker, since the ledger was made."""


class Received(Protocol):
    """What stands in the inbox, for those who ask and change nothing."""

    async def seen(self, key: str) -> bool:
        """Whether a row was committed under a key."""

    async def lately(self, person: str, kind: str, since: datetime) -> int:
        """Count a person's rows of a kind since a moment, among the last thousand of all."""

    async def kept(self, lane: str) -> bool:
        """Whether a row of a lane was begun and is kept for later: what follows waits for it."""

    async def pending(self, lane: str) -> bool:
        """Whether a lane has a row that is not finished."""

    async def backlog(self, *, within: Sequence[str] = ()) -> Backlog:
        """Count what waits, in lanes that begin with one of `within`; in all where it is empty."""


class Inbox(Received, Protocol):
    """What was received and must be dealt with, once, whoever is killed on the way."""

    async def put(
        self,
        kind: str,
        lane: str,
        payload: Mapping[str, Any],
        keys: Sequence[str],
        person: str = "",
    ) -> bool:
        """Commit a row under all of its keys; False where one was seen. Raises LedgerError.

        People are served in turn: `person` is whose row it is.
        """

    async def cancel(self, key: str, result: str) -> bool:
        """Close the row of a key before anyone works on it; False when it is too late.

        Whoever has begun it is told by `Queue.stopped`.
        """

    async def stop(self, lane: str, kind: str, result: str, person: str = "") -> bool:
        """Have the work begun on a lane's row of a kind stopped; False where none was begun.

        With `person` only where it is that person's. Whoever works on it is told by
        `Queue.stopped`.
        """

    async def purge(self, before: datetime) -> int:
        """Forget finished rows received before a moment; return how many."""


class Queue(Protocol):
    """The inbox, for those who work on it."""

    async def lease(
        self, *, seconds: float, most: int = 1, within: Sequence[str] = ()
    ) -> Sequence[Job]:
        """Take the oldest rows that are free, of lanes in which nothing is in work.

        Only lanes that begin with one of `within` count; all of them where it is empty.
        """

    async def renew(self, job: Job, *, seconds: float) -> bool:
        """Hold a row longer; False when the lease was lost or the row was cancelled."""

    async def note(self, job: Job, progress: Mapping[str, Any]) -> bool:
        """Commit what was done so far, over what stood there; False where `renew` is False."""

    async def stopped(self, job: Job) -> str:
        """Say with what result a row in work was cancelled; empty where it was not, or is lost."""

    async def finish(self, job: Job, result: str) -> bool:
        """Close a row, saying in a word how it ended; False when the lease was lost."""

    async def release(self, job: Job) -> None:
        """Give a row back at once, for another attempt."""

    async def later(self, job: Job, *, seconds: float) -> bool:
        """Give a row back for an attempt in a while, this one not counted, the first always.

        False where `renew` is False.
        """


class Notifier(Protocol):
    """Writes to a channel or a person by way of the outbox, so that nobody needs Slack for it."""

    async def notify(  # noqa: PLR0913 - what is not needed is left out
        self,
        to: str,
        text: str,
        *,
        key: str,
        team: str = "",
        links: Sequence[str] = (),
        about: str = "",
    ) -> bool:
        """Commit a message for a channel's or person's id; False where `key` was seen.

        `team` is the workspace that the id is of; without it any bot delivers the message.
        `links` are the addresses in it that may be followed; `about` is the id of a person whom
        it names first.
        """


class Outbox(Notifier, Protocol):
    """The notifier's messages, to be delivered once."""

    async def due(self, *, seconds: float, most: int = 10, team: str = "") -> Sequence[Job]:
        """Lease messages: the payload has `to` and `text`, the lane is an addressee's.

        With `team` only those of that workspace, and those of none.
        """

    async def sent(self, job: Job, where: str) -> None:
        """Say that a message was delivered, and as what."""

    async def failed(self, job: Job, reason: str, *, again: bool) -> None:
        """Say that a message was not delivered, and whether to try again later."""

    async def purge(self, before: datetime) -> int:
        """Forget messages dealt with that were written before a moment; return how many."""


@dataclass(frozen=True, slots=True)
class Posting:
    """Where an answer was posted: one or more messages (ts) of a channel, in a thread or not.

    `source` is how it was asked for; "auto" where nobody did.
    """

    trace_id: str
    team: str
    channel: str
    thread_ts: str
    ts: tuple[str, ...]
    asker: str
    question_ts: str
    outcome: str = ""
    source: str = ""


class Postings(Protocol):
    """Which message is which answer."""

    async def keep(self, posting: Posting) -> None:
        """Keep a posting, over an earlier one of the same trace. Raises LedgerError."""

    async def find(self, team: str, channel: str, ts: str) -> Posting | None:
        """Return the posting that a message belongs to, None for one that is no answer."""

    async def of_question(self, team: str, channel: str, question_ts: str) -> Posting | None:
        """Return the posting that answers a message."""

    async def ours(self, team: str, channel: str, thread_ts: str) -> bool:
        """Whether an answer was posted in a thread."""

    async def of_trace(self, trace_id: str) -> Posting | None:
        """Return the posting of a trace; one that only its asker saw has no messages."""

    async def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[Posting]:
        """Return the newest postings in a thread, at most a hundred, the oldest first."""


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """What was decided for a channel.

    `muted_by` is who muted the bot there, empty where nobody did; `auto_off_reason` says why it
    no longer answers there by itself, `auto_since` when it was last let again; `greeted_at` is
    when it last introduced itself.
    """

    muted_by: str = ""
    muted_at: datetime | None = None
    auto_off_reason: str = ""
    greeted_at: datetime | None = None
    auto_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Liking:
    """How many answers were looked at, and how many of them more people dislike than like."""

    answers: int
    disliked: int


class Places(Protocol):
    """What was decided for channels, by their ids."""

    async def find(self, team: str, channel: str) -> KnownPlace:
        """Return what was decided; nothing, for a channel that nobody decided about."""

    async def mute(self, team: str, channel: str, person: str) -> bool:
        """Mute the bot in a channel; False where it was muted. Raises LedgerError."""

    async def unmute(self, team: str, channel: str) -> bool:
        """Let the bot speak again; False where it was not muted. Raises LedgerError."""

    async def greet(self, team: str, channel: str, *, again: timedelta) -> bool:
        """Take it on to greet a channel; False where that was done within `again`."""

    async def auto_off(self, team: str, channel: str, reason: str) -> bool:
        """Keep why the bot no longer answers there by itself; False where it did not before."""

    async def auto_on(self, team: str, channel: str) -> bool:
        """Let it do so again, answers before now forgotten; False where it was let before."""

    async def liking(self, team: str, channel: str, *, most: int) -> Liking:
        """Look at the newest answers there that nobody asked for, since it was last let."""


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question of somebody's own that was answered; `opinion` is what they thought of it.

    `ts` is the answer's first message, empty where only the asker saw the answer.
    """

    trace_id: str
    text: str
    asked: datetime
    channel: str
    ts: str
    outcome: str
    opinion: int = 0


@dataclass(frozen=True, slots=True)
class PastOpinion:
    """What somebody thought of an answer to somebody else's question."""

    trace_id: str
    value: int
    given: datetime
    channel: str
    ts: str


@dataclass(frozen=True, slots=True)
class Popular:
    """A question that several people asked and that was answered, in which channels."""

    text: str
    collections: tuple[str, ...]
    channels: tuple[str, ...]
    askers: int


class Asked(Protocol):
    """What was asked and answered, as those who asked may see it again."""

    async def by(self, team: str, person: str, *, most: int = 5) -> Sequence[PastQuestion]:
        """Return somebody's own questions, the newest first. Raises LedgerError."""

    async def judged(self, team: str, person: str, *, most: int = 5) -> Sequence[PastOpinion]:
        """Return somebody's opinions of answers to others, the newest first."""

    async def popular(self, team: str, *, since: datetime) -> Sequence[Popular]:
        """Return what several people asked since a moment, the most asked first."""


class Talks(Protocol):
    """What the bot has done in a conversation."""

    async def answers(
        self, team: str, channel: str, thread_ts: str, *, since: datetime | None = None
    ) -> int:
        """Count the answers in a thread, all of them or since a moment."""

    async def decided(self, key: str) -> str | None:
        """Return how the row of a key ended: empty while it is unfinished, None without a row."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a person thinks of an answer: `value` is 1 or -1, `source` button or reaction."""

    trace_id: str
    person: str
    value: int
    source: str
    place: str
    given: datetime


class Feedback(Protocol):
    """One opinion a person and answer; the last one counts, a thumbs-down makes a case."""

    async def give(self, opinion: Opinion) -> str | None:
        """Keep an opinion; return the id of the case that it made or kept. Raises LedgerError."""

    async def withdraw(self, trace_id: str, person: str, *, source: str, value: int) -> bool:
        """Take back an opinion if it is still the one given so; False where it is not.

        A case that no thumbs-down is left for is withdrawn with it.
        """

    async def of(self, trace_id: str) -> Sequence[Opinion]:
        """Return the opinions on an answer, oldest first."""


@dataclass(frozen=True, slots=True)
class EvalCase:
    """A complaint to measure with: all that was known at the moment of the answer.

    `state` is "new" or "withdrawn" (more states come with their use); `content` has question,
    history, standalone, queries, hits (leg, path, chunk digest, rank, score), versions, answer
    and outcome.
    """

    id: str
    trace_id: str
    made: datetime
    state: str
    person: str
    place: str
    content: Mapping[str, Any]


class Cases(Protocol):
    """The eval cases, newest first."""

    async def list(self, *, state: str = "", most: int = 100) -> Sequence[EvalCase]:
        """Return cases of a state, or of all."""

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it. Raises CaseMissing."""


@dataclass(frozen=True, slots=True)
class RewriteCase:
    """A search that was not what its asker meant, and what they made of it.

    `turns` are those of the thread before what was `asked`, oldest first; `rewrite` is what was
    searched, `wanted` what should have been. `id` names the occasion: kept again it is the same.
    """

    id: str
    trace_id: str
    person: str
    place: str
    asked: str
    turns: tuple[Turn, ...]
    rewrite: str
    wanted: str


class Rewrites(Protocol):
    """What people made of searches."""

    async def keep(self, case: RewriteCase) -> bool:
        """Keep a case; False where it was kept before. Raises LedgerError."""

    async def list(self, *, most: int = 1_000) -> Sequence[RewriteCase]:
        """Return the cases, newest first."""


# --- how indexing goes ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """One run of indexing, as it ended; `by` says who ran it: command, watch, hook, build, copy.

    The counts are those of its report. `error` says in a sentence what stopped it or why it
    failed, and is empty where all went well.
    """

    collection: str
    root: str
    by: str
    started: datetime
    seconds: float
    generation: str = ""
    seen: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    failed: int = 0
    chunks: int = 0
    embeddings: int = 0
    without_vectors: int = 0
    error: str = ""


class Runs(Protocol):
    """The runs of indexing, kept."""

    async def record(self, run: Run) -> None:
        """Keep a run. Raises LedgerError."""

    async def latest(self, collection: str, *, most: int = 20) -> Sequence[Run]:
        """Return the runs of a collection, the newest first."""

    async def purge(self, before: datetime) -> int:
        """Forget runs started before a moment; return how many."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that is wrong with an index, since `raised`.

    `kind` is one of empty, failing, stale, canaries; `subject` is the collection, with what of it
    (a root, a generation) after a space; `said` tells people. `new` is whether it was raised by
    this very call.
    """

    kind: str
    subject: str
    said: str
    raised: datetime
    new: bool = False

    @property
    def key(self) -> str:
        """The name of this one occurrence: told once, and again when it recurs."""
        return f"alarm:{self.kind}:{self.subject}:{self.raised.isoformat()}"


class Alarms(Protocol):
    """What is wrong now, one alarm for each kind and subject."""

    async def give(self, kind: str, subject: str, said: str) -> Alarm:
        """Say that something is wrong; while it lasts it is the same alarm. Raises LedgerError."""

    async def end(self, kind: str, subject: str) -> bool:
        """Say that it is well; False where there was no alarm. Raises LedgerError."""

    async def standing(self) -> Sequence[Alarm]:
        """Return what is wrong, the oldest first."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A process that keeps the pages of a root up to date.

    `beat` is when it was last heard of; `behind` when the oldest change was made that is not in
    the index yet, None while there is none.
    """

    collection: str
    root: str
    beat: datetime
    behind: datetime | None = None


class Watchers(Protocol):
    """Who follows which folders."""

    async def beat(self, collection: str, root: str, behind: datetime | None = None) -> None:
        """Say that a root is being followed, now. Raises LedgerError."""

    async def leave(self, collection: str, root: str) -> None:
        """Say that it is not followed any more, and is not meant to be."""

    async def all(self) -> Sequence[Watcher]:
        """Return the watchers that have not left, also those that have not been heard of since."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The app in a workspace: who it is there, and its token, sealed; `by` installed it."""

    team: str
    app: str
    bot_user: str
    bot_id: str
    token: str = field(repr=False)
    scopes: str = ""
    by: str = ""


class Installations(Protocol):
    """Where an app is installed, and the installations that are under way."""

    async def keep(self, installation: Installation) -> None:
        """Keep an installation, in place of a former one of the workspace. Raises LedgerError."""

    async def find(self, team: str) -> Installation | None:
        """Return the installation in a workspace."""

    async def all(self) -> Sequence[Installation]:
        """Return every installation."""

    async def remove(self, team: str) -> bool:
        """Forget an installation; False where there was none."""

    async def ask(self, state: str, *, seconds: float) -> None:
        """Begin an installation: the state that it is known by is good for a while, once."""

    async def spend(self, state: str) -> bool:
        """Take a state that is in its time, once; False where there is none."""
