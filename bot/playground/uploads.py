"""Files that people attach to messages: kept with their content, and shown as Slack does."""

from __future__ import annotations

import mimetypes
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from bot.playground.values import Json, Refused, Team

Attached = str | tuple[str, bytes]
"""A file as somebody attaches it: its name alone, or with what is in it."""
_SNIPPETS = {"py", "js", "ts", "go", "java", "sh", "sql", "json", "yaml", "yml", "toml", "log"}
"""Types of file that Slack shows as a snippet, in full."""
_TYPES = {"md": "markdown", "txt": "text", "py": "python", "yml": "yaml", "log": "text"}
"""What Slack calls a type whose name is not the file's ending."""
_UNUSUAL = re.compile(r"[^a-z0-9._-]+|^\.+$")
"""What a name loses in an address, as in Slack's own."""


@dataclass(slots=True)
class Upload:
    """One file; `channels` are where it was shared."""

    id: str
    name: str
    content: bytes
    user: str
    created: int
    channels: list[str] = field(default_factory=list)
    deleted: bool = False


class Uploads:
    """Keeps files by id."""

    def __init__(self, team: Team) -> None:
        self._team = team
        self._kept: dict[str, Upload] = {}

    def add(self, attached: Attached, user: str, channel: str, now: float) -> Upload:
        """Keep a file that somebody attached in a channel."""
        name, content = (attached, b"") if isinstance(attached, str) else attached
        ident = f"F{uuid.uuid4().hex[:9].upper()}"
        upload = Upload(ident, name, content, user, int(now), [channel])
        self._kept[ident] = upload
        return upload

    def get(self, ident: str) -> Upload:
        """Return a file; refuses with "file_not_found" or "file_deleted"."""
        found = self._kept.get(ident)
        if found is None:
            raise Refused("file_not_found")
        if found.deleted:
            raise Refused("file_deleted")
        return found

    def shape(self, upload: Upload) -> Json:
        """Return a file as files.info does, and messages."""
        ending = PurePath(upload.name).suffix.lstrip(".").lower()
        kind = mimetypes.guess_type(upload.name)[0] or "application/octet-stream"
        private = f"{self._team.url}files-pri/{self._team.id}-{upload.id}"
        last = _UNUSUAL.sub("_", upload.name.lower())
        shape: Json = {
            "id": upload.id,
            "created": upload.created,
            "timestamp": upload.created,
            "name": upload.name,
            "title": upload.name,
            "mimetype": "text/plain" if ending in _SNIPPETS else kind,
            "filetype": _TYPES.get(ending, ending or "binary"),
            "pretty_type": (ending or "Binary").upper(),
            "user": upload.user,
            "user_team": self._team.id,
            "editable": ending in _SNIPPETS,
            "size": len(upload.content),
            "mode": "snippet" if ending in _SNIPPETS else "hosted",
            "is_external": False,
            "external_type": "",
            "is_public": True,
            "public_url_shared": False,
            "display_as_bot": False,
            "username": "",
            "url_private": f"{private}/{last}",
            "url_private_download": f"{private}/download/{last}",
            "permalink": f"{self._team.url}files/{upload.user}/{upload.id}/{last}",
            "has_rich_preview": False,
            "file_access": "visible",
        }
        if upload.deleted:
            return {"id": upload.id, "mode": "tombstone"}
        return shape

    def shown(self, uploads: Sequence[Upload], *, shared: bool) -> list[Json]:
        """Return files as a message has them; of a shared channel's Slack tells the ids alone."""
        if not shared:
            return [self.shape(one) for one in uploads]
        hidden = {"mode": "file_access", "file_access": "check_file_info", "created": 0}
        return [{"id": one.id, "user": one.user, "timestamp": 0, **hidden} for one in uploads]
