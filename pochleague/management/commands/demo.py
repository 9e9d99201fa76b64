"""Serve a club of bots whose evenings never end, from a database made afresh."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pochleague import embedded
from pochleague.occupancy import OccupiedError, occupied


class Command(BaseCommand):
    help = "Serve a demo club of bots from a database made afresh. `./poch demo` runs this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_args: Any, port: int, **_options: Any) -> None:
        self.refuse_real_data()
        try:
            embedded.check_port("127.0.0.1", port)
            with occupied(settings.DATA_DIR, f"`demo` at {settings.ORIGINS[0]}"):
                self.start_afresh()
                embedded.run("127.0.0.1", port, self.announce)
        except (OccupiedError, embedded.CannotListenError) as error:
            raise CommandError(str(error)) from error

    def refuse_real_data(self) -> None:
        """The demo deletes its database at each start, so it must never be pointed at a club's."""
        if not settings.ON_SQLITE or settings.DATA_DIR.name != "demo":
            raise CommandError(
                "The demo makes its database afresh: start it with ./poch demo, which gives it one."
            )

    def start_afresh(self) -> None:
        """Delete the last demo's database, and make this one's."""
        database = Path(settings.DATABASES["default"]["NAME"])
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("seed_demo", stdout=self.stdout)

    def announce(self) -> None:
        """Say where the demo is."""
        self.stdout.write(f"\nThe demo is at  {settings.ORIGINS[0]}/\nStop it with    Ctrl+C\n")
        self.stdout.flush()
