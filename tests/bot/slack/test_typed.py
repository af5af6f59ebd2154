"""What a person typed arrives whole: its lines as lines, its code as code, doing nothing."""

from __future__ import annotations

from hypothesis import given

from bot.slack.markdown import sanitise
from bot.slack.reply import Notice
from bot.slack.typed import typed
from tests.fakes.slack_reading import hostile, live


def _shown(text: str) -> str:
    """Return what a notice shows of a typed text."""
    said = Notice(typed(text), "k").said()
    sections = [block["text"]["text"] for block in said.get("blocks", ())]
    return "\n".join(sections) or str(said["text"])


def test_lines_and_code_stay() -> None:
    """Spans and blocks, also where what is typed would be a list, a heading or a mark."""
    text = "Run `kubectl get x_y`:\n- one\n# two\n\n```\nif a < b:\n    f(`c`)\n```\nDone_so_."
    shown = _shown(text)

    assert text.replace("<", "&lt;").replace("```\nDone", "```\n\nDone") == shown


def test_the_longest_answer_comes_whole() -> None:
    """In as many sections as it needs, also where escaping makes it longer."""
    lines = [f"{n} `a{n}` <b> &amp; c" for n in range(140)]
    shown = _shown("\n".join(lines))

    assert all(f"{n} `a{n}` &lt;b&gt; &amp;amp; c" in shown for n in range(140))
    assert 3_000 == _shown("<" * 3_000).count("&lt;")


def test_an_unclosed_block_is_code_to_its_end() -> None:
    """And one of a single line is a block, too."""
    assert "a\n\n```\nb\nc\n```" == _shown("a\n```\nb\nc")
    assert "```\nx\n```" == _shown("```x```")


@given(hostile())
def test_whatever_is_typed_does_nothing(text: str) -> None:
    """It calls nobody and links nowhere."""
    assert [] == live(sanitise(typed(text), written=True), set())
    assert "<" not in _shown(text)
