"""What stands on the buttons of an answer, and what is said of pressing them, in Japanese."""

from __future__ import annotations


def searched(question: str) -> str:
    """Say what was searched, small, under an answer."""
    return f"検索した内容: {question}"


def show_quotes() -> str:
    """Label the button that shows what an answer rests on."""
    return "引用を表示"


def edit_search() -> str:
    """Label the button with which whoever asked changes what is searched."""
    return "検索を編集"


def ask_a_human() -> str:
    """Label the button that hands a question over to people."""
    return "担当者に尋ねる"


def stop() -> str:
    """Label the button that stops an answer."""
    return "停止"


def stopped() -> str:
    """End an answer that somebody stopped."""
    return "_停止しました。_"


def going_on() -> str:
    """End what a process has written that is being stopped, for another one to write over."""
    return "_再起動中です。まもなくこの回答を続けます。_"


def answer_again() -> str:
    """Label the button that asks an edited question again."""
    return "もう一度回答"


def question_changed() -> str:
    """Offer to answer a question again that was edited."""
    return "回答済みの質問が編集されました。もう一度回答しましょうか。"


def quotes_title() -> str:
    """Head the quotes of an answer; at most 24 characters."""
    return "引用"


def search_title() -> str:
    """Head the modal in which a search is changed; at most 24 characters."""
    return "検索を編集"


def search_label() -> str:
    """Say what is typed into that modal."""
    return "検索する内容"


def search_hint() -> str:
    """Say what comes of it."""
    return "入力したとおりに検索し、同じスレッドで回答します。"


def search_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "検索"


def close() -> str:
    """Label what closes a modal; at most 24 characters."""
    return "閉じる"


def nothing_typed() -> str:
    """Ask for words to search for."""
    return "検索する内容を入力してください。"


def only_the_asker() -> str:
    """Tell somebody else that the search is its asker's to change."""
    return (
        "検索の内容を変更できるのは、質問した本人だけです。このスレッドでご自身の質問として"
        "お尋ねください。"
    )


def not_kept() -> str:
    """Say that an answer is not known any more."""
    return "その回答はもう残っていません。もう一度お尋ねください。"


def quotes_not_yours() -> str:
    """Say that somebody may not see what an answer quotes."""
    return "この回答が引用しているページを閲覧する権限がありません。"


def more_quotes(number: int) -> str:
    """Say how many quotes are not shown."""
    return f"…ほか{number}件"


def a_maintainer() -> str:
    """Name whoever looks after the bot, where no channel is named."""
    return "このボットの管理者"


def handed_over(where: str) -> str:
    """Say who was told of a question."""
    return f"質問を、検索した内容とともに{where}へ引き継ぎました。"


def handed_over_before(where: str) -> str:
    """Say that they know of it already."""
    return f"この質問はすでに{where}へ引き継いであります。"


def called_for(where: str) -> str:
    """Say that they were told who asks, and no question."""
    return f"担当者の対応を求めていることを{where}に伝えました。"


def called_for_before(where: str) -> str:
    """The same where they know of it already."""
    return f"担当者の対応を求めていることは、すでに{where}に伝えてあります。"


def pointed_to_by_rule(where: str) -> str:
    """The same where nobody called for people but a rule."""
    return f"この質問があることを{where}に知らせました。"


def sees_link() -> str:
    """Say that those who help have the link alone to a question that they may not all read."""
    return (
        "閲覧権限のない人がいるため、質問の内容は伝えず、リンクだけを渡しました。リンクを開けない担当者"
        "には、知りたいことを直接お伝えください。"
    )


def sees_name() -> str:
    """Say that those who help know who asks alone, of a question that they may not read."""
    return (
        "閲覧権限がないため、伝えたのはお名前だけで、質問の内容は伝えていません。知りたいことを直接お伝え"
        "いただくか、担当者からの連絡をお待ちください。"
    )


def see_link() -> str:
    """Tell those who help how they learn what was asked, where they have the link to it."""
    return "リンクから内容を確認してください。開けない場合は、質問した人に直接お尋ねください。"


def ask_them() -> str:
    """The same where they have no link to it."""
    return "質問した人にダイレクトメッセージで内容をお尋ねください。"


def nobody_to_ask() -> str:
    """Say that the policy names nobody to ask."""
    return (
        "お尋ねできる担当者がまだ登録されていません。ボットの運用担当者が、ポリシーにサポート用"
        "チャンネルを指定できます。"
    )


def asks_a_human(thread: str) -> str:
    """Head a question that is handed over, after whose it is; `thread` is a link, or empty."""
    return (
        f"さんが担当者の対応を求めています: {thread}"
        if thread
        else "さんが担当者の対応を求めています。"
    )


def the_thread() -> str:
    """Label the link to the thread of a question."""
    return "スレッド"


def answer_stays() -> str:
    """Say why an answer stays whose question was deleted."""
    return "質問は削除されましたが、その後にほかの方が書き込んでいるため、回答は残します。"


def confirm_title() -> str:
    """Head the question whether a question is to be passed on; at most 24 characters."""
    return "担当者に引き継ぎますか"


def confirm_text() -> str:
    """Say where a question goes that is passed on."""
    return (
        "質問した人の名前、質問、そのリンクがサポート用チャンネルに送られます。閲覧権限のない人がいる"
        "場合は名前とリンクだけが、ダイレクトメッセージや非公開の回答からは名前だけが送られます。"
    )


def confirm() -> str:
    """Label what passes a question on; at most 24 characters."""
    return "引き継ぐ"


def deny() -> str:
    """Label what leaves a question where it is; at most 24 characters."""
    return "やめる"


def support_team() -> str:
    """Name those who were told, to whoever cannot see their channel."""
    return "サポート担当"


def ask_first() -> str:
    """Say that there is no question to pass on."""
    return (
        "どの質問のことか分からないため、何も引き継いでいません。先に質問してから、回答のスレッドで"
        "担当者をお呼びください。"
    )


def not_yours_to_pass_on() -> str:
    """Say that only whoever asked in private may have a question passed on."""
    return "非公開の場所での質問は、質問した本人だけが引き継ぎを頼めます。"


def private_question() -> str:
    """Stand for a question that not all who are told may read."""
    return "質問の内容はここには表示しません。この場所の全員が読めるわけではないためです。"


def passes_on(other: str, thread: str) -> str:
    """Head a question of another, after who passes it on; `thread` is a link, or empty."""
    return f"さんが {other} さんの質問を引き継ぎました: {thread}".rstrip()
