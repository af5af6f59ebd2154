"""What stands around an answer, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import day as _day
from bot.slack.phrases.ja.instead import broken as _broken


def refusal() -> str:
    """Say that there is no answer."""
    return "ドキュメントには記載がありません。"


def nearest() -> str:
    """Head the pages that come nearest."""
    return "最も近いページ:"


def sources() -> str:
    """Head the list of sources."""
    return "出典"


def conflict() -> str:
    """Say that two pages contradict each other."""
    return "ドキュメントの記載が食い違っています:"


def owner(name: str) -> str:
    """Name the owner of a page."""
    return f"担当: {name}"


def verified(day: str) -> str:
    """Say when a page was last verified."""
    return f"{_day(day)}に確認済み"


def changed(day: str) -> str:
    """Say when a page was last changed, where nobody says that it was verified."""
    return f"{_day(day)}に更新"


def verified_long_ago(day: str) -> str:
    """Mark a claim whose page was last verified long before another one that is quoted."""
    return f"（このページの最終確認: {_day(day)}）"


def changed_long_ago(day: str) -> str:
    """Mark a claim whose page was last changed so long ago, where nobody says it was verified."""
    return f"（このページの最終更新: {_day(day)}）"


def note(kind: str, subject: str) -> str:
    """Word a fact about an answer; an empty string for a kind that nobody knows."""
    if kind == "live":
        return _LIVE.get(subject, "")
    said = _day(subject) if kind in _DATED else subject
    typed, _, meant = subject.partition(" → ")
    return _NOTES.get(kind, "").format(subject=said, typed=typed, meant=meant)


_LIVE = {
    "state": "現在の状況は、どのページからも分かりません。ステータスページやダッシュボードを"
    "ご確認ください。",
    "people": "今だれがどこにいるかは、どのページからも分かりません。当番表やカレンダーを"
    "ご確認ください。",
    "figures": "今日や特定の期間の数値は、どのページにもありません。レポートやデータベースを"
    "ご確認ください。",
    "own": "ご自身の記録は、どのページにもありません。記録を管理しているシステムをご確認ください。",
    "everything": "回答はいくつかの箇所に基づくため、すべてを列挙することはできません。Wiki自体の"
    "検索をご利用ください。",
    "world": "社内のどのページからも分かりません。Webでお調べください。",
}
"""What would know, by the kind of question that no page answers."""


_DATED = ("stale", "differs")
"""Notes that are about a day."""
_NOTES = {
    "asked_before": "{subject} に同じ質問にこう答え、役に立ったと評価されました。"
    "引用元はその後変わっていません。",
    "differs": "ここで引用したページの内容は一致していません。最も新しいものは"
    "{subject}のページです。",
    "stale": "ここで引用したページは、いずれも1年以内に確認されていません。最も新しいものは"
    "{subject}のページです。",
    "respelt": "「{typed}」はどのページにもないため、「{meant}」と読み替えました。",
    "search_degraded": "検索が完全ではありませんでした: {subject}",
    "writer_degraded": "文章作成モデルを使わずに引用しました: {subject}",
    "set_aside": "先ほど引用したページを除いて、もう一度検索しました。",
    "uncovered": "質問の一部には回答できていません。",
    "unanswered": "質問のうち、次の部分には回答できていません: {subject}",
    "question_cut": "質問は最初の{subject}文字だけを読みました。",
    "history_cut": "このスレッドは新しい部分だけを読みました。",
    "history_missing": "これより前のメッセージは読めませんでした。",
    "history_own": "Slackで今このスレッドを読めないため、私への質問とその回答だけを参照しました。",
    "files_unread": "次のファイルは読んでいません: {subject}",
    "files_cut": "次のファイルは先頭だけを読みました: {subject}",
    "links_unread": "リンク先のメッセージは、ここにいる全員または私に閲覧権限がないため、"
    "読んでいません。",
    "channels_unread": "チャンネルでの発言はドキュメントに含まれないため、次の場所で話された内容は"
    "分かりません: {subject}",
}


def private_channel() -> str:
    """Stand for a channel whose name is not for everyone."""
    return "非公開のチャンネル"


def failure(reason: str, trace_id: str = "") -> str:
    """Say why there is no answer."""
    return reason or _broken(trace_id)


def continued() -> str:
    """Open a message that goes on where the one before ended."""
    return "(続き)"


def helpful() -> str:
    """Label the button for an answer that helped."""
    return "役に立った"


def unhelpful() -> str:
    """Label the button for an answer that did not."""
    return "役に立たなかった"


def footer(trace_id: str) -> str:
    """Name the trace of an answer."""
    return f"トレース {trace_id}"
