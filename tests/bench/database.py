"""A new SQLite database in this process, for a bench."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def new_database(*, static: bool = False) -> Iterator[None]:
    """Set up Django with a new database, which is deleted after the block.

    static: collect the static files too, for pages that link them.
    """
    with tempfile.TemporaryDirectory(prefix="poch-bench-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
            os.environ.pop(name, None)
        os.environ |= {
            "POCH_DATA": folder,
            "POCH_ORIGIN": "http://localhost",
            "POCH_STATIC": f"{folder}/static",
            "POCH_LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "pochleague.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        if static:
            call_command("collectstatic", interactive=False, verbosity=0)
        yield
        connections.close_all()
