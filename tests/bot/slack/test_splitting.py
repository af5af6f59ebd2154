"""Long Markdown is cut between blocks into pieces that fit, and stays harmless and whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack.escaping import plain
from bot.slack.markdown import sanitise
from bot.slack.splitting import expanded, size, split
from tests.fakes.markdown import markdown
from tests.fakes.slack_reading import hostile, live, shown, within

WORD = "`https://evil.com/?q=1`"


@given(st.one_of(hostile(60), markdown()), st.integers(120, 2_000), st.integers(4, 45))
@settings(max_examples=200, deadline=None)
def test_pieces_fit_and_are_harmless(text: str, limit: int, most: int) -> None:
    """Each piece keeps to the limits, none is live, and together they have all the words."""
    said = sanitise(text)
    pieces = split(said, limit, most)

    assert [] == [piece for piece in pieces if len(piece) > limit or not piece.strip()]
    assert [] == [piece for piece in pieces if expanded(piece) > most]
    assert [] == [what for piece in pieces for what in live(piece)]
    assert within(shown(said), "".join(map(shown, pieces)))


@given(hostile(60), st.integers(100, 500))
@settings(max_examples=100, deadline=None)
def test_plain_text_is_cut_likewise(text: str, limit: int) -> None:
    """Escaped plain text is cut between words, never within an escape or a code span."""
    pieces = split(plain(text), limit)

    assert [] == [what for piece in pieces for what in live(piece)]
    assert shown(plain(text)) == "".join(map(shown, pieces))


def test_short_text_is_one_piece() -> None:
    """What fits is left as it is; nothing is no piece at all."""
    assert ["a\n\n- b\n- c"] == split("a\n\n- b\n- c")
    assert [] == split("")


def test_a_fence_is_closed_and_opened_again() -> None:
    """Both halves of a long listing are code in its language."""
    first, second = split("```sh\n" + "echo 1\n" * 10 + "```", 70)

    assert first.startswith("```sh\necho")
    assert first.endswith("\n```")
    assert second.startswith("```sh\necho")
    assert 10 == first.count("echo") + second.count("echo")


def test_a_table_goes_on_under_its_header() -> None:
    """Every piece of a long table has the header."""
    pieces = split("| a | b |\n| --- | --- |\n" + "| 1 | 2 |\n" * 9 + "| 1 | 2 |", 80)

    assert len(pieces) > 1
    assert {"| a | b |"} == {piece.split("\n")[0] for piece in pieces}
    assert 10 == sum(piece.count("| 1 |") for piece in pieces)


def test_a_list_is_cut_between_items() -> None:
    """No item is torn where items fit."""
    pieces = split(
        "\n".join(f"{n}. item number {n}\n   with a second line" for n in range(1, 9)), 90
    )

    assert all(piece.split(".")[0].isdigit() for piece in pieces)
    assert all(piece.endswith("with a second line") for piece in pieces)


def test_code_in_an_item_stays_code() -> None:
    """A long listing within an item is cut within the item, fence by fence."""
    code = "\n".join(f"  https://evil.com/{n}" for n in range(30))
    pieces = split(f"- see\n\n  ```\n{code}\n  ```", 200)

    assert len(pieces) > 2
    assert [] == [what for piece in pieces for what in live(piece)]


def test_prose_is_cut_between_words() -> None:
    """Code spans and links stay whole."""
    pieces = split(f"some words {WORD} [1](https://docs.example/a) " * 20, 120)

    assert all(len(piece) <= 120 for piece in pieces)
    assert 20 == sum(piece.count(WORD) for piece in pieces)
    assert 20 == sum(piece.count("[1](https://docs.example/a)") for piece in pieces)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one paragraph\nof two lines", 1),
        ("a\n\nb\n\nc", 3),
        ("- a\n- b", 1),
        ("- a\n\n  ```\n  x\n  ```\n- b", 4),
        ("```\na\n\nb\n```", 1),
    ],
)
def test_blocks_are_counted_as_slack_does(text: str, blocks: int) -> None:
    """A heading, a list, a table, a listing and a paragraph count one each, never too few."""
    assert blocks == expanded(text)


def test_a_bracket_before_code_is_no_link() -> None:
    """What only looks like a link, since code holds half of it, keeps its code whole."""
    text = plain("[https://bank.com](https://docs.example/leave)<https://evil.com|bank>")

    assert [] == [what for piece in split(text, 60) for what in live(piece)]


def test_many_small_blocks_are_spread() -> None:
    """A hundred paragraphs take three messages."""
    assert [45, 45, 10] == [expanded(piece) for piece in split("\n\n".join(["a"] * 100))]


def test_a_beginning_stays_a_beginning() -> None:
    """The first piece of a longer text begins with every shorter one that fits."""
    begun = "First claim. [1]\n\n```\ncode\n\nmore\n```\n\nSecond."
    pieces = split(begun + "\n\n" + "\n\n".join(["word " * 300] * 10), 2_000)

    assert pieces[0].startswith(begun)


def test_emoji_count_twice() -> None:
    """Length is counted as Slack's clients count it."""
    assert (1, 2) == (size("é"), size("😀"))
    assert all(size(piece) <= 100 for piece in split("😀 " * 200, 100))


@pytest.mark.parametrize("mark", ["1.", "12)", "-", "+", "#", "###"])
def test_a_cut_makes_no_list_of_prose(mark: str) -> None:
    """A number or a dash that comes to the beginning of a piece is shown as it was."""
    said = plain("words and words " * 12 + f"{mark} more " * 40)
    pieces = split(said, 101)

    assert all(len(piece) <= 101 for piece in pieces)
    assert shown(said) == "".join(map(shown, pieces))


@pytest.mark.parametrize("limit", [120, 200, 300])
def test_code_after_an_item_loses_no_word(limit: int) -> None:
    """Also where it is not indented as the item is, and the whole must be cut."""
    said = sanitise("\n".join(["- an item", "```python", "many words in a row " * 20]))

    assert within(shown(said), "".join(map(shown, split(said, limit, 4))))
