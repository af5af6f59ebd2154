"""Elasticsearch for tests: that it starts, keeps its data, and analyses as a full server does."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from scripts._services.elasticsearch import Cluster, Credentials, Node, cluster

ANALYSIS = {
    "filter": {
        "strip": {"type": "pattern_replace", "pattern": "^[^\\w]+|[^\\w]+$"},
        "filled": {"type": "length", "min": 1},
        "parts": {"type": "word_delimiter_graph", "preserve_original": True, "catenate_all": True},
        "split": {"type": "word_delimiter_graph"},
        "light": {"type": "stemmer", "language": "light_english"},
        "inner": {"type": "pattern_capture", "patterns": ["(\\d+)"]},
    },
    "analyzer": {
        "identifiers": {
            "tokenizer": "whitespace",
            "filter": [
                *("strip", "filled", "parts", "flatten_graph", "lowercase", "remove_duplicates")
            ],
        },
        "split": {"tokenizer": "whitespace", "filter": ["split"]},
        "porter": {"tokenizer": "standard", "filter": ["lowercase", "asciifolding", "porter_stem"]},
        "light": {"tokenizer": "standard", "filter": ["lowercase", "light"]},
        "cjk": {"tokenizer": "standard", "filter": ["cjk_width", "lowercase", "cjk_bigram"]},
        "inner": {"tokenizer": "whitespace", "filter": ["inner"]},
        "unique": {"tokenizer": "whitespace", "filter": ["unique"]},
    },
}


def ask(url: str, body: object = None, method: str = "POST") -> object:
    """Send one request to a server without security; return what it answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, method=method)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.mark.parametrize(
    ("analyzer", "text", "terms"),
    [
        (
            "identifiers",
            "(PAYMENTS_WEBHOOK2_KEY)",
            [
                "payments_webhook2_key",
                "paymentswebhook2key",
                "payments",
                "webhook",
                "2",
                "key",
            ],
        ),
        ("identifiers", "-- |", []),
        ("split", "PowerShot's XL-500", ["Power", "Shot", "XL", "500"]),
        ("porter", "Configurées companies", ["configure", "compani"]),
        ("light", "companies ponies", ["company", "pony"]),
        ("cjk", "支払いのＷebhook", ["支払", "払い", "いの", "webhook"]),
        ("inner", "ERR42", ["ERR42", "42"]),
        ("unique", "to be or not to be", ["to", "be", "or", "not"]),
    ],
)
def test_the_stand_in_analyses_with_elasticsearchs_defaults(
    elasticsearch_url: str, index_prefix: str, analyzer: str, text: str, terms: list[str]
) -> None:
    """Each filter does what Elasticsearch's reference says of its name and its defaults."""
    index = f"{elasticsearch_url}/{index_prefix}-analysis"
    ask(index, {"settings": {"analysis": ANALYSIS}}, "PUT")

    found = ask(f"{index}/_analyze", {"analyzer": analyzer, "text": text})

    assert terms == [token["token"] for token in found["tokens"]]


@pytest.mark.long
def test_a_killed_node_comes_back_with_its_data(elasticsearch_node: Node) -> None:
    """What a node has acknowledged is there after it was killed and started again."""
    page = f"{elasticsearch_node.url}/pages/_doc/vpn"
    ask(page, {"title": "VPN"}, "PUT")

    elasticsearch_node.kill()
    dead = elasticsearch_node.answers()
    elasticsearch_node.start()

    assert (False, True) == (dead, elasticsearch_node.alive())
    assert {"title": "VPN"} == ask(page, method="GET")["_source"]


@pytest.mark.long
def test_three_nodes_are_one_cluster(elasticsearch_cluster: Cluster) -> None:
    """One node more or less does not end the cluster, and a lost one joins it again."""
    first, second, _ = elasticsearch_cluster.nodes

    second.stop()
    left = ask(f"{first.url}/_cluster/health?wait_for_nodes=2&timeout=60s", method="GET")
    elasticsearch_cluster.start()
    again = ask(f"{first.url}/_cluster/health", method="GET")

    assert (2, 3) == (left["number_of_nodes"], again["number_of_nodes"])


def test_a_secured_node_knows_its_users(elasticsearch_secured: Node) -> None:
    """The administrator may ask for the cluster's health, the bot's user not, a stranger less."""
    security = elasticsearch_secured.security
    context = ssl.create_default_context(cafile=security.certificates.authority)

    def status(user: Credentials) -> int:
        url = f"{elasticsearch_secured.url}/_cluster/health"
        request = urllib.request.Request(url, headers={"Authorization": user.header()})
        try:
            with urllib.request.urlopen(request, context=context) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    users = [security.superuser, security.reader, Credentials("stranger")]

    assert [200, 403, 401] == [status(user) for user in users]


def test_a_node_answers_at_the_port_that_was_named(tmp_path: Path, elasticsearch_url: str) -> None:
    """Ports that are given are kept; where they do not suffice, free ones follow."""
    made = cluster(tmp_path, [12345], count=2)

    assert "http://127.0.0.1:12345" == made.urls[0]
    assert 4 == len({port for node in made.nodes for port in (node.port, node.transport)})
    assert "discovery.seed_hosts" in (tmp_path / "node-1/config/elasticsearch.yml").read_text()


def test_a_password_is_not_shown() -> None:
    """A user's description has no password, and its line for the server only a hash of it."""
    user = Credentials("bot", "s3cret")

    assert "s3cret" not in f"{user} {user.line()}"
    assert user.line().startswith("bot:{PBKDF2}10000$")
