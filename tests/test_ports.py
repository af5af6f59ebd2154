"""Ports are narrow, and say what goes in and out."""

from __future__ import annotations

import inspect
from typing import Protocol

import pytest

from retrieval import ports

PORTS = [
    found
    for _, found in inspect.getmembers(ports, inspect.isclass)
    if found.__module__.startswith(f"{ports.__name__}.") and Protocol in found.__bases__
]


def _methods(port: type) -> dict[str, object]:
    return {name: member for name, member in vars(port).items() if not name.startswith("_")}


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_a_port_is_narrow_and_documented(port: type) -> None:
    """A port has few methods, each with a docstring."""
    methods = _methods(port)
    calls = [name for name, member in methods.items() if not isinstance(member, property)]
    silent = [name for name, member in methods.items() if not inspect.getdoc(member)]

    assert [] == silent
    assert len(calls) <= 7
    assert inspect.getdoc(port)
