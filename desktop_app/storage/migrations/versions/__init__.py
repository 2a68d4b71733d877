"""One file for each version of the data; the number of the newest is ``tables.DATA_VERSION``. Loaded by Alembic alone."""
