"""Tickets as issues of a GitHub repository, GitHub Enterprise included."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from retrieval.errors import TicketError
from retrieval.ports import Opened
from retrieval.tickets.calls import Calls

API = "https://api.github.com"
LABEL = "footnote"
_LATEST = "state=all&sort=created&direction=desc&per_page=100"


class GitHubTickets:
    """Issues of one repository; implements the port `Ticketer`.

    An issue bears its key in a comment of its body that nobody sees.
    """

    name = "github"

    def __init__(self, calls: Calls, repository: str) -> None:
        """Take GitHub's API, and the repository as OWNER/NAME."""
        self._calls = calls
        self._repository = f"/repos/{quote(repository, safe='/')}"

    @classmethod
    def at(cls, repository: str, token: str, base: str = "") -> GitHubTickets:
        """Put it together for GitHub, or for an Enterprise server's API at `base`."""
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        return cls(Calls((base or API).rstrip("/"), headers), repository)

    async def find(self, key: str) -> Opened | None:
        """Look for a key among the newest hundred issues."""
        found = await self._calls.ask("GET", f"{self._repository}/issues?{_LATEST}")
        for issue in found.data or ():
            if _mark(key) in (issue.get("body") or ""):
                return _opened(issue)
        return None

    async def open(self, key: str, title: str, body: str) -> Opened:
        """Open an issue."""
        issue = {"title": title, "body": f"{body}\n\n{_mark(key)}", "labels": [LABEL]}
        return _opened((await self._calls.ask("POST", f"{self._repository}/issues", issue)).data)

    async def close(self, key: str, ref: str, comment: str) -> None:  # noqa: ARG002 (ref is enough)
        """Comment on an issue that is open, and close it."""
        issue = f"{self._repository}/issues/{ref}"
        now = await self._calls.ask("GET", issue, fine=(404, 410))
        if now.status != 200 or now.data.get("state") == "closed":
            return
        await self._calls.ask("POST", f"{issue}/comments", {"body": comment})
        await self._calls.ask("PATCH", issue, {"state": "closed", "state_reason": "completed"})

    async def reach(self) -> str:
        """Read the repository."""
        found = (await self._calls.ask("GET", self._repository)).data
        if not found.get("has_issues", True):
            raise TicketError(f"The repository {found.get('full_name')} has no issues switched on.")
        return f"issues of {found.get('full_name')}"


def _mark(key: str) -> str:
    return f"<!-- footnote:{key} -->"


def _opened(issue: Any) -> Opened:
    if not isinstance(issue, dict) or "number" not in issue:
        raise TicketError("GitHub's answer names no issue: is FOOTNOTE_TICKETS_URL its API?")
    return Opened(str(issue["number"]), str(issue.get("html_url", "")))
