"""Words that are all the quote's, in an order that is not."""

from __future__ import annotations

import pytest

from retrieval.answer.order import scrambled
from retrieval.answer.proof import Proof

QUOTE = "Full-time staff get 30 days of paid leave a year, which managers approve in advance."


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (QUOTE, False),
        (" ".join(reversed(QUOTE.split())), True),
        ("Leave staff year paid a of advance days get in 30.", True),
        ("Managers approve in advance the 30 days of paid leave that staff get.", False),
        ("In advance, managers approve paid leave.", False),
        ("Leave of days.", False),
        ("expectations? user's the meet design/feature/product the Does", True),
        ("Employees have a month off work annually once their boss agrees.", False),
    ],
)
def test_a_copy_out_of_order_is_told_from_a_rewording(claim: str, *, expected: bool) -> None:
    """Turned round or shuffled is scrambled; moved clauses, few words and own words are not."""
    assert expected == scrambled(
        claim, Proof((QUOTE, "Does the design/feature/product meet the user's expectations?"))
    )
