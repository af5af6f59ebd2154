"""What the slash command and private answers say, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def command_help(command: str) -> str:
    """Say what can follow the command."""
    return (
        f"`{command} 質問` と入力すると、ドキュメントについて尋ねられます。回答はあなただけに"
        "表示され、下のボタンでチャンネルに共有できます。\n"
        f"`{command} status` で、動作の状態、ドキュメントの新しさ、ここから検索できる範囲が"
        "分かります。\n"
        f"`{command} mute` でこのチャンネルでの発言を止め、`{command} unmute` で再開します。\n"
        f"`{command} help` で、この説明を表示します。\n"
        "それ以外はすべて質問として扱います。チャンネルでのメンション、ダイレクトメッセージ、"
        "メッセージのメニューの「Ask Footnote about this」からもお尋ねいただけます。"
    )


def command_help_maintainer(command: str) -> str:
    """Say what maintainers can ask for besides."""
    return (
        f"管理者向け: `{command} policy` でここで検索できる範囲とあなたが検索できる範囲、"
        f"`{command} cases` で未対応の指摘、`{command} index` でインデックスの状態、"
        f"`{command} auto` でこのチャンネルの自動回答の有無が分かります。`{command} auto on` と "
        f"`{command} auto off` で切り替えます。"
    )


def looking_up(question: str) -> str:
    """Say that a private question arrived."""
    return f"調べています: {question}"


def asked_privately(question: str) -> str:
    """Repeat a question above its private answer."""
    return f"質問: {question}"


def share() -> str:
    """Label the button that shares a private answer."""
    return "チャンネルに共有"


def interrupted() -> str:
    """Say that a private answer may not have been seen."""
    return "回答の途中で中断されました。回答が表示されていない場合は、もう一度お尋ねください。"


def search_is_down() -> str:
    """Answer a private question that nothing can be searched for."""
    return "現在、検索が停止しています。数分後にもう一度お尋ねください。"


def shared_by() -> str:
    """Follow the name of the person who shared an answer."""
    return " さんが質問し、回答を共有しました:"


def shared_line(question: str) -> str:
    """Announce a shared answer where there is room for a line only."""
    return f"共有された回答: {question}"


def shared() -> str:
    """Tell somebody that their answer was shared."""
    return "共有しました。"


def not_shared(reason: str = "") -> str:
    """Tell somebody why their answer was not shared."""
    return _NOT_SHARED.get(reason, "その回答はここでは共有できません。")


_NOT_SHARED = {
    "before": "その回答はすでに共有されています。",
    "scope": "その回答には、ここにいる全員が閲覧できるとは限らない出典が含まれるため、共有"
    "しません。",
    "outside": "このチャンネルには書き込めません。招待してから、もう一度共有してください。",
    "gone": "その回答はもう残っていません。もう一度質問してから共有してください。",
}


def muted(command: str) -> str:
    """Say that the bot was muted in a channel."""
    return (
        "このチャンネルでは発言しません。ここで私をメンションした方だけに、そのことをお知らせ"
        f"します。`{command} unmute` で再開できます。`{command} 質問` なら、これまでどおり"
        "自分だけに表示される回答を得られます。"
    )


def muted_before() -> str:
    """Say that nothing had to be done."""
    return "このチャンネルでは、すでにミュートされています。"


def unmuted() -> str:
    """Say that the bot may speak again."""
    return "このチャンネルでの回答を再開します。"


def unmuted_before() -> str:
    """Say that nothing had to be done."""
    return "このチャンネルでは、ミュートされていません。"


def may_not_mute() -> str:
    """Refuse to be muted by somebody."""
    return (
        "ミュートできるのは、このワークスペースのメンバーだけで、ご自身が参加しているチャンネルに"
        "限ります。"
    )


def nothing_to_mute() -> str:
    """Say that a direct message is no channel."""
    return "ここには二人しかいません。書き込みがなければ、私から話すことはありません。"


def silent_here(command: str) -> str:
    """Answer a mention in a channel where the bot is muted."""
    return (
        "このチャンネルではミュートされているため、これはあなただけに表示されています。"
        f"`{command} 質問` で自分だけに表示される回答を得られます。`{command} unmute` で、ここでの"
        "回答を再開できます。"
    )


def only_maintainers() -> str:
    """Refuse what only maintainers may see or switch."""
    return "これは、ポリシーファイルに記載されたFootnoteの管理者だけが使えます。"


def try_again() -> str:
    """Say that something could not be found out in time."""
    return "時間内に確認できませんでした。もう一度お試しください。"


def well() -> str:
    """Say that nothing is known to be wrong."""
    return "正常に動作しており、検索も応答しています。"


def unwell() -> str:
    """Say that search does not answer."""
    return "動作していますが、現在、検索が応答していません。"


def index_changed(ago: str) -> str:
    """Say when the index last changed."""
    return f"ドキュメントの最終更新: {ago}"


def you_may_search(names: str) -> str:
    """Name the collections that somebody may search from a place."""
    return f"ここから検索できる範囲: {names}"


def pages_of(collection: str, pages: int) -> str:
    """Name a collection with how many pages it has."""
    return f"{collection}({count(pages, 'page')})"


def muted_here() -> str:
    """Say that the bot is muted in this channel."""
    return "このチャンネルではミュートされています。"


def ago(seconds: int) -> str:
    """Say how long ago something was."""
    for unit, length in (("日", 86_400), ("時間", 3_600), ("分", 60)):
        if seconds >= length:
            return f"{seconds // length:,}{unit}前"
    return "たった今"
