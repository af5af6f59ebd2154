"""Puts together what keeps indexes fresh and sound; beside `wiring`, the one place for adapters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from retrieval import wiring, wiring_stores
from retrieval.clock import SystemClock
from retrieval.errors import IndexCorrupt, InputError, LedgerError
from retrieval.ports import (
    Alarms,
    Charges,
    Clock,
    Embedder,
    Index,
    Outbox,
    Reader,
    Runs,
    UpkeepStore,
    Watchers,
)

if TYPE_CHECKING:
    from retrieval.ingest.ingest import Ingest
    from retrieval.ingest.report import Report
    from retrieval.settings import Settings
    from retrieval.upkeep.alarms import Watchman
    from retrieval.upkeep.published import Folders
    from retrieval.upkeep.publishing import Publisher
    from retrieval.upkeep.refresh import Refresher
    from retrieval.upkeep.watching import Follower

SQLITE, ELASTICSEARCH = "sqlite", "elasticsearch"


def upkeep(settings: Settings, place: str = "") -> UpkeepStore:
    """Build the upkeep of a store: that of the settings, or of another place.

    A place is `sqlite`, `sqlite:FOLDER` (the folder of the indexes), or `elasticsearch`.
    """
    there = _at(settings, place)
    if there.has_elasticsearch:
        from retrieval.stores.elastic_upkeep import ElasticUpkeep

        return ElasticUpkeep(wiring_stores.elastic(there), prefix=there.index_prefix)
    from retrieval.stores.upkeep import SqliteUpkeep

    return SqliteUpkeep(_folder(there, place))


def building(
    settings: Settings, place: str = "", *, anew: bool = False, besides: Collection[str] = ()
) -> Index[Any]:
    """Build the write side of a store that fills generations which wait to be swapped in."""
    there = _at(settings, place)
    if there.has_elasticsearch:
        return wiring_stores.index(there, held=True, anew=anew, besides=besides)
    from retrieval.stores.writing import SqliteIndex

    return SqliteIndex(_folder(there, place), held=True, anew=anew, besides=besides)


def _at(settings: Settings, place: str) -> Settings:
    """Return the settings with the store of a place. Raises InputError where it is none."""
    kind = place.partition(":")[0]
    if kind == ELASTICSEARCH and not settings.has_elasticsearch:
        raise InputError("Say where Elasticsearch is: set ELASTICSEARCH_URL.")
    if kind in {"", ELASTICSEARCH}:
        return settings
    if kind == SQLITE:
        none = {"elasticsearch_url": "", "elasticsearch_cloud_id": ""}
        return settings.model_copy(update=none)
    raise InputError(f"There is no store {place!r}; there is {SQLITE} and {ELASTICSEARCH}.")


def _folder(settings: Settings, place: str) -> Path:
    folder = place.partition(":")[2]
    return Path(folder).expanduser() if folder else settings.index_folder


def reader_of(settings: Settings, collection: str) -> Callable[[str], Reader]:
    """Return what makes the reader of a root that is indexed, by its name."""
    return lambda root: wiring.folder_reader(settings, Path(root), collection)


def guarded(
    settings: Settings,
    embedder: Embedder,
    into: Index[Any] | None = None,
    policy_file: Path | None = None,
) -> Ingest:
    """Build what indexes: no other model may than the one that began, and the gate has its say.

    The policy says whose channel is told of what is held back. What is put `into` an index for
    building waits whatever the gate would say.
    """
    from retrieval.upkeep.canaries import Guard
    from retrieval.wiring_gate import gate

    former = upkeep(settings)
    guard = Guard(former, embedder)
    watched = gate(settings, policy_file) if into is None else None
    return wiring.ingest(settings, embedder, into=into, guard=guard, gate=watched, former=former)


class IndexLedger(Protocol):
    """What of a ledger is about indexes."""

    @property
    def runs(self) -> Runs:
        """The runs of indexing."""

    @property
    def charges(self) -> Charges:
        """What embedding was charged for."""

    @property
    def alarms(self) -> Alarms:
        """What is wrong with indexes."""

    @property
    def watchers(self) -> Watchers:
        """Who keeps them up to date."""

    @property
    def outbox(self) -> Outbox:
        """What is to be said without having been asked."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """What keeps an index: its runs, and who is told of what goes wrong.

    Without a ledger that can be used, nothing is kept and nobody is told: `warning` says why.
    """

    refresher: Refresher
    clock: Clock
    ledger: IndexLedger | None
    watchman: Watchman | None
    warning: str = ""

    @property
    def unkept(self) -> str:
        """What to say of a ledger that could not be opened, or was lost since; or nothing."""
        lost = self.refresher.unkept
        return self.warning or (f"{_UNKEPT}{lost}" if lost else "")


_UNKEPT = "Runs and alarms are not kept: "


@asynccontextmanager
async def open_keeping(
    settings: Settings, ingest: Ingest, policy_file: Path | None = None, *, aloud: bool = True
) -> AsyncIterator[Keeping]:
    """Put runs together with the ledger; the policy says in which channel its maintainers are.

    `aloud`: alarms go to the log as well.
    """
    clock = SystemClock()
    opening = wiring.open_ledger(settings)
    try:
        ledger = await opening.__aenter__()
    except LedgerError as error:
        yield keeping(ingest, clock, warning=f"{_UNKEPT}{error}")
        return
    try:
        yield keeping(ingest, clock, ledger, watchman(ledger, policy_file, aloud=aloud))
    finally:
        await opening.__aexit__(None, None, None)


def keeping(
    ingest: Ingest,
    clock: Clock,
    ledger: IndexLedger | None = None,
    watchman: Watchman | None = None,
    warning: str = "",
) -> Keeping:
    """Put runs together with a ledger that is open, or with none."""
    from retrieval.upkeep.refresh import Refresher

    runs, charges = (ledger.runs, ledger.charges) if ledger else (None, None)
    refresher = Refresher(ingest, clock, runs, watchman, charges)
    return Keeping(refresher, clock, ledger, watchman, warning)


def watchman(ledger: IndexLedger, policy_file: Path | None, *, aloud: bool = True) -> Watchman:
    """Build what tells of alarms: in the log, in the ledger, and to the policy's maintainers.

    A policy that is wrong keeps no index from being looked after; nobody is written to then.
    """
    from retrieval.upkeep.alarms import Watchman
    from retrieval.wiring_gate import channel

    to = channel(policy_file, "no_channel_for_alarms")
    return Watchman(ledger.alarms, ledger.outbox, to, aloud=aloud)


def follower(settings: Settings, keeping: Keeping) -> Follower:
    """Build what follows folders, over what keeps an index."""
    from retrieval.readers.changes import FolderChanges
    from retrieval.upkeep.watching import Follower, Rhythm, Told

    told = (
        Told(keeping.ledger.watchers, keeping.watchman)
        if keeping.ledger and keeping.watchman
        else None
    )
    rhythm = Rhythm(limit=timedelta(minutes=settings.index_age_minutes))
    return Follower(keeping.refresher, FolderChanges(), keeping.clock, told, rhythm)


def publisher(
    settings: Settings,
    folders: Folders,
    ledger: IndexLedger,
    watchman: Watchman,
    policy_file: Path | None = None,
) -> Publisher:
    """Build what indexes published pages inside a bot, with one thread and its ledger.

    The model is loaded when the first page comes. The policy says where maintainers are told.
    """
    from retrieval.upkeep.publishing import Publisher

    gently = settings.model_copy(update={"threads": 1})
    clock = SystemClock()
    made: list[Refresher] = []

    def make() -> Refresher:
        ingest = guarded(gently, wiring.embedder(gently), policy_file=policy_file)
        return keeping(ingest, clock, ledger, watchman).refresher

    async def refresh(root: Path, collection: str) -> Report:
        if not made:
            made.append(await asyncio.to_thread(make))
        return await made[0].run(wiring.folder_reader(gently, root, collection), collection, "hook")

    return Publisher(folders, refresh, wiring.index(settings).roots, clock)


def same_model(settings: Settings, watchman: Watchman) -> Callable[[], Awaitable[None]] | None:
    """Return what tells of a model that is not what it was when the indexes in use were made.

    A local model cannot change under its name, which holds a digest of it: then None.
    """
    from retrieval.upkeep import canaries

    name = settings.embedding_model
    if not name or Path(name).exists():
        return None
    embedder, kept = wiring.embedder(settings), upkeep(settings)

    async def judge(collection: str) -> None:
        used = [one for one in await kept.generations(collection) if one.in_use]
        if not used or used[0].embedder != embedder.identity:
            return
        ours = await kept.canaries(collection, used[0].name)
        agreement = await canaries.compare(embedder, ours)
        said = "" if agreement.good else canaries.changed(embedder.identity, agreement)
        await watchman.tell("canaries", collection, said)

    async def look() -> None:
        damaged: list[IndexCorrupt] = []
        for collection in await kept.collections():
            try:
                await judge(collection)
            except IndexCorrupt as error:
                damaged.append(error)
        if damaged:
            raise damaged[0]

    return look
