"""The life of an index by command: built, checked, swapped, taken back, pruned, copied."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import IndexMissing, InputError
from scripts import index, ingest

Command = Callable[..., Awaitable[tuple[int, Any]]]


@pytest.fixture(name="command")
def _command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run the command in a folder of the test; its exit code, and what it printed as JSON."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# A\n\nText of the page.\n")

    async def run(*arguments: str, main: Any = index.main) -> tuple[int, Any]:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["x", *arguments, "--json"])
        code = await main()
        return code, json.loads(capsys.readouterr().out)

    return run


async def test_a_generation_is_built_swapped_in_and_taken_back(
    command: Command, tmp_path: Path
) -> None:
    """What is built waits; a swap is undone by a rollback; what is not kept goes."""
    await command("pages", main=ingest.main)
    built = await command("build")
    waits = await command("status", "--quick")
    swapped = await command("swap")
    back = await command("rollback")
    pruned = await command("prune", "--keep", "1")

    assert (0, "0002", True) == (built[0], built[1][0]["generation"], built[1][0]["held"])
    assert "0001" == waits[1]["collections"][0]["in_use"]
    assert (0, "0002", "0001") == (swapped[0], swapped[1]["in_use"], swapped[1]["before"])
    assert (0, "0001") == (back[0], back[1]["in_use"])
    assert (0, ["0002"]) == (pruned[0], pruned[1]["removed"])
    assert ["docs.0001.db"] == [path.name for path in (tmp_path / "data/index").glob("*.db")]


async def test_what_was_in_use_is_not_what_is_built_anew(command: Command) -> None:
    """After going back, every text is embedded again, in a generation of its own."""
    await command("pages", main=ingest.main)
    await command("build", "--anew")
    await command("swap")
    await command("rollback")
    code, (report,) = await command("build", "--anew")

    assert (0, "0003", 1) == (code, report["generation"], report["new"])


async def test_status_tells_documents_chunks_runs_and_what_waits(
    command: Command, tmp_path: Path
) -> None:
    """And that the canaries agree; a change since the last run is named, and is no alarm."""
    await command("pages", main=ingest.main)
    (tmp_path / "pages" / "b.md").write_text("# B\n\nAnother page.\n")
    code, said = await command("status")
    (docs,) = said["collections"]

    assert 0 == code
    assert (1, 1, ["command"]) == (
        docs["documents"],
        docs["chunks"],
        [run["by"] for run in docs["runs"]],
    )
    assert [["b.md"]] == [one["new"] for one in docs["waiting"]]
    assert docs["oldest_change_waiting"]
    assert docs["canaries"]["least"] > 0.99
    assert 1 == docs["chunks_a_document"]["most"]
    assert [] == said["alarms"]


async def test_each_collection_has_the_links_that_the_settings_name_for_it(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever command reads its pages: to none of them have the other's pages changed."""
    links = "https://a.example/{path},others=https://b.example/{page}"
    monkeypatch.setenv("FOOTNOTE_URL_TEMPLATE", links)
    await command("pages", main=ingest.main)
    await command("pages", "--collection", "others", main=ingest.main)
    await command("build", "--collection", "others")
    await command("swap", "--collection", "others")
    _, said = await command("status")
    verified, _ = await command("verify", "--collection", "others")
    found = {}
    for path in (tmp_path / "data/index").glob("*.db"):
        with closing(sqlite3.connect(path)) as connection:
            found[path.name] = connection.execute("SELECT url FROM document").fetchall()

    assert [[], []] == [one["waiting"][0]["changed"] for one in said["collections"]]
    assert 0 == verified
    assert {
        "docs.0001.db": [("https://a.example/a.md",)],
        "others.0001.db": [("https://b.example/a",)],
        "others.0002.db": [("https://b.example/a",)],
    } == found


async def test_status_fails_while_an_alarm_stands(command: Command, tmp_path: Path) -> None:
    """The folder that is indexed holds nothing; once it does again, all is well."""
    await command("pages", main=ingest.main)
    (tmp_path / "pages" / "a.md").unlink()
    await command("pages", main=ingest.main)
    code, said = await command("status", "--quick")
    (tmp_path / "pages" / "a.md").write_text("# A\n\nText of the page.\n")
    await command("pages", main=ingest.main)
    well, _ = await command("status", "--quick")

    assert (1, ["empty"]) == (code, [alarm["kind"] for alarm in said["alarms"]])
    assert 0 == well


async def test_status_of_one_collection_tells_of_its_own_alarms(
    command: Command, tmp_path: Path
) -> None:
    """What is wrong with another collection is neither told nor an exit code of 1."""
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "b.md").write_text("# B\n\nAnother page.\n")
    await command("pages", main=ingest.main)
    await command("others", "--collection", "others", main=ingest.main)
    (tmp_path / "pages" / "a.md").unlink()
    await command("pages", main=ingest.main)
    wrong, said = await command("status", "--quick", "--collection", "docs")
    well, others = await command("status", "--quick", "--collection", "others")

    assert (1, 0) == (wrong, well)
    assert [["empty"], []] == [[one["kind"] for one in all_["alarms"]] for all_ in (said, others)]


async def test_a_damaged_generation_is_found_and_not_swapped_in(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Verify names the fault; swap refuses unless it is not to look."""
    await command("pages", main=ingest.main)
    await command("build")
    path = tmp_path / "data" / "index" / "docs.0002.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM words")
    sound = await command("verify")
    damaged = await command("verify", "--generation", "0002")
    monkeypatch.setattr(sys, "argv", ["x", "swap"])
    refused = await index.main()
    said = capsys.readouterr()
    unchecked = await command("swap", "0002", "--unchecked")

    assert (0, True) == (sound[0], sound[1]["good"])
    assert (1, ["1 chunk is not in the index of words."]) == (damaged[0], damaged[1]["faults"])
    assert 1 == refused
    assert "0002 was not put in use" in said.err
    assert (0, "0002") == (unchecked[0], unchecked[1]["in_use"])


async def test_a_collection_is_copied_to_another_store_and_back(
    command: Command, tmp_path: Path
) -> None:
    """It is in use there, holds the same, and can be left waiting."""
    await command("pages", main=ingest.main)
    there = f"sqlite:{tmp_path / 'other'}"
    first = await command("copy", "--from", "sqlite", "--to", there)
    back = await command("copy", "--from", there, "--to", "sqlite", "--hold")
    _, state = await command("status", "--quick")

    assert (0, 1, [], True) == (first[0], *(first[1][k] for k in ("put", "differences", "in_use")))
    assert (0, False) == (back[0], back[1]["in_use"])
    assert "0001" == state["collections"][0]["in_use"]
    with pytest.raises(InputError, match="another one"):
        await command("copy", "--from", "sqlite", "--to", "sqlite")
    with pytest.raises(InputError, match="ELASTICSEARCH_URL"):
        await command("copy", "--from", "sqlite", "--to", "elasticsearch")


@pytest.mark.parametrize("name", ["status", "build", "verify", "swap", "rollback"])
async def test_without_an_index_it_is_said_how_to_make_one(command: Command, name: str) -> None:
    """Each command ends with a sentence."""
    with pytest.raises((IndexMissing, InputError), match=r"scripts|before|PATHs"):
        await command(name)


async def test_what_is_told_is_told_in_lines(
    command: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --json each command says in words what it did."""
    await command("pages", main=ingest.main)
    told = []
    for arguments in (["build"], ["verify"], ["swap"], ["rollback"], ["prune", "--keep", "1"]):
        monkeypatch.setattr(sys, "argv", ["x", *arguments])
        assert 0 == await index.main()
        told.append(capsys.readouterr().out)

    assert "waits: 1 document. Put it in use with `python -m scripts.index swap 0002`." in told[0]
    assert "nothing is wrong" in told[1]
    assert "searched in generation 0002; 0001 is kept" in told[2]
    assert "searched in generation 0001" in told[3]
    assert "Removed of 'docs': 0002." in told[4]


@pytest.mark.parametrize("name", ["status", "verify", "swap", "rollback", "prune"])
async def test_a_collection_that_is_not_there_is_told_as_ask_does(
    command: Command, name: str
) -> None:
    """One sentence, with the names that there are."""
    await command("pages", "--collection", "team", main=ingest.main)
    with pytest.raises(InputError, match=r"^There is no collection 'nope'\. There are: team\.$"):
        await command(name, "--collection", "nope")


async def test_status_tells_of_others_beside_a_damaged_pointer(
    command: Command, tmp_path: Path
) -> None:
    """The damaged one has its problem told, and the exit code says that something is wrong."""
    await command("pages", main=ingest.main)
    await command("pages", "--collection", "team", main=ingest.main)
    (tmp_path / "data" / "index" / "docs.current").write_bytes(b"\xff")
    code, said = await command("status", "--quick")
    verified, _ = await command("verify", "--collection", "team")

    assert (1, 0) == (code, verified)
    assert ["docs", "team"] == [one["name"] for one in said["collections"]]
    assert "docs.current, which names" in said["collections"][0]["problem"]
    assert ("", 1) == tuple(said["collections"][1][name] for name in ("problem", "documents"))


async def test_status_fails_where_the_file_in_use_is_damaged(
    command: Command, tmp_path: Path
) -> None:
    """Its generation says so, and so does the exit code."""
    await command("pages", main=ingest.main)
    (tmp_path / "data" / "index" / "docs.0001.db").write_bytes(b"no database" * 400)
    code, said = await command("status", "--quick")

    assert 1 == code
    assert "docs.0001.db is damaged" in said["collections"][0]["generations"][0]["damage"]
