"""What is said of hearing: who may not ask, why nothing was said, in Japanese."""

from __future__ import annotations

from bot.slack.phrases.ja.counting import count


def refused_in(channel: str, reason: str) -> str:
    """Tell the maintainers of a channel in which somebody was refused."""
    return (
        f"チャンネル {channel} で質問を受けましたが、そこでは回答できません。理由: "
        f"{_OF_CHANNEL.get(reason, 'ポリシーで許可されていません')}。回答を許可する場合は、"
        "ポリシーでそのチャンネルを許可してください。このお知らせはチャンネルごとに1回だけです。"
    )


_OF_CHANNEL = {
    "stranger": "質問した方は別の組織に所属しています",
    "guest": "質問した方がゲストか、ゲストが閲覧できます",
    "shared": "別の組織が閲覧できます",
    "team": "質問した方は別のワークスペースに所属しています",
}


def cannot_answer(channel: str, said: str, mend: str) -> str:
    """Tell the maintainers of a channel of the policy in which the bot cannot answer."""
    return (
        f"ポリシーに記載されたチャンネル {channel} では回答できません: {said}。{mend} "
        "そのほかは動作しています。このお知らせは1回だけです。"
    )


def thread_full(answers: int) -> str:
    """Say that a thread has had as many answers as it may have."""
    return (
        f"このスレッドにはすでに{count(answers, 'answer')}があり、1つのスレッドではこれ以上回答"
        "しません。新しいスレッドでお尋ねください。"
    )


def why(reason: str) -> str:
    """Tell who wonders why nothing was said to a message; `reason` is the log's."""
    return _WHY.get(reason, "そのメッセージを、私への質問とは受け取りませんでした。")


_MENTION = "メンションしていただければ回答します。"

_WHY = {
    "answered": "そのメッセージには回答しました。見当たらない場合は、回答が削除されています。",
    "waiting": "そのメッセージには、まだ取りかかっていません。",
    "gone": "そのメッセージはもう見つかりません。",
    "unreadable": "そのメッセージを読めませんでした。私はこのチャンネルのメンバーですか。",
    "not allowed": "書き込んだ方に、またはここでは、回答できません。",
    "another bot's message": "ほかのプログラムのメッセージです。運用担当者が登録したものだけに"
    "回答します。",
    "a message of Slack's": "Slack自体のメッセージです。",
    "our own message": "私自身のメッセージです。",
    "not addressed to the bot": "私宛てのメッセージではありません。メンションがなく、私が回答した"
    "スレッドの中でもありません。",
    "only mentions are heard in this channel": "このチャンネルでは、メンションされたときだけ回答"
    "します。",
    "no question": "このチャンネルではすべての質問を聞いていますが、そのメッセージには質問が"
    "見つかりませんでした。",
    "a question to somebody": "特定の方への質問だと判断しました。" + _MENTION,
    "nothing asked in the bot's thread": "そのメッセージには質問が見つかりませんでした。",
    "said to someone else in the bot's thread": "ほかの方に宛てたメッセージです。",
    "said to everyone in the bot's thread": "私ではなく、全員に宛てたメッセージです。",
    "people are talking in the bot's thread": "ほかの方が回答または参加されたため、控えています。"
    + _MENTION,
    "the talk has turned to someone else": "直前にほかの方に話しかけられていたため、控えています。"
    + _MENTION,
    "several people talk in this thread": "このスレッドでは複数の方が話しており、私宛てかどうか"
    "判断できませんでした。" + _MENTION,
    "said to who asked": "先に質問した方への問いかけと受け取りました。",
    "a side question in the bot's thread": "この質問が私宛てかどうか判断できませんでした。"
    + _MENTION,
    "about the bot, not to it": "私についてのメッセージで、私宛てではありません。",
    "a joke in the bot's thread": "冗談と受け取りました。",
    "the bot has said nothing in this thread yet": "このスレッドでは、まだ発言していません。"
    + _MENTION,
    "the thread could not be read": "このスレッドを読めませんでした。私宛てかどうか判断できない"
    "ときは控えます。" + _MENTION,
    "too many answers": "このスレッドで多く発言したため、止めました。",
    "not covered": "尋ねられずに回答するほどには、ドキュメントに十分な記載がありません。",
    "not covered: failed": "調べている途中で問題が発生しました。メンションしていただければ、"
    "もう一度試します。",
    "not covered: live": "その質問に答えられるドキュメントはないため、控えました。",
    "not covered: nothing": "その質問に答える記載は、ドキュメントに見つかりませんでした。",
    "not covered: part": "ドキュメントには、その質問の一部についてしか記載がありません。"
    "メンションしていただければ、どの部分かお伝えします。",
    "not covered: conflict": "その質問について、ドキュメントの記載が食い違っています。"
    "メンションしていただければ、両方をお見せします。",
    "not covered: degraded": "そのときは一部しか検索できなかったため、控えました。"
    "メンションしていただければ、できる範囲で回答します。",
    "not covered: words": "見つかった内容が質問のすべてには触れておらず、尋ねられずに回答するほどの"
    "確信がありませんでした。メンションしていただければ、お見せします。",
    "not covered: weak": "見つかった内容は別のことかもしれず、尋ねられずに回答するほどの確信が"
    "ありませんでした。メンションしていただければ、お見せします。",
    "switched off": "このチャンネルでは、尋ねられないかぎり回答しないことにしました。" + _MENTION,
    "came with what was not read": "そのメッセージに付いていたものを、すべては読めませんでした。"
    "メンションしていただければ、できる範囲で回答します。",
    "no index": "ここで回答に使えるドキュメントが、インデックスにありません。",
    "broken": "調べている途中で障害が発生しました。メンションしていただければ、もう一度試します。",
    "unheard": "そのメッセージは届いていません。このチャンネルにいなかったか、動作していなかった"
    "可能性があります。" + _MENTION,
    "muted": "このチャンネルではミュートされています。メンションした方には、自分だけに表示される"
    "メッセージでお知らせします。",
}
