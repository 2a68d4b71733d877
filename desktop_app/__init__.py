"""Talespan: a desktop chat program for very long conversations with language models."""

__version__ = "0.1.0"
