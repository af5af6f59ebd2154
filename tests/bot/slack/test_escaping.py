"""Characters that mean something to Slack or Markdown lose their meaning, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack.escaping import (
    addresses,
    code,
    fence,
    inline,
    line_start,
    link,
    plain,
    safe_address,
    visible,
)
from tests.fakes.slack_reading import ALLOWED, hostile, letters, live, shown, within


@given(hostile())
@settings(max_examples=150, deadline=None)
def test_plain_text_is_harmless(text: str) -> None:
    """No text, shown as plain text, calls anybody or leads anywhere."""
    assert [] == live(plain(text))


@given(hostile())
@settings(max_examples=120, deadline=None)
def test_plain_text_survives(text: str) -> None:
    """What a person reads of plain text is its own letters, all of them."""
    assert letters(visible(text)) == shown(plain(text))


@given(hostile())
@settings(max_examples=120, deadline=None)
def test_plain_text_in_any_pieces_is_harmless(text: str) -> None:
    """Pieces of a text, escaped one by one and put together again, are harmless too."""
    half = len(text) // 2

    assert [] == live(plain(text[:half]) + "\n\n" + plain(text[half:]))


@given(hostile())
@settings(max_examples=60, deadline=None)
def test_lines_stay_lines(text: str) -> None:
    """Plain text keeps its lines, empty ones apart."""
    wanted = [line for line in visible(text).split("\n") if line.strip()]

    assert len(wanted) == len([line for line in plain(text).split("\n") if line.strip()])


@given(hostile())
@settings(max_examples=60, deadline=None)
def test_code_is_harmless(text: str) -> None:
    """No text is live as code, and its letters are shown."""
    said = visible(text)

    assert [] == live(code(said))
    assert [] == live(fence(said, text))
    assert within(letters(said), letters(fence(said)))


@given(hostile(8), st.one_of(hostile(4), st.sampled_from(ALLOWED)))
@settings(max_examples=120, deadline=None)
def test_a_link_leads_nowhere_else(label: str, address: str) -> None:
    """Whatever label and address are, the link leads to the address, or it is none."""
    target = safe_address(address)

    assert [] == live(f"x {link(label, address)} y", [target] if target else [])


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://wiki.example/x_(y)?a=b|c", "https://wiki.example/x_%28y%29?a=b%7Cc"),
        ("HTTP://Docs.Example:8080/a b#c", "http://docs.example:8080/a%20b#c"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("https://docs.example/a%20b?x=%7C", "https://docs.example/a%20b?x=%7C"),
        ("http://127.0.0.1:9/pages/a.md#b-c", "http://127.0.0.1:9/pages/a.md#b-c"),
        ("http://[::1]:9/x", "http://[::1]:9/x"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("/relative", ""),
        ("", ""),
        ("https://bank.example@evil.example/", ""),
        ("https://x:99999/", ""),
        ("https://[broken/", ""),
        ("https://a\u202eb.example/", "https://ab.example/"),
    ],
)
def test_addresses_are_made_safe(address: str, expected: str) -> None:
    """An address keeps where it leads, in characters that end no link."""
    assert expected == safe_address(address)


@given(hostile(6))
@settings(max_examples=60, deadline=None)
def test_a_safe_address_stays(address: str) -> None:
    """Making an address safe twice changes nothing more."""
    once = safe_address(f"https://docs.example/{address}")

    assert once == safe_address(once)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("https://bank.example", "[docs.example](https://docs.example/a)"),
        ("go to bank.com now", "[docs.example](https://docs.example/a)"),
        ("docs.example/a", "[docs.example/a](https://docs.example/a)"),
        ("Leave [2026]", "[Leave \\[2026\\]](https://docs.example/a)"),
        ("a <@U1> b", "[a &lt;@U1&gt; b](https://docs.example/a)"),
        ("", "[docs.example](https://docs.example/a)"),
    ],
)
def test_a_label_does_not_lie(label: str, expected: str) -> None:
    """A label that names another address is replaced by the host that the link leads to."""
    assert expected == link(label, "https://docs.example/a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call @channel now", "call @\u200bchannel now"),
        ("@Here!", "@\u200bHere!"),
        ("npm i @scope/pkg", "npm i @scope/pkg"),
        ("write to bob@here.com", "write to `bob@here.com`"),
        ("see https://x.example/@channel.", "see `https://x.example/@channel`."),
        ("(https://x.example/a_(b))", "(`https://x.example/a_(b)`)"),
        ("2 * 3 and snake_case and ~5 in ~/x", "2 * 3 and snake_case and ~5 in ~/x"),
        ("*bold* _it_ `code`", "\\*bold\\* \\_it\\_ \\`code\\`"),
        ("a < b && c > d", "a &lt; b && c &gt; d"),
        ("&lt; stays", "&amp;lt; stays"),
        ("[1] and [x](y)", "[1] and [x\\](y)"),
        ("Node.js, main.go and e.g. this", "Node.js, main.go and e.g. this"),
        ("C:\\Users", "C:\\Users"),
    ],
)
def test_words_stay_readable(text: str, expected: str) -> None:
    """Only what would work is escaped; addresses that are no source's stand as code."""
    assert expected == inline(text)


def test_known_addresses_are_links() -> None:
    """An address of a source is a link."""
    assert "see [https://docs.example/a](https://docs.example/a)." == inline(
        "see https://docs.example/a.", ["https://docs.example/a"]
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# no heading", "\\# no heading"),
        ("#channel", "#channel"),
        ("- no item", "\\- no item"),
        ("-5 degrees", "-5 degrees"),
        ("12. no item", "12\\. no item"),
        ("2026 was", "2026 was"),
        ("---", "\\---"),
        ("=====", "\\====="),
        ("|---|---|", "\\|---|---|"),
    ],
)
def test_a_line_starts_nothing(line: str, expected: str) -> None:
    """Text that looks like a block's beginning is text."""
    assert expected == line_start(line)


def test_what_cannot_be_seen_goes() -> None:
    """Direction marks, zero widths and controls go; emoji and spelling keep their joiners."""
    assert "ab" == visible("a\u202e\u2066\u200b\ufeff\x00b\u2069")
    assert "👩‍💻 می‌خواهم" == visible("👩‍💻 می‌خواهم")
    assert "ab" == visible("a\u200db")
    assert "a\nb\nc" == visible("a\r\nb\u2028c")


@given(st.text())
@settings(max_examples=60, deadline=None)
def test_seeing_twice_is_seeing_once(text: str) -> None:
    """Taking out what cannot be seen leaves nothing for a second time."""
    assert visible(text) == visible(visible(text))


@pytest.mark.parametrize(
    "piece", ["a", "a.", "a@", "https://", "www.", "*", "\\", "`", "-.", "x:/"]
)
def test_hostile_lengths_take_linear_time(piece: str) -> None:
    """Forty thousand characters of anything are looked through, and the result is bounded."""
    text = piece * (40_000 // len(piece))

    assert len(plain(text)) <= 6 * len(text)
    assert len(addresses(text)) <= len(text)


def test_a_path_is_shown_in_one_piece() -> None:
    """Where a file's name could be read as an address, its folders stand in the same code span."""
    assert r"Found: `it/grub.md`, `docs:hr/leave.md` and plain words/" == inline(
        "Found: it/grub.md, docs:hr/leave.md and plain words/"
    )
    assert "`a.md` / `b.md`" == inline("a.md / b.md")
    assert "(`hr/pay.md`)" == inline("(hr/pay.md)")
