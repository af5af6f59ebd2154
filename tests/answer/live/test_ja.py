"""How Japanese asks for what no document can answer."""

from __future__ import annotations

import pytest

from retrieval.answer.live import live


@pytest.mark.parametrize(
    "asked",
    [
        "今VPNは落ちていますか？",
        "今ＶＰＮは落ちていますか?",
        "今、VPN落ちてる？",
        "VPNは今落ちてる",
    ],
)
def test_width_and_form_do_not_matter(asked: str) -> None:
    """Full-width letters, plain or polite forms and a missing mark ask the same."""
    assert "state" == live(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "VPNが落ちた場合はどうなりますか？",
        "今VPNが落ちています。何をすればいいですか？",
        "オンコールの担当を調べる方法は？",
    ],
)
def test_what_holds_in_some_case_is_for_a_page(asked: str) -> None:
    """A condition, or what to do, asks for the rule."""
    assert live(asked) is None


def test_a_year_is_no_moment() -> None:
    """今年度 begins as "now" does."""
    assert live("今年度の目標設定はどのように行われますか？") is None
