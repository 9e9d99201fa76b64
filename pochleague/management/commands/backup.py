"""Write all data into one file. `restore` reads it, here or on another machine."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups


class Command(BaseCommand):
    help = "Write all data into one new file. The server may be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a new file; - for standard output")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            manifest = backups.make(file)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        on_output = file == backups.STANDARD
        words = self.stderr if on_output else self.stdout
        name = "Standard output" if on_output else file
        words.write(f"{name}: {sum(manifest['rows'].values())} rows. Keep the file secret.")
