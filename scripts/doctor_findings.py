"""What the doctor finds of names, the bot's settings, its policy, the nightly number, and more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval.errors import FootnoteError, LedgerError, SettingsError, StoreError

if TYPE_CHECKING:
    from retrieval.policy import Policy
    from retrieval.ports import NightlyRun, Outbox
    from retrieval.settings import Settings

MISSED = timedelta(days=2)
"""After so long without a run nobody measures any more."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `mend` says what to do where it is not `ok`.

    `wrong_settings` says that settings or the policy are what is wrong.
    """

    check: str
    ok: bool
    said: str
    mend: str = ""
    wrong_settings: bool = False


def exit_code(findings: Sequence[Finding]) -> int:
    """Return 0 where all is well, else what every command ends with: 2 for wrong settings, or 1."""
    if any(finding.wrong_settings for finding in findings):
        return SettingsError.exit_code
    return 0 if all(finding.ok for finding in findings) else 1


def wrong(check: str, error: FootnoteError, mend: str) -> Finding:
    """Return the finding of settings, or of a file that they name, that cannot be read."""
    return Finding(check, ok=False, said=str(error), mend=mend, wrong_settings=True)


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


async def idle(settings: Settings, names: Sequence[str]) -> list[Finding]:
    """Tell of collections that are there beside those that are searched, and not in use."""
    from retrieval import wiring_indexed, wiring_upkeep

    said: dict[str, str] = {}
    for name in await wiring_upkeep.upkeep(settings).collections():
        try:
            said[name] = "" if name in names else await wiring_indexed.unsearchable(settings, name)
        except StoreError as error:
            said[name] = str(error)
    return [Finding(f"index '{name}'", ok=False, said=text) for name, text in said.items() if text]


async def waiting(settings: Settings, collection: str, identity: str) -> str:
    """Say what to do with a complete generation that was made with the embedder of today."""
    from retrieval import wiring_upkeep

    try:
        known = await wiring_upkeep.upkeep(settings).generations(collection)
    except StoreError:
        return ""  # Said of the collection.
    for one in known:
        if one.embedder == identity and one.complete and not one.in_use:
            return (
                f"Generation {one.name} is made with it and waits: python -m scripts.index held"
                f" says why, python -m scripts.index swap {one.name} puts it in use."
            )
    return ""


async def about_nightly(settings: Settings) -> list[Finding]:
    """Check who is told of the nightly number, where its tickets go, and that it is measured."""
    from bot.settings import configured, policy_file
    from retrieval import wiring

    rules = rules_of(policy_file())
    try:
        async with wiring.open_ledger(settings) as ledger:
            latest = await ledger.nightly_runs.latest(most=1)
            tickets = await _tickets(settings, rules, ledger.outbox)
    except LedgerError:
        return []  # Said of the ledger.
    told = [] if rules and rules.maintainers_channel else [_UNTOLD] if configured() else []
    return [*map(_measured, latest), *tickets, *told]


async def _tickets(settings: Settings, rules: Policy | None, outbox: Outbox) -> list[Finding]:
    """Check that the tracker can be reached; that of Slack is looked at with the app."""
    from retrieval import wiring_nightly

    tracker = wiring_nightly.ticketer(settings, rules, outbox)
    if tracker is None or settings.tickets == "slack":
        return []
    try:
        return [Finding("tickets", ok=True, said=await tracker.reach())]
    except FootnoteError as error:
        return [Finding("tickets", ok=False, said=str(error), mend="See docs/nightly.md.")]


def _measured(run: NightlyRun) -> Finding:
    """Check that the last night is not long ago."""
    age = datetime.now(UTC) - run.started
    said = f"last measured {run.started:%Y-%m-%d %H:%M} UTC"
    said += f": {run.failure}" if run.failure else ""
    mend = "" if age < MISSED else "Start python -m scripts.nightly, or its cron job, again."
    return Finding("nightly", ok=age < MISSED, said=said, mend=mend)


_UNTOLD = Finding(
    "nightly channel",
    ok=True,
    said="the policy names no maintainers' channel: nobody is told of the nightly number",
    mend="Name one under [maintainers] in the policy, see docs/policy.md.",
)


def _bot() -> list[Finding]:
    """Check the bot's settings and its policy as the bot does."""
    from bot.settings import by_http, load, policy_file
    from retrieval import policy

    findings = []
    try:
        load(http=by_http())
    except FootnoteError as error:
        findings += [wrong("bot settings", error, "See docs/slack.md.")]
    else:
        findings += [Finding("bot settings", ok=True, said="all of them can be read")]
    path = policy_file()
    if path is None:
        said = "none is set: the collection docs is open to the workspace"
        return [*findings, Finding("policy", ok=True, said=said)]
    try:
        rules = policy.load(path)
    except FootnoteError as error:
        return [*findings, wrong("policy", error, "See docs/policy.md.")]
    said = f"{path}, for {', '.join(rules.collections)}"
    return [*findings, Finding("policy", ok=True, said=said)]
