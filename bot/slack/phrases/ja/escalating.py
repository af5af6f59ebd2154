"""What is said of a question that was handed over to people, in Japanese."""

from __future__ import annotations

_SHORT = {
    "cited": "回答の根拠になっています",
    "dropped": "ここから書いた文が検査を通りませんでした ({detail})",
    "unused": "読みましたが、回答は見つかりませんでした",
    "same": "{detail}と同じ内容です",
    "crowded": "このページからはすでに十分に読んでいました",
    "below": "ほかの箇所が優先され、入りませんでした",
    "status": "使われていないページです: {detail}",
    "early": "{detail}より前は有効ではありません",
    "over": "有効期限は{detail}まででした",
    "aside": "スレッドで、これではないとされました",
}
"""Why a passage was not the answer; `{detail}` is a page, a day, a status or a check."""

_STATES = {
    "open": "担当者なし",
    "claimed": "対応中",
    "resolved": "解決済み",
    "solved": "解決",
}


def fell_short(why: str, detail: str) -> str:
    """Say why a passage was not the answer."""
    return _SHORT.get(why, _SHORT["below"]).format(detail=detail)


def stands(state: str) -> str:
    """Say how a question stands."""
    return _STATES.get(state, _STATES["open"])


def i_have_it() -> str:
    """Label the button with which somebody takes a question on."""
    return "対応します"


def not_ours() -> str:
    """Label the button with which a question is passed on to others."""
    return "担当外です"


def not_ours_ask() -> str:
    """Ask whether a question shall go to others."""
    return "質問は次の担当者に回り、このチャンネルからは外れます。"


def give_to() -> str:
    """Label the button with which somebody is picked."""
    return "割り当て …"


def resolved() -> str:
    """Label the button with which a question is closed."""
    return "解決済み"


def solved_button() -> str:
    """Label the button with which whoever asked closes a question."""
    return "解決しました"


def handed_by_rule(thread: str) -> str:
    """Head a question that nobody passed on but a rule, after whose it is."""
    return f"さんの質問に、役に立つ回答がありませんでした: {thread}"


def near_passages() -> str:
    """Head the passages that came nearest, each with why it was not the answer."""
    return "最も近い箇所と、それぞれが回答にならなかった理由:"


def owners(names: str) -> str:
    """Name the owners of the pages that came nearest."""
    return f"ページの担当者: {names}"


def due(when: str) -> str:
    """Say until when a question is to be answered."""
    return f"回答期限: {when}"


def has_it(other: str, thread: str) -> str:
    """Say, after who has a question, whose it is."""
    return f"さんが {other} さんの質問に対応しています: {thread}"


def has_resolved(other: str, thread: str) -> str:
    """Say, after who closed a question, whose it was."""
    return f"さんが {other} さんの質問を解決しました: {thread}"


def has_handed_on(other: str, thread: str) -> str:
    """Say, after who passed a question on to others, whose it is."""
    return f"さんが {other} さんの質問を次の担当者に回しました: {thread}"


def has_solved(thread: str) -> str:
    """Say after whose question it is that they need no help any more."""
    return f"さんの質問は、対応の必要がなくなりました: {thread}"


def taken() -> str:
    """Tell who asked, after whoever took the question, what comes now."""
    return (
        "さんがこの質問に対応します。ここからは、メンションされない限り、このスレッドでは発"
        "言しません。"
    )


def taken_private(question: str) -> str:
    """Tell who asked in private, after whoever took the question."""
    return f"さんが、非公開の場所でのご質問に対応します: {question}"


def passed_to_others() -> str:
    """Tell who asked that others are asked now."""
    return "この質問は別の担当チームに回りました。"


def others_asked() -> str:
    """Tell who asked that those who were told do not see it, and others are asked."""
    return "この質問を引き継いだ先では、質問を見ることができません。ほかの担当者に尋ねています。"


def nobody_reached() -> str:
    """Tell who asked that nobody is left who could be asked."""
    return (
        "この質問を誰にも届けられませんでした。引き継いだ先では見ることができず、"
        "ほかの担当者も登録されていません。担当の方に直接お尋ねください。"
    )


def answered_by() -> str:
    """Tell who asked, after whoever answered, what the answer is."""
    return "さんがこの質問に回答しました:"


def stands_in(page: str) -> str:
    """Say where an answer stands, or should."""
    return f"この回答を載せるページ: {page}"


def out_of_hours(when: str) -> str:
    """Tell who asked when the people who help are back."""
    return f"担当者は現在、対応時間外です。次の対応開始: {when}"


def passed_on_by_rule(where: str) -> str:
    """Tell who asked that their question was passed on by itself."""
    return f"この質問を{where}へ引き継ぎました。"


def given_to_you(thread: str) -> str:
    """Tell somebody, after who did it, that a question was given to them."""
    return f"さんが、あなたに質問を割り当てました: {thread}"


def due_soon(when: str) -> str:
    """Remind those who help of a question, before its deadline."""
    return f"この質問の回答期限が近づいています: {when}"


def due_soon_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"この質問の回答期限が近づいていますが、まだ担当者がいません: {when}"


def overdue(when: str) -> str:
    """Remind those who help of a question, after its deadline."""
    return f"この質問は回答期限を過ぎています: {when}"


def overdue_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"この質問は回答期限を過ぎていますが、まだ担当者がいません: {when}"


def overdue_still(when: str) -> str:
    """Remind them once more, when as long again has passed."""
    return f"この質問にはまだ回答がありません。回答期限: {when}"


def overdue_still_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return f"この質問にはまだ回答も担当者もありません。回答期限: {when}"


def overdue_last(when: str) -> str:
    """Remind them the last time."""
    return (
        f"これが最後のお知らせです。この質問は回答期限を過ぎており、終了されるまで残ります: {when}"
    )


def overdue_last_open(when: str) -> str:
    """The same where nobody has taken it on."""
    return (
        "これが最後のお知らせです。この質問は担当者がいないまま回答期限を過ぎており、終了される"
        f"まで残ります: {when}"
    )


def overdue_elsewhere(when: str, card: str) -> str:
    """Tell whoever looks after the bot of a question that nobody has answered in time."""
    return f"回答期限を過ぎた質問があります ({when}): {card}"


def the_card() -> str:
    """Label the link to what those who help were told."""
    return "引き継ぎの内容"


def says_solved() -> str:
    """Tell those who help, after who asked, that nothing is left to do."""
    return "さんによると、解決したそうです。対応は不要です。"


def suggestion(page: str) -> str:
    """Head a paragraph that is suggested for a page."""
    return f"{page}への追記案:"


def suggestion_nowhere() -> str:
    """Head a suggested paragraph for which no page is known."""
    return "この内容を載せるべきページへの追記案:"


def page_not_indexed() -> str:
    """Say of the page that was named with an answer that it cannot be searched."""
    return (
        "このページはまだ索引にないため、回答には使われません。"
        "管理者に索引への追加を依頼してください。"
    )


def goes_below(heading: str) -> str:
    """Say where on a page a paragraph belongs."""
    return f"見出し「{heading}」の下"


def goes_last() -> str:
    """The same where no heading is near."""
    return "ページの末尾"
