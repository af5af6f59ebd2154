"""Which of the files that were not indexed somebody may miss."""

from __future__ import annotations

import pytest

from retrieval.ingest.missed import is_asset, missed, told
from retrieval.ports import Meant, Skipped

LARGE = Skipped("big.md", "too large: 31 bytes, 20 at most")
OTHER = [Skipped(f"{name}.pptx", "not a format that can be read") for name in "abc"]


def test_what_was_left_out_on_purpose_is_not_missed() -> None:
    """Nor are the pictures of pages, and files that only programs look at."""
    meant = [
        Meant("drafts", "excluded"),
        Skipped("images/logo.png", "not a format that can be read"),
        Skipped("a/.editorconfig", "not a format that can be read"),
    ]

    assert (LARGE, *OTHER) == missed([*meant, LARGE, *OTHER])
    assert "" == told(meant)


def test_some_are_named_the_rarest_first() -> None:
    """One page that is too large is more of a surprise than a hundred files of another kind."""
    assert (
        "4 files were not indexed: big.md (too large), a.pptx (not a format that can be read),"
        " b.pptx (not a format that can be read) and 1 more."
    ) == told([*OTHER, LARGE])
    assert "1 file was not indexed: big.md (too large)." == told([LARGE])


@pytest.mark.parametrize(
    ("path", "asset"), [("a/b.PNG", True), ("style.css", True), ("a.md", False), ("LICENSE", False)]
)
def test_an_asset_is_known_by_its_name(path: str, asset: bool) -> None:
    """Pictures, sounds, fonts, styles and scripts are no pages."""
    assert asset == is_asset(path)
