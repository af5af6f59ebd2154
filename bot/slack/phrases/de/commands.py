"""What the slash command and private answers say, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import NOUNS as _NOUNS
from bot.slack.phrases.de.counting import count, number


def command_help(command: str) -> str:
    """Say what can follow the command."""
    return (
        f"`{command} FRAGE` fragt die Dokumentation; nur du siehst die Antwort, und ein Button "
        "darunter teilt sie im Channel.\n"
        f"`{command} status` sagt, ob es mir gut geht, wie alt die Dokumentation ist, die ich "
        "kenne, und worin du von hier aus suchen darfst.\n"
        f"`{command} mute` lässt mich in diesem Channel schweigen, `{command} unmute` wieder "
        "antworten.\n"
        f"`{command} help` zeigt diese Hilfe.\n"
        "Alles andere ist eine Frage. Du kannst mich auch in einem Channel erwähnen, mir direkt "
        "schreiben oder im Menü einer Nachricht „Ask Footnote about this“ wählen."
    )


def command_help_maintainer(command: str) -> str:
    """Say what maintainers can ask for besides."""
    return (
        f"Für die Betreuung: `{command} policy` sagt, worin hier und von dir gesucht werden darf, "
        f"`{command} cases` listet offene Fälle, `{command} index` sagt, wie es dem Index geht, "
        f"`{command} auto`, ob ich in diesem Channel ungefragt antworte; `{command} auto on` und "
        f"`{command} auto off` ändern das."
    )


def looking_up(question: str) -> str:
    """Say that a private question arrived."""
    return f"Ich schlage nach: {question}"


def asked_privately(question: str) -> str:
    """Repeat a question above its private answer."""
    return f"Deine Frage: {question}"


def share() -> str:
    """Label the button that shares a private answer."""
    return "Im Channel teilen"


def interrupted() -> str:
    """Say that a private answer may not have been seen."""
    return (
        "Ich wurde beim Antworten unterbrochen. Falls du keine Antwort siehst, frage bitte noch "
        "einmal."
    )


def search_is_down() -> str:
    """Answer a private question that nothing can be searched for."""
    return "Die Suche ist gerade ausgefallen. Bitte frage in ein paar Minuten noch einmal."


def shared_by() -> str:
    """Follow the name of the person who shared an answer."""
    return " hat mich gefragt und die Antwort geteilt:"


def shared_line(question: str) -> str:
    """Announce a shared answer where there is room for a line only."""
    return f"Eine geteilte Antwort: {question}"


def shared() -> str:
    """Tell somebody that their answer was shared."""
    return "Geteilt."


def not_shared(reason: str = "") -> str:
    """Tell somebody why their answer was not shared."""
    return _NOT_SHARED.get(reason, "Diese Antwort kann hier nicht geteilt werden.")


_NOT_SHARED = {
    "before": "Diese Antwort wurde schon geteilt.",
    "scope": "Diese Antwort hat Quellen, die nicht alle hier sehen dürfen; ich teile sie deshalb "
    "nicht.",
    "outside": "In diesem Channel darf ich nicht schreiben. Lade mich ein und teile sie dann noch "
    "einmal.",
    "gone": "Diese Antwort habe ich nicht mehr. Bitte frage noch einmal und teile sie dann.",
}


def muted(command: str) -> str:
    """Say that the bot was muted in a channel."""
    return (
        "In diesem Channel sage ich nichts mehr. Wer mich hier erwähnt, erfährt das, und sonst "
        f"niemand. `{command} unmute` lässt mich wieder antworten; `{command} FRAGE` fragt mich "
        "weiterhin privat."
    )


def muted_before() -> str:
    """Say that nothing had to be done."""
    return "In diesem Channel war ich schon stumm."


def unmuted() -> str:
    """Say that the bot may speak again."""
    return "In diesem Channel antworte ich wieder."


def unmuted_before() -> str:
    """Say that nothing had to be done."""
    return "In diesem Channel war ich nicht stumm."


def may_not_mute() -> str:
    """Refuse to be muted by somebody."""
    return "Nur Mitglieder dieses Workspace können mich stumm schalten, und nur in ihren Channels."


def nothing_to_mute() -> str:
    """Say that a direct message is no channel."""
    return "Hier sind nur wir beide: Wenn du mir nicht schreibst, bin ich still."


def silent_here(command: str) -> str:
    """Answer a mention in a channel where the bot is muted."""
    return (
        "In diesem Channel bin ich stumm; das hier siehst deshalb nur du. "
        f"`{command} FRAGE` fragt mich privat, `{command} unmute` lässt mich hier wieder antworten."
    )


def only_maintainers() -> str:
    """Refuse what only maintainers may see or switch."""
    return "Das darf nur, wer Footnote betreut; die Richtliniendatei nennt diese Personen."


def try_again() -> str:
    """Say that something could not be found out in time."""
    return "Das konnte ich nicht rechtzeitig herausfinden. Bitte versuche es noch einmal."


def well() -> str:
    """Say that nothing is known to be wrong."""
    return "Ich laufe, und die Suche antwortet."


def unwell() -> str:
    """Say that search does not answer."""
    return "Ich laufe, aber die Suche antwortet gerade nicht."


def index_changed(ago: str) -> str:
    """Say when the index last changed."""
    return f"Die Dokumentation, die ich kenne, hat sich zuletzt {ago} geändert."


def you_may_search(names: str) -> str:
    """Name the collections that somebody may search from a place."""
    return f"Von hier aus darfst du suchen in: {names}."


def pages_of(collection: str, pages: int) -> str:
    """Name a collection with how many pages it has."""
    return f"{collection} ({count(pages, 'page')})"


def muted_here() -> str:
    """Say that the bot is muted in this channel."""
    return "In diesem Channel bin ich stumm."


def ago(seconds: int) -> str:
    """Say how long ago something was."""
    for one, many, length in (
        ("Tag", "Tagen", 86_400),
        ("Stunde", "Stunden", 3_600),
        (*_NOUNS["minute"], 60),
    ):
        if seconds >= length:
            value = seconds // length
            return f"vor {number(value)} {one if value == 1 else many}"
    return "gerade eben"
