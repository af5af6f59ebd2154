"""The doctor finds what is wrong, and says how to mend it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.models.onnx import OnnxEmbedder
from retrieval.settings import load
from scripts import doctor, index, ingest
from tests.fakes.openai_server import OpenAIServer, Respond
from tests.playground import playground


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# A\n\nText of the page.\n")


async def _doctor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict[str, dict[str, object]]]:
    monkeypatch.setattr(sys, "argv", ["doctor", "--json"])
    code = await doctor.main()
    return code, {found["check"]: found for found in json.loads(capsys.readouterr().out)}


async def _index(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["ingest", "pages", "--quiet"])
    assert 0 == await ingest.main()
    capsys.readouterr()


async def test_a_sound_installation_has_nothing_to_mend(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With an index, a model and a ledger every check is well."""
    await _index(monkeypatch, capsys)

    code, found = await _doctor(monkeypatch, capsys)

    assert 0 == code
    assert [] == [name for name, finding in found.items() if not finding["ok"]]
    assert "1 document, 1 chunk" in str(found["index 'docs'"]["said"])


async def test_nothing_indexed_is_told_with_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The mend is the command to run."""
    code, found = await _doctor(monkeypatch, capsys)

    assert 1 == code
    assert "Run python -m scripts.ingest PATH." == found["index"]["mend"]


async def test_wrong_settings_are_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The variable is named, exit code 2; no check that needs settings runs on wrong ones."""
    monkeypatch.setenv("FOOTNOTE_SOURCES", "many")

    code, found = await _doctor(monkeypatch, capsys)

    assert (2, ["settings"]) == (code, list(found))
    assert "FOOTNOTE_SOURCES" in str(found["settings"]["said"])


async def test_a_folder_that_cannot_be_made_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A file in the way of the data folder is a finding, not a crash."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "file" / "data"))

    code, found = await _doctor(monkeypatch, capsys)

    assert 1 == code
    assert not found["folder"]["ok"]
    assert "FOOTNOTE_DATA" in str(found["folder"]["mend"])


async def test_a_service_that_is_down_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing listens at the address: a sentence, and no traceback."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("FOOTNOTE_MODEL_TIMEOUT", "0.5")

    _, found = await _doctor(monkeypatch, capsys)

    assert not found["service"]["ok"]


async def test_a_reranker_is_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that answers is named with its time, one that is down with the setting to check."""
    good = [{"index": 0, "relevance_score": 0.9}, {"index": 1, "relevance_score": 0.1}]
    async with OpenAIServer(Respond(body={"results": good})) as server:
        monkeypatch.setenv("FOOTNOTE_RERANK_URL", server.url)
        monkeypatch.setenv("FOOTNOTE_RERANK_MODEL", "judge")
        _, up = await _doctor(monkeypatch, capsys)
    _, down = await _doctor(monkeypatch, capsys)

    assert str(up["reranker"]["said"]).startswith("judge, 0.")
    assert not down["reranker"]["ok"]
    assert "FOOTNOTE_RERANK_URL" in str(down["reranker"]["said"])


async def test_another_embedder_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An index of another model is named, with the command that makes it anew."""
    await _index(monkeypatch, capsys)
    monkeypatch.setattr("retrieval.models.onnx.OnnxEmbedder.identity", "another model")

    code, found = await _doctor(monkeypatch, capsys)

    assert 1 == code
    assert "another embedder" in str(found["index 'docs'"]["said"])
    assert "scripts.ingest" in str(found["index 'docs'"]["mend"])


async def test_an_index_of_this_embedder_that_waits_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another run would build nothing: what waits is named, with what puts it in use."""
    await _index(monkeypatch, capsys)
    monkeypatch.setattr("retrieval.models.onnx.OnnxEmbedder.identity", "another model")
    monkeypatch.setattr(sys, "argv", ["index", "build"])
    assert 0 == await index.main()
    capsys.readouterr()

    _, found = await _doctor(monkeypatch, capsys)

    assert "Generation 0002 is made with it and waits" in str(found["index 'docs'"]["mend"])


async def test_a_model_that_embeds_everything_alike_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The setting that names it is told: a service's has no folder to check."""

    async def alike(self: OnnxEmbedder, _: str) -> np.ndarray:
        return (await self.passages(["The invoice was paid."]))[0]

    monkeypatch.setattr(OnnxEmbedder, "query", alike)

    _, found = await _doctor(monkeypatch, capsys)

    assert "check FOOTNOTE_EMBEDDING_MODEL" in str(found["embedder"]["mend"])


async def test_slack_is_looked_at_where_a_token_is_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without tokens nothing is wrong; with a sound app its checks join, with half of one not."""
    await _index(monkeypatch, capsys)
    _, without = await _doctor(monkeypatch, capsys)
    async with playground() as pg:
        for name, value in pg.env().items():
            monkeypatch.setenv(name, value)
        code, sound = await _doctor(monkeypatch, capsys)
        monkeypatch.delenv("SLACK_APP_TOKEN")
        broken, half = await _doctor(monkeypatch, capsys)

    assert without["slack"]["ok"]
    assert 0 == code
    assert {"slack token", "slack scopes", "slack socket"} <= set(sound)
    assert 2 == broken
    assert "SLACK_APP_TOKEN: is not set" in str(half["bot settings"]["said"])


async def test_every_problem_of_the_bot_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What `python -m bot` refuses is no sound installation: its settings and the policy file."""
    rules = tmp_path / "policy.toml"
    rules.write_text('[collections.docs]\nopen = "yes"\nfriends = []\n')
    monkeypatch.setenv("FOOTNOTE_POLICY", str(rules))
    monkeypatch.setenv("FOOTNOTE_SOURCES", "many")
    monkeypatch.setenv("FOOTNOTE_WORKERS", "0")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xapp-swapped")

    code, found = await _doctor(monkeypatch, capsys)

    assert (2, ["settings", "bot settings", "policy"]) == (code, list(found))
    told = str(found["bot settings"]["said"])
    assert all(name in told for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "FOOTNOTE_WORKERS"))
    assert all(key in str(found["policy"]["said"]) for key in ("open", "friends"))


@pytest.mark.parametrize("name", ["missing.toml", "policy.toml"])
async def test_a_policy_alone_is_looked_at_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    """One that is not there is a finding; so are the tokens that it needs."""
    (tmp_path / "policy.toml").write_text("[collections.docs]\nopen = true\n")
    monkeypatch.setenv("FOOTNOTE_POLICY", str(tmp_path / name))

    code, found = await _doctor(monkeypatch, capsys)

    assert 2 == code
    assert (name == "policy.toml") == found["policy"]["ok"]
    assert "SLACK_BOT_TOKEN: is not set" in str(found["bot settings"]["said"])


async def test_a_ledger_on_a_server_is_looked_at(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Server, database, clock, connections and schema each have their finding; none is changed."""
    await _index(monkeypatch, capsys)
    monkeypatch.setenv("DATABASE_URL", postgresql_url)

    code, found = await _doctor(monkeypatch, capsys)
    async with Ledger.open(postgresql_url):
        pass
    _, again = await _doctor(monkeypatch, capsys)

    assert 0 == code
    assert {"server", "database", "clock", "connections", "schema"} == {
        name.removeprefix("ledger ") for name in found if name.startswith("ledger ")
    }
    assert "no tables yet" in str(found["ledger schema"]["said"])
    assert "can be written" in str(again["ledger"]["said"])


async def test_a_server_that_cannot_be_used_is_one_sentence(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong database, password or host is said, and no password is printed."""
    there = urlsplit(postgresql_url)
    host = f"{there.hostname}:{there.port}"
    said = []
    for url in (
        there._replace(path="/nosuch").geturl(),
        f"postgresql://footnote:hunter2@{host}/postgres",
        "postgresql://footnote:hunter2@127.0.0.1:1/x?connect_timeout=1",
    ):
        monkeypatch.setenv("DATABASE_URL", url)
        found = [f async for f in doctor.examine(load()) if f.check.startswith("ledger")]
        assert [False] == [finding.ok for finding in found]
        said.append(found[0].said)

    assert "no such database" in said[0]
    assert "refuses the user or the password" in said[1]
    assert "does not answer" in said[2]
    assert "hunter2" not in str(said)


async def test_one_damaged_collection_keeps_no_other_from_being_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each has a finding of its own."""
    await _index(monkeypatch, capsys)
    (tmp_path / "data" / "index" / "asked.current").write_bytes(b"\xff")

    code, found = await _doctor(monkeypatch, capsys)

    assert 1 == code
    assert "asked.current, which names" in str(found["index 'asked'"]["said"])
    assert found["index 'docs'"]["ok"]
