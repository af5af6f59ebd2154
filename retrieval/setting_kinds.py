"""The kinds of values that settings have, each with the check that says what is wrong with one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator
from pydantic_settings import SettingsConfigDict

from retrieval.errors import LedgerError
from retrieval.ledger.address import check
from retrieval.per_collection import SLUGS, entries

FROM_ENVIRONMENT = SettingsConfigDict(
    env_file=".env",
    env_file_encoding="utf-8",
    extra="ignore",
    env_ignore_empty=True,
    allow_inf_nan=False,
)
"""How settings are read, and that a number among them is a finite one."""


def _is_web(parts: SplitResult) -> bool:
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _web_address(value: str) -> str:
    """Refuse an address that no client could call."""
    if value and not _is_web(urlsplit(value)):
        raise ValueError("must start with http:// or https:// and name a host")
    return value


def _servers(value: str) -> str:
    """Refuse addresses of which one could not be called; they are never repeated, for secrets."""
    if value and not all(map(_is_server, addresses(value) or [""])):
        raise ValueError(
            "each address must start with http:// or https:// and name a host, as in"
            " https://search.example:9200"
        )
    return value


def _is_server(address: str) -> bool:
    """Whether an address could be called: it has no space, and its port is one."""
    try:
        parts = urlsplit(address)
        return _is_web(parts) and parts.port != 0 and not re.search(r"\s", address)
    except ValueError:
        return False


def _ledger(value: str) -> str:
    """Refuse what can be no address of a ledger; what is there is seen when it is opened."""
    try:
        if value:
            check(value)
    except LedgerError as error:
        raise ValueError(str(error).removeprefix("DATABASE_URL ").removesuffix(".")) from None
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
    if any(said not in SLUGS for _, said in entries(value)):
        raise ValueError(f"must be one of {', '.join(SLUGS)}; of one collection: NAME=github")
    return value


def _page_link(value: str) -> str:
    """A link that is the same for every page leads nowhere."""
    if value and not all(re.search(r"\{(path|page|stem)\}", said) for _, said in entries(value)):
        raise ValueError("must have {path}, {page} or {stem} in it")
    return value


def _log_level(value: str) -> str:
    """Accept the four levels in any case."""
    if value.lower() not in {"debug", "info", "warning", "error"}:
        raise ValueError("must be debug, info, warning or error")
    return value.lower()


def _folder(path: Path) -> Path:
    """Refuse what no folder can be made of; one that is not there yet can be."""
    if _stands(path) and not path.is_dir():
        raise ValueError("must name a folder, and what is there is none")
    return path


def _folder_there(path: Path) -> Path:
    """Refuse what is no folder."""
    if not (_stands(path) and path.is_dir()):
        raise ValueError("must name a folder that is there")
    return path


def _file_there(path: Path) -> Path:
    """Refuse what is no file."""
    if not (_stands(path) and path.is_file()):
        raise ValueError("must name a file that is there")
    return path


def _stands(path: Path) -> bool:
    """Whether something is there, as far as this process may see."""
    try:
        return path.exists()
    except OSError:
        return False


WebAddress = Annotated[str, AfterValidator(_web_address)]
Servers = Annotated[str, AfterValidator(_servers)]
LedgerAddress = Annotated[str, AfterValidator(_ledger)]
IndexPrefix = Annotated[str, AfterValidator(_index_prefix)]
SlugStyle = Annotated[str, AfterValidator(_slug_style)]
PageLink = Annotated[str, AfterValidator(_page_link)]
LogLevel = Annotated[str, AfterValidator(_log_level)]
Folder = Annotated[Path, AfterValidator(_folder)]
FolderThere = Annotated[Path, AfterValidator(_folder_there)]
FileThere = Annotated[Path, AfterValidator(_file_there)]
