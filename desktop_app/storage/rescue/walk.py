"""Finds the leaves of tables and the records of indexes from their roots, and notes what could not be read on the way.

Used by ``copying``. Each page is visited once, whatever a damaged page points at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.storage.rescue.pages import (
    INDEX_INTERIOR,
    INDEX_LEAF,
    TABLE_INTERIOR,
    TABLE_LEAF,
    Cells,
    PageFile,
    Record,
    UnreadableError,
    cells_of,
    children_of,
    keys_of,
    rows_of,
)

# The table of all tables begins on the first page.
_SCHEMA_ROOT = 1
_SCHEMA_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Root:
    """A table or an index, and the page on which its tree begins."""

    is_table: bool
    name: str
    table: str
    page: int


class Walk:
    """One walk over a file. ``visited``: pages of trees; ``unreadable``: those that a tree names and that are none."""

    def __init__(self, pages: PageFile) -> None:
        self._pages = pages
        self.visited: set[int] = set()
        self.unreadable: set[int] = set()

    def roots(self) -> list[Root]:
        """All tables and indexes that the file tells of; where its first pages are gone, those that are found elsewhere."""
        found = list(self._schema(self.leaves(_SCHEMA_ROOT)))
        if found and not self.unreadable:
            return found
        known = {root.name for root in found}
        return found + [root for root in self._schema(self.strays()) if root.name not in known]

    def leaves(self, root: int) -> Iterator[Cells]:
        """The leaves of a table, in the order of its rows."""
        yield from self._pages_below(root, TABLE_INTERIOR, TABLE_LEAF, inner=False)

    def keys(self, root: int) -> Iterator[Record]:
        """The records of an index, in no order."""
        for cells in self._pages_below(root, INDEX_INTERIOR, INDEX_LEAF, inner=True):
            yield from keys_of(self._pages, cells)

    def strays(self) -> Iterator[Cells]:
        """What looks like the leaf of a table and is neither in a tree that was walked nor among the free pages."""
        passed = self.visited | self._pages.free_pages()
        for number in range(1, self._pages.count + 1):
            if number not in passed and (cells := self._cells(number)) is not None and cells.kind == TABLE_LEAF:
                yield cells

    def _pages_below(self, root: int, inner_kind: int, leaf_kind: int, *, inner: bool) -> Iterator[Cells]:
        waiting = [root]
        while waiting:
            number = waiting.pop()
            if number in self.visited:
                continue
            cells = self._cells(number)
            if cells is None or cells.kind not in (inner_kind, leaf_kind):
                self.unreadable.add(number)
                continue
            self.visited.add(number)
            if cells.kind == inner_kind:
                waiting += reversed(list(children_of(cells)))
            if inner or cells.kind == leaf_kind:
                yield cells

    def _cells(self, number: int) -> Cells | None:
        try:
            return cells_of(self._pages, number)
        except UnreadableError:
            return None

    def _schema(self, leaves: Iterator[Cells]) -> Iterator[Root]:
        for cells in leaves:
            for row in rows_of(self._pages, cells):
                match row:
                    case (_, ("table" | "index" as kind, str(name), str(table), int(page), *rest)) if (
                        len(rest) == _SCHEMA_COLUMNS - 4 and 0 < page <= self._pages.count
                    ):
                        yield Root(kind == "table", name, table, page)
                    case _:
                        pass
