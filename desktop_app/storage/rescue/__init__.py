"""Saves what can be read of a database that SQLite cannot read (reliability page, D8).

The pages of the file are read without SQLite: neither a sound header nor whole trees are needed. What is found goes into a
new database, which takes the place of the damaged one as a restored backup does; the damaged file is only ever read.
``rescue`` is the way in; the other modules are its parts.
"""
