"""What is said of hearing: who may not ask, why nothing was said, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def refused_in(channel: str, reason: str) -> str:
    """Tell the maintainers of a channel in which somebody was refused."""
    return (
        f"Somebody asked me something in the channel {channel}, and I may not answer there: "
        f"{_OF_CHANNEL.get(reason, 'the policy does not open it')}. If I should, open the channel "
        "in the policy. I say this once for each channel."
    )


_OF_CHANNEL = {
    "stranger": "they are of another organisation",
    "guest": "they are a guest, or a guest reads along",
    "shared": "another organisation reads along",
    "team": "they are of another workspace",
}


def cannot_answer(channel: str, said: str, mend: str) -> str:
    """Tell the maintainers of a channel of the policy in which the bot cannot answer."""
    return (
        f"In the channel {channel}, which the policy names, I cannot answer: {said}. {mend} "
        "Everything else works. I say this once."
    )


def thread_full(answers: int) -> str:
    """Say that a thread has had as many answers as it may have."""
    return (
        f"This thread has {count(answers, 'answer')} of mine, and I give no more in one. Please "
        "ask in a new thread."
    )


def why(reason: str) -> str:
    """Tell who wonders why nothing was said to a message; `reason` is the log's."""
    return _WHY.get(reason, "I did not take that message for a question to me.")


_WHY = {
    "answered": "I did answer that message. If you cannot see the answer, it was deleted.",
    "waiting": "I have not come to that message yet.",
    "gone": "I cannot find that message any more.",
    "unreadable": "I could not read that message. Am I a member of this channel?",
    "not allowed": "I may not answer whoever wrote that, or not here.",
    "another bot's message": "That is another program's message, and I answer only those that "
    "whoever runs me has listed.",
    "a message of Slack's": "That is a message of Slack's own.",
    "our own message": "That is a message of mine.",
    "not addressed to the bot": "That message is not addressed to me: it does not mention me, and "
    "it does not stand in a thread that I answered in.",
    "only mentions are heard in this channel": "In this channel I answer only who mentions me.",
    "no question": "I hear every question in this channel, and did not find one in that message.",
    "a question to somebody": "I took that for a question to somebody in particular. Mention me, "
    "and I answer.",
    "nothing asked in the bot's thread": "I found no question in that message.",
    "said to someone else in the bot's thread": "That message speaks to somebody else.",
    "said to everyone in the bot's thread": "That message speaks to everyone here, and not to me.",
    "people are talking in the bot's thread": "Somebody else has answered or joined in, so I have "
    "stepped back. Mention me, and I answer again.",
    "the talk has turned to someone else": "Somebody else was spoken to just before, so I keep "
    "quiet. Mention me, and I answer again.",
    "several people talk in this thread": "Several people talk in this thread, and I could not "
    "tell that I was meant. Mention me, and I answer.",
    "said to who asked": "I took that for a question to whoever asked before.",
    "a side question in the bot's thread": "I could not tell that this question is for me. Mention "
    "me, and I answer.",
    "about the bot, not to it": "That message is about me, not to me.",
    "a joke in the bot's thread": "I took that for a joke.",
    "the bot has said nothing in this thread yet": "I have said nothing in this thread yet. "
    "Mention me, and I answer.",
    "the thread could not be read": "I could not read this thread, and keep quiet where I cannot "
    "tell that I am meant. Mention me, and I answer.",
    "too many answers": "I have said so much in this thread that I stopped.",
    "not covered": "The documentation does not cover that question well enough for me to answer "
    "without having been asked.",
    "not covered: failed": "Something went wrong when I looked that up. Mention me, and I try it "
    "again.",
    "not covered: live": "No document can answer that question, so I kept quiet.",
    "not covered: nothing": "I found nothing in the documentation that answers that question.",
    "not covered: part": "The documentation answers only a part of that question. Mention me, and "
    "I say which.",
    "not covered: conflict": "The documentation contradicts itself about that question. Mention "
    "me, and I show both sides.",
    "not covered: degraded": "I could search only in part just then, so I kept quiet. Mention me, "
    "and I answer as well as I can.",
    "not covered: words": "What I found does not speak of everything that the question names, so I "
    "was not sure enough to answer without having been asked. Mention me, and I show it.",
    "not covered: weak": "What I found may be about something else, so I was not sure enough to "
    "answer without having been asked. Mention me, and I show it.",
    "switched off": "I have stopped answering in this channel unless I am asked. Mention me, and I "
    "answer.",
    "came with what was not read": "I could not read all that came with that message. Mention me, "
    "and I answer as well as I can.",
    "no index": "No documentation is indexed that I could answer from here.",
    "broken": "Something broke when I looked that up. Mention me, and I try again.",
    "unheard": "I was not told of that message: I may not have been in this channel, or not have "
    "been running. Mention me, and I answer.",
    "muted": "I am muted in this channel: who mentions me is told so in private.",
}
