"""Says in a sentence what a model service's error means, and whether to ask again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from retrieval.errors import ModelError, ModelRefused, ModelRejected, ModelUnavailable

_TOO_LONG = ("context_length", "context length", "maximum context", "context window", "too long")
_FILTERED = ("content_filter", "content filter", "responsibleai", "content_policy")
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance")
# Codes that say "not now" rather than "not like this": RFC 9110 and what services really send.
_PASSING = frozenset({408, 409, 425, 429})
_DETAIL = 200


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
        return ModelRejected(
            f"{where} says that the request is too long for {place.model}: "
            "set FOOTNOTE_CONTEXT_TOKENS to what the model takes."
        )
    return _other(refused, where)


def _other(refused: Refused, where: str) -> ModelError:
    if _mentions(refused.text, _FILTERED):
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


def late(place: Place, what: str, seconds: float) -> ModelError:
    """Return the error for a service that takes too long; `what` is what did not come."""
    return ModelUnavailable(
        f"The model service at {place.host} gave no {what} within {seconds:g} seconds."
    )


def refusal(place: Place) -> ModelError:
    """Return the error for a model that declines."""
    return ModelRefused(f"The model {place.model} declined to reply.")


def pause(headers: Mapping[str, str], attempt: int, base: float) -> float:
    """Return the seconds to wait before the next attempt: what the service asks, or doubling.

    Args:
        headers: of the reply that failed; empty for a connection that failed.
        attempt: how many attempts were made, from 1.
        base: the first wait, in seconds.
    """
    for header, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            asked = float(headers.get(header, "")) * unit
        except ValueError:  # absent, or a date, which no model service sends
            continue
        if 0 <= asked < float("inf"):
            return asked
    return base * 2.0 ** (attempt - 1)


def _mentions(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)
