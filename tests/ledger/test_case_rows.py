"""Tests of retrieval/ledger/case_rows.py: what a row holds of a case comes back."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from retrieval.ledger.case_rows import read_label, row, write_label
from retrieval.ports import EvalCase, Label

texts = st.lists(st.text(), max_size=3).map(tuple)
labels = st.builds(
    Label,
    right=texts,
    expected=st.text(),
    must_say=st.lists(texts, max_size=3).map(tuple),
    must_not_say=texts,
    answerable=st.none() | st.booleans(),
    note=st.text(),
)


@given(labels)
def test_a_label_comes_back_from_json(label: Label) -> None:
    """What it does not say is not written, and is the same nothing when it is read."""
    said = write_label(label)

    assert label == read_label(json.loads(json.dumps(said)))
    assert {} == write_label(Label())


def test_a_row_repeats_what_was_asked_and_holds_no_persons() -> None:
    """Who dislikes an answer stands in opinions alone."""
    content = {"question": "it?", "standalone": "The VPN?", "persons": [{"person": "U1"}]}
    case = EvalCase("c", "", datetime(2026, 1, 2, tzinfo=UTC), "new", "U1", "C1", content)
    found = row(case)

    assert ("The VPN?", {"question": "it?", "standalone": "The VPN?"}) == (
        found["standalone"],
        found["content"],
    )
