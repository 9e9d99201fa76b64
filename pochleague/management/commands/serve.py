"""Serve a club from one process (see pochleague/embedded.py)."""

from __future__ import annotations

from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pochleague import embedded
from pochleague.folder_lock import FolderLockedError, lock_folder
from pochleague.static_files import collect


class Command(BaseCommand):
    help = "Serve a club from one process: web server, workers and beat. `./poch serve` runs this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen on the network too")

    def handle(self, *_args: Any, port: int, lan: bool, **_options: Any) -> None:
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - only with --lan
        try:
            embedded.check_port(host, port)
            with lock_folder(settings.DATA_DIR, f"`serve` at {settings.ORIGINS[0]}"):
                self.make_ready()
                embedded.run(host, port, lambda: self.announce(lan=lan))
        except (FolderLockedError, embedded.CannotListenError) as error:
            raise CommandError(str(error)) from error

    def make_ready(self) -> None:
        """Update the database and the static files, and found a club if there is none."""
        call_command("migrate", interactive=False, verbosity=0)
        collect()
        call_command("found_club", if_none=True)

    def announce(self, *, lan: bool) -> None:
        """Print the address of the site, and for phones a QR code."""
        self.stdout.write(f"\nPochleague is at  {settings.ORIGINS[0]}/\n")
        if lan:
            code = StringIO()
            segno.make(f"{settings.ORIGINS[0]}/", error="m").terminal(code, compact=True)
            self.stdout.write(code.getvalue())
            if settings.PLAIN_HTTP:
                self.stdout.write(
                    "Plain http, only for your own network: everybody in it can read passwords.\n"
                )
        self.stdout.write(f"Its data is in    {settings.DATA_DIR}\nStop it with      Ctrl+C\n")
        self.stdout.flush()
