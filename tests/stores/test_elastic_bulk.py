"""Bulk requests against a server that puts off, refuses and breaks, played by a fake client."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores.elastic_client import Login

TOOK = {"errors": False}


@dataclass
class FakeElastic:
    """Answers bulk requests with what it was told, and keeps what it was asked."""

    answers: list[Any]
    asked: list[list[str]] = field(default_factory=list)
    login: Login = field(default_factory=lambda: Login(("http://es.example:9200",)))

    def within(self, seconds: float, *, retries: int) -> FakeElastic:
        """Return itself: there is nothing to wait for."""
        assert seconds > 0 == retries
        return self

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Let errors through: they are ours already."""
        yield

    async def bulk(
        self,
        *,
        index: str,
        operations: Sequence[str],
        filter_path: str,
        timeout: str,  # noqa: ASYNC109
    ) -> Any:
        """Give the next answer."""
        assert timeout.endswith("s")
        assert (index, "errors,items.*.status,items.*.error") == ("i", filter_path)
        self.asked.append(list(operations))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "_PAUSES", (0.0, 0.0))


def items(*statuses: int, action: str = "index") -> dict[str, Any]:
    """Return an answer in which each operation ended with a status."""
    told = {"error": {"type": "some_exception", "reason": "for a reason"}}
    return {
        "errors": True,
        "items": [{action: {"status": one, **(told if one >= 300 else {})}} for one in statuses],
    }


def three() -> list[bulk.Operation]:
    """Return operations of two pages."""
    return [bulk.written(page, f"{page}/{n}", {"n": n}) for n, page in enumerate("aab")]


async def run(elastic: FakeElastic, operations: Sequence[bulk.Operation]) -> dict[str, str]:
    """Do operations with a fake."""
    return await bulk.run(elastic, "i", operations)  # type: ignore[arg-type]


async def test_all_go_in_one_request() -> None:
    """Each as its action and its document."""
    elastic = FakeElastic([TOOK])

    assert {} == await run(elastic, three())
    first = elastic.asked[0][0].split("\n")
    assert [{"index": {"_id": "a/0"}}, {"n": 0}] == list(map(json.loads, first))


async def test_only_what_was_put_off_is_sent_again() -> None:
    """What was taken is not sent twice."""
    elastic = FakeElastic([items(201, 429, 503), TOOK])

    assert {} == await run(elastic, three())
    assert [3, 2] == list(map(len, elastic.asked))


async def test_what_is_refused_is_told_by_page() -> None:
    """The others go in, and nothing is tried again."""
    elastic = FakeElastic([items(201, 400, 201)])

    assert {"a": "some_exception: for a reason"} == await run(elastic, three())
    assert 1 == len(elastic.asked)


async def test_taking_out_what_is_not_there_is_no_error() -> None:
    """A deletion may have come through unseen before."""
    elastic = FakeElastic([items(404, action="delete")])

    assert {} == await run(elastic, [bulk.deleted("a", "a/0")])


async def test_an_outage_that_passes_is_waited_for() -> None:
    """The same request again, with the same ids."""
    elastic = FakeElastic([StoreUnavailable("down"), TOOK])

    assert {} == await run(elastic, three())
    assert elastic.asked[0] == elastic.asked[1]


@pytest.mark.parametrize("answer", [items(429, 429, 429), StoreUnavailable("down")])
async def test_tries_are_counted(answer: Any) -> None:
    """After the last one it is said that what was taken stays."""
    elastic = FakeElastic([answer] * bulk.TRIES)

    with pytest.raises(StoreUnavailable):
        await run(elastic, three())
    assert [] == elastic.answers


async def test_requests_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In bytes; one operation that is longer goes alone."""
    monkeypatch.setattr(bulk, "MOST_BYTES", 70)
    elastic = FakeElastic([TOOK] * 3)
    await run(elastic, [*three(), bulk.written("c", "c", {"text": "é" * 100})])

    assert [2, 1, 1] == list(map(len, elastic.asked))


def test_size_is_that_on_the_wire() -> None:
    """In bytes of UTF-8."""
    assert (
        len("é".encode()) - 1 == bulk.written("a", "é", {}).size - bulk.written("a", "e", {}).size
    )


def test_fields_are_added_to_what_is_there() -> None:
    """As an update with a part of a document."""
    action, document = bulk.added("a", "a/0", {"x": 1}).text.strip().split("\n")

    assert {"update": {"_id": "a/0"}} == json.loads(action)
    assert {"doc": {"x": 1}} == json.loads(document)


async def test_what_is_put_off_for_a_full_disk_is_told_so() -> None:
    """Whoever runs it is to make room, not to wait."""
    full = {"type": "cluster_block_exception", "reason": "disk usage exceeded"}
    answer = {"errors": True, "items": [{"index": {"status": 429, "error": full}}]}
    elastic = FakeElastic([answer] * bulk.TRIES)

    with pytest.raises(StoreUnavailable, match="make room"):
        await run(elastic, three()[:1])
