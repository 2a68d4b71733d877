"""What Alembic runs: the migrations, in the transaction that ``migrate`` was given. Never imported by the program itself."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
