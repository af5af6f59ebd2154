"""Elasticsearch's distribution for integration tests, fetched and completed."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from scripts._services import elastic_home, settings
from scripts._services.processes import ServiceError, ServiceMissing


@pytest.fixture(autouse=True)
def _nothing_is_remembered():
    """Each test finds Java and the server anew."""
    elastic_home.java.cache_clear()
    elastic_home.home.cache_clear()
    yield
    elastic_home.java.cache_clear()
    elastic_home.home.cache_clear()


def _program(path: Path, says: str) -> Path:
    """Write a program that prints a line, and runs the lines that follow it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.22"])
def test_a_java_that_is_too_old_is_told(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names what is there and what to install."""
    _program(tmp_path / "bin" / "javac", f"echo 'javac {version}'")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    with pytest.raises(ServiceMissing, match=f"Java 17 .*{version}.*default-jdk-headless"):
        elastic_home.java()


def test_a_java_home_without_a_compiler_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A runtime alone cannot compile the stand-in."""
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    with pytest.raises(ServiceMissing, match=r"JAVA_HOME has no bin/javac .*apt-get install"):
        elastic_home.java()


def test_a_java_that_is_new_enough_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later versions do as well."""
    _program(tmp_path / "bin" / "javac", "echo javac 21.0.2")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    assert tmp_path == elastic_home.java()


@pytest.fixture(name="machine")
def _machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a Java of its own, an empty cache and nothing else on its path."""
    _program(tmp_path / "jdk" / "bin" / "javac", "echo javac 17.0.1")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    monkeypatch.setattr(settings, "cache", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    return tmp_path


def test_maven_that_is_missing_is_told(machine: Path) -> None:
    """Where the server is not there yet, Maven is needed."""
    with pytest.raises(ServiceMissing, match=r"mvn is not installed .*apt-get install maven"):
        elastic_home.home()


def test_a_fetch_that_fails_is_told_with_mavens_words(machine: Path) -> None:
    """The machine may have no network; nothing half-made is left behind."""
    _program(machine / "programs" / "mvn", "echo 'Unknown host'; exit 1")

    with pytest.raises(ServiceMissing, match=r"(?s)Maven cannot fetch .*Unknown host"):
        elastic_home.home()
    assert [] == list(machine.glob("elasticsearch-*"))


def test_an_archive_that_is_another_is_refused(machine: Path) -> None:
    """Only the archive whose checksum is written here is unpacked."""
    name = f"elasticsearch-{elastic_home.VERSION}.zip"
    _program(machine / "programs" / "mvn", f'echo x > "${{6#*=}}/{name}"')

    with pytest.raises(ServiceError, match=r"has the SHA-256 .* not that of"):
        elastic_home.home()


def test_the_server_is_completed_once(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs can be run, the stand-in is in its place, and the second time nothing is fetched."""
    name = f"elasticsearch-{elastic_home.VERSION}"
    packed = machine / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        program = zipfile.ZipInfo(f"{name}/bin/elasticsearch")
        program.external_attr = 0o755 << 16
        archive.writestr(program, "#!/bin/sh\n")
        archive.writestr(f"{name}/modules/netty/x.jar", "")
    monkeypatch.setattr(elastic_home, "_fetch", lambda folder, say: packed)
    compiler = 'if [ "$1" = -version ]; then echo javac 17; else echo > "$6/A.class"; fi'
    _program(machine / "jdk" / "bin" / "javac", compiler)

    made = elastic_home.home()
    elastic_home.home.cache_clear()
    monkeypatch.setattr(elastic_home, "_fetch", lambda folder, say: pytest.fail("fetched again"))

    assert made == elastic_home.home()
    assert os.access(made / "bin" / "elasticsearch", os.X_OK)
    with zipfile.ZipFile(made / "modules/analysis-common/analysis-common.jar") as jar:
        assert ["A.class"] == jar.namelist()
    assert (
        "elasticsearch.version="
        in (made / "modules/analysis-common/plugin-descriptor.properties").read_text()
    )
