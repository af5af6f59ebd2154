"""What is said of opinions, in Japanese."""

from __future__ import annotations


def ask_why() -> str:
    """Thank for a dislike and ask for its reason."""
    return (
        "ありがとうございます。改善できるよう、見つけたものすべてと一緒に質問を保存しました。"
        "回答のどこが良くありませんか。"
    )


def reason_name(reason_: str) -> str:
    """Name a reason why somebody dislikes an answer, on a button and in a list."""
    return _REASONS.get(reason_, _REASONS["other"])


_REASONS = {
    "wrong_page": "ページが違う",
    "outdated": "古い",
    "incomplete": "足りない",
    "invented": "根拠がない",
    "not_asked": "質問と違う",
    "other": "その他",
}


def name_the_page() -> str:
    """Label the button that asks for the right page."""
    return "正しいページを教える"


def page_title() -> str:
    """Head the window that asks for the right page."""
    return "正しいページ"


def page_submit() -> str:
    """Label the button that sends the link of the right page."""
    return "送信"


def page_label() -> str:
    """Label the field for the link of the right page."""
    return "答えが載っているページのリンク"


def page_hint() -> str:
    """Say what becomes of the link."""
    return "ドキュメントの担当者のために、あなたの評価と一緒に保存されます。"


def no_address() -> str:
    """Say that no link was given."""
    return "ページのリンクを 1 つ貼り付けてください。"


def page_kept() -> str:
    """Acknowledge the link of the right page."""
    return "ありがとうございます。そのページを評価と一緒に保存しました。"


def reason_kept(reason_: str) -> str:
    """Acknowledge a reason."""
    return (
        f"ありがとうございます。記録しました: {reason_}。正しいページをご存じなら教えてください。"
    )


def no_dislike() -> str:
    """Say why a reason or a page is not kept."""
    return "この回答への低い評価はもう取り消されているため、記録できません。"


def keep_offer() -> str:
    """Offer to keep a person's answer."""
    return (
        "これには答えられませんでしたが、あなたが答えてくれました。正しい回答として保存し"
        "てもよいですか。今後の評価に使います。"
    )


def keep_answer() -> str:
    """Label the button that keeps a person's answer."""
    return "この回答を保存"


def answer_kept_alone() -> str:
    """Acknowledge an answer that links to no page."""
    return (
        "ありがとうございます。回答を保存しました。まだページがないことが、ドキュメントの"
        "担当者に伝わります。"
    )


def answer_gone() -> str:
    """Say that an answer cannot be kept."""
    return "保存できるのは、あなた自身が書き、今もここにあるものだけです。"


def answer_kept(pages: str) -> str:
    """Acknowledge an answer with the pages that it links to."""
    return f"ありがとうございます。回答をページと一緒に保存しました: {pages}"


def no_such_page() -> str:
    """Say what names a page, where what was typed names none."""
    return "リンクか、索引にあるページのパス (例: hr/leave.md) を入力してください。"


def page_kept_unknown() -> str:
    """Acknowledge the link of the right page, which is not indexed."""
    return (
        "ありがとうございます。そのページを評価と一緒に保存しました。"
        "索引にはないページなので、管理者が確認します。"
    )
