"""Each fault that was reported of bots like this one has a test, which is there and says so."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
FAULTS: list[dict[str, Any]] = tomllib.loads(
    (TESTS / "field_faults.toml").read_text(encoding="utf-8")
)["fault"]
KNOWN = 72
"""Faults on the list: one more needs a test, and none goes."""


@cache
def _sentences(name: str) -> dict[str, str]:
    """Return what the tests of a file say that they prove."""
    tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_no_fault_is_missing_or_named_twice() -> None:
    """The list is whole."""
    reports = Counter(fault["report"] for fault in FAULTS)

    assert KNOWN == len(FAULTS)
    assert [] == [report for report, times in reports.items() if times > 1]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault["report"]))
def test_a_reported_fault_has_tests(fault: dict[str, Any]) -> None:
    """Every test that the list names is there, and says in a sentence what it proves."""
    assert fault["tests"]
    assert fault["holds"]
    for test in fault["tests"]:
        name, _, function = test.partition("::")
        assert _sentences(name).get(function), test
