"""How `make test` shares the tests out among processes: which stay together, and which begin.

Only pytest-xdist asks this; without it tests run one after the other, as they were collected.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SEARCH = "elasticsearch"
"""The files whose tests ask for real Elasticsearches: in one process, which starts each once."""
SERVERS = re.compile(r"\b(elasticsearch_(url|secured|node|cluster): |index_prefix(: |\"))")
"""What a test or a fixture that asks for one has among its parameters, or asks for by name."""
SLOW = ("tests/scenarios/", "tests/browser/", "tests/bot/playground/test_", "tests/scripts/")
"""Files that wait more than they work: they begin, so that no process waits for one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a process among others, put what takes long first."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: place(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are cores: a third of the time the tests wait for servers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Hand out what is to stay together, in the order of the collection."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415  (only where it is used)

    class Files(LoadScopeScheduling):
        """Keeps a file together, and some files."""

        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False
    return Files(config, log)


def place(nodeid: str) -> int:
    """Return 0 for what uses an Elasticsearch, 1 for what is slow otherwise, 2 for the others."""
    if together(nodeid) == SEARCH:
        return 0
    return 1 if nodeid.startswith(SLOW) else 2


def together(nodeid: str) -> str:
    """Return the group of a test: its file, for the tests of one share what its fixtures made."""
    name = nodeid.partition("::")[0]
    return SEARCH if _searches(name) else name


@cache
def _searches(name: str) -> bool:
    path = ROOT / name
    return path.is_file() and SERVERS.search(path.read_text(encoding="utf-8")) is not None
