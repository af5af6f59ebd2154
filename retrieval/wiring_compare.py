"""Runs the labelled cases by two versions of what answers, and keeps what they say as a ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retrieval.clock import SystemClock
from retrieval.ports import EvalCase, Ruling
from retrieval.ports.gating import ACCEPTED, CONFIGURATION, HELD, PASSED
from retrieval.wiring_gate import channel
from retrieval.wiring_learn import open_path
from retrieval.wiring_versions import Version

if TYPE_CHECKING:
    from retrieval.learn.comparison import Comparison
    from retrieval.learn.scoring import CaseScore
    from retrieval.ledger.ledger import Ledger
    from retrieval.settings import Settings

AT_ONCE = 4
"""Cases asked at once where a model service answers; the local models have all cores anyway."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CaseRun:
    """What the cases scored by one version; `lacking` says what of it could not be brought back."""

    name: str
    scores: Sequence[CaseScore]
    configuration: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()


async def run_cases(
    settings: Settings, version: Version, cases: Sequence[EvalCase], progress: Progress
) -> CaseRun:
    """Score cases by a version, on the indexes in use. Raises SettingsError, StoreError."""
    from retrieval.learn.scoring import score

    async with open_path(settings, configuration=version.content) as path:
        at_once = AT_ONCE if path.content.get("service") else 1
        scores = await score(cases, path, at_once=at_once, progress=progress)
        return CaseRun(version.name, scores, path.configuration, path.content, path.lacking)


async def made(settings: Settings, version: Version) -> CaseRun:
    """Return a version as it would be asked, and ask it nothing. Raises SettingsError."""
    async with open_path(settings, configuration=version.content) as path:
        return CaseRun(version.name, (), path.configuration, path.content, path.lacking)


async def last_passed(ledger: Ledger) -> str:
    """Return the id of the configuration that passed last, empty where none did."""
    rulings = await ledger.rulings.latest(CONFIGURATION, states=(PASSED, ACCEPTED), most=1)
    return rulings[0].name if rulings else ""


async def keep_ruling(  # noqa: PLR0913, PLR0917 - both runs, what they say, and who is told
    ledger: Ledger,
    runs: tuple[CaseRun, CaseRun],
    cases: Sequence[EvalCase],
    found: Comparison,
    said: str,
    policy_file: Path | None = None,
) -> Ruling:
    """Keep what the cases say of the second configuration: that it passed, or is held back.

    The configuration is kept with it, so that the next one can be compared with it.
    The policy says in which channel maintainers are told of one that is held back.
    """
    from retrieval.learn.comparison import WORSE
    from retrieval.learn.configured import keep
    from retrieval.learn.gate import ruled
    from retrieval.learn.ruling import compare

    before, after = runs
    await ledger.configure(after.content)
    asked = Ruling(
        CONFIGURATION,
        "",
        after.configuration,
        PASSED,
        SystemClock().now(),
        against=before.configuration,
    )
    ruling = ruled(asked, compare(cases, before.scores, after.scores))
    if ruling.state == PASSED and found.verdict == WORSE:
        ruling = replace(ruling, state=HELD)
    ruling = replace(ruling, said=f"{said} {ruling.said}".strip())
    await keep(ledger, ruling, channel(policy_file))
    return ruling
