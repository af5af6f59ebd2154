"""What the bodies of Elasticsearch's errors say: the kind, the reason, and what to do about it."""

from __future__ import annotations

import re
from typing import Any

from retrieval.errors import StoreUnavailable

_MOST = 200
"""Characters of a reason that a sentence repeats."""
_NO_COPY = {"no_shard_available_action_exception", "unavailable_shards_exception"}
_AWAY = re.compile("all shards failed|Node not connected|] disconnected")
_NOT_READY = 503
_LACKING = re.compile(
    r"action \[([^\]]*)\].*?(?: on indices \[([^\]]*)\])?, this action is granted by the"
    r" (\w+) privileges \[([^\]]*)\]",
    re.DOTALL,
)


def told(body: Any) -> tuple[str, str]:
    """Return the kind and the reason of an error's body, those of its cause where it has one."""
    said = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(said, dict):
        return "", short(str(said))
    kind, reason = str(said.get("type") or ""), str(said.get("reason") or "")
    causes = said.get("root_cause") if isinstance(said.get("root_cause"), list) else []
    causes = causes or [said]
    if kind == "search_phase_execution_exception" and isinstance(causes[0], dict):
        reason = str(causes[0].get("reason") or reason)
    return kind, short(reason) or short(kind)


def unavailable(body: Any, where: str = "") -> StoreUnavailable | None:
    """Say what keeps an index from being used now, and what to do; None where nothing does.

    `body` is an error of a whole request, of one search or of one operation of a bulk.
    """
    kind, reason = told(body)
    server = f"Elasticsearch at {where}" if where else "Elasticsearch"
    if kind == "cluster_block_exception" and "SERVICE_UNAVAILABLE" not in reason:
        what = "its disk is nearly full: make room" if "disk usage" in reason else "lift its block"
        return StoreUnavailable(
            f"{server} takes no writes now; {what}, and run the same command again. Nothing indexed"
            f" is lost ({reason})."
        )
    if kind == "index_closed_exception":
        index = _index_of(body)
        return StoreUnavailable(
            f"The index {index} of {server} is closed: open it (POST {index}/_open) and try again."
        )
    searched = kind == "search_phase_execution_exception"
    if kind in _NO_COPY or (searched and (_status(body) == _NOT_READY or _AWAY.search(reason))):
        return StoreUnavailable(
            f"No node of {server} has the data of the index now ({reason}). Start the node that"
            " has it; where it is lost, delete the index and index again."
        )
    return None


def lacking(body: Any) -> str:
    """Name the rights that would be enough for what was refused; "" where it does not say."""
    said = body.get("error", body) if isinstance(body, dict) else {}
    found = _LACKING.search(str(said.get("reason") or "")) if isinstance(said, dict) else None
    if found is None:
        return ""
    action, indices, kind, privileges = found.groups()
    where = f" on {indices}" if indices else ""
    return f"{action}{where} takes one of the {kind} privileges {privileges.replace(',', ', ')}"


def _status(body: Any) -> object:
    return body.get("status") if isinstance(body, dict) else None


def _index_of(body: Any) -> str:
    """Return the index that an error is about, "" where it does not say."""
    said = body.get("error", body)
    causes = said.get("root_cause") if isinstance(said.get("root_cause"), list) else []
    about = (one.get("index") for one in [*causes, said] if isinstance(one, dict))
    return next((str(index) for index in about if index), "")


def short(text: str) -> str:
    """Return a text as one line of bounded length, without its full stop."""
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= _MOST else f"{line[:_MOST]}…"
