"""Says in a sentence what a model service's error means, and whether to ask again."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

from retrieval.errors import (
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelReplyInvalid,
    ModelTooLong,
    ModelUnavailable,
)

# As OpenAI, Azure and vLLM, Anthropic, llama.cpp and its Python server, Google, Mistral and
# text-generation-inference word it.
_TOO_LONG = (
    "context_length",
    "context length",
    "maximum context",
    "context window",
    "context size",
    "context_size",
    "too long",
    "too many tokens",
    "exceeds the maximum number of tokens",
    "`max_new_tokens` must be <=",
)
_LIMIT = (
    r"context (?:length|window|size)(?: is| of)? \(?(\d{3,8})\b",
    r"(\d{3,8}) maximum context length",
    r"> (\d{3,8}) maximum",
    r"number of tokens allowed \((\d{3,8})\)",
    r"must be <= (\d{3,8})\b",
)
_NO_MODEL = ("model_not_found", "invalid model", "unknown model", "model does not exist")
_FILTERED = ("content_filter", "content filter", "responsibleai", "content_policy")
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance")
# Codes that say "not now" rather than "not like this": RFC 9110 and what services really send.
_PASSING = frozenset({408, 409, 425, 429})
_DETAIL = 200


class Unfit(ModelRejected):
    """What was sent is wrong, and neither the key nor the model's name; a part of it may do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request went: for sentences that a person can act on. Holds no key.

    `address` and `key` name the settings of the service's address and key.
    """

    host: str
    model: str
    address: str = "OPENAI_BASE_URL"
    key: str = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Refused:
    """An HTTP reply other than 200: its status, the error's code and its message."""

    status: int
    code: str = ""
    message: str = ""

    @classmethod
    def in_stream(cls, code: str, message: str) -> Refused:
        """Make one of an error that came inside a stream, which has no status of its own."""
        given = cls(int(code) if code.isdecimal() and len(code) == 3 else 400, code, message)
        wrong = code.isdecimal() or given.too_long or given.filtered
        return given if wrong else cls(500, code, message)

    @property
    def text(self) -> str:
        """Code and message together, lower case, for looking up what they mention."""
        return f"{self.code} {self.message}".lower()

    @property
    def passing(self) -> bool:
        """Whether the same request may well succeed in a moment."""
        passing = self.status in _PASSING or self.status >= 500
        return passing and not _mentions(self.text, _NO_CREDIT)

    @property
    def too_long(self) -> bool:
        """Whether the service says that the request has too many tokens."""
        return self.status == 413 or (self.status in {400, 422} and _mentions(self.text, _TOO_LONG))

    @property
    def limit(self) -> int:
        """How many tokens the service says that the model takes; 0 where it does not say."""
        found = (re.search(wording, self.text) for wording in _LIMIT)
        return next((int(match[1]) for match in found if match), 0)

    @property
    def no_model(self) -> bool:
        """Whether the service has no such model, or nothing at all, at this address."""
        wrong = self.status in {400, 422} and _mentions(self.text, _NO_MODEL)
        return self.status == 404 or wrong

    @property
    def filtered(self) -> bool:
        """Whether a content filter stopped the request."""
        return _mentions(self.text, _FILTERED)


def failure(refused: Refused, place: Place) -> ModelError:
    """Return the error that says what happened and what to do."""
    where = f"The model service at {place.host}"
    if refused.status == 401:
        return ModelRejected(f"{where} does not accept the key: check {place.key}.")
    if refused.status == 403:
        return ModelRejected(
            f"{where} does not let this key use the model {place.model}: "
            "choose another model or ask for access."
        )
    if refused.no_model:
        return ModelRejected(
            f"{where} has no model {place.model} at this address: check the model's name "
            f"and {place.address}, which for most services ends in /v1."
        )
    if refused.too_long:
        return ModelTooLong(
            f"{where} says that the request is too long for {place.model}: "
            "set FOOTNOTE_CONTEXT_TOKENS to what the model takes.",
            refused.limit,
        )
    return _other(refused, where)


def _other(refused: Refused, where: str) -> ModelError:
    if refused.filtered:
        return ModelRefused(f"{where} stopped the request with its content filter.")
    if _mentions(refused.text, _NO_CREDIT):
        return ModelUnavailable(f"{where} says that the account has no credit left.")
    if refused.status == 429:
        return ModelUnavailable(f"{where} takes no more requests for now: try again later.")
    if refused.passing:
        return ModelUnavailable(f"{where} fails with status {refused.status}: try again later.")
    detail = " ".join(refused.message.split())[:_DETAIL]
    return Unfit(f"{where} rejects the request (status {refused.status}): {detail}")


def unreachable(place: Place, error: BaseException) -> ModelError:
    """Return the error for a connection that was not made."""
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ModelUnavailable(
            f"The certificate of {place.host} is not trusted here: "
            "name the file of your company's authority in SSL_CERT_FILE."
        )
    if any(type(cause).__name__ == "ProxyError" for cause in causes):
        return ModelUnavailable(
            f"The proxy that HTTPS_PROXY names does not let {place.host} be reached."
        )
    return ModelUnavailable(
        f"The model service at {place.host} cannot be reached: "
        f"check {place.address} and that the service runs."
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def broken_off(place: Place) -> ModelError:
    """Return the error for a reply that stopped in the middle."""
    return ModelUnavailable(f"The model service at {place.host} broke off its reply.")


def late(place: Place, what: str) -> ModelError:
    """Return the error for a service that takes too long; `what` is what did not come."""
    return ModelUnavailable(f"The model service at {place.host} gave no {what} in time.")


def filtered(place: Place) -> ModelError:
    """Return the error for a reply that a content filter stopped."""
    return ModelRefused(f"The content filter of {place.host} stopped the reply of {place.model}.")


def refusal(place: Place) -> ModelError:
    """Return the error for a model that declines."""
    return ModelRefused(f"The model {place.model} declined to reply.")


def too_long(place: Place, tokens: int, limit: int) -> ModelError:
    """Return the error for a prompt that is longer than the configured context."""
    return ModelTooLong(
        f"The prompt of about {tokens} tokens is longer than the {limit} that {place.model} "
        "takes: set FOOTNOTE_CONTEXT_TOKENS to what the model takes.",
        limit,
    )


def web_page(place: Place) -> ModelError:
    """Return the error for a page for people in place of a reply."""
    return ModelReplyInvalid(
        f"{place.host} replied with a web page (HTML), not as a model service does: check "
        f"{place.address}, which for most services ends in /v1, and whether one must log in there."
    )


def unstreamed(place: Place) -> ModelError:
    """Return the error for JSON, all at once, that is no reply of a model."""
    return ModelReplyInvalid(
        f"The model service at {place.host} replied without streaming, and with JSON that holds no "
        f"message: check that {place.address} is that of a service which streams Chat Completions."
    )


def unknown_form(place: Place) -> ModelError:
    """Return the error for a reply that is not what the interface promises."""
    return ModelReplyInvalid(
        f"The reply of {place.host} has no known form: "
        f"check that {place.address} is that of a service which speaks this interface."
    )


def _mentions(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)
