"""Chats of several characters in the window: who is in them, who speaks next, and what lets somebody speak."""
