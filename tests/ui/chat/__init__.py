"""Tests of the chat view, its parts and its presenter."""
