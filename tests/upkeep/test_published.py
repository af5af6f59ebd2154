"""Tests of retrieval/upkeep/published.py: what lies where it may, and goes where it may."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import InputError
from retrieval.upkeep.published import Folder, Folders

ALL = ("docs", "hr", "ops")
OUTSIDE = "`path` is not under one of the folders of FOOTNOTE_INGEST_ROOTS."
NONE = "`collection` is not one of the policy's."
FOR_HR = "FOOTNOTE_INGEST_ROOTS has for hr alone."


@pytest.fixture(name="home")
def _home(tmp_path: Path) -> Path:
    for name in ("hr/pension.md", "hr/board/pay.md", "ops/index.md", "hr/index.md", "all/a.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# Page")
    return tmp_path


def _bound(home: Path) -> Folders:
    return Folders.read(f"hr={home}/hr, ops={home}/ops,{home}/all", ALL)


def test_folders_are_read_with_or_without_a_collection() -> None:
    """A plain path is for any collection, and may hold a sign of equality."""
    found = Folders.read("hr=/srv/hr, /srv/a=b ,,~/docs", ALL)

    assert (
        Folder(Path("/srv/hr"), "hr"),
        Folder(Path("/srv/a=b")),
        Folder(Path.home() / "docs"),
    ) == found.folders
    assert () == Folders.read("", ALL).folders


@pytest.mark.parametrize(
    ("path", "collection", "into"),
    [
        ("pension.md", "", "hr/pension.md hr"),
        ("pension.md", "hr", "hr/pension.md hr"),
        ("index.md", "ops", "ops/index.md ops"),
        ("index.md", "hr", "hr/index.md hr"),
        ("a.md", "", "all/a.md docs"),
        ("a.md", "ops", "all/a.md ops"),
    ],
)
def test_a_page_goes_into_the_collection_of_its_folder(
    home: Path, path: str, collection: str, into: str
) -> None:
    """Where none is given; of several pages of that name the one that may go there is meant."""
    place, name = _bound(home).allowed(path, collection)

    assert into == f"{place.relative_to(home.resolve())} {name}"


@pytest.mark.parametrize("path", ["pension.md", "hr/pension.md", "board", "board/pay.md"])
def test_a_page_goes_into_no_other_collection_than_that_of_its_folder(
    home: Path, path: str
) -> None:
    """One wrong field does not open restricted pages, whichever other folder holds them, too."""
    for folders in (_bound(home), Folders.read(f"hr={home}/hr,{home}", ALL)):
        given = str(home / path) if (home / path).exists() else str(home / "hr" / path)
        with pytest.raises(InputError, match=f"in a folder that {FOR_HR}"):
            folders.allowed(given, "ops")


def test_a_folder_that_holds_the_folder_of_another_collection_is_refused(home: Path) -> None:
    """All that lies in it would be indexed; the collection itself may."""
    folders = Folders.read(f"{home},hr={home}/hr", ALL)

    with pytest.raises(InputError, match=f"holds a folder that {FOR_HR}"):
        folders.allowed(str(home), "ops")
    assert "hr" == folders.allowed(str(home), "hr")[1]


def test_the_innermost_folder_decides(home: Path) -> None:
    """A folder may be for several collections, each written apart."""
    folders = Folders.read(f"hr={home}/hr,ops={home}/hr/board,docs={home}/hr/board", ALL)

    assert ["ops", "docs"] == [folders.allowed("board/pay.md", name)[1] for name in ("ops", "docs")]
    with pytest.raises(InputError, match="for docs and ops alone"):
        folders.allowed("board/pay.md", "hr")


@pytest.mark.parametrize(
    ("path", "collection", "said"),
    [
        ("/etc/passwd", "secret", f"{OUTSIDE} {NONE}"),
        ("/etc/passwd", "", OUTSIDE),
        ("/etc/passwd", "hr", OUTSIDE),
        ("a.md", "secret", NONE),
        ("", "secret", f"`path` must be the path of a file or folder, never an address. {NONE}"),
        ("a.md", "", "`collection` must be given: the policy has none that is called docs."),
    ],
)
def test_all_that_is_wrong_is_said(home: Path, path: str, collection: str, said: str) -> None:
    """Nothing that is wrong hides something else, and a collection not given hides nothing."""
    folders = Folders(_bound(home).folders, ("hr", "ops"))
    with pytest.raises(InputError) as caught:
        folders.allowed(path, collection)

    assert said == str(caught.value)


@given(st.text(), st.sampled_from(["", *ALL, "secret"]))
def test_any_text_is_a_place_inside_or_refused(
    tmp_path_factory: pytest.TempPathFactory, path: str, collection: str
) -> None:
    """Whatever is sent, what is taken lies under the folder."""
    folder = tmp_path_factory.getbasetemp().resolve()
    try:
        place, _ = Folders([Folder(folder)], ALL).allowed(path, collection)
    except InputError:
        return

    assert place.is_relative_to(folder)
