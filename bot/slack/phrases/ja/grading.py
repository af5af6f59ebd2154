"""What is said to whoever grades answers, in Japanese."""

from __future__ import annotations

_GRADES = {
    "right": "正しい",
    "partly": "一部正しい",
    "wrong": "誤り",
    "refuse": "回答すべきでなかった",
}


def grade_kept(grade: str, left: int) -> str:
    """Acknowledge a grade; `left` is how many of the sample have none yet."""
    grade = _GRADES.get(grade, grade)
    return (
        f"ありがとうございます。「{grade}」として記録しました。このサンプルの残りは {left} 件です。"
    )


def members_grade() -> str:
    """Say who grades."""
    return "回答を評価できるのは、依頼先チャンネルのドキュメント担当者だけです。"


def not_in_a_sample() -> str:
    """Say that there is nothing to grade."""
    return "その回答はもうどのサンプルにも含まれていません。"


def read_by_others(channel: str) -> str:
    """Tell maintainers that guests or another organisation read along in a channel."""
    return (
        f"チャンネル {channel} には質問を含むもの (夜間の数値、チケット、保留の通知、採点用の回答) "
        "を投稿しません。ゲストやほかの組織の人が読めるか、メンバーが多すぎて確認できないためです。"
        "解消するか、ポリシーで別のチャンネルを指定してください。採点用のサンプルは引き直してくだ"
        "さい: python -m scripts.grade --slack --new。このお知らせは1回だけです。"
    )
