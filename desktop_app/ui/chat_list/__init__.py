"""The list of chats at the window's left: sections, search, rename in place, delete with undo."""
