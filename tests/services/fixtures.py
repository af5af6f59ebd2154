"""Real servers for tests: started when the first test asks, ended with the run.

A test that asks for one skips by name where it is not to be had, and fails instead under
FOOTNOTE_REQUIRE_SERVICES=1. With ELASTICSEARCH_URL or DATABASE_URL (of PostgreSQL) in the
environment, `elasticsearch_url` and `postgresql_url` use that server and start nothing.
"""

from __future__ import annotations

import json
import os
import secrets
import urllib.request
from collections.abc import Callable, Iterator
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import pytest

from scripts._services import elasticsearch, postgresql, processes
from scripts._services.elasticsearch import Cluster, Node
from scripts._services.postgresql import Server, statement
from scripts._services.processes import ServiceMissing

Started = TypeVar("Started")
Served = TypeVar("Served", Cluster, Server)
GIVEN_ELASTICSEARCH = os.environ.get("ELASTICSEARCH_URL", "")
GIVEN_DATABASE = os.environ.get("DATABASE_URL", "")


def pytest_configure(config: pytest.Config) -> None:
    """Allow connections to the servers that were named."""
    hosts = [urlsplit(url).hostname for url in (*GIVEN_ELASTICSEARCH.split(","), GIVEN_DATABASE)]
    allowed = [config.option.allow_hosts, *filter(None, hosts)]
    config.option.allow_hosts = ",".join(filter(None, allowed))


def started(start: Callable[[], Started]) -> Started:
    """Start a server; skip or fail where a program that it needs is missing."""
    try:
        return start()
    except ServiceMissing as missing:
        if os.environ.get("FOOTNOTE_REQUIRE_SERVICES") == "1":
            pytest.fail(f"{missing}; FOOTNOTE_REQUIRE_SERVICES=1 asks for it", pytrace=False)
        pytest.skip(f"needs a server: {missing}")


def _running(made: Served) -> Served:
    """Start what was made; remove it where that fails."""
    try:
        made.start()
    except BaseException:
        made.remove()
        raise
    return made


def _cluster(**kind: object) -> Cluster:
    """Start an Elasticsearch."""
    return _running(elasticsearch.cluster(processes.folder("elasticsearch"), **kind))


@pytest.fixture(name="elasticsearch_url", scope="session")
def _elasticsearch_url() -> Iterator[str]:
    """The address of an Elasticsearch of one node, without security; leave no index behind."""
    if GIVEN_ELASTICSEARCH:
        yield GIVEN_ELASTICSEARCH
        return
    made = started(_cluster)
    yield made.url
    made.remove()


@pytest.fixture(name="index_prefix")
def _index_prefix(elasticsearch_url: str) -> Iterator[str]:
    """A prefix for the names of indices; those that bear it are gone after the test."""
    prefix = f"test{secrets.token_hex(4)}"
    yield prefix
    url = elasticsearch_url.partition(",")[0].rstrip("/")
    with urllib.request.urlopen(f"{url}/{prefix}*/_alias?expand_wildcards=all") as answer:
        names = list(json.load(answer))
    for name in names:
        urllib.request.urlopen(urllib.request.Request(f"{url}/{name}", method="DELETE")).close()


@pytest.fixture(name="_three_nodes", scope="session")
def _three_nodes() -> Iterator[Cluster]:
    """Three nodes, for all tests that ask for a cluster."""
    made = started(lambda: _cluster(count=3))
    yield made
    made.remove()


@pytest.fixture(name="elasticsearch_cluster")
def _elasticsearch_cluster(_three_nodes: Cluster) -> Cluster:
    """Three nodes as one cluster, all alive; the test may stop, kill and start each of them."""
    _three_nodes.start()
    return _three_nodes


@pytest.fixture(name="elasticsearch_node")
def _elasticsearch_node() -> Iterator[Node]:
    """One node of the test's own, to be stopped, killed and started."""
    made = started(_cluster)
    yield made.nodes[0]
    made.remove()


@pytest.fixture(name="elasticsearch_secured", scope="session")
def _elasticsearch_secured() -> Iterator[Node]:
    """One node over TLS alone, with users: `security` has them and the authority's certificate."""
    made = started(lambda: _cluster(secured=True))
    yield made.nodes[0]
    made.remove()


def _postgresql() -> Server:
    """Start a PostgreSQL."""
    return _running(postgresql.server(processes.folder("postgresql"), hasty=True))


@pytest.fixture(name="_postgresql_server", scope="session")
def _postgresql_server() -> Iterator[str]:
    """The address of a server in which databases may be made."""
    if GIVEN_DATABASE.startswith("postgres"):
        yield GIVEN_DATABASE
        return
    made = started(_postgresql)
    yield made.url()
    made.remove()


@pytest.fixture(name="postgresql_url")
def _postgresql_url(_postgresql_server: str) -> Iterator[str]:
    """The address of a new, empty database, gone after the test."""
    name = f"test{secrets.token_hex(4)}"
    statement(_postgresql_server, f"CREATE DATABASE {name}")
    yield urlunsplit(urlsplit(_postgresql_server)._replace(path=f"/{name}"))
    statement(_postgresql_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(name="postgresql_own")
def _postgresql_own() -> Iterator[Server]:
    """A server of the test's own, to be stopped, killed and started; `url()` is its address."""
    made = started(_postgresql)
    yield made
    made.remove()
