"""Put a backup's data in place: on the machine it was made on, or where a club moves to."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups
from pochleague.occupancy import OccupiedError


class Command(BaseCommand):
    help = "Put a backup's data into the database of this environment, which must be empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="SQLite: move what is there aside")

    def handle(self, *_args: Any, file: Path, force: bool, **_options: Any) -> None:
        try:
            manifest = backups.put_back(file, force=force)
        except (backups.BackupError, OccupiedError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Everything of {manifest['made_at']} is in place and checked. People sign in again."
        )
