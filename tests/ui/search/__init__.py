"""The search over all chats."""
