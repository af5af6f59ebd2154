"""The catalogue says something everywhere, and nobody else in the bot says anything."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from bot.slack import phrases
from bot.slack.markdown import sanitise
from bot.slack.phrases import de, ja
from retrieval.policy import Reason
from tests.fakes.slack_reading import live

SLACK = Path(__file__).parents[4] / "bot/slack"
_SENTENCE = re.compile(r"[A-Z][a-z]*(?: [^ ]+){2,}.*[.?!…]$", re.DOTALL)
_OPERATORS = {
    "check.py",
    "checkup.py",
    "checkup_app.py",
    "checkup_places.py",
    "checkup_ways.py",
    "http.py",
    "refused.py",
}
"""Files whose sentences are for those who run the bot: logs, the terminal, scripts.doctor."""


def _said(name: str) -> str:
    """Call a phrase with arguments of the right kind."""
    function = getattr(phrases, name)
    kinds = {"int": 2, "str": "x", "value": -1}
    parameters = inspect.signature(function).parameters.values()
    return str(function(*(kinds[str(one.annotation)] for one in parameters)))


@pytest.mark.parametrize("name", [n for n in phrases.names() if n != "note"])
def test_no_phrase_is_empty(name: str) -> None:
    """Every phrase says something, and comes through the sanitiser with nothing live in it."""
    said = _said(name)

    assert said.strip()
    assert "{" not in said
    assert [] == live(sanitise(said))


@pytest.mark.parametrize(
    "kind",
    [
        "stale",
        "search_degraded",
        "writer_degraded",
        "differs",
        "uncovered",
        "unanswered",
        "question_cut",
        "history_cut",
        "history_missing",
        "history_own",
        "files_unread",
        "files_cut",
        "links_unread",
        "channels_unread",
    ],
)
def test_every_kind_of_note_is_worded(kind: str) -> None:
    """Each note that the answer path or the bot makes has its sentence."""
    assert phrases.note(kind, "2025-01-01").endswith((".", "2025-01-01"))


@pytest.mark.parametrize("language", [phrases, de, ja])
def test_both_spellings_of_a_word_are_told(language: ModuleType) -> None:
    """What was typed, and what it was read as."""
    said = language.note("respelt", "vaccation → vacation")

    assert said.index("vaccation") < said.index("vacation", said.index("vaccation") + 9)
    assert "→" not in said


@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_of_the_policy_is_worded(reason: Reason) -> None:
    """Each reason for which the policy refuses has a sentence of its own."""
    assert phrases.refused("unheard of") != phrases.refused(reason)


def test_one_and_many_are_told_apart() -> None:
    """Numbers get the right noun."""
    assert "is searching 1 page …" == phrases.searching(1)
    assert "is searching 1,200 pages …" == phrases.searching(1200)
    assert "is searching the documentation …" == phrases.searching()


def test_nobody_else_says_a_sentence() -> None:
    """No other module of the Slack side holds a sentence that a person would read."""
    found = [
        f"{path.relative_to(SLACK)}: {text}"
        for path in sorted(SLACK.rglob("*.py"))
        if "phrases" not in path.parts and path.name not in _OPERATORS
        for text in _sentences(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert [] == found


def _sentences(tree: ast.Module) -> list[str]:
    """Return the strings of a module that read like sentences, docstrings and errors apart."""
    spared: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.Raise):
            spared.update(ast.walk(node))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and node not in spared
        and isinstance(node.value, str)
        and _SENTENCE.fullmatch(node.value)
    ]


def test_a_language_without_a_catalogue_is_served_in_english() -> None:
    """Whoever's locale is unknown reads English, and the block's end restores what was."""
    with phrases.speaking("xx-XX"):
        assert "The documentation does not say." == phrases.refusal()
    with pytest.raises(AttributeError):
        _ = phrases.__getattr__("__wrapped__")
