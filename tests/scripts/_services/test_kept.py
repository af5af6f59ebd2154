"""Servers that a developer keeps."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator

import pytest

from scripts._services import kept, processes, settings
from scripts._services.postgresql import statement
from tests.services.fixtures import started


@pytest.fixture(name="own_place")
def _own_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder for the servers of this test, which no other developer's servers share."""
    root = settings.cache() / f"test-{secrets.token_hex(4)}"
    root.mkdir()
    monkeypatch.setattr(kept, "place", lambda name: root / name)
    yield
    kept.stop("postgresql", forget=True)
    shutil.rmtree(root)


# That the server outlives whoever started it is what Python warns of, and what is meant.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("own_place")
def test_data_outlives_a_stop_and_not_being_forgotten() -> None:
    """What was written is there after stop and start, with the same password; then it is gone."""
    port = processes.free_ports(1)[0]
    said: list[str] = []

    first = started(lambda: kept.start("postgresql", port, said.append))
    again = kept.start("postgresql", port, said.append)
    statement(first.url, "CREATE TABLE kept AS SELECT 7 AS number")
    assert kept.stop("postgresql")
    second = kept.start("postgresql", port, said.append)

    assert "7" == statement(second.url, "SELECT number FROM kept")
    assert (first, first.url) == (again, second.url)
    assert ["Starting PostgreSQL ...", "postgresql runs already."] == said[:2]
    assert kept.stop("postgresql", forget=True)
    assert not kept.place("postgresql").exists()
    assert not kept.stop("postgresql")


@pytest.mark.usefixtures("own_place")
def test_a_record_that_cannot_be_read_is_none() -> None:
    """A half-written file does not stop the command."""
    kept.place("postgresql").with_suffix(".json").write_text('{"name":')

    assert kept.find("postgresql") is None
