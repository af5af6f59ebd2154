"""Many operations in few requests: bounded in bytes, tried again where that helps, accounted for.

Operations are written with the ids that they had the first time, so that one which came through
unseen is done over and not twice.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retrieval.errors import StoreUnavailable
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_told import told, unavailable

MOST_BYTES = 4_000_000
"""Of one request; a single operation may be longer."""
TRIES = 6
SECONDS = 60.0
"""Of one request."""
SHARD_WAIT = "10s"
"""How long a request waits for an index whose data is not there, as while a node takes over."""

_PASSING = {429, 503}
_PAUSES = (0.5, 20.0)
"""Seconds of the first pause, which doubles each time, and of the longest."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One line or two of a bulk request; `page` is whose document it writes."""

    page: str
    text: str

    @property
    def size(self) -> int:
        """Bytes on the wire."""
        return len(self.text) if self.text.isascii() else len(self.text.encode())


def written(page: str, name: str, source: Mapping[str, Any]) -> Operation:
    """Write a document whole, over one of the same id."""
    return Operation(page, f"{_line({'index': {'_id': name}})}\n{_line(source)}\n")


def added(page: str, name: str, fields: Mapping[str, Any]) -> Operation:
    """Add fields to a document, or put them in place of those it has."""
    return Operation(page, f"{_line({'update': {'_id': name}})}\n{_line({'doc': fields})}\n")


def deleted(page: str, name: str) -> Operation:
    """Take a document out; one that is not there is no error."""
    return Operation(page, f"{_line({'delete': {'_id': name}})}\n")


async def run(elastic: Elastic, index: str, operations: Sequence[Operation]) -> dict[str, str]:
    """Do operations in order, some requests long; return why pages could not be, by page.

    Those of one page are refused one by one: a page of which one failed is not whole. Raises
    StoreError when the server cannot be reached or takes nothing, after the tries that are due.
    """
    refused: dict[str, str] = {}
    for request in _requests(operations):
        refused |= await _sent(elastic, index, request)
    return refused


async def _sent(elastic: Elastic, index: str, request: Sequence[Operation]) -> dict[str, str]:
    """Send a request, and again what was put off; return what was refused."""
    refused: dict[str, str] = {}
    left = list(request)
    put_off: Mapping[str, Any] = {}
    said = ""
    for attempt in range(TRIES):
        lines: list[Any] = [one.text.rstrip("\n") for one in left]
        if attempt:
            first, most = _PAUSES
            await asyncio.sleep(min(first * 2 ** (attempt - 1), most) * random.uniform(0.5, 1.0))  # noqa: S311
        try:
            with elastic.translated():
                answer = await elastic.within(SECONDS, retries=0).bulk(
                    index=index,
                    operations=lines,
                    timeout=SHARD_WAIT,
                    filter_path="errors,items.*.status,items.*.error",
                )
        except StoreUnavailable as error:
            if attempt == TRIES - 1:
                raise
            said = str(error)
            continue
        if not answer.get("errors"):
            return refused
        left, put_off = _sorted(left, answer["items"], refused)
        if not left:
            return refused
        _, said = told(put_off)
    if known := unavailable(put_off, elastic.login.where):
        raise known
    raise StoreUnavailable(
        f"Elasticsearch at {elastic.login.where} put off {len(left)} documents {TRIES} times"
        f" ({said}). What was taken stays; run the same command again."
    )


def _sorted(
    sent: Sequence[Operation], items: Sequence[Mapping[str, Any]], refused: dict[str, str]
) -> tuple[list[Operation], Mapping[str, Any]]:
    """Return what is to be sent again, and a result that says why.

    What is refused for good goes into `refused`.
    """
    again: list[Operation] = []
    why: Mapping[str, Any] = {}
    for operation, item in zip(sent, items, strict=True):
        (action, result), *_ = item.items()
        status = int(result["status"])
        if status < 300 or (status == 404 and action == "delete"):
            continue
        kind, reason = told(result)
        if status in _PASSING or kind == "cluster_block_exception":
            again.append(operation)
            why = result
        else:
            refused.setdefault(operation.page, f"{kind}: {reason}")
    return again, why


def _requests(operations: Sequence[Operation]) -> Iterator[list[Operation]]:
    """Part operations into requests of bounded length."""
    request: list[Operation] = []
    size = 0
    for operation in operations:
        if request and size + operation.size > MOST_BYTES:
            yield request
            request, size = [], 0
        request.append(operation)
        size += operation.size
    if request:
        yield request


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
