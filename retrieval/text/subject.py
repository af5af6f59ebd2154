"""A question -> the words that say what it is about, and their stems: English or German."""

from __future__ import annotations

from retrieval.text.words import STOP_WORDS, german_stem, stem, words

_GERMAN = """
ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist bitte da
damit dann darf das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser
dieses dir doch dort du durch durfen ein eine einem einen einer eines er es etwas euch euer eure
fur geht gibt habe haben hat hatte hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in
ins ist ja jede jedem jeden jeder jedes jemand kann kannst kein keine keinem keinen konnen konnte
konnten lang lange man mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen musste
nach nicht nichts noch nur ob oder oft ohne sein seine sich sie sind so soll sollen sollte sollten
uber um und uns unser unsere unserem unseren unserer unter viel viele vom von vor wann war warum
was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieso
wieviel will wir wird wo woher wohin wurde wurden zu zum zur zwischen
"""
GERMAN_STOP_WORDS = frozenset(_GERMAN.split())
"""Words of a German question that say nothing about its subject, folded (für is fur)."""
_ENGLISH_TOO = GERMAN_STOP_WORDS & STOP_WORDS


def is_german(text: str) -> bool:
    """Whether a text has more words that are German alone than such that are English alone."""
    said = [word for word in words(text) if word not in _ENGLISH_TOO]
    german = sum(word in GERMAN_STOP_WORDS for word in said)
    return german > sum(word in STOP_WORDS for word in said)


def subject(text: str) -> dict[str, str]:
    """Return the words that say what a text is about, the first of each stem, by their stems."""
    german = is_german(text)
    passed, root = (GERMAN_STOP_WORDS, german_stem) if german else (STOP_WORDS, stem)
    found: dict[str, str] = {}
    for word in words(text):
        if word not in passed:
            found.setdefault(root(word), word)
    return found
