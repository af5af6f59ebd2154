"""A model's reply is read as it comes, whatever form it has."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.reply import read_claim, read_prose, read_reply
from retrieval.errors import ModelReplyInvalid
from retrieval.ports import ChatPiece
from retrieval.values import Claim, Quote, Usage

CLAIM = Claim("Staff get 30 days.", (Quote("S1", "Staff get 30 days of leave."),))
REPLY = json.dumps(
    {
        "status": "answered",
        "claims": [
            {
                "text": CLAIM.text,
                "side": "",
                "quotes": [{"label": "S1", "text": CLAIM.quotes[0].text}],
            }
        ],
    }
)


async def _pieces(text, size):
    for at in range(0, len(text), size):
        yield ChatPiece(text[at : at + size])
    yield ChatPiece(usage=Usage(10, 0, 5))


async def test_each_piece_is_handed_on_before_what_it_completes():
    """Whoever stops reading has the reply so far, and what it cost comes last."""
    made = [one async for one in read_reply(_pieces(REPLY, 9))]
    claim = next(place for place, one in enumerate(made) if one.claim)

    assert REPLY == "".join(one.raw for one in made)
    assert CLAIM == made[claim].claim
    assert made[claim - 1].raw
    assert Usage(10, 0, 5) == made[-1].usage


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["text", "quotes", "label", "side"]), inner, max_size=4
            )
        ),
    )
)
def test_any_decoded_value_is_a_claim_or_none(value):
    """What a model may send in a claim's place never fails."""
    claim = read_claim(value)

    assert claim is None or all(isinstance(one.label, str) for one in claim.quotes)


@given(st.text(max_size=200))
def test_any_prose_is_read_or_refused(text):
    """Prose gives claims with quotes, or is invalid."""
    try:
        said = read_prose(text)
    except ModelReplyInvalid:
        return
    assert all(one.claim.quotes for one in said if one.claim)
