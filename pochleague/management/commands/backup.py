"""Write all data, or one club, into one file. `restore` reads it, here or on another machine."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups, club_backups


class Command(BaseCommand):
    help = "Write all data, or one club, into one new file. The server may be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a new file; - for standard output")
        parser.add_argument("--club", default="", metavar="SLUG", help="only this club")

    def handle(self, *_args: Any, file: Path, club: str, **_options: Any) -> None:
        try:
            manifest = backups.make(file, club=club, say=self.stderr.write)
        except (backups.BackupError, club_backups.ClubError) as error:
            raise CommandError(str(error)) from error
        on_output = file == backups.STANDARD
        words = self.stderr if on_output else self.stdout
        name = "Standard output" if on_output else file
        words.write(f"{name}: {sum(manifest['rows'].values())} rows. Keep the file secret.")
        if left_out := manifest.get("left_out"):
            words.write(f"Left out, because it leads to other clubs ({len(left_out)}):")
            for link in left_out:
                words.write(f"  {link}")
