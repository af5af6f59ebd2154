"""The gate is put together by the settings; see also tests/scripts/test_index_gate.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from retrieval import wiring, wiring_gate
from retrieval.learn.scoring import CaseScore
from retrieval.ports import EvalCase
from retrieval.settings import load
from tests.fakes.gate import case
from tests.fakes.pages import FakeEmbedder


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
    named = wiring_gate.channel(policy).names
    policy.write_text("[collections")
    with capture_logs() as logs:
        nobody = wiring_gate.channel(policy).id

    assert ("C0MAINTAIN", "") == (told, nobody)
    assert [True, False] == [named("docs"), named("payroll")]
    assert ["no_channel_for_the_gate"] == [line["event"] for line in logs]


@pytest.mark.parametrize(("rank", "state"), [(1, "passed"), (None, "held")])
async def test_weights_go_live_only_where_no_case_gets_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rank: int | None, state: str
) -> None:
    """What passes is in use, and so is the configuration with it; what does not waits beside."""
    settings = load(data=tmp_path)
    values = tuple(value + 1 for value in wiring.rerank_features()[1])

    def scorer(settings: Any, content: Any, watch: Any, what: str) -> Any:
        async def scored(cases: Sequence[EvalCase]) -> Sequence[CaseScore]:
            found = rank if content else 1
            return [CaseScore(one.id, "docs", found, right=one.label.right) for one in cases]

        return scored

    monkeypatch.setattr(wiring_gate, "_scorer", scorer)
    monkeypatch.setattr(wiring, "embedder", lambda settings: FakeEmbedder())
    async with wiring.open_ledger(settings) as ledger:
        await ledger.cases.add(case("c1"))
    ruling = await wiring_gate.weigh(settings, "docs", values, "questions")
    live = wiring.rerank_weights(settings, "docs")
    async with wiring.open_ledger(settings) as ledger:
        passed = await ledger.rulings.latest("configuration", states=("passed",))
        running = await wiring_gate.running(settings)
        decided = await wiring_gate.decisions(settings, ledger).accept(ruling, "U1")

    assert (state, values if rank else None) == (ruling.state, live)
    assert [running] * bool(rank) == [one.name for one in passed]
    assert (rank is None) is (decided is not None)
    assert values == wiring.rerank_weights(settings, "docs")


def test_nothing_is_opened_before_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the ledger nor a model."""
    monkeypatch.setattr(wiring, "open_ledger", None)
    monkeypatch.setattr(wiring, "embedder", None)

    assert wiring_gate.gate(load(data=tmp_path))
