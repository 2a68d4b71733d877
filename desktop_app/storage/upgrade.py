"""Makes the database or brings it up to date, before ``Database`` opens it. All or nothing (reliability page, D10).

Called by ``Database.open`` in its writer thread, under the lock on the data folder.
"""

from __future__ import annotations

from pathlib import Path

from desktop_app.storage.backup import make_backup
from desktop_app.storage.files import known_os_error, make_private, sync_folder
from desktop_app.storage.migrations import SCRIPTS, migrate
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_engine import writer_engine
from desktop_app.storage.sqlite_errors import known_errors
from desktop_app.storage.sqlite_file import data_version, remember_data
from desktop_app.storage.tables import APPLICATION_ID, DATA_VERSION


def bring_up_to_date(paths: Paths, now: int, scripts: Path = SCRIPTS, target: int = DATA_VERSION) -> None:
    """Leaves a sound database of version ``target`` at ``paths.database``, or what was there. Raises ``StorageError``.

    ``now``: Unix milliseconds, for the name of the backup that is made before an upgrade.
    """
    version = data_version(paths, target)
    try:
        with known_errors(paths):
            if version is None:
                _make_new(paths, scripts)
            elif version < target:
                make_backup(paths, f"before-upgrade-from-{version}", now)
                _migrate(paths.database, scripts, journal="WAL")
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    remember_data(paths)


def make_database(file: Path, scripts: Path = SCRIPTS) -> None:
    """Makes ``file`` a database without rows, in one file that needs no other; what was left of another one goes."""
    for leftover in (file, file.with_name(f"{file.name}-journal")):
        leftover.unlink(missing_ok=True)
    make_private(file)
    _migrate(file, scripts, journal="DELETE")


def _make_new(paths: Paths, scripts: Path) -> None:
    """Under another name first: so an empty database file is never one of ours, but always an accident."""
    temporary = paths.database.with_name("talespan.db.new")
    make_database(temporary, scripts)
    temporary.rename(paths.database)
    sync_folder(paths.data)


def _migrate(file: Path, scripts: Path, journal: str) -> None:
    engine = writer_engine(file, foreign_keys=False, journal=journal)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            migrate(connection, scripts)
    finally:
        engine.dispose()
