"""What keeps indexes is put together by the settings, with a ledger or without one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from retrieval import wiring, wiring_upkeep
from retrieval.errors import InputError
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from retrieval.stores.elastic_upkeep import ElasticUpkeep
from retrieval.stores.upkeep import SqliteUpkeep
from tests.fakes.pages import FakeEmbedder


async def test_a_place_names_a_store(tmp_path: Path) -> None:
    """That of the settings, SQLite in its folder or another one; others are refused."""
    settings = load(data=tmp_path)
    own, other = (wiring_upkeep.upkeep(settings, place) for place in ("", "sqlite:/other"))
    served = load(data=tmp_path, elasticsearch_url="http://127.0.0.1:1")

    assert isinstance(own, SqliteUpkeep)
    assert isinstance(other, SqliteUpkeep)
    assert (tmp_path / "index", Path("/other")) == (own.folder, other.folder)
    assert isinstance(wiring_upkeep.upkeep(served), ElasticUpkeep)
    assert isinstance(wiring_upkeep.upkeep(served, "sqlite"), SqliteUpkeep)
    with pytest.raises(InputError, match="ELASTICSEARCH_URL"):
        wiring_upkeep.upkeep(settings, "elasticsearch")
    with pytest.raises(InputError, match="no store 'oracle'"):
        wiring_upkeep.building(settings, "oracle")


async def test_without_a_ledger_indexing_goes_on(tmp_path: Path) -> None:
    """It is said that nothing is kept."""
    settings = load(data=tmp_path, database_url="sqlite:////nowhere/at/all.db")
    (tmp_path / "a.md").write_text("# A\n\nText.\n")
    ingest = wiring_upkeep.guarded(settings, FakeEmbedder())
    async with wiring_upkeep.open_keeping(settings, ingest) as keeping:
        reader = wiring.folder_reader(settings, tmp_path / "a.md")
        report = await keeping.refresher.run(reader, "docs", "command")

    assert report.succeeded
    assert keeping.ledger is None
    assert "not kept" in keeping.warning


async def test_a_wrong_policy_keeps_nobody_from_being_told_by_the_log(tmp_path: Path) -> None:
    """There is no channel then, and the log says why."""
    (tmp_path / "policy.toml").write_text("[collections")
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        with capture_logs() as logs:
            watchman = wiring_upkeep.watchman(ledger, tmp_path / "policy.toml")
        await watchman.tell("empty", "docs /docs", "Nothing there.")

        assert [] == list(await ledger.outbox.due(seconds=1))
    assert ["no_channel_for_alarms"] == [line["event"] for line in logs]


async def test_maintainers_are_told_in_their_channel(tmp_path: Path) -> None:
    """That of the policy."""
    policy = tmp_path / "policy.toml"
    policy.write_text('[maintainers]\nchannel = "C0MAINTAIN"\n[collections.docs]\nopen = true\n')
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        watchman = wiring_upkeep.watchman(ledger, policy)
        await watchman.tell("empty", "docs /docs", "Nothing there.")
        (job,) = await ledger.outbox.due(seconds=1)

    assert "C0MAINTAIN" == job.payload["to"]


def test_only_a_service_can_change_its_model(tmp_path: Path) -> None:
    """A local model is what its name says; one of a service is asked from time to time."""
    service = load(
        data=tmp_path, embedding_model="text-embedding-3-small", openai_api_key=SecretStr("k")
    )

    assert wiring_upkeep.same_model(load(data=tmp_path), None) is None
    assert wiring_upkeep.same_model(service, None) is not None
