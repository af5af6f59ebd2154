"""Tests of a folder as a source."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from retrieval.errors import ReaderError, UnreadableDocument
from retrieval.ports import SourceFile
from retrieval.readers.folder import FolderReader, document_id
from retrieval.readers.history import Dates, History


def _write(root, **files):
    for name, content in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def test_a_folder_is_scanned_and_read(tmp_path):
    """Each document has its path, id, title, link and anchors."""
    reader = FolderReader(
        _write(tmp_path, team__a_dot_md="# Über uns\n\n## x y\n"),
        url_template="https://e.org/{path}?p={page}&d={dir}&s={stem}",
    )
    (file,) = reader.scan().files
    document = reader.read(file)

    assert ("team/a.md", "Über uns") == (document.path, document.title)
    assert "https://e.org/team/a.md?p=team/a&d=team&s=a" == document.url
    assert ["über-uns", "x-y"] == [one.fragment for one in document.anchors]
    assert document_id(str(tmp_path), "team/a.md") == document.id
    assert 16 == len(document.id)
    assert file.digest == document.digest


def test_links_are_quoted_and_a_page_may_name_its_own(tmp_path):
    """Spaces and signs in a path cannot break a link; the page's own address comes first."""
    _write(tmp_path, **{"a b#c_dot_md": "x", "d_dot_md": "---\nurl: https://own.org/d\n---\nx"})
    reader = FolderReader(tmp_path, url_template="https://e.org/{path}")

    assert ["https://e.org/a%20b%23c.md", "https://own.org/d"] == [
        reader.read(file).url for file in reader.scan().files
    ]


def test_what_is_passed_over_is_named(tmp_path):
    """Unknown, large, binary and excluded files are in the report and do no harm."""
    _write(
        tmp_path,
        a_dot_md="ok",
        b_dot_png="x",
        c_dot_md=b"a\x00b",
        d_dot_md="y" * 2000,
        e__f_dot_md="z",
    )
    scan = FolderReader(tmp_path, excludes=["e"], max_bytes=1000).scan()

    assert ["a.md"] == [file.path for file in scan.files]
    assert {
        "b.png": "not a format that can be read",
        "c.md": "a binary file, not text",
        "d.md": "too large: 2000 bytes, 1000 at most",
        "e": "excluded",
    } == {one.path: one.reason for one in scan.skipped}


def test_what_cannot_be_opened_now_is_apart_from_what_is_passed_over(tmp_path, monkeypatch):
    """A page that is closed to us may be what it was; one that went away meanwhile is not there."""
    _write(tmp_path, a_dot_md="a", b_dot_md="b", c_dot_md="c")
    errors = {"b.md": PermissionError(13, "Denied"), "c.md": FileNotFoundError(2, "Gone")}
    opened = Path.read_bytes

    def read(place):
        if place.name in errors:
            raise errors[place.name]
        return opened(place)

    monkeypatch.setattr(Path, "read_bytes", read)
    scan = FolderReader(tmp_path).scan()

    assert ["a.md"] == [file.path for file in scan.files]
    assert [("b.md", "it cannot be opened: Denied")] == [(o.path, o.reason) for o in scan.unread]
    assert ["c.md"] == [one.path for one in scan.skipped]
    assert scan.hides("b.md")
    assert not scan.hides("c.md")


def test_the_digest_covers_all_that_a_document_is_made_of(tmp_path):
    """Text, facts, link template and slug style each change it; nothing else does."""
    _write(tmp_path, a_dot_md="x")
    kinds = [
        {},
        {"facts": {"a.md": {"owner": "b"}}},
        {"url_template": "https://e.org/{path}"},
        {"slugs": "mkdocs"},
    ]
    digests = [FolderReader(tmp_path, **kind).scan().files[0].digest for kind in kinds]

    assert 4 == len(set(digests))
    assert digests[0] == FolderReader(tmp_path).scan().files[0].digest
    _write(tmp_path, a_dot_md="y")
    assert digests[0] != FolderReader(tmp_path).scan().files[0].digest


def test_facts_fill_what_a_page_leaves_open(tmp_path):
    """Dates and owners from beside the corpus do not override the page."""
    _write(tmp_path, a_dot_md="---\nowner: page\n---\ntext")
    facts = {
        "a.md": {"owner": "x", "last_modified": "2024-02-03", "created": "2020-01-01", "title": "T"}
    }
    reader = FolderReader(tmp_path, facts=facts)
    document = reader.read(reader.scan().files[0])

    assert ("T", "page", date(2024, 2, 3), date(2020, 1, 1)) == (
        document.title,
        document.metadata.owner,
        document.metadata.updated,
        document.metadata.created,
    )


def test_one_file_is_a_source_too(tmp_path):
    """A single page is read as a folder of one."""
    reader = FolderReader(_write(tmp_path, a_dot_md="# A") / "a.md")

    assert ["a.md"] == [file.path for file in reader.scan().files]
    assert str(tmp_path / "a.md") == reader.root


def test_an_empty_folder_is_an_empty_scan(tmp_path):
    """Nothing there is for the caller to judge."""
    assert () == FolderReader(tmp_path).scan().files


def test_what_went_away_is_a_reason(tmp_path):
    """A file that is gone when it is read is one failed document."""
    reader = FolderReader(tmp_path)
    with pytest.raises(UnreadableDocument, match="cannot be opened"):
        reader.read(SourceFile("gone.md", "", 0))
    with pytest.raises(ReaderError, match="no folder"):
        FolderReader(tmp_path / "gone").scan()


@pytest.mark.parametrize(
    "options",
    [{"slugs": "x"}, {"url_template": "https://e.org/{x}"}, {"url_template": "ftp://e.org/{path}"}],
)
def test_wrong_options_are_said(tmp_path, options):
    """A template or style that cannot work is refused at once."""
    with pytest.raises(ReaderError):
        FolderReader(tmp_path, **options)


def test_missing_history_is_said_once(tmp_path, monkeypatch):
    """A checkout whose history cannot be asked is named in the report, its pages are read."""
    _write(tmp_path, a_dot_md="x", b_dot_md="y")
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr("retrieval.readers.history.shutil.which", lambda _name: None)
    scan = FolderReader(tmp_path).scan()

    assert 2 == len(scan.files)
    assert [".git"] == [one.path for one in scan.skipped]


def test_dates_come_from_the_checkout(tmp_path, monkeypatch):
    """What the history says of a page is in its metadata and its digest."""
    _write(tmp_path, a_dot_md="x")
    before = FolderReader(tmp_path).scan().files[0].digest
    known = History({"a.md": Dates(date(2020, 1, 1), date(2024, 1, 1))})
    monkeypatch.setattr("retrieval.readers.folder.history", lambda _root: known)
    reader = FolderReader(tmp_path)
    (file,) = reader.scan().files

    assert before != file.digest
    assert date(2024, 1, 1) == reader.read(file).metadata.updated


def test_a_date_of_a_wrong_clock_is_left_out_and_said(tmp_path, monkeypatch):
    """A commit that was made in the future dates nothing."""
    _write(tmp_path, a_dot_md="x")
    known = History({"a.md": Dates(date(2020, 1, 1), date(2199, 1, 1))})
    monkeypatch.setattr("retrieval.readers.folder.history", lambda _root: known)
    reader = FolderReader(tmp_path)
    read = reader.read(reader.scan().files[0])

    assert (date(2020, 1, 1), None) == (read.metadata.created, read.metadata.updated)
    assert ("Its date in git (updated) is in the future, and is left out: 2199-01-01.",) == (
        read.warnings
    )


def test_titles_and_facts_hide_nothing(tmp_path):
    """Escapes of YAML and entities of HTML bring nothing unseen into what is shown of a page."""
    head = '---\ntitle: "A\\u202eB"\nowner: "o\\u200bps"\nurl: "https://e.org/\\u200b"\n---\nx\n'
    page = "<h1>C&#x202e;D</h1><pre>a&#x200b;b</pre><a href='https://e.org/&#x2066;'>q</a>"
    reader = FolderReader(_write(tmp_path, a_dot_md=head, b_dot_html=page))
    one, other = (reader.read(file) for file in reader.scan().files)

    assert ("AB", "ops", "") == (one.title, one.metadata.owner, one.url)
    assert "CD" == other.title
    assert "# CD\n\n```\nab\n```\n\n[q](https://e.org/)\n" == other.text


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.rst", "a.html", "a.ipynb"])
def test_a_document_of_too_much_text_is_a_reason(tmp_path, monkeypatch, name):
    """Whatever the format, text above the limit is refused; below it is read."""
    text = "word " * 30
    cells = {"cells": [{"cell_type": "markdown", "source": text}]}
    (tmp_path / name).write_text(json.dumps(cells) if name == "a.ipynb" else text)
    reader = FolderReader(tmp_path)
    (file,) = reader.scan().files
    assert text.strip() == reader.read(file).text.strip()

    monkeypatch.setattr("retrieval.readers.page.MAX_CHARACTERS", 100)
    with pytest.raises(UnreadableDocument, match="more than 100 characters of text; split it"):
        reader.read(file)
