"""What a chat remembers of itself, shown: its summary, proposals, and the map of the chat."""
