"""The history of a git checkout -> when each file was made and last changed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

_SECONDS = 60.0
_HARMLESS = (
    "safe.directory=*", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat",
    "core.quotePath=false", "diff.external=", "log.showSignature=false", "log.follow=false",
    "protocol.allow=never", "diff.renames=true", "diff.renameLimit=2000", "log.diffMerges=off",
)  # fmt: skip
"""What keeps the checkout's own configuration from running programs or changing the output."""


@dataclass(frozen=True, slots=True)
class Dates:
    """First and last commit of a file; None where the history does not say."""

    created: date | None = None
    updated: date | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Dates by path from the root; `note` says why there are none, or not all.

    `revision` is the commit that changed anything under the root last.
    """

    dates: Mapping[str, Dates] = field(default_factory=dict)
    note: str = ""
    revision: str = ""


def history(root: Path, revision: str = "") -> History:
    """Return the dates of the files under `root`, in one call of git; never raises.

    A rename keeps the date of the first commit and is no change by itself. `revision` is a commit
    as of which they are wanted, in place of what is checked out; the folder need not be there.
    """
    top = top_of(root)
    if top is None:
        return History()
    if shutil.which("git") is None:
        return History(note="git is not installed: pages have no dates from their history")
    within = root.relative_to(top).as_posix()
    log = [
        "log", "--format=%x01%H %cs %P", "--name-status", "-z", "-M",
        "--relative" if within == "." else f"--relative={within}/",
        "--no-ext-diff", "--no-textconv", "--no-color", *([revision] if revision else []),
        "--", f":(top,literal){within}" if within != "." else ".",
    ]  # fmt: skip
    try:
        done = git(top, *log)
    except (OSError, subprocess.TimeoutExpired) as error:
        return History(note=f"git could not be asked for dates: {type(error).__name__}")
    if done.returncode != 0:
        return History(note=f"git gave no dates: {_last_line(done.stderr)}")
    shallow = _shallow(root)
    note = "the clone is shallow: older pages have no dates from their history" if shallow else ""
    said = done.stdout.decode("utf-8", "surrogateescape")
    return History(_read(said, shallow), note, said[1:].partition(" ")[0])


def top_of(root: Path) -> Path | None:
    """Return the checkout that a folder or file is in; None where it is in none."""
    places = (root, *root.parents)
    return next((folder for folder in places if (folder / ".git").exists()), None)


def git(top: Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Ask git something in a checkout, in a minute, with no program run by what stands in it.

    Raises OSError where there is no git, TimeoutExpired.
    """
    program = shutil.which("git") or "git"
    command = [program, "--no-pager", "-C", str(top)]
    for setting in _HARMLESS:
        command += ["-c", setting]
    return subprocess.run(  # noqa: S603  (no shell, fixed arguments)
        [*command, *arguments],
        input=given,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
        env=_environment(program),
    )


def _environment(git: str) -> dict[str, str]:
    return {
        "PATH": f"{Path(git).parent}:/usr/bin:/bin",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
    }


def _last_line(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "no reason given"


def _shallow(root: Path) -> frozenset[str]:
    """Return the commits at which a shallow clone is cut off; what they show is not their own."""
    for folder in (root, *root.parents):
        try:
            if (folder / ".git").exists():
                return frozenset((folder / ".git" / "shallow").read_text("ascii").split())
        except (OSError, ValueError):
            return frozenset()
    return frozenset()


def _read(log: str, shallow: frozenset[str]) -> dict[str, Dates]:
    """Read the log, newest commit first: `status NUL path NUL`, two paths for a rename."""
    names: dict[str, str] = {}
    first: dict[str, date] = {}
    last: dict[str, date] = {}
    cut: set[str] = set()
    for entry in log.split("\x01")[1:]:
        head, _, rest = entry.partition("\n") if "\n" in entry else entry.partition("\x00")
        commit, day = head.replace("\x00", " ").split()[:2]
        when = date.fromisoformat(day)
        for status, path, old in _changes(rest):
            now = names.get(path, path)
            if commit in shallow:
                cut.add(now)
                continue
            first[now] = when
            if status != "R100":
                last.setdefault(now, when)
            if old:
                names[old] = now
    for path in cut:
        first.pop(path, None)
    paths = first.keys() | last.keys()
    return {path: Dates(first.get(path), last.get(path, first.get(path))) for path in paths}


def _changes(rest: str) -> list[tuple[str, str, str]]:
    """Return (status, path, old path) of each change of one commit."""
    parts = [part for part in rest.lstrip("\n\x00").split("\x00") if part]
    changes = []
    at = 0
    while at + 1 < len(parts):
        status = parts[at].strip()
        if status[:1] in {"R", "C"} and at + 2 < len(parts):
            old = parts[at + 1] if status[0] == "R" else ""
            changes.append((status, parts[at + 2], old))
            at += 3
        else:
            changes.append((status, parts[at + 1], ""))
            at += 2
    return changes
