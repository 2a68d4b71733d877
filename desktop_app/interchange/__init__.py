"""Reads and writes the files of other programs: cards, lorebooks, chats. Pure: bytes in, values out, nothing is stored.

Called by the services through ``app``; imports domain, language and assets only, no Qt and no network. What a file is, is
decided by its content (``detect``); every reader is bounded (``limits``) and ends in values with an ``ImportReport`` or in
an ``InterchangeError`` with a sentence.
"""
