"""A generation that is gone is made again from the pages as they were, and goes afterwards."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from retrieval import wiring, wiring_stores, wiring_upkeep
from retrieval.errors import FootnoteError
from retrieval.settings import Settings
from retrieval.wiring_bisect import Asking, History, history, judge, named
from retrieval.wiring_rebuild import Workshop, open_workshop
from tests.fakes.synonymous import synonyms, town
from tests.fakes.team import BagEmbedder
from tests.test_wiring_bisect import CASE, told

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

WHO = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def git(folder: Path, *words: str) -> None:
    """Run git where the pages are."""
    subprocess.run(["git", *WHO, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    """Commit all pages as they are."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "pages")


async def built(settings: Settings) -> str:
    """Build a generation of the pages as they are, with its run, and put it in use."""
    ingest = wiring.ingest(settings, BagEmbedder(), into=wiring_upkeep.building(settings))
    async with wiring_upkeep.open_keeping(settings, ingest) as keeping:
        reader = wiring.folder_reader(settings, Path("pages"))
        report = await keeping.refresher.run(reader, "docs", "build")
    await wiring_upkeep.upkeep(settings).swap("docs", report.generation, hold=False)
    return report.generation


async def past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, committed: bool = True
) -> tuple[Settings, str]:
    """Index pages, answer by them, take a page away and drop the generation that had it."""
    settings = await town(tmp_path, monkeypatch)
    synonyms(settings.data / "synonyms")
    folder = Path("pages")
    if committed:
        git(folder, "init", "-q")
        commit(folder)
    gone = await built(settings)
    await told(settings)
    (folder / "wireguard.md").unlink()
    if committed:
        commit(folder)
    await built(settings)
    upkeep = wiring_upkeep.upkeep(settings)
    for one in await upkeep.generations("docs"):
        if not one.in_use:
            await upkeep.drop("docs", one.name)
    return settings, gone


async def known_of(settings: Settings) -> History:
    """Read the states of the case."""
    async with wiring.open_ledger(settings) as ledger:
        return await history(settings, ledger, CASE)


def listed(folder: Path) -> list[str]:
    """Name all that stands in a folder and below."""
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))


async def test_a_generation_is_made_again_from_the_commit_that_it_was_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The case is right in it, its pages are compared, and nothing of it is left afterwards."""
    settings, gone = await past(tmp_path, monkeypatch)
    known = await known_of(settings)
    before = listed(settings.index_folder), listed(Path("pages"))
    state = next(one for one in known.states if one.generations["docs"] == gone)
    now = known.states[-1]

    async with open_workshop(Workshop(settings, known.runs, known.there)) as shop:
        asking = Asking("found", workshop=shop)
        then = await judge(settings, known, CASE, state, asking)
        again = await judge(settings, known, CASE, state, asking)
        wrong = await judge(settings, known, CASE, now, asking)
        changes = await named(settings, known, state, now, shop)
        beside = listed(settings.index_folder)

    assert then.right
    assert "cannot" not in then.why
    assert then == again
    assert wrong.right is False
    assert {"pages removed in docs": "1: wireguard.md"}.items() <= {
        (change.what, change.after) for change in changes
    }
    assert any(name.startswith(f"rebuilt-docs-{gone}/") for name in beside)
    assert before == (listed(settings.index_folder), listed(Path("pages")))


async def test_what_has_a_vector_is_not_embedded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the page that went is; a second run over what stands there embeds nothing."""
    settings, gone = await past(tmp_path, monkeypatch)
    known = await known_of(settings)
    embedder = BagEmbedder()
    texts: list[str] = []
    original = embedder.passages

    async def passages(asked: list[str]) -> object:
        texts.extend(asked)
        return await original(asked)

    monkeypatch.setattr(embedder, "passages", passages)
    first = await Workshop(settings, known.runs, known.there).pinned("docs", gone, embedder)
    once = len(texts)
    second = Workshop(settings, known.runs, known.there)

    assert first == await second.pinned("docs", gone, embedder)
    assert (1, 1) == (once, len(texts))
    assert "wireguard" in texts[0].lower()
    await second.clear()
    assert not (settings.index_folder / f"rebuilt-docs-{gone}").exists()


async def test_what_cannot_be_had_as_it_was_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a history the pages of then are gone; the index is left as it was."""
    settings, gone = await past(tmp_path, monkeypatch, committed=False)
    known = await known_of(settings)
    state = next(one for one in known.states if one.generations["docs"] == gone)
    shop = Workshop(settings, known.runs, known.there)
    lost = await judge(settings, known, CASE, state, Asking("found", workshop=shop))

    assert lost.right is None
    assert f"generation {gone} of 'docs' is no longer there and cannot be made again" in lost.why
    assert "are not those of then, and no history of them is known" in lost.why
    assert not list(settings.index_folder.glob("rebuilt-*"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"made_with": "reader folder-1, chunker 1, embedder bag"}, "it was made by reader folder"),
        ({"pages": "0" * 64}, "were not those of commit"),
        ({"revision": "f" * 40}, "cannot be read"),
        ({"pages": ""}, "does not say what its pages were"),
        ({"generation": "0099"}, "no run that made it is recorded"),
    ],
)
async def test_nothing_else_is_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, str], said: str
) -> None:
    """Other versions, other pages, a commit that is not there, an older record: each is named."""
    settings, gone = await past(tmp_path, monkeypatch)
    known = await known_of(settings)
    runs = {"docs": [replace(run, **change) for run in known.runs["docs"]]}
    shop = Workshop(settings, runs, known.there)

    for _ in range(2):
        with pytest.raises(FootnoteError, match=said):
            await shop.pinned("docs", gone, BagEmbedder())
    assert not list(settings.index_folder.glob("rebuilt-*"))


async def test_pages_that_are_as_they_were_need_no_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the page was put back, today's pages are those of then."""
    settings, gone = await past(tmp_path, monkeypatch, committed=False)
    text = "# Wireguard\n\nThe wireguard needs form WIREGUARD-1.\n"
    (Path("pages") / "wireguard.md").write_text(text, "utf-8")
    known = await known_of(settings)
    shop = Workshop(settings, known.runs, known.there)

    assert f"rebuilt-docs-{gone}/0001" == await shop.pinned("docs", gone, BagEmbedder())


async def test_elasticsearch_makes_it_beside_its_indices(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    elasticsearch_url: str,
    index_prefix: str,
) -> None:
    """Under a prefix that the rights on its indices hold for; none of it is left afterwards."""
    monkeypatch.setenv("ELASTICSEARCH_URL", elasticsearch_url)
    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", index_prefix)
    settings, gone = await past(tmp_path, monkeypatch)
    known = await known_of(settings)
    state = next(one for one in known.states if one.generations["docs"] == gone)
    shop = Workshop(settings, known.runs, known.there)
    then = await judge(settings, known, CASE, state, Asking("found", workshop=shop))
    api = wiring_stores.elastic(settings).api
    beside = await api.indices.get(index=f"{index_prefix}.rebuilt-*")
    await shop.clear()
    left = await api.indices.get(index=f"{index_prefix}.rebuilt-*")
    live = await wiring_upkeep.upkeep(settings).generations("docs")
    await wiring_stores.close_connections()

    assert then.right
    assert f"{index_prefix}.rebuilt-docs-{gone}.docs.0001" in beside
    assert {} == dict(left)
    assert [one.name for one in known.there["docs"]] == [one.name for one in live]
