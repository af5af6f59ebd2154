"""The rules that Block Kit's limits are made of: each looks at one value of a block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.playground.values import Json

TEXT_KINDS = ("plain_text", "mrkdwn")


@dataclass(slots=True)
class Problems:
    """What was found wrong, each with a pointer to the place."""

    found: list[str] = field(default_factory=list)

    def add(self, message: str, pointer: str) -> None:
        """Add a problem."""
        self.found.append(f"{message} [json-pointer:{pointer}]")


Check = Callable[[Problems, Any, str], None]


def check_fields(
    problems: Problems, value: Json, fields: Mapping[str, Check], pointer: str
) -> None:
    """Check the fields of an object; those whose name ends in "!" must be there."""
    for name, rule in fields.items():
        plain = name.rstrip("!")
        if plain in value:
            rule(problems, value[plain], f"{pointer}/{plain}")
        elif name != plain:
            problems.add(f"missing required field: {plain}", pointer)


def string(most: int, least: int = 1) -> Check:
    """Return a check for a string of so many characters."""

    def rule(problems: Problems, value: Any, pointer: str) -> None:
        if not isinstance(value, str):
            problems.add("must provide a string", pointer)
        elif len(value) > most:
            problems.add(f"must be less than {most + 1} characters", pointer)
        elif len(value) < least:
            problems.add(f"must be more than {least - 1} characters", pointer)

    return rule


def text(most: int, kinds: Sequence[str] = TEXT_KINDS) -> Check:
    """Return a check for a text object of so many characters."""

    def rule(problems: Problems, value: Any, pointer: str) -> None:
        if not isinstance(value, dict):
            problems.add("must provide an object", pointer)
        elif value.get("type") not in kinds:
            problems.add(f"must be one of: {', '.join(kinds)}", f"{pointer}/type")
        elif "text" not in value:
            problems.add("missing required field: text", pointer)
        else:
            string(most)(problems, value["text"], f"{pointer}/text")

    return rule


def several(rule: Check, most: int, least: int = 1) -> Check:
    """Return a check for a list of so many items."""

    def check_all(problems: Problems, value: Any, pointer: str) -> None:
        if not isinstance(value, list):
            problems.add("must provide an array", pointer)
            return
        if len(value) > most:
            problems.add(f"no more than {most} items allowed", pointer)
        if len(value) < least:
            problems.add(f"no fewer than {least} items allowed", pointer)
        for number, item in enumerate(value):
            rule(problems, item, f"{pointer}/{number}")

    return check_all


def typed(**kinds: Mapping[str, Check]) -> Check:
    """Return a check for an object of one of several types, each with its fields."""

    def rule(problems: Problems, value: Any, pointer: str) -> None:
        if not isinstance(value, dict):
            problems.add("must provide an object", pointer)
        elif not isinstance(value.get("type"), str) or value["type"] not in kinds:
            problems.add(f"unsupported type: {value.get('type')}", f"{pointer}/type")
        else:
            check_fields(problems, value, kinds[value["type"]], pointer)

    return rule


def shape(**fields: Check) -> Check:
    """Return a check for an object with these fields, all of which must be there."""

    def rule(problems: Problems, value: Any, pointer: str) -> None:
        if not isinstance(value, dict):
            problems.add("must provide an object", pointer)
        else:
            check_fields(
                problems, value, {f"{name}!": one for name, one in fields.items()}, pointer
            )

    return rule


def one_of(*values: str) -> Check:
    """Return a check for one of these strings."""

    def rule(problems: Problems, value: Any, pointer: str) -> None:
        if value not in values:
            problems.add(f"must be one of: {', '.join(values)}", pointer)

    return rule


def anything(problems: Problems, value: Any, pointer: str) -> None:
    """Take whatever it is: a part of Block Kit that this workspace does not look into."""
