"""Tests of how a request is put, and of what is learnt from a rejection."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.models.dialect import OBJECT, SCHEMA, TEXT, Dialect, Learnt
from retrieval.models.failures import Refused
from retrieval.ports import ChatRequest, Message

REQUEST = ChatRequest((Message("user", "How?"),), "answer", {"type": "object"}, 50)


@settings(deadline=None)
@given(st.lists(st.text(max_size=60), min_size=12, max_size=12))
def test_the_ladder_has_an_end(messages: list[str]) -> None:
    """Whatever a service says, there are at most six other ways to put a request."""
    dialect: Dialect | None = Dialect()
    tried = 0
    for message in messages:
        if dialect is None:
            break
        tried += 1
        dialect = dialect.adapted(Refused(400, "", message))

    assert dialect is None
    assert tried <= 7


@pytest.mark.parametrize(
    "refused",
    [
        Refused(401),
        Refused(500),
        Refused(400, "context_length_exceeded"),
        Refused(400, "content_filter"),
        Refused(400, "model_not_found"),
    ],
)
def test_another_dialect_does_not_help_everywhere(refused: Refused) -> None:
    """A wrong key, a long prompt or a filtered one is not put in other words."""
    assert Dialect().adapted(refused) is None


@pytest.mark.parametrize(
    ("rung", "reply", "then"),
    [
        (SCHEMA, ' {"a": 1}', SCHEMA),
        (SCHEMA, "Sure:", TEXT),
        (OBJECT, "```json", TEXT),
        (TEXT, "Sure:", TEXT),
        (SCHEMA, "", SCHEMA),
        (SCHEMA, '{"b": 1}', TEXT),
        (SCHEMA, '{"b": ', SCHEMA),
        (OBJECT, '{"b": 1}', TEXT),
    ],
)
def test_a_reply_shows_whether_the_schema_was_ignored(rung: str, reply: str, then: str) -> None:
    """One that does not start with a brace, or lacks a required field, was not held to it."""
    assert then == Dialect(rung).after(reply, {"required": ["a"]}).rung


def test_the_schema_goes_into_a_message_of_its_own_where_there_is_no_system_message() -> None:
    """The person's message is never changed."""
    system, user = Dialect(TEXT).messages(REQUEST)

    assert "system" == system.role
    assert '{"type": "object"}' in system.content
    assert REQUEST.messages[0] == user


def test_what_was_learnt_is_forgotten_in_time() -> None:
    """A service that is updated behind its address is tried anew after an hour, not before."""
    now = 0.0
    learnt = Learnt(clock=lambda: now)
    learnt.dialect = Dialect(TEXT)
    now = 3_599.0
    within = learnt.dialect
    learnt.dialect = within
    now = 3_601.0

    assert (TEXT, SCHEMA) == (within.rung, learnt.dialect.rung)
