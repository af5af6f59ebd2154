"""Elasticsearch for tests and development: one node, or several as one cluster, on this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import shutil
import signal
import ssl
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts._services import certificates, settings
from scripts._services.elastic_home import home, java
from scripts._services.processes import Running, free_ports, give, start

HEAP = "512m"
START_SECONDS = 120.0
ROUNDS = 10_000
COMMON = {
    "network.host": "127.0.0.1",
    "cluster.routing.allocation.disk.threshold_enabled": False,
    "xpack.security.enabled": False,
}
READER_ROLE = """reader:
  indices:
    - names: ["*"]
      privileges: [read, view_index_metadata]
"""
"""The least that the bot needs: to search, and to read an index's mapping and aliases."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A user of the file realm."""

    name: str
    password: str = field(default_factory=lambda: secrets.token_urlsafe(12), repr=False)

    def line(self) -> str:
        """Return the user's line for the file realm's list, its password hashed with PBKDF2."""
        salt = secrets.token_bytes(32)
        key = hashlib.pbkdf2_hmac("sha512", self.password.encode(), salt, ROUNDS, 32)
        hashed = f"{base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"
        return f"{self.name}:{{PBKDF2}}{ROUNDS}${hashed}"

    def header(self) -> str:
        """Return the value of the Authorization header."""
        return "Basic " + base64.b64encode(f"{self.name}:{self.password}".encode()).decode()


@dataclass(frozen=True, slots=True)
class Security:
    """Users, and a certificate of one's own."""

    superuser: Credentials
    reader: Credentials
    certificates: certificates.Certificates


@dataclass(slots=True)
class Node:
    """One server: its folder, its port, and its process while it runs."""

    name: str
    folder: Path
    port: int
    transport: int
    security: Security | None = None
    tied: bool = True
    running: Running | None = None

    @property
    def url(self) -> str:
        """The address it answers at."""
        return f"{'https' if self.security else 'http'}://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What it printed."""
        return self.folder / "out.log"

    def launch(self) -> None:
        """Start it and come back at once."""
        environment = settings.environment(
            ES_PATH_CONF=str(self.folder / "config"),
            ES_TMPDIR=str(self.folder / "tmp"),
            ES_JAVA_HOME=str(java()),
            ES_JAVA_OPTS=f"-Xms{HEAP} -Xmx{HEAP}",
        )
        command = [home() / "bin" / "elasticsearch"]
        self.running = start(command, self.log, environment, tied=self.tied)

    def wait(self, nodes: int = 1) -> None:
        """Wait until it is a member of a cluster of at least that many nodes that has its data.

        Raises:
            ServiceError: it ended, or does not answer.
        """
        if self.running is None:
            raise RuntimeError("the node was not launched")
        path = f"/_cluster/health?wait_for_nodes=ge({nodes})&wait_for_status=yellow&timeout=5s"
        what = f"Elasticsearch ({self.name})"
        self.running.wait_until(lambda: self.answers(path), START_SECONDS, what)

    def start(self, nodes: int = 1) -> None:
        """Start it again on its port, with its data, and wait until it answers."""
        self.launch()
        self.wait(nodes)

    def answers(self, path: str = "/_cluster/health") -> bool:
        """Whether it answers a request with success."""
        request = urllib.request.Request(self.url + path)  # noqa: S310 - our own address
        context = None
        if self.security:
            request.add_header("Authorization", self.security.superuser.header())
            context = ssl.create_default_context(cafile=self.security.certificates.authority)
        try:
            with urllib.request.urlopen(request, timeout=10, context=context) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except OSError:
            return False

    def alive(self) -> bool:
        """Whether its process runs."""
        return self.running is not None and self.running.alive()

    def stop(self) -> None:
        """End it as an administrator would, its data kept."""
        if self.running:
            self.running.end()

    def kill(self) -> None:
        """End it as a power cut would, its data kept."""
        if self.running:
            self.running.end(signal.SIGKILL)


@dataclass(slots=True)
class Cluster:
    """Nodes that form one cluster, in a folder that goes when it is removed."""

    folder: Path
    nodes: list[Node]

    @property
    def urls(self) -> list[str]:
        """The address of each node."""
        return [node.url for node in self.nodes]

    @property
    def url(self) -> str:
        """All addresses as ELASTICSEARCH_URL takes them."""
        return ",".join(self.urls)

    def start(self) -> None:
        """Start the nodes that do not run, and wait until all are members."""
        for node in self.nodes:
            if not node.alive():
                node.launch()
        for node in self.nodes:
            node.wait(len(self.nodes))

    def remove(self) -> None:
        """End all nodes at once and remove their data."""
        for node in self.nodes:
            node.kill()
        shutil.rmtree(self.folder)


def cluster(
    folder: Path,
    ports: Sequence[int] = (),
    *,
    count: int = 1,
    secured: bool = False,
    tied: bool = True,
) -> Cluster:
    """Set nodes up in a folder that belongs to the account servers run as; start none of them.

    Args:
        folder: Where their settings, data and logs go.
        ports: The ports to answer at; free ones are taken where fewer than `count` are given.
        count: How many nodes.
        secured: Whether they ask for a user and answer over TLS alone.
        tied: Whether they end with this process.

    Raises:
        ServiceMissing: a program that they need is not installed.
    """
    home(), java()
    free = free_ports(2 * count)
    ports = [*ports, *free[count:]][:count]
    security = _security(folder) if secured else None
    names = [f"node-{index + 1}" for index in range(count)]
    nodes = [
        Node(name, folder / name, port, transport, security, tied)
        for name, port, transport in zip(names, ports, free[:count], strict=True)
    ]
    for node in nodes:
        _configure(node, nodes)
    give(folder)
    return Cluster(folder, nodes)


def _security(folder: Path) -> Security:
    """Make the users and the certificate."""
    made = certificates.make(folder)
    return Security(Credentials("administrator"), Credentials("bot"), made)


def _configure(node: Node, nodes: Sequence[Node]) -> None:
    """Write the settings of one node."""
    folder = node.folder / "config"
    for each in (folder, node.folder / "tmp", node.folder / "logs"):
        each.mkdir(parents=True, exist_ok=True)
    for name in ("jvm.options", "log4j2.properties"):
        shutil.copyfile(home() / "config" / name, folder / name)
    values = {**COMMON, "node.name": node.name, "cluster.name": f"footnote-{nodes[0].transport}"}
    values |= {"http.port": node.port, "transport.port": node.transport}
    values |= {"path.data": f"{node.folder}/data", "path.logs": f"{node.folder}/logs"}
    if len(nodes) > 1:
        values["discovery.seed_hosts"] = [f"127.0.0.1:{each.transport}" for each in nodes]
        values["cluster.initial_master_nodes"] = [each.name for each in nodes]
    else:
        values["discovery.type"] = "single-node"
    if node.security:
        values |= _secure(folder, node.security)
    text = "\n".join(f"{name}: {json.dumps(value)}" for name, value in values.items())
    (folder / "elasticsearch.yml").write_text(text + "\n", encoding="utf-8")


def _secure(folder: Path, security: Security) -> dict[str, object]:
    """Write the users of one node; return the settings that ask for them and for TLS."""
    users = [security.superuser, security.reader]
    lists = {
        "users": "\n".join(user.line() for user in users),
        "users_roles": f"superuser:{security.superuser.name}\nreader:{security.reader.name}",
        "roles.yml": READER_ROLE,
    }
    for name, text in lists.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    for each in (security.certificates.certificate, security.certificates.key):
        shutil.copyfile(each, folder / each.name)
    return {
        "xpack.security.enabled": True,
        "xpack.security.http.ssl.enabled": True,
        "xpack.security.http.ssl.key": security.certificates.key.name,
        "xpack.security.http.ssl.certificate": security.certificates.certificate.name,
    }
