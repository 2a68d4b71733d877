"""Find and replace over a chat: the window, its list of places, and how they are painted."""
