"""Every language says all that English says, of the same things, and nothing of it in English."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.markdown import sanitise
from tests.fakes.slack_reading import live

OTHERS = phrases.LANGUAGES[1:]
SAME = {"home_title", "day", "failure", "outcome", "case_line"}
"""What is the same everywhere: a name, and what consists of what is put into it."""
SHORT = {
    "resolve_title": 24,
    "resolve_submit": 24,
    "assign_title": 24,
    "assign_submit": 24,
    "quotes_title": 24,
    "search_title": 24,
    "search_submit": 24,
    "close": 24,
    "case_title": 24,
}
"""Characters that Slack allows in the title and on the buttons of a modal."""
KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH = re.compile(r"\b(?:the|and|you|your|is|of|that|please|not|this|are|with)\b", re.IGNORECASE)
_CODE = re.compile(r"`[^`]*`|„Ask[^“]*“|「Ask[^」]*」")


def _said(language: str, phrase: str, **arguments: Any) -> str:
    return str(getattr(phrases.catalogue(language), phrase)(**arguments))


def _arguments(function: Callable[..., str]) -> dict[str, Any]:
    """Return an argument for each parameter that can be told apart from every other."""
    kinds = {"int": lambda place: 3 + place, "str": lambda place: f"Xq{place}z"}
    parameters = inspect.signature(function).parameters.values()
    return {one.name: kinds[str(one.annotation)](place) for place, one in enumerate(parameters)}


def _tables(language: str) -> dict[tuple[str, str], Mapping[str, str]]:
    """Return the tables of sentences that a catalogue has, by module and name."""
    package = phrases.catalogue(language)
    found = {}
    for module in pkgutil.iter_modules(package.__path__):
        told = vars(import_module(f"{package.__name__}.{module.name}"))
        for name, value in told.items():
            if re.fullmatch("_[A-Z_]+", name) and isinstance(value, dict):
                found[module.name, name] = value
    return {key: table for key, table in found.items() if key[1] != "_NOUNS"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_catalogue_has_the_same_names_and_arguments(language: str) -> None:
    """Whatever can be said in English can be said of the same things in every language."""
    assert phrases.names() == phrases.names(language)
    for name in phrases.names():
        told = inspect.signature(getattr(phrases.catalogue("en"), name))
        assert told == inspect.signature(getattr(phrases.catalogue(language), name)), name


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", phrases.names())
def test_every_sentence_holds_what_is_put_into_it(name: str, language: str) -> None:
    """Names, numbers and reasons stand in a translation where they stand in the English one."""
    given = _arguments(getattr(phrases.catalogue("en"), name))
    english, translated = _said("en", name, **given), _said(language, name, **given)

    for value in map(str, given.values()):
        assert name == "outcome" or (value in english) == (value in translated), translated
    assert bool(english) == bool(translated)
    assert "{" not in translated
    assert [] == live(sanitise(translated))
    assert english.count("`") == translated.count("`")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [name for name in phrases.names() if name not in SAME])
def test_nothing_is_left_in_english(name: str, language: str) -> None:
    """No translation is the English sentence, nor holds common English words."""
    given = _arguments(getattr(phrases.catalogue("en"), name))
    translated = _said(language, name, **given)

    assert not translated or translated != _said("en", name, **given)
    assert [] == ENGLISH.findall(_CODE.sub("", translated))


@pytest.mark.parametrize("language", OTHERS)
def test_the_tables_of_sentences_have_the_same_keys(language: str) -> None:
    """Every reason, note, place and outcome is worded, none in English, with its placeholders."""
    english, translated = _tables("en"), _tables(language)

    assert english.keys() <= translated.keys()
    for key, table in english.items():
        assert table.keys() == translated[key].keys(), key
        for reason, said in table.items():
            other = translated[key][reason]
            assert other != said, (key, reason)
            assert re.findall(r"\{\w*\}", said) == re.findall(r"\{\w*\}", other), (key, reason)
            assert [] == ENGLISH.findall(_CODE.sub("", other)), (key, reason)
            assert language != "ja" or KANA.search(other), (key, reason)


@pytest.mark.parametrize("language", phrases.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_titles_and_buttons_fit_into_a_modal(name: str, language: str) -> None:
    """Slack refuses a whole view for a title that is one character too long."""
    assert len(_said(language, name)) <= SHORT[name]


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("de-DE", "In der Dokumentation steht dazu nichts."),
        ("de_AT", "In der Dokumentation steht dazu nichts."),
        ("ja-JP", "ドキュメントには記載がありません。"),
        ("en-GB", "The documentation does not say."),
        ("fr-FR", "The documentation does not say."),
        ("", "The documentation does not say."),
    ],
)
def test_a_locale_chooses_its_catalogue(locale: str, said: str) -> None:
    """By its language, whatever the region; English for all others."""
    with phrases.speaking(locale):
        assert said == phrases.refusal()
