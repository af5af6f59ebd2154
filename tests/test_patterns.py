"""Patterns that every Python from 3.11 on reads alike."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+")


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5 loses its place there: https://github.com/python/cpython/issues/101955.

    An atomic group, `(?>(?:...)*)`, does the same.
    """
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for part in ("bot", "retrieval", "scripts")
        for path in (ROOT / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if "(?" in node.value and POSSESSIVE_GROUP.search(node.value)
    ]

    assert [] == found
