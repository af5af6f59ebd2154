"""Tests of retrieval/ledger/address.py: addresses as hosters hand them out and people type them."""

from __future__ import annotations

import contextlib
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import LedgerError
from retrieval.ledger.address import check, is_postgresql, parse


@pytest.mark.parametrize(
    ("url", "arguments"),
    [
        (
            "postgres://u:p@db.example:5432/app?sslmode=require",
            {"dsn": "postgresql://?sslmode=require&host=db.example%3A5432"},
        ),
        (
            " postgresql+asyncpg://u:p@h/app?ssl=true\n",
            {"dsn": "postgresql://?sslmode=require&host=h"},
        ),
        (
            "postgresql://u:p@h/app?sslmode=require&channel_binding=require",
            {"dsn": "postgresql://?sslmode=require&host=h"},
        ),
        (
            "postgresql://u:p@h1:1,h2:2/app?target_session_attrs=read-write",
            {"dsn": "postgresql://?target_session_attrs=read-write&host=h1%3A1%2Ch2%3A2"},
        ),
        (
            "postgresql://u:p@/app?host=/var/run/postgresql",
            {"dsn": "postgresql://?host=%2Fvar%2Frun%2Fpostgresql"},
        ),
        ("postgresql://u:p@[::1]:5432/app", {"dsn": "postgresql://?host=%5B%3A%3A1%5D%3A5432"}),
    ],
)
def test_an_address_as_it_is_pasted(url: str, arguments: dict[str, Any]) -> None:
    """Those of libpq, Heroku, Neon and SQLAlchemy reach the driver in its own words."""
    expected = {"user": "u", "password": "p", "database": "app", **arguments}

    assert is_postgresql(url)
    assert expected == dict(parse(url).arguments)


@pytest.mark.parametrize(
    ("tail", "pooler"),
    [("", False), ("?pgbouncer=true", True), ("?prepared_statement_cache_size=0", True)],
)
def test_an_address_may_name_a_pooler(tail: str, pooler: bool) -> None:
    """Prisma's and SQLAlchemy's words for a pooler are understood."""
    assert pooler == parse(f"postgresql://u:p@h/app{tail}").pooler


def test_the_time_to_connect_within_may_be_named() -> None:
    """The connect_timeout of libpq is ours; 0 is none."""
    assert 3.0 == parse("postgresql://h/app?connect_timeout=3").connect_seconds
    assert parse("postgresql://h/app?connect_timeout=0").connect_seconds is None


@pytest.mark.parametrize(
    ("where", "places"),
    [
        ("u:p@h:1,h2/app?port=7", (("h", 1), ("h2", 7))),
        ("u:p@[::1]:5433/app", (("::1", 5433),)),
        ("u:p@[::1]/app", (("::1", 5432),)),
        ("/app?host=db.example", (("db.example", 5432),)),
        ("/app?host=/var/run/postgresql", ()),
        ("/app", ()),
    ],
)
def test_where_the_servers_are(where: str, places: tuple[tuple[str, int], ...]) -> None:
    """Each host with its port; a socket in a folder has none."""
    assert places == parse(f"postgresql://{where}").places


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql+psycopg2://u:SECRET@h/app", "must begin with postgresql://"),
        ("postgresql://u:SECRET@h:port/app", "port"),
        ("postgresql://u:SECRET@h:99999999999999999999/app", "port"),
        ("postgresql://u:SECRET/app", "port"),
        ("postgresql://u:1?SECRET@h/app", "%3F"),
        ("postgresql://u:SECRET@h/app?sslmod=require", "not know: sslmod"),
        ("postgresql://u:SECRET@h/app?sslmode=SECRET", "must be one of disable"),
        ("postgresql://u:SECRET@h/app?connect_timeout=SECRET", "not a number"),
    ],
)
def test_an_address_that_is_wrong(url: str, sentence: str) -> None:
    """It is said in a sentence that shows nothing which may be a part of the password."""
    with pytest.raises(LedgerError) as told:
        parse(url)

    assert sentence in str(told.value)
    assert "SECRET" not in str(told.value)


@given(
    user=st.text(st.characters(exclude_characters=":@?"), max_size=9),
    password=st.text(st.characters(exclude_characters="?"), min_size=1, max_size=9),
)
def test_a_password_may_have_any_character(user: str, password: str) -> None:
    """Also / @ : # that nobody wrote as numbers; what was written as numbers is read back."""
    plain = password.strip().replace("%", "%25").encode("utf-8", "ignore").decode()
    found = parse(f"postgresql://x{quote(user, errors='ignore')}:{plain}@h:1/app").arguments

    assert plain.replace("%25", "%") == found.get("password", "")


@given(st.text())
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    """Nothing but a LedgerError comes out, and an address does not print its password."""
    try:
        said = repr(parse(f"postgresql://u:hunter2@{text}"))
    except LedgerError as error:
        said = str(error)

    assert "hunter2" not in said


@pytest.mark.parametrize("url", ["sqlite:///x.db", "mysql://h/x", "nonsense", ""])
def test_what_is_not_postgresql(url: str) -> None:
    """Other addresses are somebody else's."""
    assert not is_postgresql(url)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///ledger.db",
        "sqlite:////srv/ledger.db?mode=rwc",
        "SQLite+aiosqlite:///file:x?uri=true",
        " postgres://u:p@h/app\n",
    ],
)
def test_what_can_be_the_address_of_a_ledger_is_let_pass(url: str) -> None:
    """A file for SQLite, or a server of PostgreSQL."""
    check(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("SECRET", "not a database URL"),
        ("postgres", "not a database URL"),
        (" PostgreSQL+asyncpg ", "not a database URL"),
        ("mysql://u:SECRET@h/app", "cannot be kept in mysql"),
        ("u:SECRET@h://app", "cannot be kept in that"),
        ("sqlite://SECRET.db", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///SECRET?mode=memory", "needs a file"),
        ("postgresql://u:SECRET@h:port/app", "port"),
    ],
)
def test_what_can_be_none_is_refused(url: str, sentence: str) -> None:
    """It is seen without a database, and nothing of it is repeated but the name of a kind."""
    with pytest.raises(LedgerError) as told:
        check(url)

    assert sentence in str(told.value)
    assert "SECRET" not in str(told.value)


@given(st.text())
def test_any_text_is_an_address_or_is_refused(text: str) -> None:
    """Whatever is typed, no other error comes of it."""
    with contextlib.suppress(LedgerError):
        check(text)
