"""Tickets as issues of a Jira project, Cloud or Data Center, by version 2 of its API.

Version 2 takes descriptions as text in Jira's own markup; both products have it.
"""

from __future__ import annotations

import base64
import re
from typing import Any
from urllib.parse import quote

from retrieval.errors import TicketError
from retrieval.ports import Opened
from retrieval.tickets.calls import Calls

LABEL = "footnote"
_API = "/rest/api/2"
_LONGEST_SUMMARY = 250
_BOLD, _CODE = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"`([^`\n]+)`")


class JiraTickets:
    """Issues of one project; implements the port `Ticketer`. An issue bears its key as a label."""

    name = "jira"

    def __init__(self, calls: Calls, project: str, kind: str = "Task") -> None:
        """Take Jira, the project's key, and the type of the issues."""
        self._calls = calls
        self._project = project
        self._kind = kind

    @classmethod
    def at(cls, base: str, project: str, token: str, *, user: str = "", kind: str) -> JiraTickets:
        """Put it together: with a user for Cloud (an API token), without for a personal token."""
        pair = base64.b64encode(f"{user}:{token}".encode()).decode()
        headers = {"Authorization": f"Basic {pair}" if user else f"Bearer {token}"}
        return cls(Calls(base.rstrip("/"), headers), project, kind)

    async def find(self, key: str) -> Opened | None:
        """Look for the label."""
        wanted = quote(f'project = "{self._project}" AND labels = "{key}"')
        query = f"?jql={wanted}&maxResults=1&fields=summary"
        found = await self._calls.ask("GET", f"{_API}/search/jql{query}", fine=(404, 405))
        if found.status != 200:  # Data Center has only the older path.
            found = await self._calls.ask("GET", f"{_API}/search{query}")
        issues = (found.data or {}).get("issues") or []
        return self._opened(issues[0]) if issues else None

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Create an issue."""
        fields = {
            "project": {"key": self._project},
            "issuetype": {"name": self._kind},
            "summary": title[:_LONGEST_SUMMARY],
            "description": markup(body),
            "labels": [LABEL, key],
        }
        return self._opened(
            (await self._calls.ask("POST", f"{_API}/issue", {"fields": fields})).data
        )

    async def close(self, key: str, ref: str, comment: str) -> None:  # noqa: ARG002 (ref is enough)
        """Comment on an issue that is not done, and take it there."""
        issue = f"{_API}/issue/{quote(ref)}"
        now = await self._calls.ask("GET", f"{issue}?fields=status", fine=(404,))
        if now.status != 200 or _is_done(now.data["fields"]["status"]):
            return
        ways = (await self._calls.ask("GET", f"{issue}/transitions")).data.get("transitions", [])
        way = next((one for one in ways if _is_done(one.get("to", {}))), None)
        if way is None:
            raise TicketError(
                f"{ref} has no transition to a state that means done; close it by hand."
            )
        await self._calls.ask("POST", f"{issue}/comment", {"body": markup(comment)})
        await self._calls.ask("POST", f"{issue}/transitions", {"transition": {"id": way["id"]}})

    async def reach(self) -> str:
        """Read the project."""
        found = (await self._calls.ask("GET", f"{_API}/project/{quote(self._project)}")).data
        return f"issues of {found.get('key')} at {self._calls.host}"

    def _opened(self, issue: Any) -> Opened:
        if not isinstance(issue, dict) or "key" not in issue:
            raise TicketError("Jira's answer names no issue: is FOOTNOTE_TICKETS_URL its address?")
        return Opened(str(issue["key"]), f"{self._calls.base}/browse/{issue['key']}")


def markup(text: str) -> str:
    """Write Markdown as Jira's markup, as far as our tickets use it: bold, code, lists."""
    text = _CODE.sub(r"{{\1}}", _BOLD.sub(r"*\1*", text))
    return re.sub(r"(?m)^- ", "* ", re.sub(r"(?m)^\d+\. ", "# ", text))


def _is_done(status: Any) -> bool:
    return bool(status.get("statusCategory", {}).get("key") == "done")
