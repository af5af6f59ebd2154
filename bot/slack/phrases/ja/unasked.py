"""What is said of answers that nobody asked for, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def auto_not_in_policy() -> str:
    """Say that the policy does not let the bot answer unasked in a channel."""
    return (
        "ここでは、尋ねられたときだけ回答します。ポリシーファイルで、このチャンネルの自動回答が"
        "有効になっていません。"
    )


def auto_is_on(answers: int, disliked: int) -> str:
    """Say that the bot answers unasked, and how that is liked."""
    liked = (
        f"直近{count(answers, 'answer')}のうち、役に立たなかったとされたものは{disliked:,}件です。"
    )
    none = "有効になってからの自動回答はまだありません。"
    return (
        "ここでは、ドキュメントで答えられる質問に自動で回答しています。"
        f"{liked if answers else none}"
    )


def auto_is_off(reason: str, command: str) -> str:
    """Say why the bot does not answer unasked for now, and how a maintainer changes that."""
    return f"ここでは自動で回答しません。{reason}`{command} auto on` で再開できます。"


def auto_disliked(disliked: int, answers: int) -> str:
    """Say why the bot stopped of its own accord."""
    return (
        f"直近{count(answers, 'answer')}のうち{disliked:,}件が役に立たなかったとされたため、"
        "停止しました。"
    )


def auto_off_by(person: str) -> str:
    """Say who had the bot stop."""
    return f"管理者の{person}さんがオフにしました。"


def auto_went_off(channel: str, disliked: int, answers: int, command: str) -> str:
    """Tell the maintainers that the bot stopped answering a channel unasked."""
    return (
        f"チャンネル {channel} での自動回答を停止しました。そこでの直近{count(answers, 'answer')}の"
        f"うち{disliked:,}件が役に立たなかったとされたためです。`{command} cases` で問題のあった"
        f"回答を確認できます。再開するには、そのチャンネルで `{command} auto on` と"
        "入力してください。"
    )
