"""Create a club and its first owner. The owner invites the other members by link."""

from __future__ import annotations

import getpass
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.clubs.verbs.clubs import create_club, create_user
from tournaments.core.actors import COMMAND
from tournaments.core.rules.refusals import Invalid, Refusal

PASSWORD = "POCH_OWNER_PASSWORD"  # noqa: S105 - the variable's name
OWNER = "POCH_OWNER_NAME"
CLUB = "POCH_CLUB_NAME"
QUESTIONS = {
    CLUB: "Name of the club: ",
    OWNER: "Your username: ",
    PASSWORD: "Your password (10 characters or more): ",
}
REFUSED_AS = {"name": CLUB, "username": OWNER, "password": PASSWORD}
"""The field that a refusal names, and what to ask again."""


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
        given = {
            CLUB: club or os.environ.get(CLUB, ""),
            OWNER: owner or os.environ.get(OWNER, ""),
            PASSWORD: os.environ.get(PASSWORD, ""),
        }
        if all(given.values()):
            try:
                self.create(given)
            except Refusal as error:
                raise CommandError(error.detail) from error
        elif not sys.stdin.isatty():
            raise CommandError(
                f"There is no club yet, and the command has no terminal. Set {CLUB}, {OWNER} and {PASSWORD}."
            )
        else:
            try:
                self.ask_and_create(given)
            except EOFError as error:
                raise CommandError("\nThe answers ended too early. No club was created.") from error

    def ask_and_create(self, given: dict[str, str]) -> None:
        """Ask for what is missing. Ask again only for what is refused."""
        answers = {name: value or self.ask(name) for name, value in given.items()}
        while True:
            try:
                self.create(answers)
            except Invalid as error:
                self.stderr.write(f"{error.detail}\n")
                refused = REFUSED_AS[str(error.field)]
                answers[refused] = self.ask(refused)
            else:
                return

    @transaction.atomic
    def create(self, answers: dict[str, str]) -> None:
        """Create the owner and the club in one transaction."""
        user = create_user(answers[OWNER], answers[PASSWORD])
        club = create_club(answers[CLUB], COMMAND, user)
        self.stdout.write(f"The club {club.name} is created. Its owner is {user.get_username()}.")
        self.stdout.write(
            f"Its time zone is {club.time_zone}. You can change it in the settings of the club."
        )

    def ask(self, name: str) -> str:
        """Ask at the terminal for the name of the club, or the name or the password of the owner."""
        if name != PASSWORD:
            return input(QUESTIONS[name])
        while True:
            password = getpass.getpass(QUESTIONS[PASSWORD])
            if password == getpass.getpass("Your password again: "):
                return password
            self.stderr.write("The passwords are different. Please try again.\n")
