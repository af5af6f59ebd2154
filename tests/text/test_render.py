"""Each kind of block is read as a person reads it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retrieval.text.blocks import blocks
from retrieval.text.render import render, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## A *title* ##  {#id}\n", "A title"),
        ("A title\n=======\n", "A title"),
        ("- [x] done\n", "done"),
        ("> [!WARNING]\n> hot\n> stove\n", "Warning: hot stove"),
        ("```sh\nrm -rf *x*  # keep\n```\n", "rm -rf *x*  # keep"),
        ("- a\n\n  ```\n  x\n    y\n  ```\n", "a\nx\n  y"),
        ("    code *x*\n", "code *x*"),
        ("| a | **b** |\n|---|---|\n| `x\\|y` | |\n", "a | b\nx|y"),
        ("[a]: https://a.example 'title'\n", ""),
        ("[^1]: a footnote\n", "a footnote"),
        ('!!! warning "Mind the gap"\n    text\n', "Mind the gap\ntext"),
        (":::note\nx\n:::\n", "Note\nx"),
        ("<table><tr><td>a</td><td>b</td></tr></table>\n", "a b"),
        ("---\n", ""),
    ],
)  # fmt: skip
def test_blocks_are_read(text: str, expected: str) -> None:
    """Marks go, words and code stay."""
    assert expected == render(text, blocks(text))


def test_a_part_of_a_block_is_read_by_itself() -> None:
    """A span within a fence is read as code, without the fence's own lines."""
    text = "```\none\n*two*\nthree\n```\n"
    (fence,) = blocks(text)

    assert "*two*" == words(text, fence, 8, 14)
    assert "three" == words(text, fence, 14, len(text))


WHOLE = """\
One title
=========

# Another title

~~~yaml
alpha: beta
~~~

1. Item:

   ````
   gamma ``` delta
   ````

> | left | right |
> |------|-------|
> | up   | down  |

Last title
---
"""
READ = render(WHOLE, blocks(WHOLE))


@given(st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)))
@example(0, WHOLE.index("=") + 4)
@example(WHOLE.index("alpha"), WHOLE.index("~~~\n\n1") + 3)
@example(WHOLE.index("gamma"), WHOLE.index("````\n\n>") + 2)
@example(WHOLE.index("left"), WHOLE.index("----") + 4)
def test_no_part_shows_more_than_the_whole(start: int, end: int) -> None:
    """Wherever a span begins and ends, its lines are parts of the lines that a person reads."""
    lines = READ.split("\n")
    said = render(WHOLE, blocks(WHOLE), start, end).split("\n")

    assert [] == [line for line in said if not any(line.rstrip(" |") in one for one in lines)]
