"""What the doctor finds of names, of the bot's settings and of its policy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.errors import FootnoteError

if TYPE_CHECKING:
    from retrieval.policy import Policy


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `mend` says what to do where it is not `ok`."""

    check: str
    ok: bool
    said: str
    mend: str = ""


def rules_of(path: Path | None) -> Policy | None:
    """Return the policy of a file; None where there is none that can be read."""
    from retrieval import policy

    try:
        return policy.load(path) if path else None
    except FootnoteError:
        return None  # Said of the policy.


def about_settings() -> list[Finding]:
    """Check the names that are set, and what the bot needs where it was begun to set it up."""
    from bot.settings import configured, unknown

    mend = "See docs/settings.md; what is not read changes nothing."
    strange = [Finding("names", ok=False, said=said, mend=mend) for said in unknown()]
    return [*strange, *(_bot() if configured() else [])]


def _bot() -> list[Finding]:
    """Check the bot's settings and its policy as the bot does."""
    from bot.settings import by_http, load, policy_file
    from retrieval import policy

    findings = []
    try:
        load(http=by_http())
    except FootnoteError as error:
        said = str(error)
        findings += [Finding("bot settings", ok=False, said=said, mend="See docs/slack.md.")]
    else:
        findings += [Finding("bot settings", ok=True, said="all of them can be read")]
    path = policy_file()
    if path is None:
        said = "none is set: the collection docs is open to the workspace"
        return [*findings, Finding("policy", ok=True, said=said)]
    try:
        rules = policy.load(path)
    except FootnoteError as error:
        mend = "See docs/policy.md."
        return [*findings, Finding("policy", ok=False, said=str(error), mend=mend)]
    said = f"{path}, for {', '.join(rules.collections)}"
    return [*findings, Finding("policy", ok=True, said=said)]
