"""What is said of hearing: who may not ask, why nothing was said, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count


def refused_in(channel: str, reason: str) -> str:
    """Tell the maintainers of a channel in which somebody was refused."""
    return (
        f"Im Channel {channel} hat mich jemand etwas gefragt, und dort darf ich nicht antworten: "
        f"{_OF_CHANNEL.get(reason, 'Die Richtlinie öffnet ihn nicht')}. Falls ich es soll, öffne "
        "den Channel in der Richtlinie. Ich sage das für jeden Channel nur einmal."
    )


_OF_CHANNEL = {
    "stranger": "Die Person gehört zu einer anderen Organisation",
    "guest": "Die Person ist Gast, oder ein Gast liest mit",
    "shared": "Eine andere Organisation liest mit",
    "team": "Die Person gehört zu einem anderen Workspace",
}


def cannot_answer(channel: str, said: str, mend: str) -> str:
    """Tell the maintainers of a channel of the policy in which the bot cannot answer."""
    return (
        f"Im Channel {channel}, den die Richtlinie nennt, kann ich nicht antworten: {said}. {mend} "
        "Alles andere geht. Ich sage das nur einmal."
    )


def thread_full(answers: int) -> str:
    """Say that a thread has had as many answers as it may have."""
    return (
        f"In diesem Thread stehen schon {count(answers, 'answer')} von mir, und mehr gebe ich in "
        "einem Thread nicht. Bitte frage in einem neuen."
    )


def why(reason: str) -> str:
    """Tell who wonders why nothing was said to a message; `reason` is the log's."""
    return _WHY.get(reason, "Ich habe diese Nachricht nicht für eine Frage an mich gehalten.")


_WHY = {
    "answered": "Ich habe auf diese Nachricht geantwortet. Wenn du die Antwort nicht siehst, wurde "
    "sie gelöscht.",
    "waiting": "Zu dieser Nachricht bin ich noch nicht gekommen.",
    "gone": "Diese Nachricht finde ich nicht mehr.",
    "unreadable": "Diese Nachricht konnte ich nicht lesen. Bin ich Mitglied dieses Channels?",
    "not allowed": "Wer das geschrieben hat, dem darf ich nicht antworten, oder hier nicht.",
    "another bot's message": "Das ist die Nachricht eines anderen Programms, und ich antworte nur "
    "denen, die mein Betreiber aufgeführt hat.",
    "a message of Slack's": "Das ist eine Nachricht von Slack selbst.",
    "our own message": "Das ist eine Nachricht von mir.",
    "not addressed to the bot": "Diese Nachricht richtet sich nicht an mich: Sie erwähnt mich "
    "nicht, und sie steht nicht in einem Thread, in dem ich geantwortet habe.",
    "only mentions are heard in this channel": "In diesem Channel antworte ich nur denen, die mich "
    "erwähnen.",
    "no question": "In diesem Channel höre ich jede Frage, und in dieser Nachricht habe ich keine "
    "gefunden.",
    "a question to somebody": "Das habe ich für eine Frage an jemand Bestimmten gehalten. Erwähne "
    "mich, und ich antworte.",
    "nothing asked in the bot's thread": "In dieser Nachricht habe ich keine Frage gefunden.",
    "said to someone else in the bot's thread": "Diese Nachricht richtet sich an jemand anderen.",
    "said to everyone in the bot's thread": "Diese Nachricht richtet sich an alle hier und nicht "
    "an mich.",
    "people are talking in the bot's thread": "Jemand anderes hat geantwortet oder sich "
    "eingeschaltet; ich halte mich deshalb zurück. Erwähne mich, und ich antworte wieder.",
    "the talk has turned to someone else": "Kurz davor wurde jemand anderes angesprochen; ich "
    "halte mich deshalb zurück. Erwähne mich, und ich antworte wieder.",
    "several people talk in this thread": "In diesem Thread reden mehrere, und ich konnte nicht "
    "erkennen, dass ich gemeint war. Erwähne mich, und ich antworte.",
    "said to who asked": "Ich habe das für eine Frage an die Person gehalten, die vorher gefragt "
    "hat.",
    "a side question in the bot's thread": "Ich konnte nicht erkennen, dass diese Frage an mich "
    "geht. Erwähne mich, und ich antworte.",
    "about the bot, not to it": "Diese Nachricht handelt von mir, richtet sich aber nicht an mich.",
    "a joke in the bot's thread": "Ich habe das für einen Scherz gehalten.",
    "the bot has said nothing in this thread yet": "In diesem Thread habe ich noch nichts gesagt. "
    "Erwähne mich, und ich antworte.",
    "the thread could not be read": "Ich konnte diesen Thread nicht lesen und bin still, wenn ich "
    "nicht erkennen kann, dass ich gemeint bin. Erwähne mich, und ich antworte.",
    "too many answers": "In diesem Thread habe ich so viel gesagt, dass ich aufgehört habe.",
    "not covered": "Die Dokumentation deckt diese Frage nicht gut genug ab, als dass ich "
    "ungefragt antworten würde.",
    "not covered: failed": "Beim Nachschlagen ist etwas schiefgegangen. Erwähne mich, und ich "
    "versuche es noch einmal.",
    "not covered: live": "Diese Frage kann kein Dokument beantworten; darum war ich still.",
    "not covered: nothing": "In der Dokumentation habe ich nichts gefunden, was diese Frage "
    "beantwortet.",
    "not covered: part": "Die Dokumentation beantwortet nur einen Teil dieser Frage. Erwähne mich, "
    "und ich sage, welchen.",
    "not covered: conflict": "Die Dokumentation widerspricht sich in dieser Frage. Erwähne mich, "
    "und ich zeige beide Seiten.",
    "not covered: degraded": "Ich konnte in dem Moment nur zum Teil suchen; darum war ich still. "
    "Erwähne mich, und ich antworte, so gut ich kann.",
    "not covered: words": "Was ich gefunden habe, spricht nicht von allem, was die Frage nennt; "
    "ich war mir deshalb nicht sicher genug, um ungefragt zu antworten. Erwähne mich, und ich "
    "zeige es.",
    "not covered: weak": "Was ich gefunden habe, handelt vielleicht von etwas anderem; ich war mir "
    "deshalb nicht sicher genug, um ungefragt zu antworten. Erwähne mich, und ich zeige es.",
    "switched off": "In diesem Channel antworte ich nicht mehr ungefragt. Erwähne mich, und ich "
    "antworte.",
    "came with what was not read": "Ich konnte nicht alles lesen, was mit dieser Nachricht kam. "
    "Erwähne mich, und ich antworte, so gut ich kann.",
    "no index": "Es ist keine Dokumentation indexiert, aus der ich hier antworten könnte.",
    "broken": "Beim Nachschlagen ist etwas kaputtgegangen. Erwähne mich, und ich versuche es noch "
    "einmal.",
    "unheard": "Von dieser Nachricht habe ich nichts erfahren: Vielleicht war ich nicht in diesem "
    "Channel oder lief gerade nicht. Erwähne mich, und ich antworte.",
    "muted": "In diesem Channel bin ich stumm: Wer mich erwähnt, erfährt das privat.",
}
