"""Pages of a list, whatever their size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.api.arguments import Arguments
from bot.playground.api.call import Call
from bot.playground.api.paging import page
from bot.playground.values import Refused


def _page(items, **values):
    call = Call(None, None, Arguments(values), None)
    part, fields = page(call, items, str, default=10)
    return list(part), fields["response_metadata"]["next_cursor"]


@given(count=st.integers(0, 30), size=st.integers(1, 12))
def test_the_pages_together_are_the_list(count, size):
    """Each item is on one page, in order, and the last page has no cursor."""
    items = [f"T{number}" for number in range(count)]
    found, cursor = [], ""
    while True:
        part, cursor = _page(items, limit=size, cursor=cursor)
        found += part
        if not cursor:
            break

    assert items == found


@pytest.mark.parametrize("cursor", ["x", "%%%", "bmV4dDpUOQ==", "VDk="])
def test_a_cursor_that_leads_nowhere_is_refused(cursor):
    """Broken, of another list, or of an item that is gone."""
    with pytest.raises(Refused, match="invalid_cursor"):
        _page(["T1"], cursor=cursor)
