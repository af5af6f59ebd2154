"""What a run of indexing tells, and when it has failed."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from retrieval import wiring, wiring_upkeep
from retrieval.errors import PathUnusable
from retrieval.ingest.naming import own_collection
from scripts import ingest, terminal


@pytest.fixture(name="pages")
def _pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    folder = tmp_path / "pages"
    folder.mkdir()
    return folder


async def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["x", *arguments])
    return await ingest.main()


async def test_the_report_is_json_for_programs(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counts of documents, chunks and embeddings, by name."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    (pages / "movie.mp4").write_bytes(b"\0")

    assert 0 == await _run(monkeypatch, "pages", "--json")

    report = json.loads(capsys.readouterr().out)[0]
    assert (1, 1, 0, 1, 1, True) == (
        report["seen"],
        report["new"],
        report["deleted"],
        report["chunks"],
        report["embeddings"],
        report["succeeded"],
    )
    assert ["movie.mp4"] == [skipped["path"] for skipped in report["skipped"]]


async def test_nothing_found_is_a_failure_that_changes_nothing(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty folder exits with 1 and leaves the index as it was."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    await _run(monkeypatch, "pages", "--quiet")
    (pages / "a.md").unlink()

    assert 1 == await _run(monkeypatch, "pages", "--quiet")
    assert "No document was found" in capsys.readouterr().err


async def test_a_missing_folder_is_told(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, the command fails, and the other folders are indexed and reported."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")

    assert 1 == await _run(monkeypatch, "elsewhere", "pages", "--json")

    said = capsys.readouterr()
    assert "There is no folder" in said.err
    assert "elsewhere" in said.err
    assert [1] == [report["new"] for report in json.loads(said.out)]


async def test_what_belongs_to_an_outer_folder_is_not_forgotten_alone(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The person is told whose pages they are and how to leave them out."""
    (pages / "in").mkdir()
    (pages / "in" / "a.md").write_text("# A\n\nText of the page.\n")
    await _run(monkeypatch, "pages", "--quiet")

    assert 1 == await _run(monkeypatch, "--forget", "pages/in")
    assert f"those of {pages}" in capsys.readouterr().err


async def test_a_folder_that_is_gone_can_be_forgotten(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its pages leave the index, and a second time there is nothing to take out."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    await _run(monkeypatch, "pages", "--quiet")
    shutil.rmtree(pages)

    assert 0 == await _run(monkeypatch, "--forget", "pages")
    assert "1 page taken out of 'docs'" in capsys.readouterr().out
    assert 1 == await _run(monkeypatch, "--forget", "pages")


async def test_what_is_not_there_to_be_forgotten_is_said(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why the exit code is 1: nothing is indexed, or other folders are, or one around it."""
    (pages / "in").mkdir()
    (pages / "in" / "a.md").write_text("# A\n\nText of the page.\n")
    said = []
    for path in ("/nope", "/nope", "pages/in"):
        assert 1 == await _run(monkeypatch, "--forget", path)
        said.append(capsys.readouterr().err.strip())
        await _run(monkeypatch, "pages", "--quiet")

    assert [
        "No page of /nope is in the collection 'docs'. Nothing is indexed there.",
        f"No page of /nope is in the collection 'docs'. These are: {pages}.",
    ] == said[:2]
    assert said[2].startswith(f"Its pages are those of {pages}, which is indexed")


async def test_a_quiet_run_shows_a_person_how_far_it_is(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal, on a line that is gone at the end; elsewhere it says nothing."""
    for watched in (False, True):
        (pages / "a.md").write_text(f"# A\n\nText of the page, {watched}.\n")
        monkeypatch.setattr(terminal, "is_terminal", lambda watched=watched: watched)
        assert 0 == await _run(monkeypatch, "pages", "--quiet")
        said = capsys.readouterr().err

        assert watched == ("Indexing: reading, 1 of 1 …" in said)
        assert said.endswith("\r\033[K" if watched else "")
        assert "\n" not in said


async def test_a_quiet_run_says_what_may_be_missed(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, of pages that are too large or binary; what was excluded is not missed."""
    monkeypatch.setenv("FOOTNOTE_EXCLUDES", "drafts/*")
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    (pages / "logo.png").write_bytes(b"\0")
    (pages / "drafts").mkdir()
    (pages / "drafts" / "old.md").write_bytes(b"\0")
    assert 0 == await _run(monkeypatch, "pages", "--quiet")
    assert ("", "") == capsys.readouterr()

    (pages / "b.md").write_bytes(b"\0")
    assert 0 == await _run(monkeypatch, "pages", "--quiet")
    said = capsys.readouterr()
    assert "" == said.out
    assert (
        "1 file was not indexed: b.md (a binary file, not text)."
        " Run scripts.ingest without --quiet to see all.\n"
    ) == said.err


async def test_nothing_is_said_any_more_of_what_was_forgotten(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alarm of a folder ends with it."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    await _run(monkeypatch, "pages", "--quiet")
    (pages / "a.md").unlink()
    await _run(monkeypatch, "pages", "--quiet")
    async with wiring.open_ledger(wiring.settings()) as ledger:
        before = [alarm.kind for alarm in await ledger.alarms.standing()]
        await ledger.watchers.beat("docs", str(pages))
    await _run(monkeypatch, "--forget", "pages")
    async with wiring.open_ledger(wiring.settings()) as ledger:
        after = [*await ledger.alarms.standing(), *await ledger.watchers.all()]

    assert ["empty"] == before
    assert [] == after


async def test_a_path_that_is_not_there_is_not_followed(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was mistyped: that is said at once."""
    with pytest.raises(PathUnusable, match="There is no folder"):
        await _run(monkeypatch, "--watch", "elsewhere")


async def test_a_collection_of_its_own_is_for_one_path(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named after the path; two paths, or a name besides, are wrong use."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    assert 0 == await _run(monkeypatch, "pages", "--quiet", "--own")
    index = wiring.index(wiring.settings())
    assert [str(pages)] == list(await index.roots(own_collection(pages)))
    for wrong in (["pages", "elsewhere"], ["pages", "--collection", "team"]):
        with pytest.raises(SystemExit):
            await _run(monkeypatch, "--own", *wrong)


async def test_what_could_not_be_read_need_not_stop_who_asks(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --partly one good page is enough, and no good page is not; each is told once."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    (pages / "bad.pdf").write_bytes(b"%PDF-bad")

    assert 1 == await _run(monkeypatch, "pages", "--quiet")
    capsys.readouterr()
    assert 0 == await _run(monkeypatch, "pages", "--quiet", "--partly")
    assert ["Not indexed: bad.pdf"] == [
        line[:20] for line in capsys.readouterr().err.splitlines() if line
    ]
    (pages / "a.md").unlink()
    assert 1 == await _run(monkeypatch, "pages", "--quiet", "--partly")
    assert 1 == await _run(monkeypatch, "elsewhere", "--quiet", "--partly")


async def test_a_page_that_became_unreadable_stays_and_that_is_said(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It fails the run, and its text of before can be searched, in an index made anew too."""
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    (pages / "b.html").write_text("<h1>B</h1><p>Text of the other page.</p>")
    assert 0 == await _run(monkeypatch, "pages", "--quiet")
    (pages / "b.html").write_text("<p>" + "x" * 2_000_001)
    monkeypatch.setattr("retrieval.ingest.chunk.VERSION", "of a test")
    assert 1 == await _run(monkeypatch, "pages", "--quiet")
    said = capsys.readouterr().err
    known = await wiring_upkeep.upkeep(wiring.settings()).generations("docs")

    assert "1 page stays in the index as it was: b.html." in said
    assert [("0002", 2)] == [(one.name, one.documents) for one in known if one.in_use]


async def test_a_run_says_what_went_wrong_and_logs_it_only_when_told_to(
    pages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The alarm stands either way; the event is for those who set a level of the log."""
    for name in ("one", "two"):
        (pages / name).mkdir()
        (pages / name / "bad.pdf").write_bytes(b"%PDF-bad")
    await _run(monkeypatch, "pages/one", "--quiet")
    assert "alarm" not in capsys.readouterr().err

    monkeypatch.setenv("FOOTNOTE_LOG_LEVEL", "warning")
    await _run(monkeypatch, "pages/two", "--quiet")
    assert "alarm" in capsys.readouterr().err
    async with wiring.open_ledger(wiring.settings()) as ledger:
        assert 2 == len(await ledger.alarms.standing())
