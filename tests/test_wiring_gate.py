"""The gate is put together by the settings; see also tests/scripts/test_index_gate.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from retrieval import wiring, wiring_gate
from retrieval.settings import load


def test_the_embedder_of_an_index_is_found_by_its_identity(tmp_path: Path) -> None:
    """That of the settings, the built-in one, another model of the service; else none."""
    settings = load(data=tmp_path, openai_api_key=SecretStr("k"), embedding_model="own-model")
    own = settings.model_copy(update={"embedding_dims": 8})
    builtin = wiring.embedder(load(data=tmp_path)).identity
    other = settings.model_copy(
        update={"embedding_model": "text-embedding-3-small", "embedding_dims": 0}
    )
    wanted = (wiring.embedder(own).identity, builtin, wiring.embedder(other).identity)
    found = [wiring_gate.with_embedder(own, identity) for identity in wanted]

    assert list(wanted) == [wiring.embedder(one).identity for one in found if one]
    assert wiring_gate.with_embedder(own, "a model of long ago 7") is None


def test_maintainers_are_told_where_the_policy_says(tmp_path: Path) -> None:
    """One that is wrong keeps nothing from being judged, and the log says so."""
    policy = tmp_path / "policy.toml"
    policy.write_text('[maintainers]\nchannel = "C0MAINTAIN"\n[collections.docs]\nopen = true\n')
    told = wiring_gate.channel(policy).id
    policy.write_text("[collections")
    with capture_logs() as logs:
        nobody = wiring_gate.channel(policy).id

    assert ("C0MAINTAIN", "") == (told, nobody)
    assert ["no_channel_for_the_gate"] == [line["event"] for line in logs]


def test_nothing_is_opened_before_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the ledger nor a model."""
    monkeypatch.setattr(wiring, "open_ledger", None)
    monkeypatch.setattr(wiring, "embedder", None)

    assert wiring_gate.gate(load(data=tmp_path))
