"""German: one and many, points between thousands, days, and the form of address."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.slack import phrases
from bot.slack.phrases import de
from bot.slack.phrases.de.counting import count, day


@pytest.fixture(name="german", autouse=True)
def _german() -> Iterator[None]:
    with phrases.speaking("de-DE"):
        yield


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "page", "1 Seite"),
        (2470, "page", "2.470 Seiten"),
        (1, "passage", "1 Abschnitt"),
        (5, "passage", "5 Abschnitte"),
        (0, "question", "0 Fragen"),
        (1, "answer", "1 Antwort"),
        (30, "second", "30 Sekunden"),
        (2, "minute", "2 Minuten"),
    ],
)
def test_numbers_get_the_right_noun(number: int, noun: str, said: str) -> None:
    """Each noun has its own plural."""
    assert said == count(number, noun)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (5, "gerade eben"),
        (60, "vor 1 Minute"),
        (7_200, "vor 2 Stunden"),
        (86_400, "vor 1 Tag"),
        (259_200, "vor 3 Tagen"),
    ],
)
def test_ages_are_in_the_dative(seconds: int, said: str) -> None:
    """Three days ago is "vor 3 Tagen"."""
    assert said == phrases.ago(seconds)


def test_days_are_written_as_germans_write_them() -> None:
    """A page's date, a case's, and the date of a note; what is no day stays."""
    assert "geprüft am 31.01.2025" == phrases.verified("2025-01-31")
    assert phrases.note("stale", "2025-01-31").endswith("ist vom 31.01.2025.")
    assert phrases.note("differs", "2025-01-31").endswith("ist vom 31.01.2025.")
    assert "`ab` 31.01.2025 (neu): Was?" == phrases.case_line("ab", "2025-01-31", "neu", "Was?")
    assert "soon" == day("soon")


def test_statuses_follow_the_bots_name() -> None:
    """Slack puts the app's name before them."""
    assert "durchsucht 2.470 Seiten …" == phrases.searching(2470)
    assert "liest 5 Abschnitte …" == phrases.reading(5)
    assert "beantwortet vorher noch 1 Frage …" == phrases.waiting(1)


def test_people_are_addressed_as_slack_addresses_them() -> None:
    """Slack says "du" in German; no sentence says "Sie" to whoever reads it."""
    said = [str(vars(de).get(name)) for name in phrases.names("de")]
    assert said
    for name in ("help_", "not_kept", "place_unknown", "try_again", "full"):
        assert not re.search(r"\b(?:Ihnen|Ihre?[nrms]?)\b|[Bb]itte \w+en Sie", getattr(de, name)())
