"""One host of Elasticsearch, as the client asks it: a connection is waited for a short time only.

A host that is gone without a word swallows what is sent to it, and nobody is told. The client's one
bound would let a search wait there as long as it may take in all, and not ask the next host.
"""

from __future__ import annotations

from typing import Any

from elastic_transport import (
    AiohttpHttpNode,
    ApiResponseMeta,
    ConnectionError,  # noqa: A004
    ConnectionTimeout,
    SerializationError,
)

CONNECT_SECONDS = 2.0
"""What opening a connection may take; one that is open is bounded as its request is."""

_SAYS_WHAT_IT_IS = "x-elastic-product"
"""A header of every answer of Elasticsearch, of refusals too."""
_NOT_THERE = frozenset({404, 405, 501})
"""What another server says of our paths and methods; a proxy that is busy says something else."""


class PromptNode(AiohttpHttpNode):
    """A host that is given up as unreachable when no connection comes about in time."""

    def _create_aiohttp_session(self) -> None:
        super()._create_aiohttp_session()
        self.session: Any = _Session(self.session)

    async def perform_request(self, *args: Any, **how: Any) -> Any:  # type: ignore[override]
        """Send a request. What could not be sent may be sent elsewhere, whatever it is.

        Raises SerializationError where a server that is no Elasticsearch knows nothing of it: to
        the client that would mean that an index is not there.
        """
        try:
            said = await super().perform_request(*args, **how)
        except ConnectionTimeout as error:
            if any(_while_connecting(one) for one in error.errors):
                raise ConnectionError("no connection in time", errors=error.errors) from error
            raise
        if said.meta.status in _NOT_THERE and not of_elasticsearch(said.meta):
            raise SerializationError("the answer is not one of Elasticsearch")
        return said


class _Session:
    """A session of the HTTP library whose requests bound the time to connect."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def request(self, *args: Any, timeout: Any, **how: Any) -> Any:
        """Begin a request."""
        bounded = type(timeout)(total=timeout.total, sock_connect=CONNECT_SECONDS)
        return self._session.request(*args, timeout=bounded, **how)

    async def close(self) -> None:
        """Close its connections."""
        await self._session.close()


def of_elasticsearch(answer: ApiResponseMeta) -> bool:
    """Whether an answer says that it is one of Elasticsearch."""
    return _SAYS_WHAT_IT_IS in answer.headers


def _while_connecting(error: BaseException) -> bool:
    """Whether a time-out is that of the socket; that of the whole request is another class."""
    return any(kind.__name__ == "ServerTimeoutError" for kind in type(error).__mro__)
