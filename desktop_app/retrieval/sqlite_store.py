"""The store that lasts, in one file and without a service: texts and numbers in SQLite, the search in memory.

The only file outside ``storage`` that uses sqlite3: the library's file is its own, never the program's database. Numbers are
kept at half precision (lab.md: 124 instead of 229 ms for 100,000 rows, and 82 instead of 205 MB).
"""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from desktop_app.domain.errors import StorageError
from desktop_app.retrieval.doc_index import DocIndex
from desktop_app.retrieval.matrix import Rows
from desktop_app.retrieval.store import Given, Vector, Vectors, check_dimension, found, grown, known_of, read
from desktop_app.retrieval.where import Metadata

# "tsme" as SQLite's application id, so that a file of somebody else is not taken for a store; and its layout.
_APPLICATION = 0x74736D65
_LAYOUT = 1

# Rows shorter than this are kept whole: there rounding would be seen in the score, and room is no matter.
_HALVED_FROM = 64

_TABLES = """
create table documents (
    id integer primary key, doc_id text not null unique, metadata text not null, dimension integer not null, rows blob not null
);
create table texts (
    document integer not null references documents (id) on delete cascade,
    chunk_index integer not null, text text not null, primary key (document, chunk_index)
) without rowid;
"""


class SqliteStore:
    """A ``GrowingStore`` in a file (or in memory: ``":memory:"``). Safe to use from several threads, and with others at the file.

    The file is opened at once and read when something is first wanted. Raises ``StorageError`` where it is none of ours, or
    cannot be read or written.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._lock = RLock()
        self._index: DocIndex | None = None
        self._read_at = -1
        with self._known_errors():
            self._connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        self._close = weakref.finalize(self, self._connection.close)
        try:
            self._prepare()
        except StorageError:
            self.close()
            raise

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def nbytes(self) -> int:
        """What the search takes in memory."""
        with self._lock:
            return self._fresh().nbytes

    def close(self) -> None:
        """Closes the file. What was added is in it already."""
        with self._lock:
            self._close()

    def add(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``StoreProtocol``."""
        given = read(doc_id, chunks, embeddings, metadata)
        with self._lock:
            with self._transaction("immediate"):
                check_dimension(self._fresh(), doc_id, given.rows)
                self._write(doc_id, given)
            self._put(doc_id, given)

    def extend(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``GrowingStore``."""
        given = read(doc_id, chunks, embeddings, metadata)
        if not given.texts:
            return
        with self._lock:
            with self._transaction("immediate"):
                check_dimension(self._fresh(), doc_id, given.rows, grows=True)
                given = grown(self._fresh(), doc_id, self._texts(doc_id), given)
                self._write(doc_id, given)
            self._put(doc_id, given)

    def query(
        self,
        embedding: Vector,
        top_k: int = 5,
        where: Metadata | None = None,
        score_threshold: float | None = None,
    ) -> list[dict[str, Any]]:
        """See ``StoreProtocol``."""
        with self._lock, self._transaction("deferred"):
            answers = found(self._fresh(), embedding, top_k, where, score_threshold)
            return [{**answer, "document": self._text(doc_id, at)} for doc_id, at, answer in answers]

    def get(self, doc_id: str) -> list[dict[str, Any]]:
        """See ``GrowingStore``."""
        with self._lock, self._transaction("deferred"):
            index = self._fresh()
            return [
                {"document": text, "metadata": known_of(index, doc_id, at)}
                for at, text in enumerate(self._texts(doc_id))
            ]

    def delete(self, doc_id: str) -> None:
        """See ``StoreProtocol``."""
        with self._lock:
            with self._transaction("immediate"):
                self._fresh()
                self._connection.execute("delete from documents where doc_id = ?", (doc_id,))
            self._fresh().drop(doc_id)

    def count(self) -> int:
        """See ``StoreProtocol``."""
        with self._lock, self._transaction("deferred"):
            return self._fresh().chunks

    def _prepare(self) -> None:
        """Makes the tables of a new file, and looks whether an old one is ours."""
        with self._known_errors():
            self._connection.execute("pragma journal_mode = wal")
            self._connection.execute("pragma synchronous = normal")
            self._connection.execute("pragma foreign_keys = on")
        with self._transaction("immediate"):
            if not self._number("schema_version"):
                for statement in _TABLES.split(";"):
                    self._connection.execute(statement)
                self._connection.execute(f"pragma application_id = {_APPLICATION}")
                self._connection.execute(f"pragma user_version = {_LAYOUT}")
            if self._number("application_id") != _APPLICATION:
                raise StorageError(detail=f"{self._path} is a database of another program.")
            if self._number("user_version") != _LAYOUT:
                raise StorageError(detail=f"{self._path} was made by a newer version.")

    def _number(self, pragma: str) -> int:
        (number,) = self._connection.execute(f"pragma {pragma}").fetchone()
        return number

    def _fresh(self) -> DocIndex:
        """The index as the file is now; read anew where somebody else wrote to it."""
        version = self._number("data_version")
        if self._index is None or version != self._read_at:
            self._index, self._read_at = self._read(), version
        return self._index

    def _read(self) -> DocIndex:
        known: dict[str, tuple[Metadata, ...]] = {}
        documents: list[tuple[str, tuple[Metadata, ...], int]] = []
        blobs: list[bytes] = []
        dimension = 0
        for doc_id, metadata, dimension, blob in self._connection.execute(
            "select doc_id, metadata, dimension, rows from documents order by id"
        ):
            if metadata not in known:
                known[metadata] = tuple(json.loads(metadata))
            documents.append((doc_id, known[metadata], len(blob) // (dimension * _kept_as(dimension).itemsize)))
            blobs.append(blob)
        index = DocIndex()
        if documents:
            index.fill(documents, _rows(b"".join(blobs), dimension))
        return index

    def _write(self, doc_id: str, given: Given) -> None:
        execute = self._connection.execute
        execute("delete from documents where doc_id = ?", (doc_id,))
        if not given.texts:
            return
        metadata = json.dumps(given.metadata, ensure_ascii=False)
        dimension = given.rows.shape[1]
        values = (doc_id, metadata, dimension, _blob(given.rows))
        row = execute("insert into documents (doc_id, metadata, dimension, rows) values (?, ?, ?, ?)", values)
        texts = ((row.lastrowid, at, text) for at, text in enumerate(given.texts))
        self._connection.executemany("insert into texts (document, chunk_index, text) values (?, ?, ?)", texts)

    def _put(self, doc_id: str, given: Given) -> None:
        """The same in memory, rounded as it will be read from the file."""
        index = self._fresh()
        if given.texts:
            index.put(doc_id, given.metadata, _rows(_blob(given.rows), given.rows.shape[1]))
        else:
            index.drop(doc_id)

    def _text(self, doc_id: str, chunk_index: int) -> str:
        (text,) = self._connection.execute(
            "select text from texts join documents on id = document where doc_id = ? and chunk_index = ?",
            (doc_id, chunk_index),
        ).fetchone()
        return text

    def _texts(self, doc_id: str) -> tuple[str, ...]:
        rows = self._connection.execute(
            "select text from texts join documents on id = document where doc_id = ? order by chunk_index", (doc_id,)
        )
        return tuple(text for (text,) in rows)

    @contextmanager
    def _transaction(self, kind: str) -> Generator[None]:
        """All or nothing; what is read within is of one moment."""
        with self._known_errors():
            self._connection.execute(f"begin {kind}")
            try:
                yield
                self._connection.execute("commit")
            except BaseException:
                self._connection.execute("rollback")
                raise

    @contextmanager
    def _known_errors(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StorageError(detail=f"{self._path}: {error}.") from error


def _kept_as(dimension: int) -> np.dtype[np.floating[Any]]:
    return np.dtype("<f2" if dimension >= _HALVED_FROM else "<f4")


def _blob(rows: Rows) -> bytes:
    return rows.astype(_kept_as(rows.shape[1])).tobytes()


def _rows(blob: bytes, dimension: int) -> Rows:
    """Rows as they were kept, their lengths mended in place (rounding changes them a little)."""
    rows = np.frombuffer(blob, _kept_as(dimension)).reshape(-1, dimension).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= np.where(lengths > 0, lengths, np.float32(1.0))[:, np.newaxis]
    return rows
