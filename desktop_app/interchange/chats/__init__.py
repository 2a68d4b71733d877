"""Chats of other programs, one file a format: each reads a JSON value or lines into ``ImportedChat`` trees."""
