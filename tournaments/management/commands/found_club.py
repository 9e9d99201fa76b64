"""Create a club and its first owner. The owner invites the other members by link."""

from __future__ import annotations

import getpass
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.errors import ServiceError
from tournaments.kernel.audit import COMMAND
from tournaments.models import Club
from tournaments.services.clubs.clubs import create_club, create_user

PASSWORD = "POCH_OWNER_PASSWORD"  # noqa: S105 - the variable's name
OWNER = "POCH_OWNER_NAME"
CLUB = "POCH_CLUB_NAME"


class Command(BaseCommand):
    help = (
        "Create a club and its first owner. The command asks at the terminal for what the options and "
        f"the environment ({CLUB}, {OWNER}, {PASSWORD}) do not set."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", default="", help="the club's name")
        parser.add_argument("--owner", default="", help="the username of the owner")
        parser.add_argument("--if-none", action="store_true", help="do nothing if a club exists")

    def handle(self, *_args: Any, club: str = "", owner: str = "", if_none: bool = False, **_o: Any) -> None:
        if if_none and Club.objects.exists():
            return
        interactive = not (os.environ.get(PASSWORD) and (club or os.environ.get(CLUB)))
        if interactive and not sys.stdin.isatty():
            raise CommandError(
                f"There is no club yet, and the command has no terminal. Set {CLUB}, {OWNER} and {PASSWORD}."
            )
        while True:
            try:
                self.create(
                    club or os.environ.get(CLUB, "") or input("Name of the club: "),
                    owner or os.environ.get(OWNER, "") or input("Your username: "),
                    os.environ.get(PASSWORD, "") or self.ask_password(),
                )
            except ServiceError as error:
                if not interactive:
                    raise CommandError(error.detail) from error
                self.stderr.write(f"{error.detail}\n")
            else:
                return

    @transaction.atomic
    def create(self, club: str, owner: str, password: str) -> None:
        """Create both in one transaction."""
        user = create_user(owner, password)
        name = create_club(club, COMMAND, user).name
        self.stdout.write(f"The club {name} is created. Its owner is {user.get_username()}.")

    def ask_password(self) -> str:
        while True:
            password = getpass.getpass("Your password (10 characters or more): ")
            if password == getpass.getpass("Your password again: "):
                return password
            self.stderr.write("The passwords are different. Please try again.\n")
