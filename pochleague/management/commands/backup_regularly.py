"""Write a backup every hour, day or week, and keep the newest ones."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pochleague import backups


class Command(BaseCommand):
    help = "Write a backup at regular times, until it is stopped. `./poch backup --every day` runs this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--every", choices=list(backups.PERIODS), default="day", type=str.lower)
        parser.add_argument("--keep", type=int, default=7, help="the number of backups that stay; default: 7")

    def handle(self, *_args: Any, folder: Path, every: str, keep: int, **_options: Any) -> None:
        if keep < 1:
            raise CommandError("--keep must be at least 1.")
        # A service is stopped with SIGTERM. This lets a half-written backup be removed.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        self.stdout.write(
            f"Backups go to {folder}, one every {every}. The newest {keep} stay. Stop it with Ctrl+C"
        )
        backups.run(folder, every, keep, self.stdout.write)
