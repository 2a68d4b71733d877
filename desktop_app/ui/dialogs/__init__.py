"""Dialogs: opened, never executed; each remembers its size."""
