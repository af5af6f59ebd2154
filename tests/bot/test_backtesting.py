"""What was replayed is kept, and counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.backtesting import Backtest, Diary
from bot.slack.agreement import People
from bot.slack.replay import Replayed
from retrieval.errors import PathUnusable

ANSWERED = Replayed("1.0", "How?", "", "So.", ("https://a/b",), "t1", 1.0, 0.9, "said nothing")
QUIET = Replayed("2.0", "Who?", "not covered: words")
FAILED = Replayed("3.0", "Why?", "broken", failure="It broke.")


def test_a_diary_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Failures are tried again; a line that was cut off counts for nothing."""
    path = tmp_path / "backtest" / "C1.jsonl"
    diary = Diary(path)
    for one in (ANSWERED, QUIET, FAILED):
        diary.add(one)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"ts": "4.0"}\n{"ts": "5')
    again = Diary(path)

    assert [ANSWERED, QUIET, None, None] == [again.find(f"{ts}.0") for ts in (1, 2, 3, 4)]
    assert Diary(path, afresh=True).find("1.0") is None
    path.write_text("", encoding="utf-8")
    with pytest.raises(PathUnusable):
        Diary(path / "below")


def test_answers_that_people_did_not_agree_with_come_first() -> None:
    """Counted by reason and by what people said."""
    other = replace(ANSWERED, ts="1.5", people=str(People.DIFFERED))
    found = Backtest("C1", datetime(2026, 1, 1, tzinfo=UTC), 9, (ANSWERED, other, QUIET, QUIET))

    assert {"not covered: words": 2} == found.quiet
    assert (other,) == found.doubtful
    assert [0, 0, 1, 1] == list(found.people.values())
    assert 0.0 == found.precision
    assert replace(found, questions=(QUIET,)).precision is None
    assert (4, 2) == (found.as_json()["questions"], found.as_json()["answered"])
