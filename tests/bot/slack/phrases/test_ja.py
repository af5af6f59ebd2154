"""Japanese: counters, days, and polite sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.slack import phrases
from bot.slack.phrases.ja.counting import count, day


@pytest.fixture(name="japanese", autouse=True)
def _japanese() -> Iterator[None]:
    with phrases.speaking("ja-JP"):
        yield


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "page", "1ページ"),
        (2470, "page", "2,470ページ"),
        (5, "passage", "5か所"),
        (3, "question", "3件の質問"),
        (1, "answer", "1件の回答"),
        (30, "second", "30秒"),
        (2, "minute", "2分"),
    ],
)
def test_numbers_get_their_counter(number: int, noun: str, said: str) -> None:
    """There is no plural."""
    assert said == count(number, noun)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5, "たった今"), (60, "1分前"), (7_200, "2時間前"), (259_200, "3日前")],
)
def test_ages(seconds: int, said: str) -> None:
    """Ages follow their unit."""
    assert said == phrases.ago(seconds)


def test_days_are_written_as_japanese_write_them() -> None:
    """Year, month, day, without leading zeros; what is no day stays."""
    assert "2025年1月31日に確認済み" == phrases.verified("2025-01-31")
    assert "2025年1月31日のページ" in phrases.note("stale", "2025-01-31")
    assert "2025年1月31日のページ" in phrases.note("differs", "2025-01-31")
    assert "`ab` 2025年1月31日 (新規): 何?" == phrases.case_line("ab", "2025-01-31", "新規", "何?")
    assert "soon" == day("soon")
    assert "a-b-c" == day("a-b-c")


def test_statuses_follow_the_bots_name() -> None:
    """The name is the subject of the sentence, with its particle."""
    for said in (phrases.searching(2470), phrases.searching(), phrases.reading(5)):
        assert said.startswith("が")
        assert said.endswith("います…")


@pytest.mark.parametrize(
    "name",
    [
        "refusal", "full", "no_index", "ledger_locked", "place_unknown", "nobody_to_ask",
        "answer_stays", "try_again", "well", "unwell", "muted_here", "only_maintainers",
    ],
)  # fmt: skip
def test_sentences_are_polite(name: str) -> None:
    """They end in the polite form."""
    said = getattr(phrases, name)()

    assert re.search(r"(?:です|ます|ません|ました|でした|ください|ましょうか)。$", said), said
