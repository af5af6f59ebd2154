"""What stands on the buttons of an answer, and what is said of pressing them, in English."""

from __future__ import annotations


def searched(question: str) -> str:
    """Say what was searched, small, under an answer."""
    return f"Searched: {question}"


def show_quotes() -> str:
    """Label the button that shows what an answer rests on."""
    return "Show quotes"


def edit_search() -> str:
    """Label the button with which whoever asked changes what is searched."""
    return "Edit search"


def ask_a_human() -> str:
    """Label the button that hands a question over to people."""
    return "Ask a human"


def stop() -> str:
    """Label the button that stops an answer."""
    return "Stop"


def stopped() -> str:
    """End an answer that somebody stopped."""
    return "_Stopped._"


def going_on() -> str:
    """End what a process has written that is being stopped, for another one to write over."""
    return "_I am being restarted, and go on with this answer in a moment._"


def answer_again() -> str:
    """Label the button that asks an edited question again."""
    return "Answer again"


def question_changed() -> str:
    """Offer to answer a question again that was edited."""
    return "You changed a question that I have answered. Shall I answer it again?"


def quotes_title() -> str:
    """Head the quotes of an answer; at most 24 characters."""
    return "Quotes"


def search_title() -> str:
    """Head the modal in which a search is changed; at most 24 characters."""
    return "Edit search"


def search_label() -> str:
    """Say what is typed into that modal."""
    return "What should be searched"


def search_hint() -> str:
    """Say what comes of it."""
    return "It is searched as you write it, and answered in the same thread."


def search_submit() -> str:
    """Label what sends the modal off; at most 24 characters."""
    return "Search"


def close() -> str:
    """Label what closes a modal; at most 24 characters."""
    return "Close"


def nothing_typed() -> str:
    """Ask for words to search for."""
    return "Please write what should be searched."


def only_the_asker() -> str:
    """Tell somebody else that the search is its asker's to change."""
    return (
        "Only whoever asked can change what is searched. You can ask me yourself, in this thread."
    )


def not_kept() -> str:
    """Say that an answer is not known any more."""
    return "I do not have that answer any more. Please ask again."


def quotes_not_yours() -> str:
    """Say that somebody may not see what an answer quotes."""
    return "You may not see the pages that this answer quotes."


def more_quotes(number: int) -> str:
    """Say how many quotes are not shown."""
    return f"… and {number} more"


def a_maintainer() -> str:
    """Name whoever looks after the bot, where no channel is named."""
    return "whoever looks after me"


def handed_over(where: str) -> str:
    """Say who was told of a question."""
    return f"I have passed your question on to {where}, with what I searched."


def handed_over_before(where: str) -> str:
    """Say that they know of it already."""
    return f"Your question was passed on to {where} already."


def called_for(where: str) -> str:
    """Say that they were told who asks, and no question."""
    return f"I have told {where} that you ask for a human."


def called_for_before(where: str) -> str:
    """The same where they know of it already."""
    return f"I have told {where} already that you ask for a human."


def pointed_to_by_rule(where: str) -> str:
    """The same where nobody called for people but a rule."""
    return f"I have pointed {where} to this question."


def sees_link() -> str:
    """Say that those who help have the link alone to a question that they may not all read."""
    return (
        "What was asked I have not shown to them, because not all of them may read it; they have "
        "the link to it. Whoever cannot open that needs to hear from you what you would like to "
        "know."
    )


def sees_name() -> str:
    """Say that those who help know who asks alone, of a question that they may not read."""
    return (
        "They see your name and nothing of what was asked, because they may not read it. Write to "
        "them what you would like to know, or wait until they write to you."
    )


def see_link() -> str:
    """Tell those who help how they learn what was asked, where they have the link to it."""
    return "Open the link to read it; if it does not open for you, write to whoever asks."


def ask_them() -> str:
    """The same where they have no link to it."""
    return "Write to whoever asks, in a direct message, to hear what it is about."


def nobody_to_ask() -> str:
    """Say that the policy names nobody to ask."""
    return (
        "Nobody is named yet whom I could ask about this. Whoever runs me can name a support "
        "channel in the policy."
    )


def asks_a_human(thread: str) -> str:
    """Head a question that is handed over, after whose it is; `thread` is a link, or empty."""
    return f"asks for a human: {thread}" if thread else "asks for a human."


def the_thread() -> str:
    """Label the link to the thread of a question."""
    return "the thread"


def answer_stays() -> str:
    """Say why an answer stays whose question was deleted."""
    return "The question was deleted. My answer stays, because others have written after it."


def confirm_title() -> str:
    """Head the question whether a question is to be passed on; at most 24 characters."""
    return "Ask a human?"


def confirm_text() -> str:
    """Say where a question goes that is passed on."""
    return (
        "The support channel is told who asks, with your question and its link. Where not all who "
        "read it may read your question, only your name and the link go there; from a direct "
        "message or a private answer, your name alone."
    )


def confirm() -> str:
    """Label what passes a question on; at most 24 characters."""
    return "Pass it on"


def deny() -> str:
    """Label what leaves a question where it is; at most 24 characters."""
    return "Not now"


def support_team() -> str:
    """Name those who were told, to whoever cannot see their channel."""
    return "the support team"


def ask_first() -> str:
    """Say that there is no question to pass on."""
    return (
        "I do not know which question you mean, so I have not passed anything on. Ask me first, "
        "and then for a human in the thread of my answer."
    )


def not_yours_to_pass_on() -> str:
    """Say that only whoever asked in private may have a question passed on."""
    return "Only whoever asked this in private can have it passed on."


def private_question() -> str:
    """Stand for a question that not all who are told may read."""
    return "What was asked is not shown here: not everybody in this place may read it."


def passes_on(other: str, thread: str) -> str:
    """Head a question of another, after who passes it on; `thread` is a link, or empty."""
    return f"passes on what {other} asked: {thread}".rstrip()
