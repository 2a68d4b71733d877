"""Where the person writes: the card below the chat, with the text, and Send or Stop."""
