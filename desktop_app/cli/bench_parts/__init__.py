"""The parts of ``talespan bench``: one file each, with ``measure(folder)``. They work in the given empty folder only."""
