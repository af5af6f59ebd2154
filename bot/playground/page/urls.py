"""Which links may be followed from the page."""

from __future__ import annotations

import re
from urllib.parse import urlencode, urlsplit, urlunsplit

_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:")
_ALLOWED = ("http:", "https:", "mailto:")
_NOISE = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")


def is_safe(url: str) -> bool:
    """Whether a link leads to a web page, to mail or to a place on this site.

    Browsers pass over white space and controls in an address, so we do before we look.
    """
    bare = _NOISE.sub("", url).lower()
    return not _SCHEME.match(bare) or bare.startswith(_ALLOWED)


def is_web(url: str) -> bool:
    """Whether a link names a host: all that a message may link to, mail apart."""
    return _NOISE.sub("", url).lower().startswith(_ALLOWED)


def with_trace(url: str, origin: str, trace_id: str) -> str:
    """Add the trace to a link to an indexed page, so that the page marks what was quoted."""
    if not trace_id or not origin or not url.startswith(f"{origin}/pages/"):
        return url
    parts = urlsplit(url)
    return urlunsplit(parts._replace(query=urlencode({"trace": trace_id})))
