"""What the bot says: a catalogue a language, each the functions of `en` with their arguments.

`phrases.refusal()` speaks the language of whoever is spoken to, which `speaking` sets for the
task that it is entered in and for those that it starts.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

LANGUAGES = ("en", "de", "ja")
"""The languages that have a catalogue; the first serves all others."""

_language: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Speak a locale's language (as Slack names it: "de-DE") within the block."""
    language = locale.replace("_", "-").partition("-")[0].lower()
    token = _language.set(language if language in LANGUAGES else LANGUAGES[0])
    try:
        yield
    finally:
        _language.reset(token)


def to_a_channel() -> AbstractContextManager[None]:
    """Speak, within the block, what many read who have no language in common: English."""
    return speaking(LANGUAGES[0])


def spoken() -> str:
    """Return the language that is spoken, as "de"."""
    return _language.get()


def catalogue(language: str) -> ModuleType:
    """Return the catalogue of a language that has one."""
    return import_module(f"{__name__}.{language}")


_HELPERS = frozenset({"count", "number"})
"""What catalogues make sentences with."""


def names(language: str = LANGUAGES[0]) -> tuple[str, ...]:
    """Name everything that can be said."""
    said = inspect.getmembers(catalogue(language), inspect.isfunction)
    return tuple(name for name, _ in said if not name.startswith("_") and name not in _HELPERS)


if TYPE_CHECKING:
    from bot.slack.phrases.en import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Return a phrase of the language that is spoken. Raises AttributeError."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(catalogue(_language.get()), name)
