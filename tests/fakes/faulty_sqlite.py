"""SQLite connections whose n-th call fails, for tests of what becomes of the data then."""

from __future__ import annotations

import sqlite3
import sqlite3.dbapi2
from typing import Any

import pytest


class Faults:
    """Counts the calls of all connections made while it is installed; the one numbered ``fail_at`` fails (0: none)."""

    def __init__(self) -> None:
        self.fail_at = 0
        self.calls = 0

    def arm(self, fail_at: int) -> None:
        """Starts counting anew."""
        self.calls = 0
        self.fail_at = fail_at

    @property
    def happened(self) -> bool:
        """Whether the call that should fail was reached."""
        return 0 < self.fail_at <= self.calls

    def call(self) -> None:
        """One more call."""
        self.calls += 1
        if self.calls == self.fail_at:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on every new connection is one of ours."""
        connect = sqlite3.connect
        faults = self

        class Cursor(sqlite3.Cursor):
            def execute(self, *arguments: Any) -> sqlite3.Cursor:
                faults.call()
                return super().execute(*arguments)

            def executemany(self, *arguments: Any) -> sqlite3.Cursor:
                faults.call()
                return super().executemany(*arguments)

            def fetchall(self) -> list[Any]:
                faults.call()
                return super().fetchall()

        class Connection(sqlite3.Connection):
            def cursor(self, factory: Any = Cursor) -> sqlite3.Cursor:
                return super().cursor(factory)

            def execute(self, *arguments: Any) -> sqlite3.Cursor:
                return self.cursor().execute(*arguments)

            def commit(self) -> None:
                faults.call()
                super().commit()

        def faulty_connect(*arguments: Any, **keywords: Any) -> sqlite3.Connection:
            return connect(*arguments, factory=Connection, **keywords)

        for module in (sqlite3, sqlite3.dbapi2):  # ours, and where SQLAlchemy looks
            monkeypatch.setattr(module, "connect", faulty_connect)
