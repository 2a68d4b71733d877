"""Heights of many rows with fast sums: a Fenwick tree. Called by ``row_list_view``; knows nothing of Qt.

All heights are whole pixels. ``set``, ``top``, ``at`` and appending one row are O(log n); other insertions and removals O(n).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Heights:
    """The heights of rows one below the other, from 0."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights: list[int] = []
        self._sums: list[int] = [0]  # the Fenwick tree, from index 1
        self.total = 0
        self.reset(heights)

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    def reset(self, heights: Iterable[int]) -> None:
        """Other rows altogether."""
        self._heights = list(heights)
        self.total = sum(self._heights)
        sums = self._sums = [0, *self._heights]
        for index in range(1, len(sums)):
            above = index + (index & -index)
            if above < len(sums):
                sums[above] += sums[index]

    def set(self, row: int, height: int) -> int:
        """Changes one height; returns by how much it grew."""
        grown = height - self._heights[row]
        if grown:
            self._heights[row] = height
            self.total += grown
            index = row + 1
            while index < len(self._sums):
                self._sums[index] += grown
                index += index & -index
        return grown

    def insert(self, row: int, heights: Sequence[int]) -> None:
        """New rows before ``row`` (or at the end)."""
        if row == len(self) and len(heights) == 1:
            self._append(heights[0])
            return
        self._heights[row:row] = heights
        self.reset(self._heights)

    def remove(self, first: int, last: int) -> None:
        """Takes the rows from ``first`` to ``last`` (included) out."""
        del self._heights[first : last + 1]
        self.reset(self._heights)

    def top(self, row: int) -> int:
        """The sum of the heights above ``row``; the total for the row after the last."""
        total, index = 0, row
        while index > 0:
            total += self._sums[index]
            index -= index & -index
        return total

    def at(self, y: int) -> tuple[int, int]:
        """The row at the distance ``y`` from the top, and how far ``y`` lies below that row's top.

        Beyond the end it is the last row with what is over; with no rows (0, y).
        """
        row, step = 0, 1 << len(self._heights).bit_length()
        while step:
            if row + step < len(self._sums) and self._sums[row + step] <= y:
                row += step
                y -= self._sums[row]
            step >>= 1
        if row >= len(self._heights) > 0:
            row = len(self._heights) - 1
            y += self._heights[row]
        return row, y

    def _append(self, height: int) -> None:
        index = len(self._sums)
        covered = self.top(index - 1) - self.top(index - (index & -index))
        self._heights.append(height)
        self._sums.append(height + covered)
        self.total += height
