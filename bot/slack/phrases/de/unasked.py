"""What is said of answers that nobody asked for, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count, number


def auto_not_in_policy() -> str:
    """Say that the policy does not let the bot answer unasked in a channel."""
    return (
        "Hier antworte ich nur, wenn man mich fragt: Die Richtliniendatei schaltet ungefragte "
        "Antworten für diesen Channel nicht ein."
    )


def auto_is_on(answers: int, disliked: int) -> str:
    """Say that the bot answers unasked, and how that is liked."""
    liked = (
        f"Zuletzt waren das {count(answers, 'answer')}; davon fanden die Leute {number(disliked)} "
        "nicht hilfreich."
    )
    none = "Seit ich es darf, war das noch nie der Fall."
    return (
        "Hier antworte ich ungefragt, wo die Dokumentation eine Frage beantwortet. "
        f"{liked if answers else none}"
    )


def auto_is_off(reason: str, command: str) -> str:
    """Say why the bot does not answer unasked for now, and how a maintainer changes that."""
    return f"Hier antworte ich nicht ungefragt. {reason} `{command} auto on` erlaubt es wieder."


def auto_disliked(disliked: int, answers: int) -> str:
    """Say why the bot stopped of its own accord."""
    return (
        f"Von meinen letzten ungefragten Antworten, {number(answers)} an der Zahl, fanden die "
        f"Leute {number(disliked)} nicht hilfreich; darum habe ich aufgehört."
    )


def auto_off_by(person: str) -> str:
    """Say who had the bot stop."""
    return f"{person} (Betreuung) hat das ausgeschaltet."


def auto_went_off(channel: str, disliked: int, answers: int, command: str) -> str:
    """Tell the maintainers that the bot stopped answering a channel unasked."""
    return (
        f"Im Channel {channel} antworte ich nicht mehr ungefragt: Von meinen letzten Antworten "
        f"dort, {number(answers)} an der Zahl, fanden die Leute {number(disliked)} nicht "
        f"hilfreich. `{command} cases` zeigt, was falsch war; `{command} auto on`, in jenem "
        "Channel eingegeben, erlaubt es wieder."
    )
