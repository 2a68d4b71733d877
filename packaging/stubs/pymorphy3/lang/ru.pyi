KNOWN_PREFIXES: list[str]
