"""Says in a sentence what a model service's error means, and whether to ask again."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.errors import (
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelReplyInvalid,
    ModelUnavailable,
)

_TOO_LONG = ("context_length", "context length", "maximum context", "context window", "too long")
_FILTERED = ("content_filter", "content filter", "responsibleai", "content_policy")
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance")
# Codes that say "not now" rather than "not like this": RFC 9110 and what services really send.
_PASSING = frozenset({408, 409, 425, 429})
_DETAIL = 200


class TooLong(ModelRejected):
    """The request has more tokens than the model takes; a part of it may do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request went: for sentences that a person can act on. Holds no key."""

    host: str
    model: str


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
    def filtered(self) -> bool:
        """Whether a content filter stopped the request."""
        return _mentions(self.text, _FILTERED)


def failure(refused: Refused, place: Place) -> ModelError:
    """Return the error that says what happened and what to do."""
    where = f"The model service at {place.host}"
    if refused.status == 401:
        return ModelRejected(f"{where} does not accept the key: check OPENAI_API_KEY.")
    if refused.status == 403:
        return ModelRejected(
            f"{where} does not let this key use the model {place.model}: "
            "choose another model or ask for access."
        )
    if refused.status == 404:
        return ModelRejected(
            f"{where} has no model {place.model} at this address: check the model's name "
            "and OPENAI_BASE_URL, which for most services ends in /v1."
        )
    if refused.too_long:
        return TooLong(
            f"{where} says that the request is too long for {place.model}: "
            "set FOOTNOTE_CONTEXT_TOKENS to what the model takes."
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
    return ModelRejected(f"{where} rejects the request (status {refused.status}): {detail}")


def unreachable(place: Place) -> ModelError:
    """Return the error for a connection that was not made."""
    return ModelUnavailable(
        f"The model service at {place.host} cannot be reached: "
        "check OPENAI_BASE_URL and that the service runs."
    )


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
    return TooLong(
        f"The prompt of about {tokens} tokens is longer than the {limit} that {place.model} "
        "takes: set FOOTNOTE_CONTEXT_TOKENS to what the model takes."
    )


def unknown_form(place: Place) -> ModelError:
    """Return the error for a reply that is not what the interface promises."""
    return ModelReplyInvalid(
        f"The reply of {place.host} has no known form: "
        "check that OPENAI_BASE_URL is that of an OpenAI-compatible service."
    )


def _mentions(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)
