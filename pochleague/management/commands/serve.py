"""Serve a club from one process (see pochleague/embedded.py)."""

from __future__ import annotations

from argparse import ArgumentParser
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pochleague import embedded
from pochleague.backups import BackupError
from pochleague.embedded import NewerDatabaseError, update_database
from pochleague.failures import FolderLockedError, lock_folder
from pochleague.lan_certificate import certificate_for
from pochleague.static_files import collect


class Command(BaseCommand):
    help = "Serve a club from one process: web server, workers and beat. `./poch serve` runs this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen on the network too")
        parser.add_argument("--https", action="store_true", help="with a certificate of its own")

    def handle(self, *_args: Any, port: int, lan: bool, https: bool, **_options: Any) -> None:
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - only with --lan
        try:
            with lock_folder(settings.DATA_DIR, f"`serve` at {settings.ORIGINS[0]}"):
                embedded.check_port(host, port)
                self.make_ready()
                address = urlsplit(settings.ORIGINS[0]).hostname or host
                certificate = certificate_for(address, settings.LAN_CERTIFICATE) if https else None
                embedded.run(host, port, lambda: self.announce(lan=lan, https=https), certificate)
        except (FolderLockedError, embedded.CannotListenError, NewerDatabaseError, BackupError) as error:
            raise CommandError(str(error)) from error

    def make_ready(self) -> None:
        """Update the database and the static files, and found a club if there is none."""
        self.stdout.write(f"The data is in {settings.DATA_DIR}")
        update_database(self.stdout.write)
        collect(self.stdout.write)
        call_command("found_club", if_none=True)
        self.stdout.write("Starting the server.")

    def announce(self, *, lan: bool, https: bool = False) -> None:
        """Print the address of the site, and for phones a QR code."""
        self.stdout.write(f"\nPochleague is at  {settings.ORIGINS[0]}/\n")
        if lan:
            self.stdout.write(self.qr_code())
            if settings.PLAIN_HTTP:
                self.stdout.write(
                    "Plain http, only for your own network: everybody in it can read passwords.\n"
                )
        if https:
            self.stdout.write(
                f"Each phone must trust this machine once: {settings.ORIGINS[0]}/root.crt\n"
                "Before that it says that the connection is not private. See docker/README.md.\n"
            )
        self.stdout.write("Stop it with      Ctrl+C\n")

    def qr_code(self) -> str:
        """Return the address as a QR code for this terminal."""
        code = segno.make(f"{settings.ORIGINS[0]}/", error="m")
        small, large = StringIO(), StringIO()
        code.terminal(small, compact=True)
        code.terminal(large)
        try:
            small.getvalue().encode(getattr(self.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:  # no block characters in this terminal: only blanks and colours
            return large.getvalue()
        return small.getvalue()
