"""What an error's body says is told in a sentence: what it is, and what to do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores.elastic_told import lacking, told, unavailable

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(), some, max_size=3),
    max_leaves=8,
)


def _error(kind: str, reason: str) -> dict[str, Any]:
    return {"error": {"type": kind, "reason": reason, "index": "f.docs.0001"}}


@pytest.mark.parametrize(
    ("kind", "reason", "sentence"),
    [
        ("cluster_block_exception", "disk usage exceeded the watermark", "full: make room"),
        ("cluster_block_exception", "FORBIDDEN/8/index write (api)", "lift its block"),
        ("cluster_block_exception", "SERVICE_UNAVAILABLE/1/state not recovered", "None"),
        ("index_closed_exception", "closed", r"POST f.docs.0001/_open"),
        ("unavailable_shards_exception", "primary is not active", "Start the node that has it"),
        ("search_phase_execution_exception", "all shards failed", "Start the node that has it"),
        ("search_phase_execution_exception", "[n][1] Node not connected", "Start the node"),
        ("search_phase_execution_exception", "[n][1][search] disconnected", "Start the node"),
        ("mapper_parsing_exception", "odd", "None"),
    ],
)
def test_what_keeps_an_index_from_being_used(kind: str, reason: str, sentence: str) -> None:
    """A full disk needs room, a block is to be lifted, a closed index opened, a node started."""
    assert sentence in str(unavailable(_error(kind, reason)))


def test_an_error_without_a_reason_is_told_by_its_kind() -> None:
    """Elasticsearch has null for the reason of a shard that is nowhere."""
    body = {"error": {"type": "no_shard_available_action_exception", "reason": None}}

    assert "now (no_shard_available_action_exception)" in str(unavailable(body))
    assert "" == lacking(body)
    assert len(told({"type": "x" * 999})[1]) == 201


def test_a_search_that_no_copy_answered_is_known_by_its_status() -> None:
    """Elasticsearch gives no reason where it has no node to ask."""
    body = {**_error("search_phase_execution_exception", ""), "status": 503}

    assert "Start the node that has it" in str(unavailable(body))


def test_the_rights_that_are_lacking_are_named() -> None:
    """Elasticsearch says which would do; on which indices, where it is about some."""
    refusal = (
        "action [indices:admin/create] is unauthorized for user [bot] with effective roles [reader]"
        " on indices [f-leases], this action is granted by the index privileges"
        " [auto_configure,create_index,manage,all]"
    )
    cluster = (
        "action [cluster:monitor/main] is unauthorized for user [bot], this action is granted by"
        " the cluster privileges [monitor,manage,all]"
    )

    assert (
        "indices:admin/create on f-leases takes one of the index privileges"
        " auto_configure, create_index, manage, all"
    ) == lacking(_error("security_exception", refusal))
    assert (
        "cluster:monitor/main takes one of the cluster privileges monitor, manage, all"
    ) == lacking(_error("security_exception", cluster))
    assert "" == lacking(_error("security_exception", "no"))


@given(st.dictionaries(st.sampled_from(["error", "type", "reason", "root_cause"]), _JSON) | _JSON)
def test_any_body_can_be_read(body: Any) -> None:
    """A proxy may answer in the server's place with whatever it likes."""
    kind, reason = told(body)

    assert isinstance(kind, str)
    assert len(reason) <= 201
    assert lacking(body) is not None
    assert str(unavailable(body))
