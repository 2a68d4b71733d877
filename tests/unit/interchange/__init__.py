"""Tests of the readers and writers of other programs' files."""
