"""Questions that no document can answer: about this moment, this person, or all pages at once.

Each kind has patterns, in each language that the bot speaks. They require a word of time or
possession beside the thing asked for, so that a question about a rule ("how many days do I get per
year?") does not match. Nor does a question what to do, whatever of this moment it tells.
"""

from __future__ import annotations

import re
import unicodedata

from retrieval.answer.live import de, en, ja
from retrieval.answer.live.wording import KINDS, Kind

__all__ = ["KINDS", "LONGEST", "Kind", "live"]

LONGEST = 300
"""Characters of a question that is looked at: a longer one describes a case."""

_LANGUAGES = tuple(module.WORDING.compiled() for module in (en, de, ja))
_SPACES = re.compile(r"\s+")


def live(question: str) -> Kind | None:
    """Return the kind of source that would know what no document can; None for other questions."""
    if len(question) > LONGEST:
        return None
    plain = unicodedata.normalize("NFKC", question).casefold().replace("’", "'")
    said = _SPACES.sub(" ", plain).strip(" ?!.。")
    return next(filter(None, (language.kind(said) for language in _LANGUAGES)), None)
