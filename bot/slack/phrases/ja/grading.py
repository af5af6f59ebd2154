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
