"""Every way in which Footnote can fail, as a family.

FootnoteError                 anything a person should be told in a sentence
  SettingsError               a setting is missing or wrong
  InputError                  what was asked for cannot be done as asked (exit code 2)
    PathUnusable              a file or folder that was named is of no use now (exit code 1)
  ReaderError                 a source of documents cannot be read at all
    UnreadableDocument        one document cannot be read; the others can
  StoreError                  the index cannot be used
    IndexMissing              nothing has been indexed under that name yet
    IndexLocked               another process is writing to the index
    IndexCorrupt              the index file is damaged and must be rebuilt
    IndexMismatch             the index was made by another embedder, reader or chunker
    GenerationDiscarded       an index made just so was tried and thrown away
    StoreUnavailable          the server with the index cannot be reached, or is overloaded
  LedgerError                 the ledger cannot be used
    TraceMissing              no trace has that id
    TextsGone                 a trace is there, and texts that it refers to are not
    ConfigurationMissing      no configuration has that id
    CaseMissing               no eval case has that id
    CaseUnfit                 what was asked cannot be done with that case
    EscalationMissing         no question handed over has that id
    TicketMissing             no ticket of a drop has that key
  TicketError                 a tracker did not do what it was asked
  ModelError                  a model service did not do what it was asked
    ModelUnavailable          it cannot be reached, or is overloaded, after bounded retries
    ModelRefused              it answered with a refusal or its content filter stopped it
    ModelRejected             it said that the request is wrong (key, model name, length)
      ModelTooLong            it said that the request has more tokens than the model takes
    ModelReplyInvalid         its reply has no known form
    ModelChanged              it is not the model that the index was made with
    PartlyEmbedded            of several texts some were embedded, and those are not lost
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from retrieval.values import Trace

    Vectors = NDArray[np.float32]


class FootnoteError(Exception):
    """Something went wrong; the message says what, and what to do about it."""

    exit_code = 1


class SettingsError(FootnoteError):
    """A setting is missing or wrong."""

    exit_code = 2


class InputError(FootnoteError):
    """What was asked for cannot be done as asked."""

    exit_code = 2


class PathUnusable(InputError):
    """A file or folder that was named is not there, is empty, or cannot be read or written.

    The command was right, and may succeed when the disk is as it should be.
    """

    exit_code = 1


class ReaderError(FootnoteError):
    """A source of documents cannot be read at all."""


class UnreadableDocument(ReaderError):
    """One document cannot be read; the message is the reason for the report."""


class StoreError(FootnoteError):
    """The index cannot be used; `where` is the file that is to blame, if it is one file."""

    where: str = ""


class IndexMissing(StoreError):
    """Nothing has been indexed under that name yet."""


class IndexLocked(StoreError):
    """Another process is writing to the index."""


class IndexCorrupt(StoreError):
    """The index is damaged; it is a cache and can be rebuilt from the documents."""


class IndexMismatch(StoreError):
    """The index was made with another embedder, reader or chunker."""


class GenerationDiscarded(StoreError):
    """An index made just so was tried and thrown away; the message says what to do."""


class StoreUnavailable(StoreError):
    """The server that holds the index does not answer now; the same may succeed later."""


class LedgerError(FootnoteError):
    """The ledger cannot be used."""


class EscalationMissing(LedgerError):
    """No question that was handed over has that id; the message names it."""


class TraceMissing(LedgerError):
    """No trace has that id."""


class TextsGone(LedgerError):
    """A trace is kept, and texts that it refers to are not; the message says which."""

    def __init__(self, lost: str, trace: Trace) -> None:
        """Take what is lost in words, and the trace with empty texts in its place."""
        super().__init__(
            f"The ledger keeps this trace, and no longer {lost}: they were pruned, or deleted by "
            "hand. Its question, thread and scope are kept, so scripts.replay can ask it again "
            "live; a backup of the ledger from before may have the texts."
        )
        self.lost = lost
        self.trace = trace


class ConfigurationMissing(LedgerError):
    """No configuration has that id."""


class CaseMissing(LedgerError):
    """No eval case has that id."""


class CaseUnfit(LedgerError):
    """What was asked cannot be done with that case; the message says why."""


class TicketMissing(LedgerError):
    """No ticket of a drop has that key."""


class TicketError(FootnoteError):
    """A tracker did not do what it was asked; the message says what, and names no secret."""


class ModelError(FootnoteError):
    """A model service did not do what it was asked."""


class ModelUnavailable(ModelError):
    """The service cannot be reached, or is overloaded, after bounded retries."""


class ModelRefused(ModelError):
    """The service answered with a refusal, or its content filter stopped it."""


class ModelRejected(ModelError):
    """The service said that the request is wrong: the key, the model's name or the length."""


class ModelTooLong(ModelRejected):
    """The request has more tokens than the model takes; a part of it may do.

    `limit` is how many tokens prompt and reply may have together, 0 where nobody said it.
    """

    def __init__(self, message: str, limit: int = 0) -> None:
        super().__init__(message)
        self.limit = limit


class ModelReplyInvalid(ModelError):
    """The reply has no known form."""


class ModelChanged(ModelError):
    """The embedding model has changed under its name since the index was made."""


class PartlyEmbedded(ModelError):
    """Of several texts some were embedded: what was paid for is here and not lost.

    `done` are the places of those texts and `vectors` their rows, in the same order. `passing`
    says that the rest failed for a reason that may pass; otherwise it is the texts' own.
    """

    def __init__(
        self, message: str, done: Sequence[int], vectors: Vectors, *, passing: bool
    ) -> None:
        super().__init__(message)
        self.done = done
        self.vectors = vectors
        self.passing = passing
