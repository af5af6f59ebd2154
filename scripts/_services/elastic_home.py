"""Elasticsearch's own distribution for integration tests: fetched, checked, completed, kept.

It is a real server without a few modules; CommonAnalysis.java stands in for the one that Footnote
needs. The host it comes from is the one of the user's Maven settings.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from scripts._services import settings
from scripts._services.processes import ServiceError, ServiceMissing, program, run

VERSION = "8.19.21"
ARTIFACT = f"org.elasticsearch.distribution.integ-test-zip:elasticsearch:{VERSION}:zip"
SHA256 = "215d5f3dbf0609a149f6218a9e47b6ae2df34ebbff3c5754e35f15a5e5393c8a"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
JAVA = 17
STAND_IN = Path(__file__).with_name("CommonAnalysis.java")
DESCRIPTOR = f"""name=analysis-common
description=Stands in for the module analysis-common
classname=footnote.services.CommonAnalysis
version={VERSION}
java.version={JAVA}
elasticsearch.version={VERSION}
"""


def silent(_: str) -> None:
    """Say nothing."""


@cache
def java() -> Path:
    """Return the folder of a Java development kit that is new enough.

    Raises:
        ServiceMissing: there is none.
    """
    package = "default-jdk-headless"
    kit = settings.java_home() or Path(program("javac", package)).resolve().parents[1]
    if not os.access(kit / "bin" / "javac", os.X_OK):
        raise ServiceMissing(f"JAVA_HOME has no bin/javac (Debian: apt-get install {package})")
    said = run([kit / "bin" / "javac", "-version"], "javac does not start", own=True)
    major = re.search(r"\d+", said)
    if not major or int(major[0]) < JAVA:
        raise ServiceMissing(f"Java {JAVA} is needed, not {said.strip()} (Debian: {package})")
    return kit


@cache
def home(say: Callable[[str], None] = silent) -> Path:
    """Return the folder of the server, fetched and completed where it is not there yet.

    Args:
        say: Called with a sentence before a step that takes a while.

    Raises:
        ServiceMissing: Java or Maven is missing, or Maven cannot fetch the server.
    """
    stand_in = hashlib.sha256(STAND_IN.read_bytes()).hexdigest()[:8]
    ready = settings.cache() / f"elasticsearch-{VERSION}-{stand_in}"
    kit = java()
    with _alone(settings.cache() / "lock"):
        if not ready.is_dir():
            with tempfile.TemporaryDirectory(dir=settings.cache()) as made:
                archive = _fetch(Path(made), say)
                say("Unpacking Elasticsearch ...")
                unpacked = _unpack(archive, Path(made))
                _complete(unpacked, kit)
                unpacked.rename(ready)
    return ready


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process does the same."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _fetch(folder: Path, say: Callable[[str], None]) -> Path:
    """Let Maven fetch the archive, and check that it is the one that was meant."""
    maven = program("mvn", "maven")
    say(f"Fetching Elasticsearch {VERSION} with Maven (107 MB, once) ...")
    command = [maven, "--batch-mode", "--quiet", "--strict-checksums", COPY]
    where = [f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={folder}"]
    try:
        run([*command, *where], "Maven cannot fetch Elasticsearch", own=True)
    except ServiceError as error:
        raise ServiceMissing(str(error)) from error
    archive = folder / f"elasticsearch-{VERSION}.zip"
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SHA256:
        raise ServiceError(
            f"{archive.name} has the SHA-256 {found}, which is not that of {VERSION}"
        )
    return archive


def _unpack(archive: Path, folder: Path) -> Path:
    """Unpack the archive with the rights of its programs; return the server's folder."""
    with zipfile.ZipFile(archive) as file:
        for each in file.infolist():
            written = Path(file.extract(each, folder))
            written.chmod(0o755 if written.is_dir() or each.external_attr >> 16 & 0o100 else 0o644)
    return folder / f"elasticsearch-{VERSION}"


def _complete(server: Path, kit: Path) -> None:
    """Compile the stand-in and put it where the module would be."""
    classes, module = server / "classes", server / "modules" / "analysis-common"
    classes.mkdir()
    options = ["--release", str(JAVA), "-cp", f"{server}/lib/*"]
    run(
        [kit / "bin" / "javac", *options, "-d", classes, STAND_IN],
        "The analysis stand-in does not compile",
        own=True,
    )
    module.mkdir()
    (module / "plugin-descriptor.properties").write_text(DESCRIPTOR, encoding="utf-8")
    with zipfile.ZipFile(module / "analysis-common.jar", "w") as jar:
        for each in sorted(classes.rglob("*.class")):
            jar.write(each, each.relative_to(classes))
    shutil.rmtree(classes)
