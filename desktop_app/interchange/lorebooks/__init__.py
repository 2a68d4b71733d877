"""Lorebooks of other programs, one file a format. Each reads a JSON value into a ``Lorebook``; two write one as well.

Books that come out have no id, and their entries have their place in the file as id: the services give them ids of their own.
"""
