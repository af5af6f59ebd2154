"""Block Kit as far as the bot sends it: Markdown, the feedback buttons, the footer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bot.inbound import FEEDBACK_ACTION, opinion_value
from bot.slack import phrases
from bot.slack.actions import about_answer, searched_line
from bot.slack.escaping import entities, visible
from retrieval.values import Answer, Note, Outcome

Block = dict[str, Any]

LONGEST_TEXT = 3_000
"""Characters of the text beside blocks; chat.update refuses more than 4,000."""
FEEDBACK_BLOCK = "footnote_feedback"
MARK_BLOCK = "footnote_recall"
"""The `block_id` of the line that says whether an answer from before still stands."""
BEFORE = "asked_before"
"""The note that it does; what no longer does takes its place, so it is none of the words above."""

_MARK = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|\[(?P<label>(?:[^\[\]\\`]|\\.)*)\]\((?P<address>https?://[^()\s]*)\)"
    r"|(?P<bold>\*\*)|(?P<gone>~~)|(?P<end>  \n)",
    re.DOTALL,
)
_CALL = re.compile(r"@(?=(?:channel|here|everyone)\b)", re.IGNORECASE)
_TICK = "\u02cb"
"""Looks like a backtick; Slack's older mark-up has no way to show one in a span of code."""
_TICKS = re.compile("`{3,}")
"""What would end a block of code there; fewer do not."""
_FENCE = re.compile(r"^(?P<margin>[ \t]*)(?P<ticks>`{3,})(?=[^`\n]*$)", re.MULTILINE)
_TILDES = re.compile("~{3,}")


def body(markdown: str) -> Block:
    """Return the block that shows sanitised Markdown."""
    return {"type": "markdown", "text": markdown}


def under(answer: Answer, *, human: bool = False) -> list[Block]:
    """Return what stands under an answer: what was searched, what can be done, its trace.

    A refusal offers people to ask; `human` offers them under any answer.
    """
    if not answer.trace_id:
        return []
    refused = answer.outcome in {Outcome.NOT_IN_CONTEXT, Outcome.PARTIAL}
    before = next((note for note in answer.notes if note.kind == BEFORE), None)
    searched = answer.searched if answer.outcome is not Outcome.FAILED else ""
    return [
        *([_before(before)] if before else []),
        *([searched_line(searched)] if searched else []),
        *about_answer(
            answer.trace_id,
            quotes=any(claim.citations for claim in answer.claims),
            searched=bool(searched),
            human=human or refused,
            afresh=answer.searched if before else "",
        ),
        *ending(answer.trace_id),
    ]


def _before(note: Note) -> Block:
    """Return the line that says when this was answered so, and that it still stands."""
    text = {"type": "plain_text", "text": phrases.note(note.kind, visible(note.subject))}
    return {"type": "context", "block_id": MARK_BLOCK, "elements": [text]}


def ending(trace_id: str) -> list[Block]:
    """Return what closes an answer: two buttons, and the id of its trace."""
    if not trace_id:
        return []
    return [
        {
            "type": "context_actions",
            "block_id": FEEDBACK_BLOCK,
            "elements": [
                {
                    "type": "feedback_buttons",
                    "action_id": FEEDBACK_ACTION,
                    "positive_button": _button(phrases.helpful(), 1, trace_id),
                    "negative_button": _button(phrases.unhelpful(), -1, trace_id),
                }
            ],
        },
        {
            "type": "context",
            "elements": [{"type": "plain_text", "text": phrases.footer(trace_id)}],
        },
    ]


def _button(label: str, value: int, trace_id: str) -> dict[str, Any]:
    return {
        "text": {"type": "plain_text", "text": label},
        "value": opinion_value(value, trace_id),
        "accessibility_label": label,
    }


def mrkdwn(markdown: str) -> str:
    """Return sanitised Markdown in Slack's older mark-up, for where no blocks are taken.

    The links are those of the Markdown and none else; tables stay as they are.
    """
    return _MARK.sub(_older, markdown)


def _older(mark: re.Match[str]) -> str:
    """Write one mark in the older way."""
    if mark["code"]:
        code = mark["code"]
        if len(mark["ticks"]) >= 3 and "\n" in code:
            code = code.split("\n", 1)[1]
            return f"```\n{_within_code(code)}```"
        return f"`{code.replace('`', _TICK)}`"
    if mark["escaped"]:
        return _TICK if mark["escaped"] == "`" else mark["escaped"]
    if mark["address"]:
        return f"<{mark['address']}|{_MARK.sub(_older, mark['label'])}>"
    return "*" if mark["bold"] else "~" if mark["gone"] else "\n"


def _within_code(code: str) -> str:
    """Write code so that nothing in it ends the block that shows it.

    Fences of Markdown in it are written with tildes, which say the same to whoever copies them.
    """
    longest = max(map(len, _TILDES.findall(code)), default=0)

    def fence(line: re.Match[str]) -> str:
        return line["margin"] + "~" * max(len(line["ticks"]), longest + 1)

    return _TICKS.sub(lambda ticks: _TICK * len(ticks[0]), _FENCE.sub(fence, code))


def notification(text: str) -> str:
    """Return the plain line that a notification shows of an answer, within `LONGEST_TEXT`."""
    said = " ".join(visible(text).split())[:LONGEST_TEXT]
    line = entities(_CALL.sub("@\u200b", said))
    if len(line) > LONGEST_TEXT:
        line = line[: LONGEST_TEXT - 10].rsplit("&", 1)[0] + " …"
    return line


def words_in(blocks: Iterable[Mapping[str, Any]]) -> int:
    """Count the characters that blocks show, which are part of what a message may hold."""
    return sum(_words_in(block) for block in blocks)


def _words_in(part: Any) -> int:
    if isinstance(part, Mapping):
        shown = len(part["text"]) if isinstance(part.get("text"), str) else 0
        return shown + sum(_words_in(one) for one in part.values())
    return sum(map(_words_in, part)) if isinstance(part, list) else 0
