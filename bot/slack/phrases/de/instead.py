"""What is said instead of an answer, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count


def help_() -> str:
    """Say what the bot is for."""
    return (
        "Frage mich nach der Dokumentation: Erwähne mich in einem Channel oder schreibe mir hier. "
        "Jeder Satz meiner Antwort hat seine Quelle; wo in der Dokumentation nichts steht, sage "
        "ich das. Wenn du weiterfragen möchtest, schreibe im selben Thread weiter; wo ich nicht "
        "antworte, erwähne mich noch einmal."
    )


def too_late(seconds: int = 0) -> str:
    """Give up on a question that took too long."""
    after = f"nach {count(seconds, 'second')}" if seconds else "rechtzeitig"
    return (
        f"Ich bin {after} nicht fertig geworden. Bitte frage noch einmal; eine kürzere Frage geht "
        "schneller."
    )


def no_index() -> str:
    """Say that nothing was indexed."""
    return (
        "Es gibt noch keine Dokumentation, in der ich suchen könnte. Wer mich betreibt, kann sie "
        "mit `python -m scripts.ingest PATH` hinzufügen."
    )


def search_down(seconds: int) -> str:
    """Say that search is down, and how long the question is kept."""
    within = count(seconds, "second") if seconds < 120 else count(seconds // 60, "minute")
    return (
        "Die Suche ist gerade ausgefallen. Deine Frage ist aufgehoben: Ist die Suche innerhalb von "
        f"{within} wieder da, kommt die Antwort an die Stelle dieser Nachricht."
    )


def behind_another() -> str:
    """Say that a question waits for an earlier one of its thread, which is kept."""
    return (
        "Die Suche ist gerade ausgefallen, und eine frühere Frage dieses Threads ist aufgehoben. "
        "Deine ist es auch und kommt danach an die Reihe."
    )


def search_stayed_down() -> str:
    """Close a question that was kept too long."""
    return (
        "Die Suche ist noch immer ausgefallen, und deine Frage wird nicht länger aufgehoben. Bitte "
        "frage später noch einmal."
    )


def ledger_locked() -> str:
    """Say that the ledger could not be written."""
    return (
        "Ich kann gerade nichts in meine Datenbank schreiben. Bitte frage in einer Minute noch "
        "einmal."
    )


def press_again() -> str:
    """Tell whoever pressed a button that it could not be kept."""
    return (
        "Ich kann gerade nichts in meine Datenbank schreiben; deine Meinung ist nicht gespeichert. "
        "Bitte drücke in einer Minute noch einmal."
    )


def broken(reference: str = "") -> str:
    """Say that something of ours failed."""
    told = f" Wer mich betreibt, findet es im Log unter {reference}." if reference else ""
    return (
        f"Bei mir ist etwas schiefgegangen, und ich habe keine Antwort.{told} Bitte frage noch "
        "einmal."
    )


def not_in_channel(channel: str = "") -> str:
    """Tell a person directly why their question in a channel had no answer there."""
    where = f"im Channel {channel}" if channel else "in einem Channel"
    return (
        f"Du hast mich {where} etwas gefragt, aber dort darf ich nicht schreiben. Lade mich "
        "dorthin ein oder frage mich hier."
    )


def place_unknown() -> str:
    """Say that nobody could tell what kind of place this is."""
    return (
        "Ich konnte nicht herausfinden, wer hier mitliest, und sage deshalb nichts. Bitte frage in "
        "einer Minute noch einmal oder schreibe mir direkt."
    )


def refused(reason: str) -> str:
    """Say why a person may not be answered in a place; `reason` is one of the policy's words."""
    return _REFUSED.get(reason, "Hier darf ich nicht antworten.")


_REFUSED = {
    "deactivated": "Ich antworte keinen Konten, die nicht mehr in Gebrauch sind.",
    "bot": "Ich antworte anderen Programmen nur, wenn mein Betreiber sie aufgeführt hat.",
    "team": "Ich antworte nur Personen des Workspace, zu dem ich gehöre.",
    "stranger": "Ich antworte nur Personen dieser Organisation.",
    "guest": "Gästen antworte ich hier nicht, und auch nicht in Gruppennachrichten, in denen ein "
    "Gast ist. Bitte frage ein Mitglied des Workspace.",
    "shared": "In Channels, die mit einer anderen Organisation geteilt sind, antworte ich nicht.",
    "place": "Ich weiß nicht, was für ein Ort das ist, und sage hier deshalb nichts.",
    "nothing": "Es gibt keine Dokumentation, die ich hier zeigen darf. Frage im Channel des Teams, "
    "dem sie gehört, oder schreibe mir direkt.",
}


def thanks(value: int) -> str:
    """Acknowledge an opinion."""
    if value > 0:
        return "Danke!"
    return (
        "Danke. Die Frage ist mit allem, was ich gefunden habe, aufgehoben, damit der Fehler "
        "behoben werden kann."
    )


def ask_again_after_edit() -> str:
    """Answer an edit of a question that was answered."""
    return (
        "Ich beantworte eine Frage nicht noch einmal, wenn sie geändert wird. Bitte stelle sie in "
        "diesem Thread neu."
    )
