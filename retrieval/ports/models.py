"""Models: embedding, and chat."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from retrieval.values import Usage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


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
    """Close a part that can be closed, as a model of a service can."""
    if letting_go := getattr(part, "close", None):
        await letting_go()
