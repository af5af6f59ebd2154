"""The command that starts the servers of a developer."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

import pytest

from scripts import services
from scripts._services import kept
from scripts._services.kept import Kept
from scripts._services.processes import ServiceError


async def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command with these words."""
    monkeypatch.setattr(sys, "argv", ["services", *words])
    return await services.main()


def test_the_help_says_what_is_fetched_and_how_to_use_it() -> None:
    """The size of the download, Java and the shell's line are there before anything is done."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.services", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )

    said = " ".join(done.stdout.split())
    assert all(part in said for part in ("107 MB", "Java 17", 'eval "$(python -m scripts.services'))


def test_an_unknown_server_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the two that there are."""
    with pytest.raises(SystemExit, match="2"):
        services.arguments().parse_args(["start", "redis"])

    assert "'redis' is neither elasticsearch nor postgresql" in capsys.readouterr().err


async def test_what_is_printed_can_be_carried_out_by_a_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings go to standard output, all else to standard error."""

    def start(name: str, port: int, say: object) -> Kept:
        say(f"Starting {name} ...")
        return Kept(name, 1, f"http://127.0.0.1:{port}")

    monkeypatch.setattr(kept, "start", start)

    assert 0 == await _run(monkeypatch, "start", "--postgresql-port", "7")
    said = capsys.readouterr()
    assert [
        "export ELASTICSEARCH_URL=http://127.0.0.1:9281",
        "export DATABASE_URL=http://127.0.0.1:7",
    ] == said.out.splitlines()
    assert ["Starting elasticsearch ...", "Starting postgresql ..."] == said.err.splitlines()


async def test_the_status_tells_what_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record of a process that is gone, or is another by now, is no server."""
    gone = Kept("elasticsearch", 1, "http://127.0.0.1:9281")
    monkeypatch.setattr(kept, "find", {"elasticsearch": gone}.get)

    assert 1 == await _run(monkeypatch, "status", "--json")
    assert {"elasticsearch": None, "postgresql": None} == json.loads(capsys.readouterr().out)
    assert 1 == await _run(monkeypatch, "status", "elasticsearch")
    assert "elasticsearch: does not run\n" == capsys.readouterr().out


async def test_fetching_starts_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the servers need is made ready, and its place is told."""
    monkeypatch.setattr(kept, "fetch", lambda name, say: f"/cache/{name}")
    monkeypatch.setattr(kept, "start", lambda *_: pytest.fail("started"))

    assert 0 == await _run(monkeypatch, "fetch")
    said = capsys.readouterr().err
    assert "elasticsearch: /cache/elasticsearch\npostgresql: /cache/postgresql\n" == said


def test_a_port_that_is_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the option that chooses another; a server that runs is left alone."""
    monkeypatch.setattr(kept, "find", lambda _: None)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(ServiceError, match=f"Port {port} is taken; .* --postgresql-port"):
            kept.start("postgresql", port, print)
