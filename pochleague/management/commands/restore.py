"""Restore a backup, on the same machine or on another one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups, club_backups
from pochleague.failures import FolderLockedError

CLUB = (
    "Its new accounts have no password. Give one to an owner: ./poch manage changepassword NAME. The owner "
    "can make links by which the other members choose theirs."
)


class Command(BaseCommand):
    help = "Restore a backup into an empty database, or one club into any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup; - for standard input")
        parser.add_argument("--force", action="store_true", help="SQLite: rename a database that holds data")
        parser.add_argument("--club", action="store_true", help="add the one club of this backup")
        parser.add_argument(
            "--same-accounts",
            action="store_true",
            help="with --club: accounts that exist with the ids and names of the backup are the same people",
        )

    def handle(
        self, *_args: Any, file: Path, force: bool, club: bool, same_accounts: bool, **_options: Any
    ) -> None:
        if (same_accounts and not club) or (force and club):
            raise CommandError("--same-accounts needs --club, and --force does not go with it.")
        try:
            if club:
                manifest = backups.restore_club(file, same_accounts=same_accounts)
            else:
                manifest = backups.restore(file, force=force)
        except (backups.BackupError, club_backups.ClubError, FolderLockedError) as error:
            raise CommandError(str(error)) from error
        checked = ", ".join(f"{name} {count}" for name, count in sorted(manifest["checked"].items()))
        self.stdout.write(
            f"The data of {manifest['made_at']} is restored. Before, fsck checked it and found no damage: "
            f"{checked}. {CLUB if club else 'Everybody must sign in again.'}"
        )
        for before, now in manifest.get("renamed", ()):
            self.stdout.write(f"{before} is taken here. It is called {now} now.")
        if manifest["without_secret"]:
            self.stdout.write(
                f"Webhooks that are paused now: {manifest['without_secret']}. Their secrets were encrypted "
                "under another SECRET_KEY. The owners must create new ones on the pages of their webhooks."
            )
