"""What is said of answers whose pages say something else by now, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import day as _day


def no_longer_says(page: str, date: str) -> str:
    """Say under an answer that a page does not say any more what is quoted."""
    return f"⚠️ {_day(date)}：ここに引用した内容は、「{page}」から変更または削除されました。"


def quoted_page_gone(page: str, date: str) -> str:
    """Say under an answer that a page which is quoted is no more."""
    return f"⚠️ {_day(date)}：ここに引用した「{page}」は、もう存在しません。"


def answer_changed() -> str:
    """Tell somebody that an answer they got does not stand any more."""
    return "以前の回答で引用したページが、その後変更されました。"


def your_question(text: str) -> str:
    """Repeat what was asked."""
    return f"ご質問：「{text}」"


def the_answer() -> str:
    """Label the link to an answer."""
    return "該当の回答"


def it_said() -> str:
    """Introduce what a page said when it was quoted."""
    return "回答した時点の記載"


def it_says_now() -> str:
    """Introduce what a page says now."""
    return "現在の記載"


def page_is_gone() -> str:
    """Say that a page is no more."""
    return "このページはもう存在しません。"


def says_nothing_like_it() -> str:
    """Say that a page has nothing left of what it said."""
    return "近い内容の記載はもうありません。"
