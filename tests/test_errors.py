"""The family of errors is the one that its page draws."""

from __future__ import annotations

import inspect

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
