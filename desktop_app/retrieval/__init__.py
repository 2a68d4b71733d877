"""The memory library."""
