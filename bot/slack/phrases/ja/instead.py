"""What is said instead of an answer, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def help_() -> str:
    """Say what the bot is for."""
    return (
        "ドキュメントについてお尋ねください。チャンネルで私をメンションするか、ここに書いて"
        "ください。回答のすべての文に出典を付け、ドキュメントに記載がなければそうお伝えします。"
        "続けて質問するときは、同じスレッドに書いてください。回答がなければ、もう一度メンションして"
        "ください。"
    )


def too_late(seconds: int = 0) -> str:
    """Give up on a question that took too long."""
    within = f"{count(seconds, 'second')}以内に" if seconds else "時間内に"
    return (
        f"{within}回答を終えられませんでした。もう一度お尋ねください。質問を短くすると早く"
        "回答できます。"
    )


def no_index() -> str:
    """Say that nothing was indexed."""
    return (
        "検索できるドキュメントがまだありません。ボットの運用担当者が "
        "`python -m scripts.ingest PATH` で追加できます。"
    )


def search_down(seconds: int) -> str:
    """Say that search is down, and how long the question is kept."""
    within = count(seconds, "second") if seconds < 120 else count(seconds // 60, "minute")
    return (
        "現在、検索が停止しています。質問はお預かりしています。"
        f"{within}以内に検索が復旧すれば、このメッセージが回答に置き換わります。"
    )


def behind_another() -> str:
    """Say that a question waits for an earlier one of its thread, which is kept."""
    return (
        "現在、検索が停止しており、このスレッドの先の質問をお預かりしています。この質問もお預かり"
        "し、その次に回答します。"
    )


def search_stayed_down() -> str:
    """Close a question that was kept too long."""
    return (
        "検索がまだ復旧しないため、質問をこれ以上お預かりできません。時間をおいて、もう一度"
        "お尋ねください。"
    )


def ledger_locked() -> str:
    """Say that the ledger could not be written."""
    return "現在、データベースに書き込めません。1分後にもう一度お尋ねください。"


def press_again() -> str:
    """Tell whoever pressed a button that it could not be kept."""
    return (
        "データベースに書き込めないため、評価を保存できませんでした。1分後にもう一度押して"
        "ください。"
    )


def broken(reference: str = "") -> str:
    """Say that something of ours failed."""
    told = f"ボットの運用担当者は、ログの {reference} で確認できます。" if reference else ""
    return f"こちらで問題が発生し、回答できませんでした。{told}もう一度お尋ねください。"


def not_in_channel(channel: str = "") -> str:
    """Tell a person directly why their question in a channel had no answer there."""
    where = f"チャンネル {channel} " if channel else "あるチャンネル"
    return (
        f"{where}で質問をいただきましたが、そこには書き込む権限がありません。そのチャンネルに"
        "招待するか、ここでお尋ねください。"
    )


def place_unknown() -> str:
    """Say that nobody could tell what kind of place this is."""
    return (
        "ここを誰が読めるのか確認できなかったため、回答を控えます。1分後にもう一度お尋ねになるか、"
        "ダイレクトメッセージでお尋ねください。"
    )


def refused(reason: str) -> str:
    """Say why a person may not be answered in a place; `reason` is one of the policy's words."""
    return _REFUSED.get(reason, "ここでは回答できません。")


_REFUSED = {
    "deactivated": "使われなくなったアカウントには回答しません。",
    "bot": "ほかのプログラムには、運用担当者が登録したものを除き、回答しません。",
    "team": "回答できるのは、私が所属するワークスペースの方だけです。",
    "stranger": "回答できるのは、この組織の方だけです。",
    "guest": "ここでは、ゲストの方や、ゲストが参加しているグループメッセージには回答しません。"
    "ワークスペースのメンバーにお尋ねください。",
    "shared": "ほかの組織と共有しているチャンネルでは回答しません。",
    "place": "ここがどのような場所か分からないため、回答を控えます。",
    "nothing": "ここでお見せできるドキュメントがありません。担当チームのチャンネルか、"
    "ダイレクトメッセージでお尋ねください。",
}


def thanks(value: int) -> str:
    """Acknowledge an opinion."""
    if value > 0:
        return "ありがとうございます。"
    return "ありがとうございます。改善に役立てるため、質問と見つかった内容をすべて保存しました。"


def ask_again_after_edit() -> str:
    """Answer an edit of a question that was answered."""
    return (
        "質問が編集されても、もう一度回答することはありません。このスレッドで改めてお尋ねください。"
    )
