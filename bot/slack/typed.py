"""What a person typed into a window -> Markdown that shows it line by line, its code as code."""

from __future__ import annotations

import re

from bot.slack.escaping import beside, code, fence, inline, line_start, visible

_BLOCK = re.compile(
    r"^[ \t]*(?P<ticks>`{3,})(?P<first>[^`\n]*)\n(?P<code>.*?)(?:\n[ \t]*(?P=ticks)`*[ \t]*$|\Z)"
    r"|^[ \t]*```(?P<line>[^`\n]+)```[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>[^\n]+?)(?<!`)(?P=ticks)(?!`)")


def typed(text: str) -> str:
    """Return Markdown for a text: its lines stay lines, what stands in backticks stays code."""
    text, parts, at = visible(text), [], 0
    for block in _BLOCK.finditer(text):
        parts += [_prose(text[at : block.start()]), fence(block["code"] or block["line"] or "")]
        at = block.end()
    return "\n\n".join(filter(None, [*parts, _prose(text[at:])]))


def _prose(text: str) -> str:
    """Write lines that stand in no block of code, parted into paragraphs as they are."""
    paragraphs: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip():
            paragraphs[-1].append(line_start(_line(line.strip())))
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join("  \n".join(lines) for lines in paragraphs if lines)


def _line(line: str) -> str:
    """Write one line, what stands between backticks as code."""
    said, at = [], 0
    for span in _SPAN.finditer(line):
        said += [inline(line[at : span.start()]), code(span["code"])]
        at = span.end()
    return beside([*said, inline(line[at:])])
