"""Tests of what encoding a page of HTML says it has."""

from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.encodings import _TABLE, declared, encoding_of


@pytest.mark.parametrize(
    ("head", "label"),
    [
        (b'<meta charset="Shift_JIS">', "shift_jis"),
        (b"<META CHARSET=euc-jp />", "euc-jp"),
        (b"<meta name=a content='b'><meta charset='ISO-8859-2'>", "iso-8859-2"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
        (b"<meta content='text/html;charset=gbk' http-equiv=content-type>", "gbk"),
        (b'<?xml version="1.0" encoding="EUC-JP"?><html>', "euc-jp"),
        (b'<?xml version="1.0" encoding="EUC-JP"?><meta charset=big5>', "big5"),
        (b'<meta name="description" content="charset=koi8-r">', ""),
        (b"<!-- <meta charset=koi8-r> --><p>", ""),
        (b"<body><meta charset=koi8-r>", ""),
        (b"<meta charset=''>", ""),
        (b"plain", ""),
    ],
)
def test_the_declaration_is_found_where_browsers_find_it(head, label):
    """In the head, by any of its three spellings; comments and other names declare nothing."""
    assert label == declared(head)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "Windows-1252"),
        ("iso-8859-9", "Windows-1254"),
        ("gb2312", "GBK"),
        ("x-sjis", "Shift_JIS"),
        ("utf-16le", "UTF-8"),
        (" Windows-1251 ", "Windows-1251"),
    ],
)
def test_labels_mean_what_browsers_take_them_for(label, name):
    """A label is often the name of an encoding that is a part of the one that is meant."""
    found = encoding_of(label)

    assert found is not None
    assert name == found.name


def test_labels_that_no_browser_decodes_are_not_known():
    """Neither made-up ones nor those that were given up for what they can hide."""
    assert [None] * 4 == [encoding_of(one) for one in ("", "martian", "utf-7", "hz-gb-2312")]


def test_every_encoding_has_codecs():
    """Python decodes all that the table names."""
    for encoding, _ in _TABLE:
        assert encoding.codecs == tuple(filter(codecs.lookup, encoding.codecs))


@given(st.binary(max_size=300))
def test_any_bytes_declare_a_plain_label_or_none(data):
    """A label can be shown in a report."""
    label = declared(b"<meta charset=" + data)

    assert label.isascii()
    assert not label or label.isprintable()


@pytest.mark.parametrize("unit", [b"<meta ", b"<!--", b"<meta a=", b"<?xml ", b"<meta charset "])
def test_the_declaration_is_found_in_linear_time(unit):
    """Half a megabyte of beginnings is looked through in a moment."""
    start = time.process_time()
    declared(unit * (500_000 // len(unit)))

    assert time.process_time() - start < 1
