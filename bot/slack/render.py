"""Answer -> the Markdown that says it: claims with numbered sources, proof, notes.

Pure. What is said of the first claims is the beginning of what is said of all, and that the
beginning of the whole answer, so that a message can grow while the answer is being written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bot.slack import phrases
from bot.slack.ageing import contrast, is_old, settled
from bot.slack.blocks import BEFORE
from bot.slack.escaping import inline, line_start, link, plain, safe_address, visible
from bot.slack.landing import landing
from bot.slack.markdown import sanitise
from bot.slack.quoting import block_quote, excerpt, shaped
from retrieval.text.quoted import verbatim
from retrieval.text.shorten import shorten_line
from retrieval.values import (
    Answer,
    Citation,
    DocumentFacts,
    Note,
    Outcome,
    RankedHit,
    Source,
    VerifiedClaim,
)

LONGEST_TITLE = 150
"""Characters of a page's title and heading that are shown."""

Sources = Mapping[str, Source]


@dataclass(slots=True)
class _Numbers:
    """The numbers of the sources, in the order in which they are first cited."""

    sources: Sources
    scripted: Collection[str] = ()
    contrast: bool = False
    """Whether newer pages are cited as well, so that each mark of an old one is to say so."""
    cited: dict[tuple[str, str, str], Citation] = field(default_factory=dict)

    def mark(self, claim: VerifiedClaim) -> str:
        """Return the marks of a claim's sources, each once, as links to the first quote there.

        A page past its review period says so beside newer ones; over a side its day stands anyway.
        """
        marks: dict[str, str] = {}
        for citation in claim.citations:
            number = self._number(citation)
            if number not in marks:
                old = self.contrast and not claim.side and is_old(citation, self.sources)
                marks[number] = f"{self._mark(number, citation)}{_aged(citation) if old else ''}"
        return " ".join(marks.values())

    def _number(self, citation: Citation) -> str:
        key = (citation.document.collection, citation.document.id, citation.url + citation.heading)
        self.cited.setdefault(key, citation)
        return str(list(self.cited).index(key) + 1)

    def _mark(self, number: str, citation: Citation) -> str:
        """Link a number to the very sentence."""
        if not safe_address(citation.url):
            return f"[{number}]"
        by_script = citation.document.collection in self.scripted
        source = self.sources.get(citation.label)
        return link(number, landing(citation, source, scripted=by_script))


def claims(said: Sequence[VerifiedClaim], sources: Sources, scripted: Collection[str] = ()) -> str:
    """Return what can be said of the claims so far, before it is known how the answer ends.

    Claims that take a side wait for the other side, and those of an old page until it is known
    whether a newer one is quoted, too.
    """
    numbers = _Numbers(sources, scripted, contrast(said, sources))
    return "\n\n".join(_claim(one, sources, numbers) for one in settled(said, sources))


def answer(whole: Answer, sources: Sources | None = None, scripted: Collection[str] = ()) -> str:
    """Return all that is said of an answer, as sanitised Markdown.

    `sources` are the passages by label; those of the answer when nothing else was given.
    `scripted` are the collections whose pages a script renders, where no sentence can be linked.
    """
    if whole.outcome is Outcome.FAILED:
        return sanitise(phrases.failure(whole.reason, whole.trace_id))
    known = sources or {source.label: source for source in whole.sources}
    numbers = _Numbers(known, scripted, contrast(whole.claims, known))
    parts = [_claim(claim, known, numbers) for claim in whole.claims if not claim.side]
    parts += _sides([claim for claim in whole.claims if claim.side], whole, known, numbers)
    if whole.outcome is Outcome.NOT_IN_CONTEXT:
        parts.append(sanitise(phrases.refusal()))
        parts += _nearest(whole.nearest)
    parts += _proof(numbers)
    parts += [note(one) for one in whole.notes if one.kind != BEFORE]
    return "\n\n".join(part for part in parts if part)


def note(one: Note) -> str:
    """Word a note; what it is about, such as a file's name, shows as it is."""
    subject = inline(" ".join(visible(one.subject).split()))
    return sanitise(phrases.note(one.kind, subject))


def summary(whole: Answer) -> str:
    """Return the words of an answer in a few lines, for its notification."""
    if whole.outcome is Outcome.FAILED:
        return phrases.failure(whole.reason, whole.trace_id)
    if not whole.claims:
        return phrases.refusal()
    before = [phrases.conflict()] if whole.outcome is Outcome.CONFLICT else []
    return " ".join([*before, *(claim.text for claim in whole.claims)])


def _claim(claim: VerifiedClaim, sources: Sources, numbers: _Numbers) -> str:
    """Write a claim, its marks, and the quote where the claim has other words.

    The words of a page stand in a block quote, and nothing of our own does: whatever a page
    imitates, nobody takes it for the bot's.
    """
    marks = numbers.mark(claim)
    given = sanitise(shaped(claim, sources))
    if given or verbatim(claim, sources.values()):
        return f"{block_quote(given or plain(claim.text))}\n\n{marks}"
    return f"{plain(claim.text)} {marks}\n\n{_quotes(claim, sources)}"


def _quotes(claim: VerifiedClaim, sources: Sources) -> str:
    """Write the quotes that a claim rests on, as a block quote."""
    quotes = dict.fromkeys(plain(excerpt(one, sources.values())) for one in claim.citations)
    return "\n>\n".join("\n".join(f"> {line}".rstrip() for line in q.split("\n")) for q in quotes)


def _sides(
    sided: Sequence[VerifiedClaim], whole: Answer, sources: Sources, numbers: _Numbers
) -> list[str]:
    """Write the two sides of a conflict, each under its pages and their dates."""
    if whole.outcome is not Outcome.CONFLICT:
        return [_claim(claim, sources, numbers) for claim in sided]
    parts = [sanitise(phrases.conflict())]
    for side in dict.fromkeys(claim.side for claim in sided):
        mine = [claim for claim in sided if claim.side == side]
        pages = dict.fromkeys(_page(c.document) for claim in mine for c in claim.citations)
        parts.append(f"**{'; '.join(pages)}**")
        parts += [_claim(claim, sources, numbers) for claim in mine]
    return parts


def _proof(numbers: _Numbers) -> list[str]:
    """List the sources under their numbers."""
    if not numbers.cited:
        return []
    lines = []
    for number, citation in enumerate(numbers.cited.values(), 1):
        page = link(name_of(citation), citation.url)
        facts = facts_of(citation.document)
        lines.append(f"{number}. {page}{' — ' if facts else ''}{inline(facts)}")
    return [f"**{phrases.sources()}**", "\n".join(lines)]


def _nearest(hits: Sequence[RankedHit]) -> list[str]:
    """Offer the pages that came nearest."""
    if not hits:
        return []
    lines = [f"- {link(_cut(hit.document.title), hit.document.url)}" for hit in hits]
    return [sanitise(phrases.nearest()), "\n".join(lines)]


def name_of(citation: Citation) -> str:
    """Name the page and heading of a citation."""
    title, heading = citation.document.title, citation.heading
    return _cut(f"{title} › {heading}" if heading and heading != title else title)


def _aged(citation: Citation) -> str:
    """Say how old the page of a citation is."""
    metadata = citation.document.metadata
    if metadata.verified:
        return f" {phrases.verified_long_ago(metadata.verified.isoformat())}"
    day = metadata.updated or metadata.created
    return f" {phrases.changed_long_ago(day.isoformat())}" if day else ""


def _page(document: DocumentFacts) -> str:
    """Name a page with its owner and date, in bold text."""
    facts = facts_of(document)
    name = _cut(document.title)
    return line_start(inline(f"{name} ({facts})" if facts else name))


def facts_of(document: DocumentFacts) -> str:
    """Say who owns a page and when it was last known to be right, as far as it says."""
    metadata = document.metadata
    facts = [phrases.owner(_cut(metadata.owner))] if metadata.owner.strip() else []
    if metadata.verified:
        facts.append(phrases.verified(metadata.verified.isoformat()))
    elif metadata.updated:
        facts.append(phrases.changed(metadata.updated.isoformat()))
    return ", ".join(facts)


def _cut(text: str) -> str:
    """Return a name on one line, cut where it is long."""
    return shorten_line(visible(text), LONGEST_TITLE) or "—"
