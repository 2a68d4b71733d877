"""Where the person writes: the card below the chat, with the text, who answers, and Send or Stop."""
