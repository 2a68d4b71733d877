"""Dialogs: opened, never executed; each remembers its size while the program runs."""
