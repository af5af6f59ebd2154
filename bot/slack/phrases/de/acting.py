"""What stands on the buttons of an answer, and what is said of pressing them, in German."""

from __future__ import annotations


def searched(question: str) -> str:
    """Say what was searched, small, under an answer."""
    return f"Gesucht: {question}"


def show_quotes() -> str:
    """Label the button that shows what an answer rests on."""
    return "Zitate zeigen"


def edit_search() -> str:
    """Label the button with which whoever asked changes what is searched."""
    return "Suche ändern"


def ask_a_human() -> str:
    """Label the button that hands a question over to people."""
    return "Einen Menschen fragen"


def stop() -> str:
    """Label the button that stops an answer."""
    return "Anhalten"


def stopped() -> str:
    """End an answer that somebody stopped."""
    return "_Angehalten._"


def going_on() -> str:
    """End what a process has written that is being stopped, for another one to write over."""
    return "_Ich werde gerade neu gestartet und setze diese Antwort gleich fort._"


def answer_again() -> str:
    """Label the button that asks an edited question again."""
    return "Neu beantworten"


def question_changed() -> str:
    """Offer to answer a question again that was edited."""
    return "Du hast eine Frage geändert, die ich beantwortet habe. Soll ich sie neu beantworten?"


def quotes_title() -> str:
    """Head the quotes of an answer; at most 24 characters."""
    return "Zitate"


def search_title() -> str:
    """Head the modal in which a search is changed; at most 24 characters."""
    return "Suche ändern"


def search_label() -> str:
    """Say what is typed into that modal."""
    return "Wonach gesucht werden soll"


def search_hint() -> str:
    """Say what comes of it."""
    return "Es wird genau so gesucht, wie du es schreibst, und im selben Thread beantwortet."


def search_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Suchen"


def close() -> str:
    """Label what closes a modal; at most 24 characters."""
    return "Schließen"


def nothing_typed() -> str:
    """Ask for words to search for."""
    return "Bitte schreibe, wonach gesucht werden soll."


def only_the_asker() -> str:
    """Tell somebody else that the search is its asker's to change."""
    return (
        "Die Suche kann nur ändern, wer die Frage gestellt hat. Du kannst mich in diesem Thread "
        "selbst fragen."
    )


def not_kept() -> str:
    """Say that an answer is not known any more."""
    return "Diese Antwort habe ich nicht mehr. Bitte frage noch einmal."


def quotes_not_yours() -> str:
    """Say that somebody may not see what an answer quotes."""
    return "Du darfst die Seiten nicht sehen, die diese Antwort zitiert."


def more_quotes(number: int) -> str:
    """Say how many quotes are not shown."""
    return f"… und {number} weitere" if number != 1 else "… und 1 weiteres"


def a_maintainer() -> str:
    """Name whoever looks after the bot, where no channel is named."""
    return "die Personen, die mich betreuen"


def handed_over(where: str) -> str:
    """Say who was told of a question."""
    return f"Ich habe deine Frage weitergegeben, zusammen mit dem, was ich gesucht habe: {where}."


def handed_over_before(where: str) -> str:
    """Say that they know of it already."""
    return f"Deine Frage wurde schon weitergegeben: {where}."


def called_for(where: str) -> str:
    """Say that they were told who asks, and no question."""
    return f"Ich habe mitgeteilt, dass du nach einem Menschen fragst: {where}."


def called_for_before(where: str) -> str:
    """The same where they know of it already."""
    return f"Ich habe schon mitgeteilt, dass du nach einem Menschen fragst: {where}."


def pointed_to_by_rule(where: str) -> str:
    """The same where nobody called for people but a rule."""
    return f"Ich habe auf diese Frage hingewiesen: {where}."


def sees_link() -> str:
    """Say that those who help have the link alone to a question that they may not all read."""
    return (
        "Was gefragt wurde, habe ich dort nicht gezeigt, weil nicht alle dort es lesen dürfen; der "
        "Link dazu ist dort. Wer ihn nicht öffnen kann, muss von dir hören, was du wissen "
        "möchtest."
    )


def sees_name() -> str:
    """Say that those who help know who asks alone, of a question that they may not read."""
    return (
        "Dort ist nur dein Name zu sehen und nichts von dem, was gefragt wurde, weil man es dort "
        "nicht lesen darf. Schreib dorthin, was du wissen möchtest, oder warte, bis sich jemand "
        "meldet."
    )


def see_link() -> str:
    """Tell those who help how they learn what was asked, where they have the link to it."""
    return "Der Link führt dorthin; wer ihn nicht öffnen kann, schreibt der fragenden Person."


def ask_them() -> str:
    """The same where they have no link to it."""
    return "Schreib der fragenden Person eine Direktnachricht, um zu hören, worum es geht."


def nobody_to_ask() -> str:
    """Say that the policy names nobody to ask."""
    return (
        "Es ist noch niemand benannt, den ich dazu fragen könnte. Wer mich betreibt, kann in der "
        "Richtlinie einen Support-Channel angeben."
    )


def asks_a_human(thread: str) -> str:
    """Head a question that is handed over, after whose it is; `thread` is a link, or empty."""
    return f"fragt nach einem Menschen: {thread}" if thread else "fragt nach einem Menschen."


def the_thread() -> str:
    """Label the link to the thread of a question."""
    return "zum Thread"


def answer_stays() -> str:
    """Say why an answer stays whose question was deleted."""
    return (
        "Die Frage wurde gelöscht. Meine Antwort bleibt stehen, weil danach noch andere "
        "geschrieben haben."
    )


def confirm_title() -> str:
    """Head the question whether a question is to be passed on; at most 24 characters."""
    return "An Menschen weitergeben?"


def confirm_text() -> str:
    """Say where a question goes that is passed on."""
    return (
        "Der Support-Channel erfährt, wer fragt, und bekommt deine Frage mit dem Link. Wo nicht "
        "alle sie lesen dürfen, gehen nur dein Name und der Link dorthin; aus einer "
        "Direktnachricht oder einer privaten Antwort nur dein Name."
    )


def confirm() -> str:
    """Label what passes a question on; at most 24 characters."""
    return "Weitergeben"


def deny() -> str:
    """Label what leaves a question where it is; at most 24 characters."""
    return "Jetzt nicht"


def support_team() -> str:
    """Name those who were told, to whoever cannot see their channel."""
    return "das Support-Team"


def ask_first() -> str:
    """Say that there is no question to pass on."""
    return (
        "Ich weiß nicht, welche Frage du meinst, und habe deshalb nichts weitergegeben. Frage "
        "zuerst mich und bitte dann im Thread meiner Antwort um einen Menschen."
    )


def not_yours_to_pass_on() -> str:
    """Say that only whoever asked in private may have a question passed on."""
    return "Nur wer das privat gefragt hat, kann es weitergeben lassen."


def private_question() -> str:
    """Stand for a question that not all who are told may read."""
    return "Was gefragt wurde, steht nicht hier: Nicht alle an diesem Ort dürfen es lesen."


def passes_on(other: str, thread: str) -> str:
    """Head a question of another, after who passes it on; `thread` is a link, or empty."""
    return f"gibt weiter, was {other} gefragt hat: {thread}".rstrip()
