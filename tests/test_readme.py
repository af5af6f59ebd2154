"""The README is true: its commands exist, its links lead somewhere, its transcript is real."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

_LINK = re.compile(r"\[[^\]]+\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)")
_TRANSCRIPT = re.compile(r'```console\n\$ make ask Q="([^"]+)"\n(.*?)```', re.DOTALL)
_EXAMPLE = re.compile(r'^make ask Q="([^"]+)"', re.MULTILINE)
_MAKE = re.compile(r"(?:^|[`$] ?)make ([a-z]+)", re.MULTILINE)
_PASSING = re.compile(r"trace [0-9a-f]+ · [\d.]+ s|changed \d{4}-\d\d-\d\d")


def _run(data: Path, *arguments: str) -> str:
    """Run a command of ours with an index of its own."""
    environment = {**os.environ, "FOOTNOTE_DATA": str(data)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(name="manual", scope="module")
def _manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which docs/ is indexed."""
    data = tmp_path_factory.mktemp("manual")
    _run(data, "scripts.ingest", "docs", "--quiet")
    return data


def test_the_transcript_is_what_the_command_prints(manual: Path) -> None:
    """Ids, times and dates apart, the first screen shows a real answer from docs/."""
    found = _TRANSCRIPT.search(README)
    assert found
    question, shown = found.groups()

    told = _run(manual, "scripts.ask", "--", question)

    assert _PASSING.sub("", shown).strip() == _PASSING.sub("", told).strip()


@pytest.mark.parametrize("question", sorted(set(_EXAMPLE.findall(README))))
def test_a_question_that_the_readme_shows_is_answered(manual: Path, question: str) -> None:
    """Whoever types what they read gets an answer."""
    told = json.loads(_run(manual, "scripts.ask", "--json", "--", question))

    assert told["outcome"] in {"answered", "partial"}


def test_its_commands_are_targets_of_the_makefile() -> None:
    """Every `make` command that a page names is there."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    pages = [README, *(p.read_text(encoding="utf-8") for p in (ROOT / "docs").glob("*.md"))]
    named = {name for page in pages for name in _MAKE.findall(page)}

    assert {"ask", "test"} <= named
    assert set() == {name for name in named if name not in targets}


def test_every_command_of_the_manual_exists() -> None:
    """A page never names a script that is not there."""
    pages = [README, *(p.read_text(encoding="utf-8") for p in (ROOT / "docs").glob("*.md"))]
    named = {name for page in pages for name in re.findall(r"scripts\.([a-z]+)", page)}

    assert set() == {name for name in named if not (ROOT / "scripts" / f"{name}.py").is_file()}


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))],
    ids=lambda page: page.name,
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """A relative link names a file that is there."""
    targets = _LINK.findall(page.read_text(encoding="utf-8"))

    assert [] == [target for target in targets if not (page.parent / target).exists()]


def test_the_manual_is_asked_thirty_questions() -> None:
    """Each question names a page that is there."""
    path = ROOT / "tests" / "manual" / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pages = [(path.parent / gold).resolve() for row in rows for gold in row["gold_docs"]]

    assert len(rows) >= 30
    assert [] == [page for page in pages if not page.is_file()]


@pytest.mark.parametrize(
    "question",
    [
        'What\'s "this"?',
        "x'; touch PWNED; echo '",
        "$(shell touch PWNED) `touch PWNED` $HOME",
        "a\nb",
    ],
)
def test_make_hands_a_question_on_as_it_is(tmp_path: Path, question: str) -> None:
    """Neither make nor the shell reads what a person asks."""
    stand_in = tmp_path / "bin" / "python"
    stand_in.parent.mkdir()
    stand_in.write_text('#!/bin/sh\nfor word; do last=$word; done\nprintf "%s" "$last" > asked\n')
    stand_in.chmod(0o755)
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".stamp").touch()

    subprocess.run(["make", "ask", f"VENV={tmp_path}", f"Q={question}"], cwd=tmp_path, check=True)

    assert question.replace("\n", " ") == (tmp_path / "asked").read_text()
    assert not (tmp_path / "PWNED").exists()


def _asker(tmp_path: Path) -> Callable[[Path], subprocess.CompletedProcess[str]]:
    """Return what runs `make ask` on a folder, with an index of its own."""
    stand_in = tmp_path / "bin" / "python"
    stand_in.parent.mkdir()
    stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    stand_in.chmod(0o755)
    (tmp_path / ".stamp").touch()
    # A make that is run by make says so unless it is told not to.
    environment = {**os.environ, "FOOTNOTE_DATA": str(tmp_path / "data"), "MAKEFLAGS": ""}
    command = ["make", "--no-print-directory", "ask", f"VENV={tmp_path}"]

    def asked(docs: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, f"DOCS={docs}", "Q=Where is the key kept?"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return asked


def test_make_asks_although_a_file_could_not_be_read(tmp_path: Path) -> None:
    """It says which, and the good pages answer; where none is good it stops there."""
    docs = tmp_path / "pages"
    docs.mkdir()
    (docs / "bad.pdf").write_bytes(b"%PDF-bad")
    asked = _asker(tmp_path)

    stopped = asked(docs)
    (docs / "a.md").write_text("# Key\n\nThe key is kept in the safe.\n")
    answered = asked(docs)

    assert (2, "") == (stopped.returncode, stopped.stdout)
    assert 0 == answered.returncode
    assert "The key is kept in the safe." in answered.stdout
    assert ["Not indexed: bad.pdf"] == [line[:20] for line in answered.stderr.splitlines() if line]


def test_make_answers_from_the_folder_that_is_named(tmp_path: Path) -> None:
    """A folder that was named before has no part in it, and can be named again."""
    asked = _asker(tmp_path)
    for name, place in (("old", "safe"), ("new", "drawer")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"# Key\n\nThe key is kept in the {place}.\n")
    told = [asked(tmp_path / name).stdout for name in ("old", "new", "old")]

    assert [(True, False), (False, True), (True, False)] == [
        ("the safe" in text, "the drawer" in text) for text in told
    ]
