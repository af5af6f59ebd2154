"""The connection to Elasticsearch: how it is made, what its server is, what its errors mean.

The only module that imports the vendor's client; others use it through `Elastic.api`.
"""

from __future__ import annotations

import re
import ssl
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from elasticsearch import (
    ApiError,
    AsyncElasticsearch,
    ConnectionTimeout,
    SerializationError,
    SSLError,
    TransportError,
    UnsupportedProductError,
)

from retrieval.errors import IndexMissing, SettingsError, StoreError, StoreUnavailable
from retrieval.stores.elastic_node import PromptNode, of_elasticsearch
from retrieval.stores.elastic_told import lacking, short, told, unavailable

OLDEST = (8, 14)
"""int8_hnsw and `k` beside `num_candidates` behave as we use them from here on."""
NEWEST_TRIED = 8
"""The newest major version that the test suite was run on."""

TO_ANSWER = ("read", "view_index_metadata")
"""Rights on our indices that searching takes, and `scripts.doctor`."""
TO_INDEX = ("write", "manage")
"""Rights that indexing takes beside: `manage` is for making, aliases, refreshing and removing."""

_SECONDS = 10.0
_RETRIES = 2
_OVERLOADED = {429, 502, 503, 504}
_PLAIN = "WRONG_VERSION_NUMBER"
"""What OpenSSL calls an answer that is no TLS."""
_HUNG_UP = ("Server disconnected", "Connection reset")
"""What the client calls a connection that was closed without an answer."""
_NO_ANSWER_OF_ELASTICSEARCH = {400, 406}
"""Statuses with which a server of another kind or version meets our media types."""


@dataclass(frozen=True, slots=True)
class Login:
    """Where Elasticsearch is and who asks: hosts or a cloud id, a key or a name and password."""

    hosts: tuple[str, ...] = ()
    cloud_id: str = ""
    api_key: str = field(default="", repr=False)
    user: str = ""
    password: str = field(default="", repr=False)
    ca_file: Path | None = None

    @property
    def where(self) -> str:
        """Name the place for a message, credentials left out."""
        return ", ".join(map(_bare, self.hosts)) or f"cloud id {self.cloud_id.split(':', 1)[0]}"


@dataclass(frozen=True, slots=True)
class Server:
    """What answers: its version, "unknown" for one who may not ask, and what to know about it."""

    version: str
    note: str = ""


class Conflict(StoreError):
    """A document was written by another meanwhile, or is there already."""


class Elastic:
    """A connection for one process; it is opened by its first use and closed by `close`."""

    def __init__(self, login: Login, *, seconds: float = _SECONDS) -> None:
        """`seconds` bounds each request. Raises SettingsError for what cannot be a connection."""
        self.login = login
        self._server: Server | None = None
        self._within: dict[tuple[float, int], AsyncElasticsearch] = {}
        try:
            self.api = _client(login, seconds)
        except (ValueError, TypeError, OSError) as error:
            raise SettingsError(
                f"Elasticsearch cannot be reached with these settings: {_unfit(login, error)}. See"
                " ELASTICSEARCH_* in docs/settings.md."
            ) from error

    def within(self, seconds: float, *, retries: int = _RETRIES) -> AsyncElasticsearch:
        """Return the client with another bound for each request, for calls that may be repeated.

        Each host is tried, unless there are to be no `retries`.
        """
        retries = retries and max(retries, len(self.login.hosts))
        if (seconds, retries) not in self._within:
            self._within[seconds, retries] = self.api.options(
                request_timeout=seconds, max_retries=retries, retry_on_timeout=True
            )
        return self._within[seconds, retries]

    async def ready(self) -> Server:
        """Make sure, once, that the server is one we can use. Raises StoreError where it is not."""
        if self._server is None:
            with self.translated():
                version = await self._version()
            self._server = _accepted(version, self.login.where)
        return self._server

    async def _version(self) -> str:
        """Ask the node that answers; who may not, or a service without nodes, hears nothing."""
        try:
            said = await self.api.nodes.info(node_id="_local", metric="http")
        except ApiError as error:
            if error.status_code in {403, 404, 405, 410}:
                return "unknown"
            raise
        nodes = list(said["nodes"].values())
        return str(nodes[0]["version"]) if nodes else "unknown"

    async def rights(self, pattern: str) -> Mapping[str, bool]:
        """Return which of the rights that we need these credentials have on indices of a pattern.

        A server without security knows no rights: there is nothing to say.
        """
        wanted = [{"names": [pattern], "privileges": [*TO_ANSWER, *TO_INDEX]}]
        with self.translated():
            try:
                said = await self.api.security.has_privileges(index=wanted)
            except ApiError as error:
                if error.status_code in {400, 403, 404, 405, 410}:
                    return {}
                raise
        found: Mapping[str, bool] = said["index"][pattern]
        return found

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn the client's errors into ours: what happened, and what to do."""
        try:
            yield
        except (ApiError, TransportError, UnsupportedProductError) as error:
            raise meaning(error, self.login) from error

    async def close(self) -> None:
        """Close the connections."""
        await self.api.close()


def _client(login: Login, seconds: float) -> AsyncElasticsearch:
    # Requests of several megabytes are meant: what indexes waits for them anyway.
    warnings.filterwarnings("ignore", "Sending a large body", ResourceWarning)
    more: dict[str, Any] = {}
    if login.cloud_id:
        more["cloud_id"] = login.cloud_id
    else:
        more["hosts"] = list(login.hosts)
    if login.api_key:
        more["api_key"] = login.api_key
    elif login.user:
        more["basic_auth"] = (login.user, login.password)
    if login.ca_file is not None:
        more["ca_certs"] = str(login.ca_file)
    return AsyncElasticsearch(
        **more,
        node_class=PromptNode,
        request_timeout=seconds,
        max_retries=max(_RETRIES, len(login.hosts)),
        retry_on_timeout=False,
        # Not 429 and 503: the next host's failure would hide what the server says of itself.
        retry_on_status=(502, 504),
    )


def _unfit(login: Login, error: Exception) -> str:
    """Say what cannot be a connection; the file of an authority is named by its setting."""
    if login.ca_file is not None and not login.ca_file.is_file():
        return f"ELASTICSEARCH_CA_FILE names no file ({login.ca_file})"
    if isinstance(error, ssl.SSLError):
        return f"ELASTICSEARCH_CA_FILE holds no certificate ({login.ca_file})"
    return str(error)


def _accepted(version: str, where: str) -> Server:
    """Refuse what is too old; say of what is newer than all we tried that it is untested."""
    numbers = re.match(r"(\d+)\.(\d+)", version)
    if numbers is None:
        return Server(version)
    major, minor = int(numbers[1]), int(numbers[2])
    if (major, minor) < OLDEST:
        raise StoreError(
            f"The Elasticsearch at {where} is version {version}; Footnote needs"
            f" {OLDEST[0]}.{OLDEST[1]} or later."
        )
    untested = f"version {version} is untested; it was tried on {NEWEST_TRIED}.x"
    return Server(version, untested if major > NEWEST_TRIED else "")


# --- what errors mean -----------------------------------------------------------------------


def meaning(error: Exception, login: Login) -> StoreError:
    """Say in a sentence or two what an error of the client means for a person."""
    where = login.where
    if isinstance(error, UnsupportedProductError):
        return StoreError(_stranger(where))
    if isinstance(error, ApiError):
        return _refusal(error, where)
    if isinstance(error, SSLError) or "CERTIFICATE_VERIFY_FAILED" in str(error):
        return StoreError(_unsafe(str(error), where))
    if isinstance(error, ConnectionTimeout):
        return StoreUnavailable(f"Elasticsearch at {where} did not answer in time.")
    if isinstance(error, SerializationError):
        return StoreError(_stranger(where))
    return StoreUnavailable(_unreached(error, login))


def _refusal(error: ApiError, where: str) -> StoreError:
    """Say what an answer with an error's status means."""
    status, kind, reason = error.status_code, *told(error.body)
    if kind == "media_type_header_exception" or _is_strange(error):
        return StoreError(_stranger(where))
    if hindrance := unavailable(error.body, where):
        return hindrance
    if kind == "index_not_found_exception":
        return IndexMissing(f"The index is not there on {where}: {reason}.")
    if status in _OVERLOADED:
        return StoreUnavailable(
            f"Elasticsearch at {where} is overloaded or not ready ({status}: {reason})."
        )
    other = f"Elasticsearch at {where} refused a request ({status} {kind}: {reason})."
    reason = lacking(error.body) or reason
    said = _SENTENCES.get(status, "").format(where=where, reason=reason) or other
    there = status == 409 or kind == "resource_already_exists_exception"
    return Conflict(said) if there else StoreError(said)


_SENTENCES = {
    401: "Elasticsearch at {where} does not know these credentials. Check ELASTICSEARCH_API_KEY,"
    " or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.",
    403: "These credentials may not do that on {where}: {reason}. docs/production.md names the"
    " rights that answering and indexing need.",
    409: "Another process wrote to the index on {where}: {reason}.",
}


def _is_strange(error: ApiError) -> bool:
    """Whether a refusal of our media types comes from something that is not Elasticsearch."""
    refused = error.status_code in _NO_ANSWER_OF_ELASTICSEARCH
    return refused and not of_elasticsearch(error.meta)


def _unreached(error: Exception, login: Login) -> str:
    """Say why there was no answer; a server that speaks TLS alone hangs up on whoever does not."""
    why = str(getattr(error, "message", error)).replace(" ssl:default", "")
    plain = any(host.startswith("http://") for host in login.hosts)
    tls = plain and any(said in why for said in _HUNG_UP)
    return (
        f"Elasticsearch cannot be reached at {login.where}. Check that it runs, and"
        f" ELASTICSEARCH_URL{', which must begin with https:// where it speaks TLS' * tls}"
        f" ({short(why)})."
    )


def _unsafe(said: str, where: str) -> str:
    if _PLAIN in said:
        return (
            f"What answers at {where} does not speak TLS. If it has none, ELASTICSEARCH_URL must"
            " begin with http://."
        )
    return (
        f"The certificate of {where} is not trusted. Name the file of the authority that signed it"
        " in ELASTICSEARCH_CA_FILE."
    )


def _stranger(where: str) -> str:
    return (
        f"What answers at {where} is not Elasticsearch {OLDEST[0]}.{OLDEST[1]} or later. OpenSearch"
        " and older versions are not supported; check ELASTICSEARCH_URL."
    )


def _bare(host: str) -> str:
    """Return an address without the name and password that may stand in it."""
    parts = urlsplit(host)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
