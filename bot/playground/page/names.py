"""How ids become names in a message, and where its links lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from bot.playground.page.urls import is_web, with_trace

_LINK = Markup('<a{} href="{}" target="_blank" rel="noopener noreferrer">')
_HERE = Markup('<a href="{}">')
_CLASS = Markup(' class="{}"')
_TRACE = Markup('<a data-trace-link="{0}" href="/traces/{0}">{0}</a>')
_MENTION = Markup('<span class="mention{}">{}</span>')


@dataclass(frozen=True, slots=True)
class Names:
    """The names of people and channels by id; `me` is who looks, `trace_id` of what answer.

    `origin` is the playground's own address: links to its pages carry the trace along.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)
    me: str = ""
    origin: str = ""
    trace_id: str = ""

    def mention(self, sign: str, name: str, label: str = "") -> Markup:
        """Write a mention of a person (@), a channel (#) or everyone (!)."""
        if sign == "@":
            told = f"@{self.people.get(name, label.lstrip('@') or name)}"
        elif sign == "#":
            told = f"#{self.channels.get(name, label.lstrip('#') or name)}"
        else:
            told = label or f"@{name.split('^', maxsplit=1)[0]}"
        loud = sign == "!" or name == self.me
        return _MENTION.format(" mention-loud" if loud else "", told)

    def called(self, name: str) -> str:
        """Return what an id of a person or channel is called, the id where it is not known."""
        return self.people.get(name) or self.channels.get(name) or name

    def link_open(self, url: str, kind: str = "") -> Markup:
        """Write the start of a link; `kind` is a class of the style sheet."""
        if is_web(url):
            target = with_trace(url, self.origin, self.trace_id)
            return _LINK.format(_CLASS.format(kind) if kind else "", target)
        return _HERE.format(url)

    def with_trace_linked(self, told: Markup) -> Markup:
        """Make the trace's id in a line that was already rendered a link to its page."""
        if not self.trace_id.isalnum() or "<a " in told:
            return told
        link = _TRACE.format(self.trace_id)
        return Markup(told.replace(self.trace_id, link, 1))  # noqa: S704  (both are escaped)
