"""What is said of answers that nobody asked for, in English."""

from __future__ import annotations

from bot.slack.phrases.en.counting import count


def auto_not_in_policy() -> str:
    """Say that the policy does not let the bot answer unasked in a channel."""
    return (
        "I do not answer here unless I am asked: the policy file does not switch that on for this "
        "channel."
    )


def auto_is_on(answers: int, disliked: int) -> str:
    """Say that the bot answers unasked, and how that is liked."""
    liked = f"Of my last {count(answers, 'such answer')} people dislike {disliked:,}."
    none = "I have given none since this was last switched on."
    return (
        "I answer here unasked, where the documentation covers a question. "
        f"{liked if answers else none}"
    )


def auto_is_off(reason: str, command: str) -> str:
    """Say why the bot does not answer unasked for now, and how a maintainer changes that."""
    return f"I do not answer here unasked. {reason} `{command} auto on` lets me again."


def auto_disliked(disliked: int, answers: int) -> str:
    """Say why the bot stopped of its own accord."""
    return f"People disliked {disliked:,} of my last {count(answers, 'answer')}, so I stopped."


def auto_off_by(person: str) -> str:
    """Say who had the bot stop."""
    return f"The maintainer {person} switched it off."


def auto_went_off(channel: str, disliked: int, answers: int, command: str) -> str:
    """Tell the maintainers that the bot stopped answering a channel unasked."""
    return (
        f"I have stopped answering unasked in the channel {channel}: people disliked {disliked:,} "
        f"of my last {count(answers, 'such answer')} there. `{command} cases` lists them; "
        f"`{command} auto on`, typed in that channel, lets me answer again."
    )
