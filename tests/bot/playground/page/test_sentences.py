"""The sentences for what is refused."""

from __future__ import annotations

import re
from pathlib import Path

from bot.playground.page.sentences import SENTENCES, sentence

ROOT = Path(__file__).parents[4] / "bot" / "playground"


def test_each_refusal_of_what_a_person_does_has_a_sentence() -> None:
    """None is empty or a mere word, and one that is not known names Slack's word."""
    told = "".join((ROOT / name).read_text() for name in ("state.py", "archive.py"))
    refused = set(re.findall(r'Refused\("(\w+)"\)', told))

    assert set() == refused - set(SENTENCES)
    assert all(one[0].isupper() and one.endswith(".") for one in SENTENCES.values())
    assert "Slack would not take that (odd_word)." == sentence("odd_word")
