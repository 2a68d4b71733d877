"""Search over all chats, in a window beside the conversation."""
