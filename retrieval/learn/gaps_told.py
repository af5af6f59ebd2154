"""Gaps in words: lines for a terminal, data for programs, and the week's digest for a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from retrieval.learn.gaps import Found, Gap
from retrieval.text.counted import number_of
from retrieval.text.plain import linked, unmarked

DIGEST = 5
"""Gaps in a digest; the command shows all."""
LONGEST = 200
"""Characters of a question or title in a digest."""


def as_data(found: Found) -> dict[str, Any]:
    """Return what was found as plain data; the text of pages is left out."""
    data = asdict(found)
    for gap in data["gaps"]:
        if gap["page"]:
            gap["page"].pop("text")
        gap["first"], gap["last"] = gap["first"].isoformat(), gap["last"].isoformat()
    return data


def lines(found: Found) -> list[str]:
    """Return what was found as lines for people."""
    if not found.gaps:
        return [_none(found)]
    told = [_head(found)]
    for number, gap in enumerate(found.gaps, start=1):
        told += ["", f"{number}. {_name(gap)}", f"   {_counts(gap)}"]
        told += [f"   - {one.text}{_times(one.times)}" for one in gap.questions]
        told += [f"   {line}" for line in _advice(gap)]
    return told


def digest(found: Found, since: str) -> tuple[str, tuple[str, ...]]:
    """Return the digest as Markdown, and the addresses in it."""
    gaps = found.gaps[:DIGEST]
    told = [f"**What the documentation lacks** (asked since {since})", _head(found)]
    links: list[str] = []
    for number, gap in enumerate(gaps, start=1):
        told.append(f"**{number}. {_plain(_name(gap))}** — {_counts(gap)}")
        told += [f"> {_plain(one.text)}{_times(one.times)}" for one in gap.questions[:2]]
        told.append("\n".join(f"- {line}" for line in _advised(gap)))
        links += [gap.page.url] if gap.page and gap.page.url else []
    rest = len(found.gaps) - len(gaps)
    if rest > 0:
        told.append(f"{rest} more: `python -m scripts.gaps`.")
    return "\n\n".join(filter(None, told)), tuple(dict.fromkeys(links))


def _none(found: Found) -> str:
    """Say that there is no gap."""
    if not found.questions:
        return "No question of that time was refused or disliked."
    known = ", or somebody said what is right" if found.known else ""
    many = number_of(found.questions, "question")
    return f"Of {many} refused or disliked none is open: each is answered by now{known}."


def _head(found: Found) -> str:
    """Say what the gaps were made of."""
    asked = number_of(found.questions, "question was", "questions were") + " refused or disliked"
    closed = f", {found.closed} of them answered since" if found.closed else ""
    closed += f", of {found.known} somebody said what is right" if found.known else ""
    more = "; only the newest were looked at" if found.more else ""
    return f"{asked}{closed}: {number_of(len(found.gaps), 'gap')}{more}."


def _name(gap: Gap) -> str:
    """Name a gap; of what may not be read only that it is there."""
    return gap.outline.title if gap.outline else "Asked in private"


def _counts(gap: Gap) -> str:
    """Count who asked, how often, and until when."""
    people, times = number_of(gap.people, "person", "people"), number_of(gap.times, "time")
    parts = [f"{people}, {times}, last on {gap.last:%Y-%m-%d}"]
    parts += [f"{gap.disliked} disliked"] if gap.disliked else []
    parts += [f"{gap.hidden} in private, not shown"] if gap.hidden else []
    return "; ".join(parts)


def _times(times: int) -> str:
    return f" ({times} times)" if times > 1 else ""


def _advice(gap: Gap) -> list[str]:
    """Name the nearest page with its owner, and what to write."""
    told = []
    if page := gap.page:
        owner = f", owner {page.owner}" if page.owner else ", without an owner"
        at = f" {page.url}" if page.url else ""
        told.append(f"nearest page: {page.title} ({page.collection}:{page.path}{owner}){at}")
    if plan := gap.outline:
        where = f"a section of {plan.beside!r}" if not plan.new else "a page of its own"
        told.append(
            f"outline, {where}: {_sections(plan.title, [s.heading for s in plan.sections])}"
        )
        if plan.lacking:
            told.append(f"not on the nearest page: {', '.join(plan.lacking)}")
    return told


def _advised(gap: Gap) -> list[str]:
    """Name the nearest page with its owner, and what to write, as Markdown."""
    told = []
    if page := gap.page:
        owner = f"owner {_plain(page.owner)}" if page.owner else "without an owner"
        told.append(f"nearest page: {linked(page.title, page.url, LONGEST)} ({owner})")
    if plan := gap.outline:
        of = f"a section of {_plain(plan.beside)}" if not plan.new else "a page"
        heads = ", ".join(f"“{_plain(section.heading)}”" for section in plan.sections)
        told.append(f"write {of}: **{_plain(plan.title)}**{f', with {heads}' if heads else ''}")
        if plan.lacking:
            told.append(f"not on the nearest page: {_plain(', '.join(plan.lacking))}")
    return told


def _sections(title: str, headings: Sequence[str]) -> str:
    return f"# {title}; " + "; ".join(f"## {heading}" for heading in headings)


def _plain(text: str) -> str:
    """Return a text as it may stand in the digest."""
    return unmarked(text, 2 * LONGEST)
