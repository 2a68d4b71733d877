"""The gallery of characters: cards with portraits, search, and how a chat with one of them begins."""
