"""Help: a few pages in the person's language, and the keys of all actions."""
