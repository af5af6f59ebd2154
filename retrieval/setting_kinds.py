"""The kinds of values that settings have, each with the check that says what is wrong with one."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator

SLUGS = ("github", "gitlab", "docusaurus", "hugo", "mdbook", "mkdocs", "kramdown", "ids")


def _is_web(parts: SplitResult) -> bool:
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _web_address(value: str) -> str:
    """Refuse an address that no client could call."""
    if value and not _is_web(urlsplit(value)):
        raise ValueError("must start with http:// or https:// and name a host")
    return value


def _servers(value: str) -> str:
    """Refuse addresses of which one could not be called; they are never repeated, for secrets."""
    for address in addresses(value):
        try:
            parts = urlsplit(address)
            usable = _is_web(parts) and parts.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise ValueError(
                "each address must start with http:// or https:// and name a host, as in"
                " https://search.example:9200"
            )
    return value


def addresses(value: str) -> list[str]:
    """Return the addresses between the commas."""
    return [part.strip().rstrip("/") for part in value.split(",") if part.strip()]


def _index_prefix(value: str) -> str:
    """Refuse what no name of an index can begin with; a dot ends the prefix."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", value):
        raise ValueError("must be small letters, digits, - and _, 64 at most")
    return value


def _slug_style(value: str) -> str:
    """Accept the styles that the readers know."""
    if value not in SLUGS:
        raise ValueError(f"must be one of {', '.join(SLUGS)}")
    return value


def _page_link(value: str) -> str:
    """A link that is the same for every page leads nowhere."""
    if value and not re.search(r"\{(path|page|stem)\}", value):
        raise ValueError("must have {path}, {page} or {stem} in it")
    return value


def _log_level(value: str) -> str:
    """Accept the four levels in any case."""
    if value.lower() not in {"debug", "info", "warning", "error"}:
        raise ValueError("must be debug, info, warning or error")
    return value.lower()


WebAddress = Annotated[str, AfterValidator(_web_address)]
Servers = Annotated[str, AfterValidator(_servers)]
IndexPrefix = Annotated[str, AfterValidator(_index_prefix)]
SlugStyle = Annotated[str, AfterValidator(_slug_style)]
PageLink = Annotated[str, AfterValidator(_page_link)]
LogLevel = Annotated[str, AfterValidator(_log_level)]
