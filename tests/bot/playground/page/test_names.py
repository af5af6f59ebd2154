"""What ids are called."""

from __future__ import annotations

from markupsafe import Markup

from bot.playground.page.names import Names

NAMES = Names({"U1": "Ada"}, {"C1": "general"}, "U1", trace_id="abc123")


def test_ids_are_called_by_their_names() -> None:
    """A person, a channel, everybody; an id that is not known is shown itself."""
    assert "@Ada" in NAMES.mention("@", "U1")
    assert "mention-loud" in NAMES.mention("@", "U1")
    assert "#general" in NAMES.mention("#", "C1")
    assert "@here" in NAMES.mention("!", "here")
    assert ["Ada", "general", "X9"] == [NAMES.called(name) for name in ("U1", "C1", "X9")]


def test_the_id_of_the_trace_leads_to_it_once() -> None:
    """In a line that has no link yet, and only its own id."""
    line = NAMES.with_trace_linked(Markup("trace abc123"))

    assert 'trace <a data-trace-link="abc123" href="/traces/abc123">abc123</a>' == line
    assert line == NAMES.with_trace_linked(line)
    assert "abc123" == Names().with_trace_linked(Markup("abc123"))
