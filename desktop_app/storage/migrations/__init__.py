"""Brings a database to the newest version. Called by ``upgrade`` alone, and only when the data are behind.

Alembic is imported when it is needed: it would cost every start a tenth of a second. The ids of revisions are numbers:
the number of the newest is the data version.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

# ``env.py`` and the folder ``versions``: data files that Alembic loads by path, also in a wheel and in a frozen build.
SCRIPTS = Path(__file__).parent


def migrate(connection: Connection, scripts: Path = SCRIPTS) -> int:
    """Runs what is missing inside the transaction of ``connection`` and returns the new data version.

    Foreign keys must be off, since tables may be made anew; they are checked here at the end.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    violation = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if violation is not None:
        raise RuntimeError(f"A migration broke references of the table {violation[0]}.")
    version = int(ScriptDirectory.from_config(config).get_current_head() or 0)
    connection.exec_driver_sql(f"PRAGMA user_version={version}")
    return version
