"""Found a club with its first owner, who from then on invites everybody else by link."""

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
        "Found a club and its first owner. What the options and the environment "
        f"({CLUB}, {OWNER}, {PASSWORD}) leave open is asked for at the terminal."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", default="", help="the club's name")
        parser.add_argument("--owner", default="", help="the name that the owner signs in with")
        parser.add_argument("--if-none", action="store_true", help="do nothing where there is a club")

    def handle(self, *_args: Any, club: str = "", owner: str = "", if_none: bool = False, **_o: Any) -> None:
        if if_none and Club.objects.exists():
            return
        asked = not (os.environ.get(PASSWORD) and (club or os.environ.get(CLUB)))
        if asked and not sys.stdin.isatty():
            raise CommandError(
                f"There is no club yet, and no terminal to ask at: set {CLUB}, {OWNER} and {PASSWORD}."
            )
        while True:
            try:
                self.found(
                    club or os.environ.get(CLUB, "") or input("The club's name: "),
                    owner or os.environ.get(OWNER, "") or input("Your name, to sign in with: "),
                    os.environ.get(PASSWORD, "") or self.ask_password(),
                )
            except ServiceError as error:
                if not asked:
                    raise CommandError(error.detail) from error
                self.stderr.write(f"{error.detail}\n")
            else:
                return

    @transaction.atomic
    def found(self, club: str, owner: str, password: str) -> None:
        """Both or neither: no owner without a club."""
        user = create_user(owner, password)
        made = create_club(club, COMMAND, user)
        self.stdout.write(f"{made.name} is founded; {user.get_username()} owns it.")

    def ask_password(self) -> str:
        while True:
            password = getpass.getpass("Your password (10 characters or more): ")
            if password == getpass.getpass("The password again: "):
                return password
            self.stderr.write("These were two different passwords.\n")
