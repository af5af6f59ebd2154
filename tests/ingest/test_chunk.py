"""Chunks tile a document, fit the embedder, and keep together what belongs together."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings

from retrieval.errors import SettingsError
from retrieval.ingest.chunk import Chunker
from retrieval.text.blocks import blocks
from retrieval.text.plain import plain
from retrieval.values import Anchor, Chunk
from tests.fakes.markdown import count, markdown, page, words

ROOT = Path(__file__).parents[2]


def cut(text: str, maximum: int = 30, merge_below: int = 0) -> tuple[Chunk, ...]:
    """Cut a page by words."""
    return Chunker(words, maximum=maximum, merge_below=merge_below).chunks(page(text))


@given(markdown())
@settings(max_examples=60, deadline=None)
def test_no_character_is_lost_and_none_is_over_the_maximum(text: str) -> None:
    """Chunks tile the text, count as the embedder does, fit, and have ids of their own."""
    found = Chunker(count, maximum=40, merge_below=10).chunks(page(text))

    assert "".join(chunk.text for chunk in found) == (text if text.strip() else "")
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in found)
    assert [count(chunk.embedded) for chunk in found] == [chunk.tokens for chunk in found]
    assert all(chunk.tokens <= 40 for chunk in found)
    assert len({chunk.id for chunk in found}) == len(found)
    assert all(chunk.embedded for chunk in found) or len(found) == 1
    assert list(range(len(found))) == [chunk.ordinal for chunk in found]


@given(markdown())
@settings(max_examples=60, deadline=None)
def test_no_fence_or_row_is_cut_unless_alone_too_long(text: str) -> None:
    """A chunk ends within a fence or a row only where that alone exceeds what there is room for."""
    room = 40 * 2 // 3 - 40 // 6
    cuts = {chunk.start for chunk in Chunker(count, maximum=40, merge_below=10).chunks(page(text))}
    for block in blocks(text):
        inside = [at for at in cuts if block.start < at < block.end]
        if block.kind == "fence" and count(text[block.start : block.end]) <= room:
            assert [] == inside
        if block.kind in ("fence", "table"):
            for at in inside:
                begin = text.rfind("\n", 0, at) + 1
                line = text[begin : text.find("\n", at) + 1 or len(text)]
                assert begin == at or count(line) > room


def test_an_empty_document_gives_no_chunks() -> None:
    """White space alone is nothing to search; a rule alone is kept, with nothing to read."""
    assert () == cut("")
    assert () == cut(" \n\t\n")
    assert ["---\n"] == [chunk.text for chunk in cut("---\n")]


def test_a_split_table_repeats_its_header() -> None:
    """Each later piece of a table carries header and delimiter row as its lead."""
    header = "| name | value |\n|------|-------|\n"
    rows = "".join(f"| row{n} | {n} |\n" for n in range(20))
    first, *others = cut("# T\n\n" + header + rows)

    assert first.text.startswith("# T\n\n" + header + "| row0 | 0 |\n")
    assert others
    assert {header} == {chunk.lead for chunk in others}
    assert all(chunk.embedded.startswith("T\nname | value\nrow") for chunk in others)
    assert all(chunk.text.startswith("| row") and chunk.text.endswith("|\n") for chunk in others)


def test_the_sentence_that_introduces_a_list_goes_with_each_piece() -> None:
    """It stays with the first items and is the lead of the rest."""
    intro = "A paragraph of some length that comes first. This does not apply when:\n\n"
    items = "".join(f"- case {n} of quite a few words\n" for n in range(12))
    first, *others = cut(intro + items)

    assert first.text.startswith(intro + "- case 0")
    assert others
    assert {"This does not apply when:\n\n"} == {chunk.lead for chunk in others}
    assert all(chunk.embedded.startswith("This does not apply when:\ncase") for chunk in others)


def test_what_stands_in_an_item_is_led_by_it() -> None:
    """A piece of a nested list carries the item that it belongs to."""
    text = "Unless:\n\n- in Germany:\n" + "".join(
        f"  - reason {n} with a few words more\n" for n in range(9)
    )

    assert "Unless:\nin Germany:\n\n" == cut(text)[-1].lead


def test_a_sentence_stays_whole() -> None:
    """A long paragraph is cut between sentences."""
    text = "".join(f"Sentence number {n} has seven words. " for n in range(20))
    found = cut(text)

    assert all(chunk.text.strip().endswith("words.") for chunk in found)
    assert all(chunk.text.startswith("Sentence") for chunk in found)


def test_each_piece_of_a_long_fence_can_be_read_as_code() -> None:
    """The line that opens a fence is the lead of its later pieces."""
    text = (
        "```sh\n" + "".join(f"run *{n}* now  # step\n" for n in range(30)) + "```\n\nafter *it*\n"
    )
    last = cut(text)[-1]

    assert "```sh\n" == last.lead
    assert plain(last.lead + last.text).endswith("run *29* now  # step\nafter it")
    assert last.embedded.endswith("run *29* now  # step\nafter it")


def test_a_heading_is_not_parted_from_what_it_heads() -> None:
    """A bare heading joins what follows, and a heading never ends a chunk."""
    text = "# A\n\n## B\n\n" + "word " * 28 + "\n\n## C\n\n" + "other " * 28
    found = cut(text)

    assert ["# A\n\n## B\n\n" + "word " * 28 + "\n\n", "## C\n\n" + "other " * 28] == [
        chunk.text for chunk in found
    ]
    assert [("A", "B"), ("A", "C")] == [chunk.heading_path for chunk in found]


def test_small_neighbours_under_one_heading_are_joined() -> None:
    """Siblings and children join, a section under another heading does not."""
    text = "# T\n\n## A\n\none\n\n### a\n\ntwo\n\n## B\n\nthree\n\n# U\n\nfour\n"

    small = Chunker(words, maximum=30, merge_below=10).chunks(page(text))

    assert [text[: text.index("# U")], "# U\n\nfour\n"] == [chunk.text for chunk in small]
    assert 5 == len(cut(text)) + 1


def test_a_later_piece_of_a_section_carries_its_heading() -> None:
    """The own heading is embedded with each piece of a section, and is not in its text."""
    text = "# Top\n\n## Backups\n\n" + "".join(f"Sentence {n} is here now. " for n in range(20))
    found = cut(text)

    assert all(chunk.embedded.startswith("Backups\nSentence") for chunk in found[1:])
    assert {("Top", "Backups")} == {chunk.heading_path for chunk in found}


def test_a_word_without_end_is_cut_between_characters() -> None:
    """Text without spaces is cut by tokens, never within a visible character."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    found = Chunker(lambda text: len(text.replace(" ", "")), maximum=16).chunks(page(family * 20))

    assert all(chunk.text == family * (len(chunk.text) // 5) for chunk in found)


def test_a_chunk_links_to_the_heading_it_begins_with() -> None:
    """The fragment is that of the heading at the start, else of the last anchor before it."""
    text = "# A\n\n" + "word " * 40 + "\n\n# A\n\nother\n"
    anchors = (Anchor(0, "a"), Anchor(text.rindex("# A"), "a-1"))
    found = Chunker(words, maximum=30, merge_below=0).chunks(page(text, *anchors))

    assert ["a", "a", "a-1"] == [chunk.fragment for chunk in found]


def test_the_anchor_is_of_the_heading_nearest_to_the_words() -> None:
    """A title above the first section does not take the place of that section's heading."""
    text = "# Leave\n\n## Asking\n\nFive days before.\n\n## Sick days\n\nBefore nine.\n"
    places = {"leave": "# L", "asking": "## A", "sick-days": "## S"}
    anchors = (Anchor(text.index(start), name) for name, start in places.items())
    found = Chunker(words, maximum=30, merge_below=0).chunks(page(text, *anchors))

    assert ["asking", "sick-days"] == [chunk.fragment for chunk in found]


def test_equal_texts_share_a_digest_and_not_an_id() -> None:
    """The digest is that of what is embedded; the id counts repetitions in the document."""
    first, second = cut("# A\n\nsame\n\n# A\n\nsame\n")

    assert first.digest == second.digest == hashlib.sha256(b"A\nsame").hexdigest()
    assert f"doc:{first.digest[:8]}:1" == first.id
    assert f"doc:{first.digest[:8]}:2" == second.id


@pytest.mark.parametrize("size", [1, 8, 12, 40])
@pytest.mark.parametrize("at", [0, 7, 15, 29])
@pytest.mark.parametrize("mark", ["## Part", "-", "Paragraph"])
def test_an_edit_changes_few_chunks(size: int, at: int, mark: str) -> None:
    """A sentence more in one section, item or paragraph costs a few embeddings at most."""
    lines = [f"{mark} {n}\n\n  " + f"Words of part {n} go here. " * size for n in range(30)]
    chunker = Chunker(count)
    before = chunker.chunks(page("\n\n".join(lines)))
    lines[at] += "And one more sentence."
    after = chunker.chunks(page("\n\n".join(lines)))

    assert len({c.digest for c in after} - {c.digest for c in before}) <= 4


def test_overlap_repeats_the_sentences_before() -> None:
    """With an overlap, a piece of a cut section is led by the end of the piece before."""
    text = "".join(f"Sentence {n} is here. " for n in range(20))
    found = Chunker(words, maximum=30, overlap=8).chunks(page(text))

    assert all(chunk.lead.startswith("Sentence") for chunk in found[1:])
    assert all(chunk.tokens <= 30 for chunk in found)
    assert text == "".join(chunk.text for chunk in found)


@pytest.mark.parametrize(
    ("context", "expected"), [("none", "B"), ("path", "A\nB"), ("title", "The page\nB")]
)
def test_the_context_of_what_is_embedded_is_a_setting(context: str, expected: str) -> None:
    """Title or heading path stand before the text where the setting says so."""
    text = "# A\n\n" + "word " * 20 + "\n\n## B\n\n" + "other " * 20
    found = Chunker(words, maximum=30, merge_below=0, context=context).chunks(page(text))

    assert found[-1].embedded.startswith(expected)


def test_settings_out_of_range_are_refused() -> None:
    """A maximum that leaves no room and an unknown context are said, not guessed at."""
    for wrong in ({"maximum": 8}, {"context": "all"}, {"overlap": 200}):
        with pytest.raises(SettingsError):
            Chunker(words, **wrong)
    assert Chunker(words).version != Chunker(words, maximum=99).version


def test_a_tokenizer_that_does_not_add_up_is_counted_whole() -> None:
    """Where words do not add up, each chunk is counted itself, and still none is too long."""

    def uneven(text: str) -> int:
        return len(text.split()) + len(text) // 7

    text = "# T\n\n" + "\n\n".join("several plain words in a row " * 9 for _ in range(9))
    found = Chunker(uneven, maximum=40).chunks(page(text))

    assert text == "".join(chunk.text for chunk in found)
    assert all(uneven(chunk.embedded) == chunk.tokens <= 40 for chunk in found)


_SCRIPT = """
import json, sys
from retrieval.ingest.chunk import Chunker
from tests.fakes.markdown import count, page
found = Chunker(count).chunks(page(sys.stdin.read()))
print(json.dumps([[c.id, c.start, c.end, c.lead, c.digest] for c in found]))
"""


def test_another_process_makes_the_same_chunks() -> None:
    """Nothing depends on hash order or on what was cut before."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8") * 3
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            input=text, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip

    assert 1 == len(outputs)
    assert json.loads(outputs.pop())


@pytest.mark.parametrize(
    "text",
    ["|" * 200_000, "- " * 100_000, "word " * 40_000, "数据库备份" * 20_000, "[a](" * 40_000,
     "x:\n\n" + "- word word\n" * 15_000, "|a|\n|-|\n" + "|1|\n" * 40_000, "." * 200_000,
     "# a\n" * 30_000, "a" * 200_000, "</p>" * 40_000, "&amp;" * 40_000],
    ids=["pipes", "items", "line", "cjk", "links", "list", "rows", "dots", "headings", "letters",
         "tags", "entities"],
)  # fmt: skip
def test_hostile_text_takes_linear_time(text: str) -> None:
    """A page that is one long mark, line or list is cut in seconds, and no chunk is too long."""
    began = time.process_time()
    found = Chunker(count).chunks(page(text))

    assert time.process_time() - began < 12
    assert text == "".join(chunk.text for chunk in found)
    assert max(chunk.tokens for chunk in found) <= 250


def test_the_index_sees_no_marks_of_notes():
    """The text stays as it is; what is searched and embedded has the number alone."""
    chunk = Chunker(words).chunks(page("# Rooms²\n\nAt most 30¹ days, 10⁶ times."))[0]

    assert "30¹ days, 10⁶ times" in chunk.text
    assert "Rooms\nAt most 30 days, 10^6 times." == chunk.embedded
