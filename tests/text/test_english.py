"""What is a word of English, and what is none."""

from __future__ import annotations

import subprocess
import sys

import pytest

from retrieval.text.english import is_english


@pytest.mark.parametrize("word", ["contract", "contact", "vacation", "vacations", "assembly"])
def test_a_word_of_the_dictionary_is_english(word: str) -> None:
    """A plural is, where the word is."""
    assert is_english(word)


@pytest.mark.parametrize(
    "word", ["assembley", "vaccation", "reimbursment", "accesss", "", "会議室"]
)
def test_what_is_misspelt_is_not(word: str) -> None:
    """Nor is what is no word at all."""
    assert not is_english(word)


def test_the_dictionary_waits_for_a_word_to_look_up() -> None:
    """Importing the module loads nothing."""
    code = "import sys, retrieval.text.english; print('spellchecker' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "False" == done.stdout.strip()
