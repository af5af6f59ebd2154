"""Identifiers: which runs are names, and the ways they are written."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.identifiers import forms, hidden_forms, identifiers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set PAYMENTS_WEBHOOK_SECRET now", ["PAYMENTS_WEBHOOK_SECRET"]),
        ("call getUserById().", ["getUserById"]),
        ("an HTTPServer, an iPhone", ["HTTPServer", "iPhone"]),
        ("kube-proxy is up", ["kube-proxy"]),
        ("v1.2.3 or 10.0.0.1", ["v1.2.3", "10.0.0.1"]),
        ("ERR_4021: late; INV-4471", ["ERR_4021", "INV-4471"]),
        ("in /etc/nginx/site.conf.", ["etc/nginx/site.conf"]),
        ("C++, C# and .NET, not C", ["C++", "C#", ".NET"]),
        ("std::vec a->b", ["std::vec", "a->b"]),
        ("k8s and s3", ["k8s", "s3"]),
        ("Plain words. Only, these! 42", []),
        ("x_y x_y", ["x_y"]),
        ("", []),
    ],
)
def test_names_are_told_from_words(text: str, expected: list[str]) -> None:
    """Names have a sign within, a capital within, or letters beside digits."""
    assert expected == identifiers(text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "WEBHOOK_SECRET",
            ["webhook_secret", "webhook secret", "webhooksecret"],
        ),
        ("getUserById", ["getuserbyid", "get user by id"]),
        ("HTTPServer", ["httpserver", "http server"]),
        ("v1.2.3", ["v1.2.3", "v1 2 3", "v123", "1.2.3"]),
        ("C++", ["cplusplus"]),
        (".NET", ["dotnet"]),
        ("a/b/c/d/e", ["a/b/c/d/e", "a b c d e"]),
    ],
)
def test_forms_are_the_ways_a_name_is_written(name: str, expected: list[str]) -> None:
    """As it stands, parted, joined where anyone would, without its v, or spoken."""
    assert expected == forms(name)


def test_hidden_forms_are_what_splitting_at_signs_does_not_give() -> None:
    """A plain text has none; names give their parts or their joined form."""
    assert [] == hidden_forms("Nothing to see here.")
    assert ["get", "user", "by", "id", "ab"] == hidden_forms("getUserById a_b")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "a_" * 100_000,
        "_" * 200_000,
        "aB" * 100_000,
        ".net" * 50_000,
        "a-" * 99_999,
        "1" * 200_000,
        ":" * 200_000,
        "C+" * 100_000,
        "é" * 100_000,
    ],
)
def test_time_grows_with_the_length_only(text: str) -> None:
    """200,000 characters made to be hard take no longer than easy ones would."""
    started = time.process_time()
    hidden_forms(text)

    assert time.process_time() - started < 2


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_has_its_identifiers(text: str) -> None:
    """Each is a piece of the text, and each has a form."""
    for name in identifiers(text):
        assert name in text
        assert forms(name)
