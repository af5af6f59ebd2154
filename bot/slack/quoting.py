"""Citations -> Markdown of what they quote: code as code, rows under their table's header.

A citation is a span of its page's Markdown, and a span of code or of a table is neither by
itself. With the source that it was cut from, its shape can be given back.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from bot.slack.splitting import is_code, is_table, parts
from retrieval.text.blocks import Block, blocks
from retrieval.text.plain import plain
from retrieval.text.quoted import quoted
from retrieval.text.render import words
from retrieval.text.shorten import shorten
from retrieval.values import Citation, Source, VerifiedClaim

LONGEST_QUOTE = 300
"""Characters of a quote that are shown under a claim in other words; the link has the rest."""

Span = tuple[int, int]


def shaped(claim: VerifiedClaim, sources: Mapping[str, Source]) -> str:
    """Return the Markdown of a claim that consists of its quotes; empty where it is none such.

    `sources` are the passages by label. The words are those of the claim, or nothing is
    returned; only their shape comes from the page.
    """
    spans: dict[str, list[Span]] = {}
    for citation in claim.citations:
        source = sources.get(citation.label)
        if source is None or source.document.id != citation.document.id:
            return ""
        span = (citation.start - source.start, citation.end - source.start)
        spans.setdefault(citation.label, []).append(span)
    said = "\n\n".join(_passage(sources[label].text, sorted(cut)) for label, cut in spans.items())
    return said if _letters(plain(said)) == _letters(claim.text) else ""


def excerpt(citation: Citation, sources: Iterable[Source] = ()) -> str:
    """Return a quote as plain text, cut where it is long."""
    return shorten(quoted(citation, sources), LONGEST_QUOTE)


def block_quote(markdown: str) -> str:
    """Return sanitised Markdown in a block quote, as the words of a page stand in an answer.

    Tables and code stand between such quotes: Slack shows no table in a quote, and nothing that
    the bot says of itself looks like either. What was a quote on its page is one already.
    """
    said: list[str] = []
    for part in parts(markdown):
        if is_table(part) or is_code(part):
            said.append(part)
            continue
        quoted = part if part.startswith(">") else _marked(part)
        if said and said[-1].startswith(">"):
            said[-1] += f"\n>\n{quoted}"
        else:
            said.append(quoted)
    return "\n\n".join(said)


def _marked(part: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in part.split("\n"))


def _letters(text: str) -> str:
    """Return the letters and digits of a text, which no mark-up changes."""
    return "".join(filter(str.isalnum, text))


def _passage(text: str, spans: Sequence[Span]) -> str:
    """Write the parts of a passage that lie in `spans`, block by block."""
    said, last, apart = "", -1, False
    for place, block in enumerate(blocks(text, fragment=True)):
        cuts = [(s, e) for s, e in spans if s < block.end and e > block.start]
        if not cuts:
            continue
        write = _WRITE.get(block.kind)
        piece = (write or _raw)(text, block, cuts)
        if said and (write or apart or last != place - 1):
            said, piece = said.rstrip("\n") + "\n\n", piece.strip("\n")
        said += piece
        last, apart = place, bool(write)
    return textwrap.dedent(said).strip("\n")


def _raw(text: str, block: Block, cuts: Iterable[Span]) -> str:
    """Write prose as it stands, with the mark of its item or quote where it begins there."""
    parts = [
        text[block.start if start <= block.content else start : min(end, block.end)]
        for start, end in cuts
    ]
    said = " … ".join(part.strip("\n") for part in parts)
    return said + "\n" * (1 + text[: block.end].endswith("\n\n"))


def _code(text: str, block: Block, cuts: Iterable[Span]) -> str:
    """Write lines of code in a fence."""
    lines = []
    for start, end in cuts:
        margin = text.rfind("\n", 0, start) + 1
        begin = margin if block.body <= margin and text[margin:start].isspace() else start
        lines.append(words(text, block, begin, end))
    opening = text[block.content : block.body].strip("`~ \n")
    language = opening.split(maxsplit=1)[0] if opening else ""
    code = "\n".join(line for line in lines if line)
    ticks = "```" if "```" not in code else "`" * 12
    return f"{ticks}{language}\n{code}\n{ticks}\n"


def _table(text: str, block: Block, cuts: Sequence[Span]) -> str:
    """Write rows under the header of their table."""
    head, _, rule = text[block.start : block.body].strip("\n").partition("\n")
    rows = []
    at = block.body
    while at < block.end:
        stop = text.find("\n", at, block.end) + 1 or block.end
        if any(start < stop and end > at for start, end in cuts):
            rows.append(text[at:stop].strip("\n"))
        at = stop
    return "\n".join(line for line in (head, rule, *rows) if line.strip()) + "\n"


_WRITE = {"fence": _code, "table": _table}
