"""Words, sentences, lemmas and keyword matching for any script. Pure: no I/O, no clock of its own, nothing at import."""
