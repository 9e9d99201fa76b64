"""Serve the demo: a club of bots that plays one evening after the other, in a new database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pochleague import embedded
from pochleague.embedded import update_database
from pochleague.failures import FolderLockedError, lock_folder
from pochleague.static_files import collect


class Command(BaseCommand):
    help = "Serve a demo club of bots from a new database. `./poch demo` runs this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen on the network too")

    def handle(self, *_args: Any, port: int, lan: bool, **_options: Any) -> None:
        self.refuse_real_data()
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - only with --lan
        try:
            with lock_folder(settings.DATA_DIR, f"`demo` at {settings.ORIGINS[0]}"):
                embedded.check_port(host, port)
                self.make_database()
                embedded.run(host, port, self.announce)
        except (FolderLockedError, embedded.CannotListenError) as error:
            raise CommandError(str(error)) from error

    def refuse_real_data(self) -> None:
        """Refuse any folder but the demo's own, since the demo deletes its database at each start."""
        if not settings.ON_SQLITE or settings.DATA_DIR.name != "demo":
            raise CommandError(
                "The demo deletes its database at each start. Use ./poch demo: it has a database of its own."
            )

    def make_database(self) -> None:
        """Delete the database of the last demo and make a new one."""
        database = Path(settings.DATABASES["default"]["NAME"])
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        self.stdout.write(
            f"The data of the demo is in {settings.DATA_DIR}. Each start begins with a new database."
        )
        update_database(self.stdout.write)
        collect(self.stdout.write)
        self.stdout.write("Making the club and its bots.")
        call_command("seed_demo", stdout=self.stdout)
        self.stdout.write("Starting the server.")

    def announce(self) -> None:
        """Print the address of the demo."""
        self.stdout.write(f"\nThe demo is at  {settings.ORIGINS[0]}/\nStop it with    Ctrl+C\n")
