"""Tests of what a chat remembers, as it is shown."""
