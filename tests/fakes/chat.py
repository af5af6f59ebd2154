"""A chat model that says what it was told to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from retrieval.ports import ChatPiece, ChatRequest
from retrieval.values import Usage


@dataclass
class ScriptedChat:
    """Streams its pieces, then fails if it was told to."""

    pieces: Sequence[str] = ()
    error: Exception | None = None
    name: str = "scripted-chat"
    context_tokens: int = 8_000
    asked: list[ChatRequest] = field(default_factory=list)

    def count(self, text: str) -> int:
        """Count four characters a token."""
        return len(text) // 4 + 1

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatPiece]:
        """Say the pieces."""
        self.asked.append(request)
        for text in self.pieces:
            yield ChatPiece(text)
        if self.error:
            raise self.error
        yield ChatPiece(finish="stop", usage=Usage(10, 0, 5))
