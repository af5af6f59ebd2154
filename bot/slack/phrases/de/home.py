"""What the app's home, its panel and the greeting say, in German."""

from __future__ import annotations

from bot.slack.phrases.de.counting import count
from bot.slack.phrases.de.counting import day as _day


def home_title() -> str:
    """Head the app's home."""
    return "Footnote"


def home_ask() -> str:
    """Head what can be asked."""
    return "Was kann ich fragen?"


def home_how(command: str) -> str:
    """Say how to ask."""
    return (
        "Alles, was in der Dokumentation stehen kann: Erwähne mich in einem Channel, schreibe mir "
        f"unter „Nachrichten“, oder gib {command} und eine Frage ein; dann siehst nur du die "
        "Antwort. Jeder Satz kommt mit seiner Quelle; wo in der Dokumentation nichts steht, sage "
        "ich das."
    )


def home_collections() -> str:
    """Head the collections that somebody sees."""
    return "Worin ich für dich suche"


def home_none() -> str:
    """Say that somebody may search nothing."""
    return "Es gibt keine Dokumentation, die ich dir in einer Direktnachricht zeigen darf."


def home_channels() -> str:
    """Say that a channel may have more."""
    return "In den Channels eines Teams darf ich auch in dem suchen, was diesem Team gehört."


def home_questions() -> str:
    """Head somebody's own questions."""
    return "Deine letzten Fragen"


def home_no_questions() -> str:
    """Say that somebody asked nothing yet."""
    return "Du hast mich noch nichts gefragt."


def home_opinions() -> str:
    """Head somebody's opinions of other answers."""
    return "Was du von Antworten an andere gehalten hast"


def home_no_opinions() -> str:
    """Say that somebody gave no opinion."""
    return "Noch nichts. Die Buttons unter einer Antwort sagen mir, ob sie geholfen hat."


def outcome(name: str) -> str:
    """Say in a word or two how a question ended."""
    return _OUTCOMES.get(name, name)


_OUTCOMES = {
    "answered": "beantwortet",
    "partial": "teilweise beantwortet",
    "conflict": "Seiten widersprechen sich",
    "not_in_context": "nicht in der Dokumentation",
    "failed": "fehlgeschlagen",
}


def opinion(value: int) -> str:
    """Say what somebody thought of an answer; nothing where they did not say."""
    return {1: "hilfreich", -1: "nicht hilfreich"}.get(value, "keine Meinung")


def see_answer() -> str:
    """Label the link to an answer."""
    return "zur Antwort"


def only_you_saw() -> str:
    """Stand in place of the link to an answer that only its asker saw."""
    return "nur für dich sichtbar"


def home_health() -> str:
    """Head the health of the index, for maintainers."""
    return "Zustand des Index"


def home_cases() -> str:
    """Head the open cases, for maintainers."""
    return "Offene Fälle"


def no_cases() -> str:
    """Say that there is no open case."""
    return "Es gibt keinen offenen Fall."


def show_case() -> str:
    """Label the button that shows a case."""
    return "Zeigen"


def all_well() -> str:
    """Say that no alarm stands."""
    return "Kein Alarm."


def behind(collection: str, minutes: int) -> str:
    """Say how old the oldest change is that is not in the index yet."""
    age = count(minutes, "minute")
    return f"{collection}: Die älteste noch nicht indexierte Änderung ist {age} alt."


def up_to_date(collection: str) -> str:
    """Say that every change is in the index."""
    return f"{collection}: Alle Änderungen sind indexiert."


def queue(waiting: int, working: int) -> str:
    """Say how many questions are waiting and in work."""
    return f"Wartende Fragen: {waiting}, in Arbeit: {working}."


def case_title() -> str:
    """Head the window that shows a case."""
    return "Fall"


def case_gone() -> str:
    """Say that a case is not there."""
    return "Diesen Fall gibt es nicht mehr."


def case_hidden(collections: str) -> str:
    """Say why a maintainer may not read a case."""
    return (
        f"In diesem Fall geht es um {collections}; darin darfst du nicht suchen, deshalb zeige ich "
        "nicht mehr davon."
    )


def case_question(text: str) -> str:
    """Show what was asked."""
    return f"Frage: {text}"


def case_searched(text: str) -> str:
    """Show what was searched for."""
    return f"Gesucht: {text}"


def case_answer(outcome_: str, text: str) -> str:
    """Show what was answered; the text is empty where nothing was."""
    return f"Antwort ({outcome_}): {text}" if text else f"Keine Antwort ({outcome_})."


def case_pages(names: str) -> str:
    """Show the pages that were found, best first."""
    return f"Gefunden: {names}"


def case_more(case_id: str) -> str:
    """Say how to see all of a case."""
    return f"Alles davon: `python -m scripts.cases show {case_id}`"


def greeting(command: str, listen: str) -> str:
    """Introduce the bot to a channel that it was invited to; `listen` is what it hears there."""
    return (
        "Hallo! Ich beantworte Fragen aus der Dokumentation, und jeder meiner Sätze hat seine "
        f"Quelle. {_HEARD.get(listen, _HEARD['threads'])} {command} und eine Frage fragt mich "
        "privat. Sollte ich stören, schalte mich hier stumm."
    )


_HEARD = {
    "mentions": "Erwähne mich mit jeder Frage; ich melde mich nur, wenn man mich erwähnt.",
    "threads": "Erwähne mich mit einer Frage und frage im Thread weiter; ich melde mich nur, wenn "
    "man mich anspricht.",
    "questions": "Ich beantworte jede Frage, die hier außerhalb von Threads gestellt wird und sich "
    "an niemanden namentlich richtet; frage in ihrem Thread weiter.",
    "auto": "Wo die Dokumentation eine Frage abdeckt, die hier gestellt wird, antworte ich "
    "ungefragt; sonst schweige ich. Um mich zu fragen, erwähne mich und frage im Thread weiter.",
}


def mute_here() -> str:
    """Label the button that mutes the bot in a channel."""
    return "Hier stumm schalten"


def prompts_title() -> str:
    """Head the suggested questions in the panel."""
    return "Was möchtest du wissen?"


def prompt_how() -> str:
    """Suggest to ask how to ask."""
    return "Wie stelle ich dir eine Frage?"


def prompt_what() -> str:
    """Suggest to ask what is searched."""
    return "Was kann ich dich fragen?"


def policy_place(kind: str) -> str:
    """Say what the policy takes this place for."""
    return f"Dieser Ort: {_PLACES.get(kind, kind)}."


_PLACES = {
    "channel": "ein öffentlicher Channel",
    "private": "ein privater Channel",
    "group": "eine Gruppennachricht",
    "direct": "eine Direktnachricht",
    "shared": "mit einer anderen Organisation geteilt",
    "unknown": "mir unbekannt; lade mich ein, damit ich ihn sehen kann",
}


def policy_here() -> str:
    """Head what may be searched here."""
    return "Worin hier gesucht werden darf:"


def policy_directly() -> str:
    """Head what somebody may search in direct messages."""
    return "Worin du in Direktnachrichten suchen darfst:"


def policy_closed(collection: str, days: str) -> str:
    """Say on which days to come those who help with a collection do not work."""
    return f"Der Support für {collection} ist geschlossen am {days}."


def case_line(case_id: str, made: str, state: str, question: str) -> str:
    """Name a case in a list."""
    return f"`{case_id}` {_day(made)} ({state}): {question}"


def hidden_question() -> str:
    """Stand in place of a question that a maintainer may not read."""
    return "(über Seiten, in denen du nicht suchen darfst)"
