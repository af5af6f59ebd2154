"""What the app's home, its panel and the greeting say, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count
from bot.slack.phrases.ja.counting import day as _day


def home_title() -> str:
    """Head the app's home."""
    return "Footnote"


def home_ask() -> str:
    """Head what can be asked."""
    return "何を尋ねられますか"


def home_how(command: str) -> str:
    """Say how to ask."""
    return (
        "ドキュメントに書かれていそうなことなら、何でもどうぞ。チャンネルで私をメンションするか、"
        f"「メッセージ」に書き込むか、{command} に続けて質問を入力してください(この場合、回答は"
        "あなただけに表示されます)。すべての文に出典を付け、ドキュメントに記載がなければそう"
        "お伝えします。"
    )


def home_collections() -> str:
    """Head the collections that somebody sees."""
    return "あなたのために検索する範囲"


def home_none() -> str:
    """Say that somebody may search nothing."""
    return "ダイレクトメッセージでお見せできるドキュメントがありません。"


def home_channels() -> str:
    """Say that a channel may have more."""
    return "チームのチャンネルでは、そのチームのドキュメントも検索できます。"


def home_questions() -> str:
    """Head somebody's own questions."""
    return "最近の質問"


def home_no_questions() -> str:
    """Say that somebody asked nothing yet."""
    return "まだ質問はありません。"


def home_opinions() -> str:
    """Head somebody's opinions of other answers."""
    return "ほかの方への回答に対する評価"


def home_no_opinions() -> str:
    """Say that somebody gave no opinion."""
    return "まだありません。回答の下のボタンで、役に立ったかどうかを教えてください。"


def outcome(name: str) -> str:
    """Say in a word or two how a question ended."""
    return _OUTCOMES.get(name, name)


_OUTCOMES = {
    "answered": "回答済み",
    "partial": "一部回答",
    "conflict": "記載の食い違い",
    "not_in_context": "記載なし",
    "failed": "失敗",
}


def opinion(value: int) -> str:
    """Say what somebody thought of an answer; nothing where they did not say."""
    return {1: "役に立った", -1: "役に立たなかった"}.get(value, "評価なし")


def see_answer() -> str:
    """Label the link to an answer."""
    return "回答を見る"


def only_you_saw() -> str:
    """Stand in place of the link to an answer that only its asker saw."""
    return "あなただけに表示"


def home_health() -> str:
    """Head the health of the index, for maintainers."""
    return "インデックスの状態"


def home_cases() -> str:
    """Head the open cases, for maintainers."""
    return "未対応の指摘"


def no_cases() -> str:
    """Say that there is no open case."""
    return "未対応の指摘はありません。"


def show_case() -> str:
    """Label the button that shows a case."""
    return "表示"


def all_well() -> str:
    """Say that no alarm stands."""
    return "警告はありません。"


def behind(collection: str, minutes: int) -> str:
    """Say how old the oldest change is that is not in the index yet."""
    return f"{collection}: 未反映の変更のうち、最も古いものは{count(minutes, 'minute')}前です。"


def up_to_date(collection: str) -> str:
    """Say that every change is in the index."""
    return f"{collection}: すべての変更が反映されています。"


def queue(waiting: int, working: int) -> str:
    """Say how many questions are waiting and in work."""
    return f"待機中の質問: {waiting}件、処理中: {working}件"


def case_title() -> str:
    """Head the window that shows a case."""
    return "指摘"


def case_gone() -> str:
    """Say that a case is not there."""
    return "その指摘はもうありません。"


def case_hidden(collections: str) -> str:
    """Say why a maintainer may not read a case."""
    return (
        f"この指摘は {collections} に関するもので、あなたには検索の権限がないため、これ以上は"
        "表示しません。"
    )


def case_question(text: str) -> str:
    """Show what was asked."""
    return f"質問: {text}"


def case_searched(text: str) -> str:
    """Show what was searched for."""
    return f"検索した内容: {text}"


def case_answer(outcome_: str, text: str) -> str:
    """Show what was answered; the text is empty where nothing was."""
    return f"回答({outcome_}): {text}" if text else f"回答なし({outcome_})"


def case_pages(names: str) -> str:
    """Show the pages that were found, best first."""
    return f"見つかったページ: {names}"


def case_more(case_id: str) -> str:
    """Say how to see all of a case."""
    return f"すべてを見るには: `python -m scripts.cases show {case_id}`"


def greeting(command: str, listen: str) -> str:
    """Introduce the bot to a channel that it was invited to; `listen` is what it hears there."""
    return (
        "こんにちは。ドキュメントをもとに質問にお答えし、すべての文に出典を付けます。"
        f"{_HEARD.get(listen, _HEARD['threads'])}{command} に続けて質問を入力すると、自分だけに"
        "表示される回答を得られます。ご不要な場合は、ここでミュートしてください。"
    )


_HEARD = {
    "mentions": "質問のたびに私をメンションしてください。メンションされたときだけ発言します。",
    "threads": "質問を添えて私をメンションし、続きはスレッドでどうぞ。話しかけられたときだけ発言"
    "します。",
    "questions": "このチャンネルの最上位に書かれた質問には、特定の方に宛てたものを除いて、すべて"
    "お答えします。続きはそのスレッドでどうぞ。",
    "auto": "ここで尋ねられた質問にドキュメントで答えられるときは、メンションがなくてもお答えし、"
    "それ以外は控えます。私に尋ねるには質問を添えてメンションし、続きはスレッドでどうぞ。",
}


def mute_here() -> str:
    """Label the button that mutes the bot in a channel."""
    return "ここでミュート"


def prompts_title() -> str:
    """Head the suggested questions in the panel."""
    return "何をお知りになりたいですか"


def prompt_how() -> str:
    """Suggest to ask how to ask."""
    return "どのように質問すればよいですか"


def prompt_what() -> str:
    """Suggest to ask what is searched."""
    return "何を尋ねられますか"


def policy_place(kind: str) -> str:
    """Say what the policy takes this place for."""
    return f"この場所: {_PLACES.get(kind, kind)}"


_PLACES = {
    "channel": "パブリックチャンネル",
    "private": "プライベートチャンネル",
    "group": "グループメッセージ",
    "direct": "ダイレクトメッセージ",
    "shared": "ほかの組織と共有",
    "unknown": "不明(招待していただければ確認できます)",
}


def policy_here() -> str:
    """Head what may be searched here."""
    return "ここで検索できる範囲:"


def policy_directly() -> str:
    """Head what somebody may search in direct messages."""
    return "ダイレクトメッセージであなたが検索できる範囲:"


def policy_closed(collection: str, days: str) -> str:
    """Say on which days to come those who help with a collection do not work."""
    return f"{collection} のサポート休業日: {days}"


def case_line(case_id: str, made: str, state: str, question: str) -> str:
    """Name a case in a list."""
    return f"`{case_id}` {_day(made)} ({state}): {question}"


def hidden_question() -> str:
    """Stand in place of a question that a maintainer may not read."""
    return "(検索の権限がないページに関する質問)"
