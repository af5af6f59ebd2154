"""The ledger's schema, brought to another revision by Alembic.

Alembic takes longer to load than all else of the ledger, so this is imported when it is needed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from retrieval.errors import LedgerError

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection, revision: str, current: str | None) -> None:
    """Bring the schema from `current` to `revision` within an open transaction.

    Raises:
        LedgerError: The ledger is of a newer schema than this version knows.
    """
    scripts = migrations()
    steps = ["base", *reversed([one.revision for one in scripts.walk_revisions()])]
    if unknown := {current, revision} - {None, "head", *steps}:
        raise LedgerError(
            f"A newer version of Footnote wrote this ledger (schema {unknown.pop()}). "
            "Get the newer version, or set DATABASE_URL to another file."
        )
    config = _config()
    config.attributes["connection"] = connection
    if revision in (steps[: steps.index(current)] if current else ["base"]):
        command.downgrade(config, revision)
    elif revision != "head" or current != scripts.get_current_head():
        command.upgrade(config, revision)


@cache
def migrations() -> ScriptDirectory:
    """Return the migrations, read once: they are files of this version."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Return where Alembic finds the migrations."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
