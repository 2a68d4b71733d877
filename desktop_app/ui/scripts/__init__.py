"""Regex scripts in the window: the list with its switches, for cards and for every chat."""
