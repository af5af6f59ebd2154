"""Elements that browsers show only once they are opened, or where they cannot play something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_IN_PLACE = frozenset({"audio", "canvas", "iframe", "video"})
"""What stands in them is for browsers that do not know them, and there are none."""
_OPENERS = ("popovertarget", "commandfor")


def openers(attributes: Mapping[str, object]) -> Iterable[str]:
    """Return the ids of what a button with these attributes opens."""
    return [one for one in map(attributes.get, _OPENERS) if isinstance(one, str)]


def is_unopened(
    name: str,
    attributes: Mapping[str, object],
    declared: Mapping[str, str],
    opened: frozenset[str],
) -> bool:
    """Whether nobody sees what stands in an element; `opened` are ids that a button opens.

    A dialog, a popover or the list of a field can be `declared` to be displayed all the same.
    """
    if name in _IN_PLACE:
        return True
    shut = (name == "dialog" and "open" not in attributes) or "popover" in attributes
    if not shut and name != "datalist":
        return False
    return "display" not in declared and attributes.get("id") not in opened
