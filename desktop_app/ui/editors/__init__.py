"""The library (characters, personas, lorebooks, memory) with its forms, and the lore trace."""
