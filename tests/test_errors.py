"""The family of errors is the one that its page draws, and troubleshooting quotes them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from retrieval import errors


def _drawn() -> dict[str, str]:
    """Read the tree from the docstring: name -> parent."""
    parents: dict[str, str] = {}
    path: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines()[2:]:
        if line.strip():
            depth, name = len(line) - len(line.lstrip()), line.split()[0]
            path = [(d, n) for d, n in path if d < depth]
            parents[name] = path[-1][1] if path else "Exception"
            path.append((depth, name))
    return parents


def test_the_drawn_tree_is_the_real_one() -> None:
    """Every class stands in the drawing under its parent, and nothing else does."""
    real = {
        name: found.__bases__[0].__name__
        for name, found in inspect.getmembers(errors, inspect.isclass)
        if found.__module__ == errors.__name__
    }

    assert real == _drawn()


def test_wrong_use_and_failure_have_their_own_exit_codes() -> None:
    """What was asked wrongly leaves with 2, what failed with 1."""
    assert (2, 1) == (errors.InputError.exit_code, errors.StoreError.exit_code)
    assert 1 == errors.PathUnusable.exit_code


def _literals(folder: Path) -> Iterator[str]:
    """Return every text in the code of a folder that is no docstring, its pieces joined."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = node.values
                yield "".join(
                    str(one.value) if isinstance(one, ast.Constant) else "…" for one in parts
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield "" if id(node) in said else str(node.value)


def test_titles_of_troubleshooting_are_what_is_printed() -> None:
    """Who looks for a message on the page finds its words: what a title quotes is in the code."""
    home = Path(__file__).parents[1]
    page = (home / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    titles = [line for line in page.splitlines() if line.startswith("## ")]
    quoted = [words for title in titles for words in re.findall(r'"([^"]+)"', title)]
    printed = [text for name in ("retrieval", "scripts") for text in _literals(home / name)]
    bare = [title for title in titles if '"' not in title]

    assert ["## The model service"] == bare
    assert [] == [words for words in quoted if not any(words in text for text in printed)]
