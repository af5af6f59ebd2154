"""What is said to whoever asks more than is taken, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def too_many(most: int) -> str:
    """Say how much one person may ask within a minute."""
    return (
        f"1分間に{count(most, 'question')}を超えました。お一人からお受けできるのはここまでです。"
        "お受けした質問には回答しますので、残りは1分後にもう一度お尋ねください。"
    )


def full() -> str:
    """Say that too much waits already."""
    return (
        "すぐには回答しきれないほど質問が待っているため、今回の質問はお受けできませんでした。"
        "数分後にもう一度お尋ねください。"
    )


def too_many_calls(most: int) -> str:
    """Say how often one person may call for people."""
    return (
        f"お一人につき10分間に引き継げるのは{count(most, 'question')}までです。それ以上は引き継いで"
        "いません。時間をおいてもう一度お試しください。"
    )
