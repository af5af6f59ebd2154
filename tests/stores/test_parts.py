"""Whole words of index files by a part of them, and by one slip of the hand."""

from __future__ import annotations

import sqlite3
import string
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores import parts
from retrieval.stores.files import IndexFile
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, FakeCutter, page


async def _file(folder: Path, *texts: str) -> IndexFile:
    index = SqliteIndex(folder)
    generation = await index.begin("docs", "here", MADE_WITH)
    for number, text in enumerate(texts):
        one = page(f"{number}.md", f"Page\n\n{text}")
        await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)
    return IndexFile(generation.path, "docs", generation.name, 0.1)


async def test_whole_words_are_given_by_a_part(tmp_path: Path) -> None:
    """Those of the most pages first; nothing for what is in no word."""
    file = await _file(tmp_path, "bandstop stopwatch", "bandstop", "other")
    with file.snapshot() as snapshot:
        assert ["bandstop", "stopwatch"] == parts.words_with(snapshot, "stop")
        assert [] == parts.words_with(snapshot, "zzz")
    file.close()


async def test_pages_of_all_files_count(tmp_path: Path) -> None:
    """The word of the most pages is first, in whichever file they are."""
    one = await _file(tmp_path / "one", "the market", "the marker")
    other = await _file(tmp_path / "other", "the marker")
    with one.snapshot() as first, other.snapshot() as second:
        assert ["marker", "market"] == parts.similar([first, second], "markep")
        assert [] == parts.similar([first, second], 'a" OR "b')
    one.close()
    other.close()


PARTS = sqlite3.connect(":memory:")
PARTS.execute("CREATE VIRTUAL TABLE parts USING fts5 (words, tokenize = 'trigram')")


@given(
    word=st.text(string.ascii_lowercase, min_size=6, max_size=20),
    place=st.integers(1, 19),
    letter=st.sampled_from(string.ascii_lowercase),
)
def test_a_page_with_a_word_one_slip_away_is_looked_into(
    word: str, place: int, letter: str
) -> None:
    """Whatever the word is, wherever the slip and of whichever kind."""
    place = min(place, len(word) - 1)
    swapped = word[:place] + word[place + 1 :][:1] + word[place] + word[place + 2 :]
    slips = {
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        swapped,
        word + letter,
        word[:-1],
    }
    for typed in slips:
        PARTS.execute("DELETE FROM parts")
        PARTS.execute("INSERT INTO parts VALUES (?)", (word,))
        asked = "SELECT count(*) FROM parts WHERE parts MATCH ?"

        assert (1,) == PARTS.execute(asked, (parts._near(typed),)).fetchone(), typed
