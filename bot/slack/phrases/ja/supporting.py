"""What those who help are told of what they press, and what their windows say, in Japanese."""

from __future__ import annotations


def not_a_member() -> str:
    """Tell who pressed that it is for others."""
    return "この操作は、このチャンネルの担当者だけができます。"


def not_in_the_channel() -> str:
    """Tell who picked somebody that they cannot see the question."""
    return "この質問が引き継がれたチャンネルのメンバーを選んでください。"


def has_it_already() -> str:
    """Tell who picked somebody that they have the question as it is."""
    return "この質問はすでにその方が担当しています。"


def taken_before() -> str:
    """Tell who pressed that another was first."""
    return "この質問には、すでに担当者がいます。"


def over_already() -> str:
    """Tell who pressed that a question is closed."""
    return "この質問はすでに終了しています。"


def nobody_else() -> str:
    """Tell who pressed that there is nobody left to pass a question on to."""
    return "ほかに引き継ぎ先が登録されていません。"


def not_known_any_more() -> str:
    """Tell who pressed that a question is not known."""
    return "この質問の記録はもうありません。"


def solved_thanks() -> str:
    """Tell who asked that those who help know."""
    return "ありがとうございます。担当者に伝えました。"


def resolve_title() -> str:
    """Head the modal in which a question is closed; at most 24 characters."""
    return "解決済み"


def resolve_answer() -> str:
    """Say what is typed into it first."""
    return "回答は何ですか"


def resolve_answer_hint() -> str:
    """Say who reads it."""
    return "質問した人が、そのスレッドで読みます。"


def resolve_page() -> str:
    """Say what is typed into it second."""
    return "どこに書かれているべきでしたか"


def resolve_page_hint() -> str:
    """Say what is a page."""
    return "ページのリンクまたはパス。追記案を作成します。"


def resolve_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "解決する"


def assign_title() -> str:
    """Head the modal in which somebody is picked; at most 24 characters."""
    return "割り当て"


def assign_label() -> str:
    """Say who is picked."""
    return "この質問の担当者"


def assign_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "割り当てる"


def answer_missing() -> str:
    """Ask for an answer where there is none."""
    return "回答を入力してください。"


def home_handed_over() -> str:
    """Head what waits for people."""
    return "担当者の対応を待つ質問"


def none_handed_over() -> str:
    """Say that nothing waits for people."""
    return "対応を待つ質問はありません。"


def handed_over_line(state: str, when: str) -> str:
    """Say how a question stands, and until when it is to be answered."""
    return f"{state}、回答期限: {when}"


def handed_over_late(state: str, when: str) -> str:
    """The same where that moment is past."""
    return f"{state}、回答期限を過ぎています: {when}"


def handed_over_since(since: str, name: str) -> str:
    """Say which question it is: when it was handed over, and what it is called."""
    return f"引き継いだ日時: {since} ({name})"


def see_card() -> str:
    """Label the link from there."""
    return "引き継ぎの内容を見る"
