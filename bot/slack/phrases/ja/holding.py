"""What is said of what the gate holds back, in Japanese."""

from __future__ import annotations


def maintainers_decide() -> str:
    """Refuse somebody who does not look after the bot."""
    return "これについて決定できるのは、ボットの管理者だけです。"


def nothing_held() -> str:
    """Say that there is nothing to decide about."""
    return "その名前で保留されているものは、もうありません。"


def not_decided(reason: str) -> str:
    """Say why what was decided could not be done."""
    return f"実行できませんでした：{reason}"


def decided_before() -> str:
    """Say that somebody was quicker."""
    return "これについては、すでに決定済みです。"


def accepted_held() -> str:
    """Say after a person's name that they accepted it."""
    return "が承認しました。現在使用されています。"


def discarded_held() -> str:
    """Say after a person's name that they threw it away."""
    return "が破棄しました。"
