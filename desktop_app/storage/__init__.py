"""The adapter to the disk: folders, lock, database, settings file, secrets, backups.

The composition root calls ``storage.open.open_storage``; nothing is imported here, so that a start that only needs the
folders does not pay for SQLAlchemy. Sees ``domain``, ``language`` and ``assets`` only.
"""
