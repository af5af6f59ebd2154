"""What was ruled, in words and buttons for maintainers."""

from __future__ import annotations

from retrieval.learn.ruling import line
from retrieval.ports import Button, Ruling
from retrieval.ports.gating import (
    ACCEPTED,
    CONFIGURATION,
    DISCARDED,
    GATE_ACCEPT,
    GATE_DISCARD,
    GENERATION,
    HELD,
    PASSED,
    UNMEASURED,
)

SHOWN = 10
"""Cases named in a message; the command names all."""


def buttons(ruling: Ruling) -> tuple[Button, ...]:
    """Return what maintainers can do about what is held back; what runs can only be accepted."""
    if ruling.kind == CONFIGURATION:
        return (Button(GATE_ACCEPT, "Accept", ruling.key, "primary", "It counts as compared."),)
    return (
        Button(GATE_ACCEPT, "Accept", ruling.key, "primary", "It goes live as it is."),
        Button(GATE_DISCARD, "Throw away", ruling.key, "danger", "It is removed for good."),
    )


def title(ruling: Ruling) -> str:
    """Name what a ruling is about."""
    if ruling.kind == GENERATION:
        return f"Generation {ruling.generation} of '{ruling.collection}'"
    if ruling.collection:
        return f"The new weights {ruling.name} of '{ruling.collection}'"
    return f"Configuration {ruling.name[:12]}"


def told(ruling: Ruling) -> str:
    """Say in a line what was ruled."""
    what = title(ruling)
    states = {
        PASSED: f"{what} passed the gate. {ruling.said}",
        HELD: f"{what} is held back. {ruling.said}",
        UNMEASURED: f"{what} waits. {ruling.said}",
        ACCEPTED: f"{what} was accepted by {ruling.by}.",
        DISCARDED: f"{what} was thrown away by {ruling.by}.",
    }
    return states.get(ruling.state, what)


def discarded(ruling: Ruling) -> str:
    """Say that an index made so was thrown away, and what to do."""
    when = f" on {ruling.decided:%Y-%m-%d}" if ruling.decided else ""
    return (
        f"{title(ruling)} was made just so, and {ruling.by or 'somebody'} threw it away{when}. "
        "Set the embedding model, or the version of Footnote, back to what it was; or build it "
        f"all the same: python -m scripts.index build --collection {ruling.collection}"
    )


def notice(ruling: Ruling) -> str:
    """Return what maintainers are written of something that is held back."""
    lines = [f"- {line(one)}" for one in ruling.lost[:SHOWN]]
    if len(ruling.lost) > SHOWN:
        lines.append(f"- and {len(ruling.lost) - SHOWN} more: python -m scripts.index held")
    return "\n".join([f"**{title(ruling)} is held back.** {ruling.said}", "", *lines]).strip()
