"""How `make test` shares the tests out among processes: which stay together, and which begin.

Only pytest-xdist asks this; without it tests run one after the other, as they were collected.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SEARCH = "elasticsearch"
"""The tests of real Elasticsearches: in one process, which starts each of them once."""
SERVERS = {"elasticsearch_url", "elasticsearch_secured", "elasticsearch_node", "_three_nodes"}
SLOW = ("tests/scenarios/", "tests/browser/", "tests/bot/playground/test_", "tests/scripts/")
"""Files that wait more than they work: they begin, so that no process waits for one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a process among others, put what takes long first."""
    if not hasattr(config, "workerinput"):
        return
    places = {item: place(item.nodeid, getattr(item, "fixturenames", ())) for item in items}
    for item in items:
        if not places[item]:
            item.add_marker(pytest.mark.xdist_group(SEARCH))
    items.sort(key=places.__getitem__)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Hand out what is to stay together, in the order of the collection."""
    from xdist.scheduler import LoadGroupScheduling  # noqa: PLC0415  (only where it is used)

    class Files(LoadGroupScheduling):
        """Keeps a group together, and a file without one."""

        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False
    return Files(config, log)


def place(nodeid: str, fixtures: Iterable[str]) -> int:
    """Return 0 for what uses an Elasticsearch, 1 for what is slow otherwise, 2 for the others."""
    if SERVERS.intersection(fixtures):
        return 0
    return 1 if nodeid.startswith(SLOW) else 2


def together(nodeid: str) -> str:
    """Return the group that xdist notes behind a test's name, else the test's file.

    The tests of a file share what its fixtures made.
    """
    head, at, group = nodeid.rpartition("@")
    return group if at and "]" not in group and "::" in head else nodeid.partition("::")[0]
