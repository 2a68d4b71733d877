"""Tests of the composer's parts."""
