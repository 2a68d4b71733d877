"""Character cards of all kinds, in and out of JSON values and of pictures."""
