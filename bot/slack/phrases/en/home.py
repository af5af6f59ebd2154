"""What the app's home, its panel and the greeting say, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def home_title() -> str:
    """Head the app's home."""
    return "Footnote"


def home_ask() -> str:
    """Head what can be asked."""
    return "What can I ask?"


def home_how(command: str) -> str:
    """Say how to ask."""
    return (
        "Anything that the documentation may say: mention me in a channel, write to me under "
        f"Messages, or type {command} and a question for an answer that only you see. Every "
        "sentence comes with its source; where the documentation does not say, I say so."
    )


def home_collections() -> str:
    """Head the collections that somebody sees."""
    return "What I search for you"


def home_none() -> str:
    """Say that somebody may search nothing."""
    return "There is no documentation that I may show you in a direct message."


def home_channels() -> str:
    """Say that a channel may have more."""
    return "In the channels of a team I may search what belongs to that team besides."


def home_questions() -> str:
    """Head somebody's own questions."""
    return "Your last questions"


def home_no_questions() -> str:
    """Say that somebody asked nothing yet."""
    return "You have not asked me anything yet."


def home_opinions() -> str:
    """Head somebody's opinions of other answers."""
    return "What you thought of answers to others"


def home_no_opinions() -> str:
    """Say that somebody gave no opinion."""
    return "Nothing yet. The buttons under an answer tell me whether it helped."


def outcome(name: str) -> str:
    """Say in a word or two how a question ended."""
    return _OUTCOMES.get(name, name)


_OUTCOMES = {
    "answered": "answered",
    "partial": "answered in part",
    "conflict": "pages disagree",
    "not_in_context": "not in the documentation",
    "failed": "failed",
}


def opinion(value: int) -> str:
    """Say what somebody thought of an answer; nothing where they did not say."""
    return {1: "helpful", -1: "not helpful"}.get(value, "no opinion")


def see_answer() -> str:
    """Label the link to an answer."""
    return "see the answer"


def only_you_saw() -> str:
    """Stand in place of the link to an answer that only its asker saw."""
    return "only you saw it"


def home_health() -> str:
    """Head the health of the index, for maintainers."""
    return "Health of the index"


def home_cases() -> str:
    """Head the open cases, for maintainers."""
    return "Open cases"


def no_cases() -> str:
    """Say that there is no open case."""
    return "There is no open case."


def show_case() -> str:
    """Label the button that shows a case."""
    return "Show"


def all_well() -> str:
    """Say that no alarm stands."""
    return "No alarm."


def behind(collection: str, minutes: int) -> str:
    """Say how old the oldest change is that is not in the index yet."""
    return f"{collection}: the oldest change not indexed yet is {count(minutes, 'minute')} old."


def up_to_date(collection: str) -> str:
    """Say that every change is in the index."""
    return f"{collection}: every change is indexed."


def queue(waiting: int, working: int) -> str:
    """Say how many questions are waiting and in work."""
    return f"Questions waiting: {waiting}, in work: {working}."


def case_title() -> str:
    """Head the window that shows a case."""
    return "Case"


def close() -> str:
    """Label what closes a window."""
    return "Close"


def case_gone() -> str:
    """Say that a case is not there."""
    return "There is no such case any more."


def case_hidden(collections: str) -> str:
    """Say why a maintainer may not read a case."""
    return f"This case is about {collections}, which you may not search, so I show no more of it."


def case_question(text: str) -> str:
    """Show what was asked."""
    return f"Question: {text}"


def case_searched(text: str) -> str:
    """Show what was searched for."""
    return f"Searched: {text}"


def case_answer(outcome_: str, text: str) -> str:
    """Show what was answered; the text is empty where nothing was."""
    return f"Answer ({outcome_}): {text}" if text else f"No answer ({outcome_})."


def case_pages(names: str) -> str:
    """Show the pages that were found, best first."""
    return f"Found: {names}"


def case_more(case_id: str) -> str:
    """Say how to see all of a case."""
    return f"All of it: `python -m scripts.cases show {case_id}`"


def greeting(command: str, listen: str) -> str:
    """Introduce the bot to a channel that it was invited to; `listen` is what it hears there."""
    return (
        "Hello! I answer questions from the documentation, and every sentence of mine has its "
        f"source. {_HEARD.get(listen, _HEARD['threads'])} {command} and a question asks me "
        "privately. Should I be in the way, mute me here."
    )


_HEARD = {
    "mentions": "Mention me with each question; I speak only when I am mentioned.",
    "threads": "Mention me with a question, and go on in the thread; I speak only when I am spoken "
    "to.",
    "questions": "I take up every question that is asked here at the top level, unless somebody "
    "is addressed by name; go on in its thread.",
    "auto": "Where the documentation covers a question that is asked here, I answer it without "
    "being asked, and otherwise keep quiet; mention me to ask me, and go on in the thread.",
}


def mute_here() -> str:
    """Label the button that mutes the bot in a channel."""
    return "Mute here"


def prompts_title() -> str:
    """Head the suggested questions in the panel."""
    return "What would you like to know?"


def prompt_how() -> str:
    """Suggest to ask how to ask."""
    return "How do I ask you a question?"


def prompt_what() -> str:
    """Suggest to ask what is searched."""
    return "What can I ask you?"


def policy_place(kind: str) -> str:
    """Say what the policy takes this place for."""
    return f"This place: {_PLACES.get(kind, kind)}."


_PLACES = {
    "channel": "a public channel",
    "private": "a private channel",
    "group": "a group message",
    "direct": "a direct message",
    "shared": "shared with another organisation",
    "unknown": "not known to me; invite me so that I can see it",
}


def policy_here() -> str:
    """Head what may be searched here."""
    return "What may be searched here:"


def policy_directly() -> str:
    """Head what somebody may search in direct messages."""
    return "What you may search in direct messages:"


def policy_closed(collection: str, days: str) -> str:
    """Say on which days to come those who help with a collection do not work."""
    return f"Support of {collection} is closed on {days}."


def case_line(case_id: str, made: str, state: str, question: str) -> str:
    """Name a case in a list."""
    return f"`{case_id}` {made} ({state}): {question}"


def hidden_question() -> str:
    """Stand in place of a question that a maintainer may not read."""
    return "(about pages that you may not search)"
