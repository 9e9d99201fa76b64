"""Restore a backup, on the same machine or on another one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups
from pochleague.folder_lock import FolderLockedError


class Command(BaseCommand):
    help = "Restore a backup into an empty database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup; - for standard input")
        parser.add_argument("--force", action="store_true", help="SQLite: rename a database that holds data")

    def handle(self, *_args: Any, file: Path, force: bool, **_options: Any) -> None:
        try:
            manifest = backups.restore(file, force=force)
        except (backups.BackupError, FolderLockedError) as error:
            raise CommandError(str(error)) from error
        checked = ", ".join(f"{name} {count}" for name, count in sorted(manifest["checked"].items()))
        self.stdout.write(
            f"The data of {manifest['made_at']} is restored. Before, fsck checked it and found no damage: "
            f"{checked}. Everybody must sign in again."
        )
        if manifest["without_secret"]:
            self.stdout.write(
                f"Webhooks that are paused now: {manifest['without_secret']}. Their secrets were encrypted "
                "under another SECRET_KEY. The owners must create new ones on the pages of their webhooks."
            )
